"""A game to tune at: everybody names a number once, and the nearer it is to 13, the likelier is a point.

The number x scores with a chance of 90 - 4 |x - 13| in 100, so what is best is known. Source: made up.
"""

from upcard.kit.cards import EVERYBODY, Header, State, below, number

ACTIONS, BEST = 21, 13

GAME = Header(
    name="aiming",
    title="Aiming",
    players=(2, 4),
    usual=2,
    zero_sum=False,
    perfect_information=True,
    longest=4,
    payoffs=(0, 1),
    version=1,
    source="made up",
)
OPTIONS = ()
PRESETS: dict[str, dict[str, str | int]] = {}
STATE = (number("points", EVERYBODY, "points", per_seat=True),)


def card_text(k: int) -> str:
    """There are no cards."""
    return f"card{k}"


def action_text(v: State, a: int) -> str:
    """The number."""
    return f"number {a}"


def start(s: State) -> None:
    """The first seat begins."""
    s.player = 0


def legal(s: State, a: int) -> bool:
    """Every number."""
    return 0 <= a < ACTIONS


def apply(s: State, a: int) -> None:
    """A point or none; then it is the next one's turn."""
    s.points[s.player] = 1 if below(s, 100) < 90 - 4 * abs(a - BEST) else 0
    if s.player + 1 < s.seats:
        s.player += 1
    else:
        s.over = 1


def score(s: State, p: int) -> int:
    """The point."""
    return int(s.points[p])
