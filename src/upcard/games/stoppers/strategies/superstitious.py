"""Stoppers: stops asking a neighbour whose last card was a low one.

"She always gives me a low card": it remembers the card that each neighbour gave in the last swap, in any
round, and avoids a neighbour who gave a low one. Cards have no memory, so this can only miss good swaps.
"""

from upcard.games.stoppers.rules import KEEP, NONE, next_living
from upcard.games.stoppers.strategies.never_swap import answer
from upcard.games.stoppers.strategies.swap_at_most import by_value
from upcard.kit.ranks import UNKNOWN
from upcard.kit.strategy import Parameter, State, Strategy

STRATEGY = Strategy(
    name="superstitious",
    games=("stoppers",),
    words="as swap-at-most, but never again asks a neighbour who gave a low card",
    source="Upcard; the last question of the classroom sheet",
    parameters=(
        Parameter("t", 6, 0, 13, "the highest value that is swapped, from 1 for an ace", whole=True),
        Parameter("low", 6, 0, 13, "the highest value that makes it avoid the neighbour", whole=True),
    ),
)


def choose(v: State, t: float, low: float) -> int:
    """Never swap with a resented neighbour, else decide by the value; or answer a request."""
    if v.asker != NONE:
        return answer(v)
    return KEEP if is_shunned(v, low) else by_value(v, t)


def is_shunned(v: State, low: float) -> bool:
    """Whether the next neighbour gave a card of at most the value `low` in the last swap."""
    if v.me == v.dealer:
        return False
    received = v.received[v.me, next_living(v, v.me)]
    return received != UNKNOWN and received <= low
