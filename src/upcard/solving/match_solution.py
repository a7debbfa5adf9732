"""The result of solving a match, and the certificate that proves it."""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from upcard.certificates.certificate import common_entries
from upcard.certificates.match_certificate import KIND, pack_probabilities
from upcard.engine.game import Game
from upcard.engine.tree.stochastic_game import StochasticGame
from upcard.engine.wording import counted, times_text
from upcard.solving.game_solver_contract import GameSolution, exact_shortcomings, gap_shortcomings
from upcard.solving.match_of_rounds import SolvedMatch

METHOD = "lp"


@dataclass(frozen=True)
class MatchSolution(GameSolution):
    """The solution of a match, or of a game of one round."""

    bounds: tuple[float, float]
    match: StochasticGame
    """The rounds of the match."""
    solved: SolvedMatch
    """Strategies, values and bounds."""
    exact: tuple[Fraction, ...] | None
    """Probabilities of all choices of a single round, as fractions, if they are known."""
    text: tuple[str, ...]
    """Text for people, as sentences; the heading is first."""
    table: tuple[tuple[str, ...], ...]
    """A small table, with the column names first."""
    more_details: tuple[tuple[str, Any], ...] = ()
    """Further entries of ``to_json``."""
    gap_requested: float = math.inf
    """Maximum distance between bounds that was requested."""

    @property
    def value(self) -> float:
        """Value of the match to its first player."""
        if self.value_exact is not None:
            return float(self.value_exact)
        return float(self.solved.values[self.match.begin])

    def details(self) -> dict[str, Any]:
        """Return the entries of ``to_json`` that other solutions lack."""
        return {
            **dict(self.more_details),
            "information_sets": self.information_sets,
            "sweeps": self.solved.sweeps,
            "is_settled": self.solved.is_settled,
            "stopped_early": not self.is_whole,
        }

    @property
    def information_sets(self) -> int:
        """Number of information sets of all rounds; sets that differ only in equivalent cards count once."""
        return sum(len(self.match.round_of(k).owner) for k in range(len(self.match.names)))

    def sentences(self) -> list[str]:
        """Return the text for people, as sentences; the heading is first."""
        return list(self.text)

    def shortcomings(self, is_exact_requested: bool = False) -> list[str]:
        """Return requests that were not reached; bounds count only for complete work and a gap above 0."""
        missed = []
        if self.is_whole and self.gap_requested != 0:
            if not self.solved.is_settled:
                sweeps = counted(self.solved.sweeps, "sweep")
                missed.append(f"after {sweeps}, the maximum, the values of the rounds still changed")
            if self.value_exact is None:
                missed += gap_shortcomings(self.gap_requested, self.widest())
        return [*missed, *exact_shortcomings(is_exact_requested, self.value_exact)]

    def widest(self) -> float:
        """Return the largest distance between the bounds of a round."""
        return float((self.solved.bounds[:, 1] - self.solved.bounds[:, 0]).max())

    def rows(self) -> list[tuple[str, ...]]:
        """Return a small table, with the column names first."""
        return list(self.table)

    def effort(self) -> str:
        """Return the size of the match, the method and the seconds."""
        rounds = counted(len(self.match.names), "round")
        sweeps = f"solved {times_text(max(self.solved.sweeps, 1))}"
        sets = counted(self.information_sets, "information set")
        return f"{rounds}, {sets}; {METHOD}, part by part, {sweeps}; {self.seconds:.1f} s"

    def certificate(self) -> dict[str, Any]:
        """Return the certificate that :mod:`upcard.certificates.match_certificate` checks."""
        strategies = self.solved.strategies
        chances: list[Any] = [x.tolist() for x in strategies] if self.exact is None else [self.exact]
        return {
            **common_entries(self.game, KIND),
            "method": METHOD,
            "value": self.value,
            "value_exact": None if self.value_exact is None else str(self.value_exact),
            "rounds": list(self.match.names),
            "values": self.solved.values.tolist(),
            "low": self.solved.bounds[:, 0].tolist(),
            "high": self.solved.bounds[:, 1].tolist(),
            "duration_first": self.solved.duration[0].tolist(),
            "duration_second": self.solved.duration[1].tolist(),
            "strategy": [pack_probabilities(x) for x in chances],
        }


def match_solution(
    game: Game,
    objective: str,
    match: StochasticGame,
    solved: SolvedMatch,
    began: float,
    text: Sequence[str],
    table: Sequence[tuple[str, ...]] = (),
    more_details: Sequence[tuple[str, Any]] = (),
    *,
    gap: float,
    checkpoint: Path | None,
    exact: tuple[Fraction, tuple[Fraction, ...]] | None = None,
) -> MatchSolution:
    """Return the solution of a match; the arguments are attributes of :class:`MatchSolution`.

    `began` is the time when the work began, by ``time.perf_counter``; `exact` has value and probabilities of
    a single round as fractions.
    """
    value_exact, chances = exact or (None, None)
    low, high = solved.bounds[match.begin].tolist()
    return MatchSolution(
        (low, high) if value_exact is None else (float(value_exact),) * 2,
        match, solved, chances, tuple(text), tuple(table), tuple(more_details), gap, game=game,
        objective=objective, method=METHOD, value_exact=value_exact,
        seconds=time.perf_counter() - began, is_whole=solved.is_whole, checkpoint=checkpoint,
    )  # fmt: skip
