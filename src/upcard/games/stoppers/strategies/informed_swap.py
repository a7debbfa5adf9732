"""Stoppers: compares its card with the one it had to give away in this round, if any.

The player who took that card has finished their turn and will show it at the end. A higher card is safe and
is kept, a lower one is swapped. If both are equal, or nobody swapped, the value decides.
"""

from upcard.games.stoppers.rules import KEEP, NONE, SWAP
from upcard.games.stoppers.strategies.never_swap import answer
from upcard.games.stoppers.strategies.swap_at_most import by_value
from upcard.kit.ranks import value
from upcard.kit.strategy import Parameter, State, Strategy

STRATEGY = Strategy(
    name="informed-swap",
    games=("stoppers",),
    words="compares a card received in a swap with the card given for it; else as swap-at-most",
    source="Upcard; as Peter, the dealer, does in Le Her",
    parameters=(
        Parameter(
            "t", 6, 0, 13, "the highest value swapped when nothing is known, from 1 for an ace", whole=True
        ),
    ),
)


def choose(v: State, t: float) -> int:
    """Compare with the card given away, else with `t`; or answer a request."""
    return informed(v, t) if v.asker == NONE else answer(v)


def informed(v: State, t: float) -> int:
    """Keep a card higher than the one dealt, swap a lower one; if they are equal, decide by the value."""
    held = value(v.card[v.me])
    if held == v.dealt[v.me]:
        return by_value(v, t)
    return KEEP if held > v.dealt[v.me] else SWAP
