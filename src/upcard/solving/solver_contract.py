"""What a solver file declares, what it is asked, and what it gives.

A solver of trees is one file of this folder: ``SOLVER`` says what it is, ``why_not(form)`` why it cannot
solve a game, and ``solve(form, aim)`` solves it. What it gives is judged by
:mod:`upcard.solving.exploitability`, which shares no code with it.
"""

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from upcard.engine.arrays import FloatArray
from upcard.engine.progress_callback import OnProgress


def no_progress(what: str, done: float) -> None:
    """Say to nobody what is being done."""


@dataclass(frozen=True)
class Solver:
    """What a solver is."""

    name: str
    """As typed on a command line."""
    words: str
    """What it does, in one line."""
    source: str
    """Who found it."""
    is_iterative: bool
    """Whether more iterations bring it closer; else it is done when it is done."""


@dataclass(frozen=True)
class Aim:
    """What a solver is asked for."""

    gap: float
    """It may stop when nobody gains more than that by a best response."""
    iterations: int
    """It stops after so many, if it iterates."""
    is_exact: bool = False
    """Whether fractions are wanted, where it can give them."""
    on_step: OnProgress = no_progress
    """Told what is done, and what part of all; without one nobody hears it. An interrupt that it raises ends
    the solver after the iteration."""
    checkpoint: Path | None = None
    """Where one that iterates keeps what it has learned, and goes on with it."""
    at_stop: Path | None = None
    """Where it keeps that at an interrupt if no checkpoint is named."""


@dataclass(frozen=True)
class Answer:
    """What a solver gives."""

    strategy: FloatArray
    """The probability of every choice, information set by information set."""
    iterations: int = 0
    """How many there were; 0 if it does not iterate."""
    exact: tuple[Fraction, ...] | None = None
    """The same probabilities without any error."""
    is_whole: bool = True
    """Whether no interrupt cut it short."""
    kept: Path | None = None
    """The checkpoint from which it can go on, if there is one."""
    history: tuple[tuple[int, float], ...] = ()
    """Numbers of iterations, and the exploitability after them, where it looked at that."""
