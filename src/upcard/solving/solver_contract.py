"""Contract of a tree solver: what its file declares, receives and returns.

A tree solver is one file of this folder. ``SOLVER`` describes it, ``why_not(form)`` says why it cannot
solve a game, and ``solve(form, aim)`` solves it. The answer is judged by
:mod:`upcard.solving.exploitability`, which shares no code with the solver.
"""

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from upcard.engine.arrays import FloatArray
from upcard.engine.progress_callback import OnProgress


def no_progress(what: str, done: float) -> None:
    """Ignore a progress report."""


@dataclass(frozen=True)
class Solver:
    """Description of a solver."""

    name: str
    """Name, as typed on a command line."""
    words: str
    """Description in one line."""
    source: str
    """Authors of the method."""
    is_iterative: bool
    """Whether more iterations bring it closer to an equilibrium."""


@dataclass(frozen=True)
class Aim:
    """The goal of a solver, and when it stops."""

    gap: float
    """It may stop once no seat can gain more than this by a best response; 0 or more."""
    iterations: int
    """Maximum number of iterations, 1 or more."""
    is_exact: bool = False
    """Whether to return fractions, if the solver can."""
    on_step: OnProgress = no_progress
    """Called with the current work and the fraction that is done. If it raises ``KeyboardInterrupt``, the
    solver
    stops after the iteration."""
    checkpoint: Path | None = None
    """File in which an iterating solver stores what it has learned, and from which it resumes."""
    at_stop: Path | None = None
    """File in which progress is stored after Ctrl-C, if no checkpoint is named."""


@dataclass(frozen=True)
class Answer:
    """The result of a solver."""

    strategy: FloatArray
    """Probability of every choice, set by set; float64 of shape (choices,), 0 to 1."""
    iterations: int = 0
    """Number of iterations; 0 if it does not iterate."""
    exact: tuple[Fraction, ...] | None = None
    """These probabilities as fractions, if they are known exactly."""
    is_whole: bool = True
    """Whether the work is complete; False if Ctrl-C cut it short."""
    resume_from: Path | None = None
    """Checkpoint from which it can resume, if there is one."""
    history: tuple[tuple[int, float], ...] = ()
    """Pairs of a number of iterations and the exploitability after it, as far as the solver measured it."""
    is_rational_everywhere: bool = False
    """Whether each choice is a best response to small mistakes of the others, also where play never leads."""
