"""The strategies of one part of a round for 1, 2, 3 and more rounds left, each from the one before.

With one more round left, the values of the next round change a little. So the refined corner of the linear
program is usually optimal again, which takes a tenth of the time of solving it from the start.
"""

from collections.abc import Callable

import numpy as np

from upcard.engine.arrays import FloatArray
from upcard.engine.tree.stochastic_game import Round
from upcard.solving.round_lp import RoundPrograms
from upcard.solving.round_refinement import refined_part, refined_strategy
from upcard.solving.rounds_left import Worths


class PartChain:
    """The strategies of a round of a single part, by the number of rounds left.

    `worths_of` maps a number of rounds left, 1 or more, to the values of what follows the round.
    """

    def __init__(self, round: Round, worths_of: Callable[[int], Worths]) -> None:
        self._worths_of, self._left = worths_of, 0
        self._programs = RoundPrograms(round)
        self._plan = round.plan(round.strategy(np.ones(round.sequences)))

    def strategies(self, left: int) -> list[FloatArray]:
        """Return the strategies that follow the last one, up to `left` rounds left.

        Each has the probability of every choice, shape (choices,). Raises ``Failure`` if a program cannot be
        solved.
        """
        added = []
        while self._left < left:
            self._left += 1
            added.append(self._next(self._worths_of(self._left)))
        return added

    def _next(self, worths: Worths) -> FloatArray:
        again = refined_part(self._programs, 0, worths[0]) if self._programs.refined else None
        if again is not None:
            return again
        self._programs.solve(0, worths[0], self._plan)
        return refined_strategy(self._programs, self._plan, worths)
