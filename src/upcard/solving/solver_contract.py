"""What a solver file declares, what it is asked, and what it gives.

A solver of trees is one file of this folder: ``SOLVER`` says what it is, ``why_not(form)`` why it cannot
solve a game, and ``solve(form, aim)`` solves it. What it gives is judged by
:mod:`upcard.solving.exploitability`, which shares no code with it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from upcard.solving.sequence_form import Floats

Step = Callable[[str, float], None]
"""Called with what is being done and the fraction of it that is done."""


def unheard(what: str, done: float) -> None:
    """Say to nobody what is being done."""


@dataclass(frozen=True)
class Solver:
    """What a solver is.

    Parameters
    ----------
    name : str
        As typed on a command line.
    words : str
        What it does, in one line.
    source : str
        Who found it.
    is_iterative : bool
        Whether more iterations bring it closer; else it is done when it is done.
    """

    name: str
    words: str
    source: str
    is_iterative: bool


@dataclass(frozen=True)
class Aim:
    """What a solver is asked for.

    Parameters
    ----------
    gap : float
        It may stop when nobody gains more than that by a best response.
    iterations : int
        It stops after so many, if it iterates.
    is_exact : bool
        Whether fractions are wanted, where it can give them.
    on_step : function, optional
        Told what is done, and what part of all; without one nobody hears it. An interrupt that it raises ends
        the solver after the iteration.
    checkpoint : Path, optional
        Where one that iterates keeps what it has learned, and goes on with it.
    at_stop : Path, optional
        Where it keeps that at an interrupt if no checkpoint is named.
    """

    gap: float
    iterations: int
    is_exact: bool = False
    on_step: Step = unheard
    checkpoint: Path | None = None
    at_stop: Path | None = None


@dataclass(frozen=True)
class Answer:
    """What a solver gives.

    Parameters
    ----------
    strategy : float64 array of shape (sum of count,), 0 to 1
        The probability of every choice, information set by information set.
    iterations : int
        How many there were; 0 if it does not iterate.
    exact : tuple of Fraction, optional
        The same probabilities without any error.
    is_whole : bool
        Whether no interrupt cut it short.
    kept : Path, optional
        The checkpoint from which it can go on, if there is one.
    history : tuple of (int, float)
        Numbers of iterations, and the exploitability after them, where it looked at that.
    """

    strategy: Floats
    iterations: int = 0
    exact: tuple[Fraction, ...] | None = None
    is_whole: bool = True
    kept: Path | None = None
    history: tuple[tuple[int, float], ...] = ()
