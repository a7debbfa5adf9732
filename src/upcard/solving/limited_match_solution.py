"""The result of solving a match with a limit of rounds, and the certificate that proves it."""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from upcard.certificates.certificate import common_entries
from upcard.certificates.limited_match_certificate import KIND, reachable
from upcard.certificates.match_certificate import pack_probabilities
from upcard.engine.arrays import FloatArray
from upcard.engine.errors import Failure
from upcard.engine.game import Game
from upcard.engine.progress_callback import OnProgress
from upcard.engine.tree.stochastic_game import StochasticGame
from upcard.engine.wording import counted
from upcard.solving.game_solver_contract import GameSolution, exact_shortcomings, gap_shortcomings
from upcard.solving.limited_match_store import ValueStore
from upcard.solving.rounds_left import BackwardSolver, ValuesByRoundsLeft

METHOD = "lp"
MOST_SAVED = 60
"""Maximum limit of rounds for which a certificate is made; it has strategies for all rounds left."""


@dataclass(frozen=True)
class SolvedLimitedMatch:
    """The values of a match by the number of rounds left, and the strategies if there are not too many."""

    match: StochasticGame
    limit: int
    values: ValuesByRoundsLeft
    strategies: tuple[tuple[Any, ...], ...]
    """For 1 and more rounds left, the packed probabilities of each round, None if it cannot be reached; empty
    if the limit is above ``MOST_SAVED``."""

    def solution(
        self, game: Game, text: Sequence[str], table: Sequence[tuple[str, ...]], began: float, gap: float
    ) -> "LimitedMatchSolution":
        """Return the solution of `game`; the arguments are attributes of :class:`LimitedMatchSolution`.

        `began` is the time when the work began, by ``time.perf_counter``.
        """
        value, error = float(self.values.at(self.limit)[self.match.begin]), self.values.error(self.limit)
        return LimitedMatchSolution(
            self, tuple(text), tuple(table), gap, game=game, objective="match", method=METHOD,
            value_exact=None, bounds=(value - error, value + error), seconds=time.perf_counter() - began,
        )  # fmt: skip


@dataclass(frozen=True)
class LimitedMatchSolution(GameSolution):
    """The solution of a match with a limit of rounds."""

    solved: SolvedLimitedMatch
    """Values and strategies."""
    text: tuple[str, ...]
    """Text for people, as sentences; the heading is first."""
    table: tuple[tuple[str, ...], ...]
    """A small table, with the column names first."""
    gap_requested: float = math.inf
    """Maximum distance between bounds that was requested."""

    @property
    def value(self) -> float:
        """Value of the match to its first player."""
        return float(self.solved.values.at(self.solved.limit)[self.solved.match.begin])

    def details(self) -> dict[str, Any]:
        """Return the entries of ``to_json`` that other solutions lack."""
        values, limit = self.solved.values, self.solved.limit
        last = limit if values.tail is not None else min(limit, values.layers)
        lines = [values.at(left).tolist() for left in range(last + 1)]
        return {"rounds": limit, "values_by_rounds_left": lines, "error": values.error(limit)}

    def sentences(self) -> list[str]:
        """Return the text for people, as sentences; the heading is first."""
        return list(self.text)

    def rows(self) -> list[tuple[str, ...]]:
        """Return a small table, with the column names first."""
        return list(self.table)

    def effort(self) -> str:
        """Return the size of the match, the method and the seconds."""
        rounds, left = counted(len(self.solved.match.names), "round"), self.solved.limit
        return f"{rounds}, each with 1 to {left:,} rounds left; {METHOD}, backward; {self.seconds:.1f} s"

    def shortcomings(self, is_exact_requested: bool = False) -> list[str]:
        """Return requests that were not reached, each as a sentence without its full stop."""
        gap = 2 * self.solved.values.error(self.solved.limit)
        return [
            *gap_shortcomings(self.gap_requested, gap),
            *exact_shortcomings(is_exact_requested, self.value_exact),
        ]

    def certificate(self) -> dict[str, Any]:
        """Return the certificate that :mod:`upcard.certificates.limited_match_certificate` checks.

        Raises ``Failure`` for a match of more than ``MOST_SAVED`` rounds.
        """
        solved = self.solved
        if not solved.strategies:
            raise Failure(
                f"a match of {solved.limit:,} rounds has too many strategies for a certificate; expected at "
                f"most {MOST_SAVED} rounds. The values are stored, so the strategy 'equilibrium' plays it"
            )
        values = solved.values
        layers = [
            {
                "values": values.at(left).tolist(),
                "error": values.error(left),
                "strategy": list(solved.strategies[left - 1]),
            }
            for left in range(1, solved.limit + 1)
        ]
        return {
            **common_entries(self.game, KIND),
            "method": METHOD,
            "value": self.value,
            "error": values.error(solved.limit),
            "rounds": list(solved.match.names),
            "layers": layers,
        }


def solve_limited(
    store: ValueStore, limit: int, on_step: OnProgress | None = None, error: float | None = None
) -> SolvedLimitedMatch:
    """Solve a match with at most `limit` rounds, and store its values.

    `on_step` is called with the current work. `error` is the maximum error of the values above ``MOST_SAVED``
    rounds, by default that of :meth:`ValueStore.extend`. Raises ``Failure`` if a part cannot be solved.
    """
    match = store.match
    rounds = len(match.names)

    def report(left: int, k: int) -> None:
        if on_step:
            what = f"{counted(left, 'round')} left, round {match.names[k]}"
            on_step(what, ((left - 1) * rounds + k) / (limit * rounds))

    if limit > MOST_SAVED:
        return SolvedLimitedMatch(match, limit, store.extend(limit, report, error), ())
    solver, reached = BackwardSolver(match), reachable(match, limit)
    strategies: list[tuple[Any, ...]] = []
    try:
        for left in range(1, limit + 1):
            layer = solver.add_layer(partial(report, left), reached[left])
            strategies.append(tuple(_packed(x, k in reached[left]) for k, x in enumerate(layer)))
    finally:
        store.store(solver.known)
    return SolvedLimitedMatch(match, limit, solver.known, tuple(strategies))


def _packed(strategy: FloatArray, is_reached: bool) -> dict[str, Any] | None:
    return pack_probabilities(strategy.tolist()) if is_reached else None
