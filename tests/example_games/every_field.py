"""A game for tests: it has a field of every kind, shape and sight, and an action is a number said aloud.

Every turn changes every field by chance, whatever was said. A seat's score is the sum of what it said, so
that the sums of a simulation tell what its strategy has seen. Source: made up.
"""

from typing import Any

from upcard.kit.cards import (
    EVERYBODY,
    NOBODY,
    OWNER,
    Header,
    State,
    below,
    choice,
    counts,
    number,
    row,
    slot,
    whole,
)

ACTIONS, TURNS_EACH = 2000, 3
KINDS, LONG, SHORT = 5, 12, 6

GAME = Header(
    name="every-field",
    title="Every field",
    players=(1, 8),
    usual=4,
    zero_sum=False,
    perfect_information=False,
    longest=24,
    payoffs=(0, 6000),
    version=1,
    source="made up",
)
OPTIONS = (
    choice("tone", ("low", "high"), "a word"),
    whole("bonus", 3, 0, 9, "a number"),
)
PRESETS: dict[str, dict[str, str | int]] = {"loud": {"tone": "high", "bonus": 9}}

STATE = (
    number("count", EVERYBODY, "one open number"),
    number("secret", NOBODY, "one hidden number"),
    number("marks", EVERYBODY, "open numbers", length=3),
    number("secrets", NOBODY, "hidden numbers", length=3),
    number("purse", OWNER, "one number for its owner"),
    number("notes", OWNER, "numbers for their owner", length=3),
    number("said", EVERYBODY, "what each has said", per_seat=True),
    number("scores", EVERYBODY, "open numbers of each", length=3, per_seat=True),
    number("debt", NOBODY, "one hidden number of each", per_seat=True),
    number("grudges", NOBODY, "hidden numbers of each", length=3, per_seat=True),
    slot("top", EVERYBODY, "an open card"),
    slot("buried", NOBODY, "a hidden card"),
    slot("card", OWNER, "a card for its owner"),
    slot("shown", EVERYBODY, "an open card of each", per_seat=True),
    slot("covered", NOBODY, "a hidden card of each", per_seat=True),
    slot("grid", EVERYBODY, "open places", length=3),
    slot("graves", NOBODY, "hidden places", length=3),
    slot("pockets", OWNER, "places for their owner", length=3),
    slot("shelves", EVERYBODY, "open places of each", length=3, per_seat=True),
    counts("bank", EVERYBODY, KINDS, "open kinds"),
    counts("mix", NOBODY, KINDS, "hidden kinds"),
    counts("hand", OWNER, KINDS, "kinds for their owner"),
    counts("display", EVERYBODY, KINDS, "open kinds of each", per_seat=True),
    counts("cellar", NOBODY, KINDS, "hidden kinds of each", per_seat=True),
    row("pile", EVERYBODY, LONG, "an open row"),
    row("stock", NOBODY, LONG, "a hidden row whose length is known"),
    row("vault", NOBODY, LONG, "a hidden row whose length is hidden", counted=False),
    row("fan", OWNER, SHORT, "a row for its owner"),
    row("melds", EVERYBODY, SHORT, "an open row of each", per_seat=True),
    row("stack", NOBODY, SHORT, "a hidden row of each whose length is known", per_seat=True),
    row("depth", NOBODY, SHORT, "a hidden row of each, length hidden", per_seat=True, counted=False),
)


def card_text(k: int) -> str:
    """The name of a card."""
    return "abcde"[k]


def action_text(v: State, a: int) -> str:
    """The words for an action."""
    return f"say {a}"


def start(s: State) -> None:
    """Fill every field."""
    s.player = 0
    stir(s)


def legal(s: State, a: int) -> bool:
    """Every number may be said."""
    return a >= 0


def apply(s: State, a: int) -> None:
    """Note what was said and change everything else."""
    s.said[s.player] += a
    if s.turns == TURNS_EACH * s.seats - 1:
        s.over = 1
    else:
        s.player = (s.player + 1) % s.seats
        stir(s)


def stir(s: State) -> None:
    """Give every field but what was said a new content, all from one outcome of chance."""
    x = below(s, 10_000)
    s.count = x % 8
    s.secret = x % 7
    s.top = x % KINDS
    s.buried = x % 4
    fill(s.marks, 3, x)
    fill(s.secrets, 3, x + 1)
    lay(s.grid, 3, x)
    lay(s.graves, 3, x + 1)
    fill(s.bank, KINDS, x + 2)
    fill(s.mix, KINDS, x + 3)
    deal(s.pile, LONG, x)
    deal(s.stock, LONG, x + 1)
    deal(s.vault, LONG, x + 2)
    for p in range(s.seats):
        stir_seat(s, p, x + 13 * p)


def stir_seat(s: State, p: int, x: int) -> None:
    """Give every field of one seat a new content."""
    s.purse[p] = x % 8
    s.debt[p] = x % 7
    s.card[p] = x % KINDS
    s.shown[p] = x % 4
    s.covered[p] = x % 3
    lay(s.pockets[p], 3, x + 2)
    lay(s.shelves[p], 3, x + 3)
    fill(s.notes[p], 3, x + 4)
    fill(s.scores[p], 3, x + 5)
    fill(s.grudges[p], 3, x + 6)
    fill(s.hand[p], KINDS, x + 7)
    fill(s.display[p], KINDS, x + 8)
    fill(s.cellar[p], KINDS, x + 9)
    deal(s.fan[p], SHORT, x + 3)
    deal(s.melds[p], SHORT, x + 4)
    deal(s.stack[p], SHORT, x + 5)
    deal(s.depth[p], SHORT, x + 6)


def fill(cells: Any, n: int, x: int) -> None:
    """New numbers in a table. Modified in place."""
    for i in range(n):
        cells[i] = (x + i * x) % 8


def lay(places: Any, n: int, x: int) -> None:
    """New cards or none in some places. Modified in place."""
    for i in range(n):
        places[i] = (x + i * x) % (KINDS + 1) - 1


def deal(zone: Any, capacity: int, x: int) -> None:
    """A new number of new cards in a row. Modified in place."""
    zone[0] = x % (capacity + 1)
    for i in range(zone[0]):
        zone[i + 1] = (x + i * x) % KINDS


def score(s: State, p: int) -> int:
    """The sum of what was said."""
    said: int = s.said[p]
    return said
