"""Statistics of the cards that neighbours give at Stoppers, beside the cards they gave before."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.engine.arrays import IntArray
from upcard.engine.game import Game
from upcard.games.stoppers.rules import SWAP, can_stop, next_living
from upcard.games.stoppers.strategies.swap_at_most import by_value
from upcard.kit.ranks import KING, value
from upcard.simulation.estimate import Estimate, of_spread, ratio_parts
from upcard.simulation.simulation_result import LEVEL

LOW = 6


def swaps(table: Game, seed: int, number: int) -> IntArray:
    """Play a game in which everybody swaps low cards; count each neighbour's card by the one before.

    The counts are int64 of shape (2, 14, 14), by whether the deck was shuffled in between, the value before,
    and the value now. Stopped swaps do not count, since a neighbour who shows a King gives nothing.
    """
    seen = np.zeros((2, KING + 1, KING + 1), np.int64)
    last: dict[tuple[int, int], tuple[int, int]] = {}
    s = table.start(seed=seed, number=number)
    while not s.over:
        p = s.me = s.player
        action = by_value(s, LOW)  # depends only on the card of `me`
        if action == SWAP and p != s.dealer and not can_stop(s, next_living(s, p)):
            q = next_living(s, p)
            card, shuffles = value(s.card[q]), s.shuffles
            if (p, q) in last:
                before, earlier_shuffles = last[p, q]
                seen[min(1, shuffles - earlier_shuffles), before, card] += 1
            last[p, q] = card, shuffles
        table.rules.apply(s, action)
    return seen


@dataclass(frozen=True)
class SwapMemory:
    """Counts of neighbours' cards by the cards that the same neighbours gave before."""

    seen: IntArray
    """Swaps of each game, by the value that came before and by the value that came now."""

    def low_after(self, first: int, last: int) -> npt.NDArray[np.float64]:
        """Return each game's contribution to the share of low cards after cards of some values."""
        after = self.seen[:, first : last + 1]
        return ratio_parts(after[:, :, : LOW + 1].sum((1, 2)), after.sum((1, 2)))

    def after_low(self) -> Estimate:
        """Estimate the share of low cards after a low card."""
        return of_spread(self.low_after(1, LOW), LEVEL)

    def after_high(self) -> Estimate:
        """Estimate the share of low cards after a card that was not low."""
        return of_spread(self.low_after(LOW + 1, KING), LEVEL)

    def change(self, level: float = LEVEL) -> Estimate:
        """Estimate how much more often a low card comes after a low one than after another."""
        return of_spread(self.low_after(1, LOW) - self.low_after(LOW + 1, KING), level)

    def items(self) -> dict[str, Any]:
        """Return the number of swaps, both shares and their difference as entries of a flat record."""
        shares = self.after_low().items("low_after_low") | self.after_high().items("low_after_high")
        return {"swaps": int(self.seen.sum())} | shares | self.change().items("change")

    def mean_after(self, before: int) -> Estimate:
        """Estimate the mean value of the card that comes after a card of some value."""
        after = self.seen[:, before]
        return of_spread(ratio_parts(after @ np.arange(KING + 1), after.sum(1)), LEVEL)
