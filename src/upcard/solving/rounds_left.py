"""Matches with a limit of rounds: the values of all rounds by the number of rounds left, backward.

With 0 rounds left the match is stopped, and its result is known. If the values with n - 1 rounds left are
known, every round with n rounds left is a game by itself. The values depend only on the number of rounds
left, so one table serves all limits. Every value is the middle between best responses, and its error is at
most half the distance between them plus the error of the values before it: a round is an average of what
follows it, so it does not enlarge errors.

Source: L. S. Shapley, "Stochastic games", PNAS 39, 1953; R. Bellman, "Dynamic programming", 1957.
"""

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass

import numpy as np

from upcard.engine.arrays import FloatArray
from upcard.engine.tree.stochastic_game import SEATS, Round, StochasticGame
from upcard.solving.match_of_rounds import ROUNDING
from upcard.solving.round_best_response import response
from upcard.solving.round_lp import RoundPrograms
from upcard.solving.round_refinement import NOT_REFINED, refine_again, refined_strategy, tidy
from upcard.solving.rounds_left_tail import Tail

SLIGHT = 1e-14
"""A part keeps its plan if best responses gain at most this in it, times the part's probability."""

ENOUGH = 1e-11
"""Maximum distance between the bounds of a refined strategy; the plan as it is may have nearer ones."""


@dataclass(frozen=True)
class ValuesByRoundsLeft:
    """The values of the rounds of a match, by the number of rounds left."""

    values: FloatArray
    """Value to the first player, float64 of shape (layers, rounds); row n for n rounds left."""
    errors: FloatArray
    """Maximum error of the values of each row, float64 of shape (layers,), 0 or more; 0 in row 0."""
    tail: Tail | None = None
    """The values beyond the table; None if they are taken to be those of its end."""

    @property
    def layers(self) -> int:
        """Largest number of rounds left for which there are values."""
        return len(self.values) - 1

    def at(self, left: int) -> FloatArray:
        """Return the values with `left` rounds left, shape (rounds,); beyond the table, those of its tail."""
        if self.tail is not None and left > self.layers:
            return self.tail.at(left - self.layers)
        row: FloatArray = self.values[min(left, self.layers)]
        return row

    def error(self, left: int) -> float:
        """Return the maximum error of :meth:`at`.

        The largest change of a value from one row to the next never grows. So beyond a table without a tail,
        every further round adds at most the last change, and the errors of both rows.
        """
        beyond = max(left - self.layers, 0)
        if not beyond:
            return float(self.errors[left])
        if self.tail is not None:
            return float(self.errors[-1]) + self.tail.error
        last = np.abs(self.values[-1] - self.values[-2]).max() if self.layers else 1.0
        return float(self.errors[-1] + beyond * (last + 2 * self.errors[-1]))

    def with_layer(self, values: FloatArray, error: float) -> "ValuesByRoundsLeft":
        """Return a table with one more row, and without a tail; `values` of shape (rounds,)."""
        return ValuesByRoundsLeft(np.vstack([self.values, values]), np.append(self.errors, error))


def stopped_values(match: StochasticGame) -> ValuesByRoundsLeft:
    """Return the table of a match with no round left: its results if it is stopped."""
    return ValuesByRoundsLeft(match.stopped.astype(np.float64)[None], np.zeros(1))


class BackwardSolver:
    """Solves the rounds of a match, one layer after the other: with one more round left each time.

    `known` are the values so far. Linear programs start from their corners in the layer before.
    """

    def __init__(self, match: StochasticGame, known: ValuesByRoundsLeft | None = None) -> None:
        self.match, self.known = match, known or stopped_values(match)
        rounds = [match.round_of(k) for k in range(len(match.names))]
        self._programs = [RoundPrograms(r) for r in rounds]
        self._plans = [r.plan(r.strategy(np.ones(r.sequences))) for r in rounds]

    def add_layer(self, on_round: Callable[[int], None], refined: Container[int] = ()) -> list[FloatArray]:
        """Solve all rounds with one more round left, and add their values to `known`.

        Returns the strategies of the rounds, each of shape (choices,). Those of the rounds with numbers in
        `refined` play well after mistakes too. `on_round` is called with the number of each round before it
        is solved, and may raise an interrupt; then nothing is added. Raises ``Failure`` if a part cannot be
        solved.
        """
        before, together = self.known.at(self.known.layers), self.match.together
        worths = (
            self.match.worth(before, together - before, 0),
            self.match.worth(together - before, before, 1),
        )
        values, gaps, strategies = np.empty(len(self._plans)), [], []
        for k, (programs, plan) in enumerate(zip(self._programs, self._plans, strict=True)):
            on_round(k)
            if k in refined and k and not programs.refined:
                programs.start_from(self._programs[k - 1])
            solve = _refined if k in refined else _solved
            strategy, low, high = solve(programs, plan, worths, together)
            values[k] = (low + high) / 2
            gaps.append(high - low)
            strategies.append(strategy)
        scale = max(1.0, float(np.abs(self.match.finals).max()))
        error = float(self.known.errors[-1]) + max(0.0, *gaps) / 2 + ROUNDING * scale
        self.known = self.known.with_layer(values, error)
        return strategies


# The value of each continuation to the first and to the second player, float64 of shape (ways,).
Worths = tuple[FloatArray, FloatArray]


def _solved(
    programs: RoundPrograms, plan: FloatArray, worths: Worths, together: float
) -> tuple[FloatArray, float, float]:
    """Return the strategy of a solved round and its bounds; the arguments are those of `solve_round`."""
    solve_round(programs, plan, worths, together)
    strategy = tidy(programs.round, plan)
    return strategy, *round_bounds(programs.round, programs.round.plan(strategy), worths, together)


def _refined(
    programs: RoundPrograms, plan: FloatArray, worths: Worths, together: float
) -> tuple[FloatArray, float, float]:
    """Return what `_solved` does, with a strategy that plays well after mistakes too."""
    known = refine_again(programs, plan, worths[0]) if programs.refined else NOT_REFINED
    solve_round(programs, plan, worths, together)
    strategy = refined_strategy(programs, plan, worths, known=known)
    low, high = round_bounds(programs.round, programs.round.plan(strategy), worths, together)
    return (strategy, low, high) if high - low <= ENOUGH else _solved(programs, plan, worths, together)


def solve_round(
    programs: RoundPrograms, plan: FloatArray, worths: Sequence[FloatArray], together: float
) -> None:
    """Solve the parts of a round in which a player could gain, and write the plans of both into `plan`.

    `worths` has the value of each continuation to the first player, and to the second. Raises ``Failure`` if
    a part cannot be solved.
    """
    round = programs.round
    best = [response(round, plan, p, worths[p]).by_part for p in range(SEATS)]
    gains = best[0] + best[1] - round.part_chances() * together
    unsolved = set(range(round.parts)) - programs.solved
    for part in sorted(unsolved | set(np.flatnonzero(gains > SLIGHT).tolist())):
        programs.solve(part, worths[0], plan)


def round_bounds(
    round: Round, plan: FloatArray, worths: Sequence[FloatArray], together: float
) -> tuple[float, float]:
    """Return the bounds of a round's value to its first player, by best responses to `plan`."""
    first, second = (response(round, plan, p, worths[p]).value for p in range(SEATS))
    return together - second, first
