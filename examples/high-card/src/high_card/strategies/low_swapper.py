"""High card: swaps a low card, and keeps the others."""

from high_card.rules import KEEP, SUITS, SWAP
from upcard.kit.strategy import Parameter, State, Strategy

LOWEST_RANK = 2

STRATEGY = Strategy(
    name="low-swapper",
    games=("high-card",),
    words="swaps a card below a certain rank",
    source="made up for Upcard",
    parameters=(
        Parameter("least", 9, 2, 15, "the lowest rank it keeps: 11 jack, 12 queen, 13 king, 14 ace"),
    ),
)


def choose(v: State, least: float) -> int:
    """Swap when the card in hand is too low."""
    return SWAP if v.card[v.me] // SUITS + LOWEST_RANK < least else KEEP
