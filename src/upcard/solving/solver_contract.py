"""Contract of a tree solver: what its file declares, what it receives and what it returns.

A solver of trees is one file of this folder. ``SOLVER`` describes it, ``why_not(form)`` says why it cannot
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
    """As typed on a command line."""
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
    """It may stop when nobody can gain more than this by a best response."""
    iterations: int
    """Maximum number of iterations."""
    is_exact: bool = False
    """Whether to return fractions, if the solver can."""
    on_step: OnProgress = no_progress
    """Called with the current work and the fraction that is done. An interrupt that it raises ends the solver
    after the iteration."""
    checkpoint: Path | None = None
    """File in which an iterating solver stores what it has learned, and from which it resumes."""
    at_stop: Path | None = None
    """File for the same at an interrupt, if no checkpoint is named."""


@dataclass(frozen=True)
class Answer:
    """The result of a solver."""

    strategy: FloatArray
    """Probability of every choice, information set by information set."""
    iterations: int = 0
    """Number of iterations; 0 if it does not iterate."""
    exact: tuple[Fraction, ...] | None = None
    """The same probabilities as fractions."""
    is_whole: bool = True
    """Whether no interrupt cut it short."""
    resume_from: Path | None = None
    """Checkpoint from which it can resume, if there is one."""
    history: tuple[tuple[int, float], ...] = ()
    """Numbers of iterations with the exploitability after them, where the solver measured it."""
