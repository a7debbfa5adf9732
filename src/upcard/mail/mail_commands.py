"""The commands of a letter, in a small and forgiving grammar.

Capitals, spaces, ``please`` and full stops do not matter. A line that begins with no command is an action in
the words of the game; words of the game come before commands of the same name.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from upcard.engine.errors import Unreadable, suggestion

START, ACCEPT, MOVE, SHOW, QUEUE, FORGET = "start", "accept", "move", "show", "queue", "forget"
RESIGN, BACK, VACATION, AGAIN, HELP = "resign", "back", "vacation", "again", "help"
SUBSCRIBE, UNSUBSCRIBE = "subscribe", "unsubscribe"
COMMANDS = {
    START: START, "begin": START, "accept": ACCEPT, "join": ACCEPT, MOVE: MOVE, "play": MOVE,
    SHOW: SHOW, "look": SHOW, "status": SHOW, "games": SHOW,
    QUEUE: QUEUE, "plan": QUEUE, "if": QUEUE, FORGET: FORGET, RESIGN: RESIGN, BACK: BACK,
    VACATION: VACATION, AGAIN: AGAIN, "rematch": AGAIN, HELP: HELP, "?": HELP,
    SUBSCRIBE: SUBSCRIBE, "yes": SUBSCRIBE, UNSUBSCRIBE: UNSUBSCRIBE,
}  # fmt: skip
"""The words that begin a command, and the kind of each."""

ALONE = (SHOW, FORGET, RESIGN, BACK, VACATION, AGAIN, HELP, SUBSCRIBE, UNSUBSCRIBE)
"""Commands that only filler words may follow."""

EMPTY_WORDS = frozenset(
    ("me", "my", "the", "table", "board", "game", "games", "position", "please", "now", "plans", "all")
)

MOST_COMMANDS = 30

QUOTES = re.compile('["`*\u00b4\u2018-\u201f]')


@dataclass(frozen=True)
class Command:
    """One command of a letter."""

    kind: str
    """One of the commands."""
    words: str = ""
    """What follows: the words of an action, a game and how it is played, a name."""
    condition: str = ""
    """The action of another player that must come before; only for plans."""

    def __str__(self) -> str:
        """Return the command as it could be written."""
        middle = f" if {self.condition} then" if self.condition else ""
        return f"{self.kind}{middle} {self.words}".strip()


def read_commands(lines: Sequence[str], is_said: Callable[[str], bool]) -> list[Command]:
    """Return the commands of a letter, in their order.

    `is_said` returns whether some words are an action of the game at hand. Raises Unreadable if one of the
    lines cannot be understood; the others do not count then either.
    """
    commands = [_command(line, is_said) for line in map(_plain, lines) if line]
    if len(commands) > MOST_COMMANDS:
        raise Unreadable(f"{len(commands)} commands stand in this letter; write at most {MOST_COMMANDS}")
    if len(commands) > 1 and any(x.kind == START for x in commands):
        raise Unreadable("'start' and other commands stand in this letter; write them in two")
    return commands


def _plain(line: str) -> str:
    """Return a line without words and signs that do not matter."""
    line = QUOTES.sub("", line).strip().rstrip(".!;, ")
    line = re.sub(r"^(please|ok|okay|and|then|[-•])[,:]?\s+", "", line, flags=re.IGNORECASE)
    return " ".join(line.split())


def _command(line: str, is_said: Callable[[str], bool]) -> Command:
    """Return the command of one line."""
    if is_said(line.lower()):
        return Command(MOVE, line)
    first, _, rest = line.partition(" ")
    kind = COMMANDS.get(first.lower().rstrip(":"), "")
    rest = rest.strip()
    if kind == MOVE and is_said(rest.lower()):
        return Command(MOVE, rest)
    if kind == QUEUE:
        return _plan(line if first.lower() == "if" else rest, is_said)
    if kind == START and rest:
        return Command(START, rest)
    if kind == ACCEPT or (kind in ALONE and EMPTY_WORDS.issuperset(rest.lower().split())):
        return Command(kind, rest if kind == ACCEPT else "")
    hint = suggestion(first, {x: x for x in COMMANDS}) if not kind else ""
    raise Unreadable(f"{line[:60]!r} is not understood; {hint}write the words of an action, or: help")


def _plan(text: str, is_said: Callable[[str], bool]) -> Command:
    """Return a plan from ``if CONDITION then ACTION``, or from an action alone."""
    parts = re.fullmatch(r"if (.+?)(?:,? then|,|:| ->) (.+)", text, flags=re.IGNORECASE)
    condition, action = (parts[1].strip(), parts[2].strip()) if parts else ("", text)
    for words in filter(None, (condition, action or "nothing")):
        if not is_said(words.lower()):
            raise Unreadable(
                f"{words[:40]!r} is no action of this game; write: queue if raise then fold, "
                "with the words of its actions"
            )
    return Command(QUEUE, action.lower(), condition.lower())
