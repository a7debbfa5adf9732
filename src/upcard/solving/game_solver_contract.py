"""Contract of a game-specific solver: what its file declares, receives and returns.

A game whose tree is too large or infinite has a solver in its folder ``solvers``. In its file ``OBJECTIVE``
names the game and the goal, ``why_not(game)`` says why it cannot solve some options, and
``reach(game, terms)`` returns a :class:`GameSolution`. The file may also define ``usual_options(chosen)``,
which returns default options for solving; `chosen` has the options that the user named.
"""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from upcard.certificates.certificate import write_certificate
from upcard.engine.errors import Usage
from upcard.engine.game import Game
from upcard.engine.notebook_views import InNotebooks
from upcard.engine.progress_callback import OnProgress
from upcard.old_paths import FormerAttribute
from upcard.solving.checkpoints import remove_checkpoint

AUTO = "auto"
GAP, ITERATIONS = 1e-6, 1_000_000
MOST_NODES = 2_000_000


@dataclass(frozen=True)
class Objective:
    """A goal for which a game can be solved."""

    game: str
    """Name of the game."""
    objective: str
    """Name of the goal, as typed after ``--objective``."""
    words: str
    """Description in one line."""
    source: str
    """Source of the method."""
    is_usual: bool
    """Whether it is the default if the user names no objective."""
    uses: tuple[str, ...] = ()
    """Names of the :class:`SolveTerms` that have an effect; those that only report progress are left out."""

    @property
    def name(self) -> str:
        """Unique name among all objectives."""
        return f"{self.game} {self.objective}"


@dataclass(frozen=True)
class SolveTerms:
    """How a game is to be solved.

    Raises
    ------
    Usage
        If a number is out of range.
    """

    method: str = AUTO
    """Name of a solver, or ``"auto"``."""
    gap: float = GAP
    """An iterating solver stops once no seat can gain more than this by another strategy; 0 or more."""
    iterations: int = ITERATIONS
    """Maximum number of iterations, 1 or more."""
    exact: bool | None = None
    """Whether to compute fractions; by default where that is quick."""
    most_nodes: int = MOST_NODES
    """Maximum number of nodes; a larger tree is refused."""
    threads: int | None = None
    """Number of threads; by default all cores."""
    memory: int | None = None
    """Memory limit in bytes; by default all free memory."""
    checkpoint: Path | None = None
    """File in which progress is stored; if it exists, work resumes from it."""
    on_step: OnProgress | None = None
    """Called with the current work and the fraction that is done."""
    on_start: Callable[[str], None] | None = None
    """Called before long work, with a sentence about its time and memory."""

    def __post_init__(self) -> None:
        if not self.gap >= 0:
            raise Usage(f"the gap was given as {self.gap:g}; expected 0 or more")
        if self.iterations < 1:
            raise Usage(f"the number of iterations is {self.iterations:,}; expected 1 or more")
        if self.threads is not None and self.threads < 1:
            raise Usage(f"the number of threads is {self.threads}; expected 1 or more")


class SolutionReport(InNotebooks, kind="report"):
    """A result about a game, with the parts that terminals, notebooks and ``--json`` show."""

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """Return the numbers that the command prints with ``--json``."""

    @abstractmethod
    def sentences(self) -> list[str]:
        """Return the text for people, as sentences; the heading is first."""

    @abstractmethod
    def rows(self) -> list[tuple[str, ...]]:
        """Return a small table, with the column names first; empty if there is no table."""

    @abstractmethod
    def effort(self) -> str:
        """Return one line about the method, the size of the work and the seconds."""

    @abstractmethod
    def save(self, path: Path) -> None:
        """Write the results into a file; raise ``Failure`` if it cannot be written."""


@dataclass(frozen=True, kw_only=True)
class GameSolution(SolutionReport):
    """The solution of a game: its value and strategies. Every solver returns a subclass with its details."""

    game: Game
    """The game."""
    objective: str
    """The goal for which it was solved."""
    method: str
    """Name of the method."""
    value_exact: Fraction | None
    """Value for the first seat as a fraction, if it is known."""
    bounds: tuple[float, float] | None
    """Lower and upper bound of the value, if there is a value."""
    seconds: float
    """Wall-clock time, in seconds."""
    is_whole: bool = True
    """Whether the work is complete; False if Ctrl-C cut it short."""
    checkpoint: Path | None = None
    """File with the progress of the solver, to be removed by :meth:`release`."""
    resume_from: Path | None = None
    """Checkpoint from which unfinished work can be resumed."""
    kept = FormerAttribute("resume_from")

    @property
    def value(self) -> float | None:
        """Value for the first seat, if it is a single number."""
        return None if self.value_exact is None else float(self.value_exact)

    @property
    def nodes(self) -> int | None:
        """Number of nodes of the tree; None if no tree was solved."""
        return None

    def to_json(self) -> dict[str, Any]:
        """Return the numbers that ``upcard solve --json`` prints."""
        return {
            "game": self.game.name,
            "players": self.game.players,
            "options": self.game.option_words(),
            **({"names": list(self.game.seat_names)} if self.game.seat_names else {}),
            "objective": self.objective,
            "method": self.method,
            "value": self.value,
            "value_exact": None if self.value_exact is None else str(self.value_exact),
            "bounds": None if self.bounds is None else list(self.bounds),
            **self.details(),
            "seconds": self.seconds,
            "certificate": None,
        }

    def details(self) -> dict[str, Any]:
        """Return the entries of :meth:`to_json` that other solutions lack."""
        return {}

    def strategy_json(self, is_all: bool) -> list[dict[str, Any]]:
        """Return the strategy, a row for each decision; empty if there is no tree, or it is large.

        If `is_all`, the strategy of a large tree is returned too.
        """
        return []

    def certificate(self) -> dict[str, Any]:
        """Return the certificate, from which a checker can prove the solution without a solver."""
        raise NotImplementedError

    def save(self, path: Path) -> None:
        """Write a certificate, which :func:`upcard.certificates.verify_file.verify` checks."""
        write_certificate(path, self.certificate())

    def shortcomings(self, is_exact_requested: bool = False) -> list[str]:
        """Return requests that were not reached, each as a sentence without its full stop."""
        return []

    def release(self) -> None:
        """Remove the checkpoint, once the solution is printed and saved."""
        if self.checkpoint is not None:
            remove_checkpoint(self.checkpoint)


def gap_shortcomings(requested: float, reached: float, hint: str = "") -> list[str]:
    """Return a sentence if a gap is larger than requested; a requested gap of 0 means all iterations."""
    if requested == 0 or reached <= requested:
        return []
    return [f"the requested gap of {requested:g} is not reached: it is {reached:.2g}{hint}"]


def exact_shortcomings(is_requested: bool, value_exact: Fraction | None) -> list[str]:
    """Return a sentence if a fraction was requested from linear programming and not found."""
    if not is_requested or value_exact is not None:
        return []
    return ["no exact value was found: the corner of the linear program is not exactly an equilibrium"]
