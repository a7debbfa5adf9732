"""Registry of chapters: the part ``chapter`` in the folders of games.

A chapter is a folder with ``chapter.md``, the text; ``sheet.md``, the worksheet; and ``lesson.py`` with

- ``GAME``, the name of its game; ``ORDER``, its position in the book; ``LINE``, its subject in a sentence;
- ``RULES``, the numbers that are printed in the rules, by meaning;
- ``PLAYS``, the practice tables, and ``CELLS``, the interactive questions, both by name;
- ``figures()``, the numbers of the text by name, and ``pictures()``, its pictures by name;
- optionally ``EXERCISES``, the exercises whose answers can be checked, by name;
- optionally ``EXPERIMENTS``, chances that readers try out, by name;
- optionally ``SLOW``, computations of numbers that take long and are stored in ``stored_figures.json``, see
  :mod:`upcard.lessons.cached_figures`.
"""

import importlib
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from importlib.resources import files
from typing import Protocol, cast
from urllib.parse import urlencode

from upcard.document.model import Figure
from upcard.engine.discovery import cached_scan
from upcard.engine.errors import Usage
from upcard.engine.registry import find_rules, parts
from upcard.lessons.answer_checks import Exercise
from upcard.lessons.chapter_numbers import Number
from upcard.lessons.experiments import Experiment
from upcard.lessons.questions import LessonCell
from upcard.simulation.estimate import Estimate

TEXT, SHEET, LESSON = "chapter.md", "sheet.md", "lesson"
FigureValue = Estimate | Fraction | float
FigureValues = Mapping[str, FigureValue]


@dataclass(frozen=True)
class PracticeTable:
    """A table at which readers can play the situation of a chapter; `words` describe it."""

    words: str
    game: str
    options: Mapping[str, str] = field(default_factory=dict)
    """Options of the game that differ from the defaults."""
    against: str = "random"
    """The strategy on the other seats."""
    players: int = 2
    seed: int | None = None
    """The seed of the cards, if the deal matters. The web then opens the deal on the analysis board."""

    @property
    def command(self) -> str:
        """The command that opens this table in a terminal."""
        sized = ["--players", str(self.players)] if self.players != find_rules(self.game).GAME.usual else []
        options = [word for name, x in self.options.items() for word in ("--option", f"{name}={x}")]
        dealt = ["--seed", str(self.seed)] if self.seed is not None else []
        return shlex.join(["upcard", "play", self.game, *sized, *options, "--against", self.against, *dealt])

    @property
    def path(self) -> str:
        """The address of a form for this table, or with a seed of the analysis board with its deal."""
        chosen = {"players": str(self.players)} | {f"option-{name}": x for name, x in self.options.items()}
        if self.seed is not None:
            return f"/analysis/{self.game}?{urlencode({**chosen, 'seed': str(self.seed)})}"
        seats = {f"seat-{p}": self.against for p in range(2, self.players + 1)}
        return f"/new/{self.game}?{urlencode({**chosen, 'shown': '', **seats})}"


@dataclass(frozen=True)
class Slow:
    """Computation of numbers that takes long."""

    find: Callable[[int, int], FigureValues]
    """A function of a number of games and a seed that returns the numbers by name."""
    games: int = 0
    """Number of games for the stored numbers; 0 if they are not simulated."""


class Lesson(Protocol):
    """The definitions in the file ``lesson.py`` of a chapter."""

    GAME: str
    ORDER: int
    LINE: str
    RULES: Mapping[str, int]
    PLAYS: Mapping[str, PracticeTable]
    CELLS: Mapping[str, LessonCell]

    def figures(self) -> Mapping[str, Number]:
        """Return the numbers of the text by name."""

    def pictures(self) -> Mapping[str, Figure]:
        """Return the pictures of the text by name."""


@dataclass(frozen=True)
class Chapter:
    """A chapter: name in addresses, package, ``lesson.py``, and the sources of its text and worksheet."""

    name: str
    package: str
    lesson: Lesson
    source: str
    sheet_source: str

    @property
    def slow_figures(self) -> Mapping[str, Slow]:
        """The computations of the stored numbers, by name; empty if there are none."""
        return dict(getattr(self.lesson, "SLOW", {}))

    @property
    def exercises(self) -> Mapping[str, Exercise]:
        """The exercises whose answers can be checked, by name; empty if there are none."""
        return dict(getattr(self.lesson, "EXERCISES", {}))

    @property
    def experiments(self) -> Mapping[str, Experiment]:
        """The chances that readers try out, by name; empty if there are none."""
        return dict(getattr(self.lesson, "EXPERIMENTS", {}))

    @property
    def title(self) -> str:
        """The first heading of the text."""
        return self.source.splitlines()[0].removeprefix("# ")

    @cached_property
    def figures(self) -> Mapping[str, Number]:
        """The numbers of the text by name, computed at the first use."""
        return dict(self.lesson.figures())

    @cached_property
    def pictures(self) -> Mapping[str, Figure]:
        """The pictures of the text by name, drawn at the first use."""
        return dict(self.lesson.pictures())


@cached_scan
def chapters() -> Mapping[str, Chapter]:
    """Return all chapters by name, in the order of the book."""
    every = [_chapter(game, module.__name__) for game, module in parts("chapter").items()]
    return {x.name: x for x in sorted(every, key=lambda x: x.lesson.ORDER)}


def _chapter(game: str, package: str) -> Chapter:
    lesson = cast("Lesson", importlib.import_module(f"{package}.{LESSON}"))
    texts = [files(package).joinpath(file).read_text(encoding="utf-8") for file in (TEXT, SHEET)]
    return Chapter(game, package, lesson, *texts)


def find_chapter(name: str) -> Chapter:
    """Return the chapter with this name; raises Usage if there is none."""
    if name not in chapters():
        raise Usage(f"there is no chapter {name[:40]!r}; choose one of {', '.join(chapters())}")
    return chapters()[name]


def chapter_of(game: str) -> str:
    """Return the name of the chapter about a game; empty if there is none."""
    return next((x.name for x in chapters().values() if game == x.lesson.GAME), "")


def find_cell(chapter: str, name: str) -> LessonCell:
    """Return an interactive question of a chapter; raises Usage if there is no such chapter or cell."""
    cells = find_chapter(chapter).lesson.CELLS
    if name not in cells:
        raise Usage(f"the chapter {chapter} has no cell {name[:40]!r}; choose one of {', '.join(cells)}")
    return cells[name]


def find_exercise(chapter: str, name: str) -> Exercise:
    """Return an exercise of a chapter; raises Usage if there is no such chapter or exercise."""
    exercises = find_chapter(chapter).exercises
    if name not in exercises:
        raise Usage(
            f"the chapter {chapter} has no exercise {name[:40]!r}; choose one of {', '.join(exercises)}"
        )
    return exercises[name]
