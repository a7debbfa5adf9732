"""Two turns.

Six cards, two each of 0, 1 and 2. Both players get one card. In turn, twice each, they lay a card on the
table or draw one from the stock. A card that is laid counts its number; who has laid more wins the
difference from the other.

Source: made up for the tests, which break it in one place at a time.
"""

import numpy as np

from upcard.kit.cards import (
    EVERYBODY,
    NOBODY,
    OWNER,
    Fact,
    Header,
    Measure,
    Picture,
    Place,
    State,
    below,
    cards_in,
    choice,
    counts,
    draw,
    number,
    put,
    row,
    slot,
)

KINDS, COPIES, DRAW = 3, 2, 3
CARDS = KINDS * COPIES
ACTIONS = 4  # 0..2: lay a card of that kind; 3: draw
BIG = 2**40
CALLS = np.zeros(1, np.int64)

GAME = Header(
    name="two-turns",
    title="Two turns",
    players=(2, 2),
    usual=2,
    zero_sum=True,
    perfect_information=False,
    longest=4,
    payoffs=(-2, 2),
    version=1,
    source="made up",
)
OPTIONS = (choice("open", ("no", "yes"), "nothing, but there must be an option"),)
PRESETS: dict[str, dict[str, str | int]] = {"opened": {"open": "yes"}}

STATE = (
    counts("hand", OWNER, KINDS, "the cards in hand"),
    row("stock", NOBODY, CARDS, "the stock"),
    row("table", EVERYBODY, CARDS, "the cards that were laid"),
    slot("top", EVERYBODY, "nothing"),
    number("worth", EVERYBODY, "the sum of the cards laid", per_seat=True),
    number("laid", EVERYBODY, "how many cards a seat has laid", per_seat=True),
    number("moves", EVERYBODY, "turns so far"),
)
MEASURES = (
    Measure("idle", "has laid nothing", share=True),
    Measure("laid", "its share of the cards laid", share=True, of="laid_by_all"),
    Measure("laid_by_all", "cards laid", per_game=True),
)
FACTS = (Fact("finished games", 1014, "counted naively in test_conformance_game_checks.py"),)


def card_text(k: int) -> str:
    """The name of a card: its number."""
    return str(k)


def action_text(v: State, a: int) -> str:
    """The words for an action: ``lay 2``, ``draw``."""
    return "draw" if a == DRAW else f"lay {card_text(a)}"


def start(s: State) -> None:
    """Deal one card each."""
    for c in range(CARDS):
        put(s.stock, c // COPIES)
    for p in range(s.seats):
        s.hand[p, draw(s, s.stock)] += 1
    s.player = 0


def legal(s: State, a: int) -> bool:
    """A card in hand may be laid; as long as there is a stock, one may draw."""
    left: int = cards_in(s.stock) if a == DRAW else s.hand[s.player, a]
    return left > 0


def why(v: State, a: int) -> str:
    """Why action `a` is not legal; empty when it is."""
    if legal(v, a):
        return ""
    return "the stock is empty" if a == DRAW else f"there is no {card_text(a)} in your hand"


def apply(s: State, a: int) -> None:
    """Lay or draw; after two turns each the game is over."""
    p = s.player
    if a == DRAW:
        s.hand[p, draw(s, s.stock)] += 1
    else:
        s.hand[p, a] -= 1
        put(s.table, a)
        s.worth[p] += a
        s.laid[p] += 1
    s.moves += 1
    s.player = 1 - p
    if s.moves == 4:
        s.over = 1


def score(s: State, p: int) -> int:
    """How much more seat `p` has laid than the other."""
    more: int = s.worth[p] - s.worth[1 - p]
    return more


def measure(s: State, p: int, m: int) -> int:
    """Measure number `m` of ``MEASURES``."""
    laid: int = s.laid[p] if m < 2 else s.laid[0] + s.laid[1]
    if m == 0:
        return 1 if laid == 0 else 0
    return laid


def scene(v: State) -> Picture:
    """The last card laid on a place of its own, which is touched to draw."""
    n = cards_in(v.table)
    last = Place("last", (v.table[n],) if n > 0 else ())
    told = {"worth": [f"{v.worth[p]} points" for p in range(v.seats)], "moves": "some"}
    return Picture(("Lay.",), ("top",), told, {DRAW: "last"}, ((last,),))


def unused(s: State) -> int:
    """Keeps the door of chance imported for the tests that need it."""
    return below(s, 2)
