"""Stoppers: swaps cards up to a given value, whatever else it knows."""

from upcard.games.stoppers.rules import KEEP, NONE, SWAP
from upcard.games.stoppers.strategies.never_swap import answer
from upcard.kit.ranks import value
from upcard.kit.strategy import Parameter, State, Strategy

STRATEGY = Strategy(
    name="swap-at-most",
    games=("stoppers",),
    words="swaps cards of at most the value t, keeps higher ones",
    source="Upcard; the classroom sheet asks whether probability can help to decide",
    parameters=(
        Parameter("t", 6, 0, 13, "the highest value that is swapped, from 1 for an ace", whole=True),
    ),
)


def choose(v: State, t: float) -> int:
    """Swap a low card, keep a high one; or answer a request."""
    return by_value(v, t) if v.asker == NONE else answer(v)


def by_value(v: State, t: float) -> int:
    """Swap if the card in hand has at most the value `t`."""
    return SWAP if value(v.card[v.me]) <= t else KEEP
