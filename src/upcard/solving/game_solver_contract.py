"""What a file declares that solves one game in its own way, what it is asked, and what it gives.

A game whose tree is too large, or is no tree, is solved by one file of this folder: ``OBJECTIVE`` says of
which game and what for, ``why_not(game)`` why it does not apply to some options, and ``reach(game, terms)``
solves it. It may also define ``usual_options(given)``: options for solving where none are given.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from upcard.engine.progress_callback import OnProgress

AUTO = "auto"
GAP, ITERATIONS = 1e-6, 1_000_000
MOST_NODES = 2_000_000


@dataclass(frozen=True)
class Objective:
    """What is solved, and of which game."""

    game: str
    """The game."""
    objective: str
    """As typed after ``--objective``."""
    words: str
    """What it is, in one line."""
    source: str
    """Where the method is from."""
    is_usual: bool
    """Whether it is meant where nobody says what for."""
    uses: tuple[str, ...] = ()
    """Which of the :class:`SolveTerms` matter, but those that only tell."""

    @property
    def name(self) -> str:
        """What tells it from the others."""
        return f"{self.game} {self.objective}"


@dataclass(frozen=True)
class SolveTerms:
    """On what terms something is solved."""

    method: str = AUTO
    """The name of a solver, or ``"auto"``."""
    gap: float = GAP
    """An iterating solver stops when no seat gains more than that by another strategy."""
    iterations: int = ITERATIONS
    """It stops after so many anyway."""
    exact: bool | None = None
    """Whether fractions are wanted; by default where that is quick."""
    most_nodes: int = MOST_NODES
    """A tree with more nodes is refused."""
    threads: int | None = None
    """By default as many as there are cores."""
    memory: int | None = None
    """The bytes that may be used; by default what is free."""
    checkpoint: Path | None = None
    """Where what was found is kept, and gone on with; :class:`HasCheckpoint` tells when it goes."""
    on_step: OnProgress | None = None
    """Told what is being done and the fraction that is done."""
    on_start: Callable[[str], None] | None = None
    """Told before something long begins how much time and memory it takes, in a sentence."""


@runtime_checkable
class HasCheckpoint(Protocol):
    """What leaves a checkpoint until it is printed and saved."""

    def release(self) -> None:
        """Remove the checkpoint: it is not needed any more."""


@runtime_checkable
class HasShortcomings(Protocol):
    """What knows itself whether it reached what was asked for."""

    def shortcomings(self) -> list[str]:
        """What was not reached, each as a sentence without its full stop; empty if all was."""


def gap_missed_text(gap: float, reached: float) -> str:
    """What is said of a gap that was asked for and is not reached."""
    return f"a gap of {gap:g} was asked for and is not reached: it is {reached:.2g}"


class Finding(Protocol):
    """What is known of a game after solving it."""

    @property
    def value(self) -> float | None:
        """What it is worth to the first seat, if that is one number."""

    @property
    def value_exact(self) -> Fraction | None:
        """The same as a fraction, if it is known."""

    @property
    def bounds(self) -> tuple[float, float] | None:
        """Between them the value lies, if there is one."""

    @property
    def seconds(self) -> float:
        """How long it took."""

    @property
    def is_whole(self) -> bool:
        """Whether no interrupt cut it short."""

    def to_json(self) -> dict[str, Any]:
        """The numbers, as ``upcard solve --json`` prints them."""

    def sentences(self) -> list[str]:
        """What a person is told, the heading first."""

    def rows(self) -> list[tuple[str, ...]]:
        """A small table, the names of its columns first; empty if there is nothing to show."""

    def effort(self) -> str:
        """How it was found, in a line: how large it is, the method, the seconds."""

    def save(self, path: Path) -> None:
        """Write a certificate, which :func:`upcard.certificates.verify_file.verify` checks."""
