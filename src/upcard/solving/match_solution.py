"""What is known of a match after solving it, and the certificate that proves it."""

import math
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from upcard.certificates.certificate import common_entries, write_certificate
from upcard.certificates.match_certificate import KIND, pack_probabilities
from upcard.engine.game import Game
from upcard.engine.notebook_views import InNotebooks
from upcard.engine.tree.stochastic_game import StochasticGame
from upcard.engine.wording import counted, times_text
from upcard.solving.game_solver_contract import gap_missed_text
from upcard.solving.match_checkpoint import MatchCheckpoint
from upcard.solving.match_of_rounds import SolvedMatch

METHOD = "lp"


@dataclass(frozen=True)
class MatchSolution(InNotebooks, kind="finding"):
    """A match, or a game of one round, that was solved."""

    game: Game
    """The game."""
    objective: str
    """What it was solved for."""
    match: StochasticGame
    """Its rounds."""
    solved: SolvedMatch
    """What was found."""
    value_exact: Fraction | None
    """What the first player has, without any error."""
    exact: tuple[Fraction, ...] | None
    """The probabilities of all choices of the only round, without any error."""
    seconds: float
    """How long it took."""
    told: tuple[str, ...]
    """What a person is told, the heading first."""
    columns: tuple[tuple[str, ...], ...]
    """A small table, the names of its columns first."""
    also: tuple[tuple[str, Any], ...] = ()
    """More entries for ``to_json``."""
    gap: float = math.inf
    """How far bounds were allowed to be apart."""
    checkpoint: MatchCheckpoint | None = None
    """What was kept on the way, until :meth:`release`."""

    @property
    def value(self) -> float:
        """What the match is worth to its first player."""
        found = self.solved.values[self.match.begin] if self.value_exact is None else self.value_exact
        return float(found)

    @property
    def bounds(self) -> tuple[float, float]:
        """Between them the value lies."""
        if self.value_exact is not None:
            return (float(self.value_exact), float(self.value_exact))
        low, high = self.solved.bounds[self.match.begin].tolist()
        return (low, high)

    @property
    def is_whole(self) -> bool:
        """Whether no interrupt cut it short."""
        return self.solved.is_whole

    def to_json(self) -> dict[str, Any]:
        """The numbers, as ``upcard solve --json`` prints them."""
        return {
            "game": self.game.name,
            "players": self.game.players,
            "options": self.game.option_words(),
            "objective": self.objective,
            "method": METHOD,
            "value": self.value,
            "value_exact": None if self.value_exact is None else str(self.value_exact),
            "bounds": list(self.bounds),
            **dict(self.also),
            "information_sets": self.information_sets,
            "sweeps": self.solved.sweeps,
            "is_settled": self.solved.is_settled,
            "stopped_early": not self.is_whole,
            "seconds": self.seconds,
            "certificate": None,
        }

    @property
    def information_sets(self) -> int:
        """The information sets of all rounds, classes of like cards counted once."""
        return sum(len(self.match.round_of(k).owner) for k in range(len(self.match.names)))

    def sentences(self) -> list[str]:
        """What a person is told, the heading first."""
        return list(self.told)

    def shortcomings(self) -> list[str]:
        """What was not reached that was asked for; nothing after an interrupt, and by a gap of 0."""
        if not self.is_whole or self.gap == 0:
            return []
        said = []
        if not self.solved.is_settled:
            sweeps = counted(self.solved.sweeps, "sweep")
            said.append(f"after {sweeps}, the most that are made, the values of the rounds still changed")
        widest = self.widest()
        if self.value_exact is None and widest > self.gap:
            said.append(gap_missed_text(self.gap, widest))
        return said

    def widest(self) -> float:
        """How far the bounds of a round are apart at most."""
        return float((self.solved.bounds[:, 1] - self.solved.bounds[:, 0]).max())

    def release(self) -> None:
        """Remove the checkpoint."""
        if self.checkpoint is not None:
            self.checkpoint.forget()

    def rows(self) -> list[tuple[str, ...]]:
        """A small table, the names of its columns first."""
        return list(self.columns)

    def effort(self) -> str:
        """How it was found, in a line."""
        rounds = counted(len(self.match.names), "round")
        sweeps = f"solved {times_text(max(self.solved.sweeps, 1))}"
        sets = counted(self.information_sets, "information set")
        return f"{rounds}, {sets}; {METHOD}, part by part, {sweeps}; {self.seconds:.1f} s"

    def save(self, path: Path) -> None:
        """Write a certificate, which :func:`upcard.certificates.verify_file.verify` checks."""
        write_certificate(path, self.certificate())

    def certificate(self) -> dict[str, Any]:
        """All that :mod:`upcard.certificates.match_certificate` needs."""
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
