"""What neighbours give at Stoppers, swap by swap, beside what they gave the time before."""

from dataclasses import dataclass

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
    """One game in which everybody swaps low cards: each neighbour's card beside the one she gave before.

    Cards that were refused do not count: a neighbour who shows a King gives nothing.
    """
    seen = np.zeros((2, KING + 1, KING + 1), np.int64)
    last: dict[tuple[int, int], tuple[int, int]] = {}
    s = table.start(seed=seed, number=number)
    while not s.over:
        p = s.me = s.player
        action = by_value(s, LOW)  # which looks at nothing but the card of `me`
        if action == SWAP and p != s.dealer and not can_stop(s, next_living(s, p)):
            q = next_living(s, p)
            given, shuffles = value(s.card[q]), s.shuffles
            if (p, q) in last:
                before, then = last[p, q]
                seen[min(1, shuffles - then), before, given] += 1
            last[p, q] = given, shuffles
        table.rules.apply(s, action)
    return seen


@dataclass(frozen=True)
class SwapMemory:
    """How a neighbour's card depends on the one she gave before."""

    seen: IntArray
    """In each game, swaps by the value that came the time before and by the value that came now."""

    def low_after(self, first: int, last: int) -> npt.NDArray[np.float64]:
        """For each game, its part in the share of low cards after cards of some values."""
        after = self.seen[:, first : last + 1]
        return ratio_parts(after[:, :, : LOW + 1].sum((1, 2)), after.sum((1, 2)))

    def after_low(self) -> Estimate:
        """The share of low cards after a low card."""
        return of_spread(self.low_after(1, LOW), LEVEL)

    def after_high(self) -> Estimate:
        """The share of low cards after a card that was not low."""
        return of_spread(self.low_after(LOW + 1, KING), LEVEL)

    def change(self, level: float = LEVEL) -> Estimate:
        """How much more often a low card comes after a low one than after another."""
        return of_spread(self.low_after(1, LOW) - self.low_after(LOW + 1, KING), level)

    def mean_after(self, before: int) -> Estimate:
        """The mean value of the card that comes after a card of some value."""
        after = self.seen[:, before]
        return of_spread(ratio_parts(after @ np.arange(KING + 1), after.sum(1)), LEVEL)
