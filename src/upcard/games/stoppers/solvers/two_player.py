"""One round of Stoppers for two, solved as a tree: what it is worth to the one who does not deal."""

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from upcard.certificates.certificate import common_entries, write_certificate
from upcard.engine.game import Game
from upcard.engine.notebook_views import InNotebooks
from upcard.engine.state import PlainState
from upcard.engine.tree.single_round import one_round
from upcard.engine.wording import bounds_text
from upcard.games.stoppers.certificates.round_certificate import KIND
from upcard.solving import tree_solution as solution
from upcard.solving.game_solver_contract import SolveTerms
from upcard.solving.strategy_chart import chart_rows
from upcard.solving.tree_solution import DIGITS, Solution

NAMES = {"seat 1": "other", "seat 2": "dealer"}


@dataclass(frozen=True)
class TwoPlayerRound(InNotebooks, kind="finding"):
    """A round for two that is solved."""

    game: Game
    """Stoppers for two, the second seat dealing."""
    solved: Solution
    """The round as a game of its own."""

    @property
    def value(self) -> float:
        """What the round is worth to the one who does not deal."""
        return self.solved.value

    @property
    def value_exact(self) -> Fraction | None:
        """The same as a fraction."""
        return self.solved.value_exact

    @property
    def bounds(self) -> tuple[float, float]:
        """Between them it lies."""
        return self.solved.bounds

    @property
    def seconds(self) -> float:
        """How long it took."""
        return self.solved.seconds

    @property
    def is_whole(self) -> bool:
        """Whether no interrupt cut it short."""
        return self.solved.is_whole

    @property
    def kept(self) -> Path | None:
        """The checkpoint from which the solver can go on, if there is one."""
        return self.solved.kept

    def to_json(self) -> dict[str, Any]:
        """The numbers, as `upcard solve --json` prints them."""
        lines = self.rows()
        return {
            **self.solved.to_json(),
            "objective": "round",
            "strategy": [dict(zip(lines[0], line, strict=True)) for line in lines[1:]],
        }

    def sentences(self) -> list[str]:
        """What the round is worth, and to whom."""
        low, high = self.bounds
        worth = bounds_text(f"{low:z.{DIGITS}f}", f"{high:z.{DIGITS}f}")
        if self.value_exact is not None:
            worth = f"is exactly {self.value_exact}, {self.value:.{DIGITS}f}"
        return [
            self.game.heading(),
            "One round with a fresh deck: +1 if the dealer alone loses a life, -1 if the other alone does.",
            f"The value for the one who does not deal {worth}.",
        ]

    def rows(self) -> list[tuple[str, ...]]:
        """What to do with which cards."""
        lines = chart_rows(self.solved.tree, self.solved.strategy, (0, 1))
        return [(NAMES.get(line[0], line[0]), *line[1:]) for line in lines]

    def effort(self) -> str:
        """How it was found."""
        return self.solved.effort()

    def save(self, path: Path) -> None:
        """Write a certificate."""
        write_certificate(path, {**self.solved.certificate(), **common_entries(self.game, KIND)})


def solve_duel(game: Game, terms: SolveTerms) -> TwoPlayerRound:
    """Solve one round for two.

    Parameters
    ----------
    game : Game
        Stoppers for two, the second seat dealing.
    terms : SolveTerms
        How.
    """
    return TwoPlayerRound(game, solution.solve_tree(one_round(game, lead, (-1, 1), True), terms))


def lead(s: PlainState, p: int) -> int:
    """By how many lives a seat is ahead after the round."""
    return int(s.life[p]) - int(s.life[1 - p])
