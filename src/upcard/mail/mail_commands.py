"""What the lines of a letter ask for: commands, and the words of actions. The grammar is small and forgiving.

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
"""The words that begin a command, with what each is for."""

ALONE = (SHOW, FORGET, RESIGN, BACK, VACATION, AGAIN, HELP, SUBSCRIBE, UNSUBSCRIBE)
"""Commands that nothing follows but words that say nothing."""

EMPTY_WORDS = frozenset(
    ("me", "my", "the", "table", "board", "game", "games", "position", "please", "now", "plans", "all")
)

MOST_ORDERS = 30

QUOTES = re.compile('["`*\u00b4\u2018-\u201f]')


@dataclass(frozen=True)
class Order:
    """One thing that is asked for."""

    kind: str
    """One of the commands."""
    words: str = ""
    """What follows: the words of an action, a game and how it is played, a name."""
    condition: str = ""
    """What another must have done before; only for plans."""

    def __str__(self) -> str:
        """As it could be written."""
        middle = f" if {self.condition} then" if self.condition else ""
        return f"{self.kind}{middle} {self.words}".strip()


def read_orders(lines: Sequence[str], is_said: Callable[[str], bool]) -> list[Order]:
    """What the lines of a letter ask for, in their order.

    Parameters
    ----------
    lines : sequence of str
        The lines.
    is_said : function
        Of some words; whether an action of the game at hand is said like that.

    Raises
    ------
    Unreadable
        If one of the lines cannot be understood; the others do not count then either.
    """
    orders = [_order(line, is_said) for line in map(_plain, lines) if line]
    if len(orders) > MOST_ORDERS:
        raise Unreadable(f"{len(orders)} commands stand in this letter; write at most {MOST_ORDERS}")
    if len(orders) > 1 and any(x.kind == START for x in orders):
        raise Unreadable("'start' and other commands stand in this letter; write them in two")
    return orders


def _plain(line: str) -> str:
    """A line without what does not matter."""
    line = QUOTES.sub("", line).strip().rstrip(".!;, ")
    line = re.sub(r"^(please|ok|okay|and|then|[-•])[,:]?\s+", "", line, flags=re.IGNORECASE)
    return " ".join(line.split())


def _order(line: str, is_said: Callable[[str], bool]) -> Order:
    """What one line asks for."""
    if is_said(line.lower()):
        return Order(MOVE, line)
    first, _, rest = line.partition(" ")
    kind = COMMANDS.get(first.lower().rstrip(":"), "")
    rest = rest.strip()
    if kind == MOVE and is_said(rest.lower()):
        return Order(MOVE, rest)
    if kind == QUEUE:
        return _plan(line if first.lower() == "if" else rest, is_said)
    if kind == START and rest:
        return Order(START, rest)
    if kind == ACCEPT or (kind in ALONE and EMPTY_WORDS.issuperset(rest.lower().split())):
        return Order(kind, rest if kind == ACCEPT else "")
    hint = suggestion(first, {x: x for x in COMMANDS}) if not kind else ""
    raise Unreadable(f"{line[:60]!r} is not understood; {hint}write the words of an action, or: help")


def _plan(text: str, is_said: Callable[[str], bool]) -> Order:
    """A plan from ``if CONDITION then ACTION``, or an action alone."""
    found = re.fullmatch(r"if (.+?)(?:,? then|,|:| ->) (.+)", text, flags=re.IGNORECASE)
    condition, action = (found[1].strip(), found[2].strip()) if found else ("", text)
    for words in filter(None, (condition, action or "nothing")):
        if not is_said(words.lower()):
            raise Unreadable(
                f"{words[:40]!r} is nothing that is said in this game; write: queue if raise then fold, "
                "with the words of its actions"
            )
    return Order(QUEUE, action.lower(), condition.lower())
