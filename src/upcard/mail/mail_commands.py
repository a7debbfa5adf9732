"""The commands of an email, in a small and tolerant grammar.

Capitals, spaces, ``please`` and full stops do not matter. A line that does not begin with a command is an
action in the words of the game. A word that is both an action and a command means the action.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from upcard.engine.errors import Unreadable, suggestion

START, ACCEPT, MOVE, SHOW, QUEUE, FORGET = "start", "accept", "move", "show", "queue", "forget"
RESIGN, BACK, VACATION, AGAIN, HELP = "resign", "back", "vacation", "again", "help"
SUBSCRIBE, UNSUBSCRIBE = "subscribe", "unsubscribe"
TAKE_BACK, DRAW, AGREE, DECLINE, ABORT = "take back", "offer draw", "agree", "decline", "abort"
COMMANDS = {
    START: START, "begin": START, "accept": ACCEPT, "join": ACCEPT, MOVE: MOVE, "play": MOVE,
    SHOW: SHOW, "look": SHOW, "status": SHOW, "games": SHOW,
    QUEUE: QUEUE, "plan": QUEUE, "if": QUEUE, FORGET: FORGET, RESIGN: RESIGN, BACK: BACK,
    VACATION: VACATION, AGAIN: AGAIN, "rematch": AGAIN, HELP: HELP, "?": HELP,
    SUBSCRIBE: SUBSCRIBE, "yes": SUBSCRIBE, UNSUBSCRIBE: UNSUBSCRIBE,
    "take": TAKE_BACK, "undo": TAKE_BACK, "offer": DRAW, "draw": DRAW, AGREE: AGREE, DECLINE: DECLINE,
    ABORT: ABORT,
}  # fmt: skip
"""The words that begin a command, and the command that each means."""

ALONE = (
    SHOW, FORGET, RESIGN, BACK, VACATION, AGAIN, HELP, SUBSCRIBE, UNSUBSCRIBE,
    TAKE_BACK, DRAW, AGREE, DECLINE, ABORT,
)  # fmt: skip
"""Commands that only filler words may follow."""

EMPTY_WORDS = frozenset((
    "me", "my", "the", "a", "table", "board", "game", "games", "match", "position", "please", "now", "plans",
    "all", "back", "last", "move", "draw",
))  # fmt: skip

MOST_COMMANDS = 30

QUOTES = re.compile('["`*\u00b4\u2018-\u201f]')


@dataclass(frozen=True)
class Command:
    """One command of an email."""

    kind: str
    """One of the commands."""
    words: str = ""
    """The rest of the line: the words of an action, a game with its settings, or a name."""
    condition: str = ""
    """The other player's action that a plan answers; empty for any action."""

    def __str__(self) -> str:
        """Return the command as a line of an email."""
        middle = f" if {self.condition} then" if self.condition else ""
        return f"{self.kind}{middle} {self.words}".strip()


def read_commands(lines: Sequence[str], is_action: Callable[[str], bool]) -> list[Command]:
    """Return the commands of an email, in their order.

    `is_action` returns whether some words are an action of the game. Raises Unreadable if one of the lines
    cannot be understood, if there are more than 30 commands, or if ``start`` is not the only command.
    """
    commands = [_command(line, is_action) for line in map(_plain, lines) if line]
    if len(commands) > MOST_COMMANDS:
        raise Unreadable(f"the email has {len(commands)} commands; write at most {MOST_COMMANDS}")
    if len(commands) > 1 and any(x.kind == START for x in commands):
        raise Unreadable("the email has 'start' and other commands; send them in two emails")
    return commands


def _plain(line: str) -> str:
    """Return a line without filler words and punctuation."""
    line = QUOTES.sub("", line).strip().rstrip(".!;, ")
    line = re.sub(r"^(please|ok|okay|and|then|[-•])[,:]?\s+", "", line, flags=re.IGNORECASE)
    return " ".join(line.split())


def _command(line: str, is_action: Callable[[str], bool]) -> Command:
    """Return the command of one line."""
    if is_action(line.lower()):
        return Command(MOVE, line)
    first, _, rest = line.partition(" ")
    kind = COMMANDS.get(first.lower().rstrip(":"), "")
    rest = rest.strip()
    if kind == MOVE and is_action(rest.lower()):
        return Command(MOVE, rest)
    if kind == QUEUE:
        return _plan(line if first.lower() == "if" else rest, is_action)
    if kind == START and rest:
        return Command(START, rest)
    if kind == ACCEPT or (kind in ALONE and EMPTY_WORDS.issuperset(rest.lower().split())):
        return Command(kind, rest if kind == ACCEPT else "")
    hint = suggestion(first, {x: x for x in COMMANDS}) if not kind else ""
    raise Unreadable(f"{line[:60]!r} is not understood; {hint}write the words of an action, or: help")


def _plan(text: str, is_action: Callable[[str], bool]) -> Command:
    """Return a plan from ``if CONDITION then ACTION``, or from an action alone."""
    parts = re.fullmatch(r"if (.+?)(?:,? then|,|:| ->) (.+)", text, flags=re.IGNORECASE)
    condition, action = (parts[1].strip(), parts[2].strip()) if parts else ("", text)
    for words in filter(None, (condition, action or "nothing")):
        if not is_action(words.lower()):
            raise Unreadable(
                f"{words[:40]!r} is not an action of this game; write for example: queue if raise then fold, "
                "with actions of the game"
            )
    return Command(QUEUE, action.lower(), condition.lower())
