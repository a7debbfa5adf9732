"""A race of CFR+, discounted CFR and predictive CFR+, for games in which nothing is proved about any of them.

With three players or more, or two whose payoffs have no constant sum, regret minimization may go in a circle,
but its relatives do not go in the same circles. So all three begin, and the one that has come nearest to an
equilibrium continues. When its gap stalls, the next one takes over. The answer is the nearest average of all,
and the race ends early once all have stalled.

Sources: those of the three methods; that regret minimization need not converge here: N. A. Risk, D. Szafron,
"Using counterfactual regret minimization to create competitive multiplayer poker agents", AAMAS 2010.
"""

from pathlib import Path
from typing import Any

from upcard.engine.arrays import FloatArray
from upcard.solving import cfr_plus, dcfr, pcfr_plus
from upcard.solving.checkpoints import Checkpoint
from upcard.solving.exploitability import gaps
from upcard.solving.regrets import Regrets, learner_checkpoint, minimize_with, no_obstacle
from upcard.solving.sequence_form import SequenceForm
from upcard.solving.solver_contract import Aim, Answer, Solver

SOLVER = Solver(
    name="cfr-race",
    words="cfr+, dcfr and pcfr+, and then the one that comes nearest",
    source="O. Tammelin, 2014; N. Brown, T. Sandholm, 2019; G. Farina, C. Kroer, T. Sandholm, 2021",
    is_iterative=True,
)
why_not = no_obstacle

METHODS = (cfr_plus, dcfr, pcfr_plus)
TRIAL, PATIENCE, STALLED = 1024, 4096, 0.8
"""Iterations of each method before one is chosen, and before one can stall. A method has stalled if the least
gap of the last three quarters of its iterations is more than this part of the least gap before."""


def solve(form: SequenceForm, aim: Aim) -> Answer:
    """Minimize regrets by the methods that come nearest; nothing proves that the gap tends to 0."""
    return minimize_with(_Race(form), aim)


class _Runner:
    """One method with its gaps and its nearest average strategy."""

    def __init__(self, form: SequenceForm, method: Any) -> None:
        self.regrets = Regrets(form, method.schedule)
        self.gaps: list[tuple[int, float]] = []
        self.nearest = self.regrets.average()
        self.gap = float("inf")

    def run(self, iterations: int) -> None:
        self.regrets.run(iterations)
        average = self.regrets.average()
        gap = float(gaps(self.regrets.form, average).max())
        self.gaps.append((self.regrets.iterations, gap))
        if gap < self.gap:
            self.gap, self.nearest = gap, average

    @property
    def is_stalled(self) -> bool:
        """Whether the gap has hardly fallen since the first quarter of the iterations."""
        early = [gap for n, gap in self.gaps if 4 * n <= self.regrets.iterations]
        return self.regrets.iterations > PATIENCE and self.gap > STALLED * min(early, default=float("inf"))


class _Race:
    """The methods side by side, with the interface of :class:`upcard.solving.regrets.Regrets`."""

    def __init__(self, form: SequenceForm) -> None:
        self.form = form
        self.runners = [_Runner(form, method) for method in METHODS]

    @property
    def iterations(self) -> int:
        """The number of iterations of all methods together."""
        return sum(x.regrets.iterations for x in self.runners)

    @property
    def is_stalled(self) -> bool:
        """Whether no method comes nearer."""
        return all(x.is_stalled for x in self.runners)

    def run(self, iterations: int) -> None:
        """Run more iterations: shared by all methods at first, then all by the one that is nearest."""
        begun = [x for x in self.runners if x.regrets.iterations < TRIAL]
        if begun:
            for k, runner in enumerate(begun):
                part = (iterations + k) // len(begun)
                if part:
                    runner.run(part)
        else:
            live = [x for x in self.runners if not x.is_stalled] or self.runners
            min(live, key=lambda x: x.gap).run(iterations)

    def average(self) -> FloatArray:
        """Return the nearest average strategy, float64 of shape (choices,)."""
        return min(self.runners, key=lambda x: x.gap).nearest

    def checkpoint(self, path: Path) -> Checkpoint:
        """Return the checkpoint of this game and method in a file."""
        return learner_checkpoint(self.form, path, __name__)

    def arrays(self) -> dict[str, Any]:
        """Return the state as named arrays for a checkpoint."""
        return {
            f"{k}_{name}": x
            for k, runner in enumerate(self.runners)
            for name, x in runner.regrets.arrays().items()
        }

    def restore(self, arrays: dict[str, Any]) -> None:
        """Restore arrays; raise KeyError, ValueError or TypeError if they do not fit."""
        for k, runner in enumerate(self.runners):
            runner.regrets.restore(
                {name.removeprefix(f"{k}_"): x for name, x in arrays.items() if name.startswith(f"{k}_")}
            )
