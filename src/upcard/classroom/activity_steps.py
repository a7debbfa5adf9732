"""The parts of an activity: its header and the kinds of its steps.

An activity file defines ``ACTIVITY``. Pages, boards and reports know the kinds of steps, but no activity.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from upcard.classroom.class_record import Story
from upcard.document.model import Section
from upcard.engine.option_values import OptionValue
from upcard.engine.state import PlainState
from upcard.solving.matrix2x2 import Bimatrix

MATCHES = 100_000
"""Number of matches that each strategy plays in a contest."""

JOINING = 3
"""Minutes that a class needs to join."""

BEFORE = -1
"""The number of the step before the first one, at which groups gather."""


@dataclass(frozen=True)
class Step:
    """A step of an activity: its title, the text for pupils and projector, and its usual length."""

    title: str
    words: Sequence[str] = ()
    minutes: int = 0

    @property
    def kind(self) -> str:
        """The name of its kind, which selects the template of a page."""
        return type(self).__name__.lower()


@dataclass(frozen=True)
class Play(Step):
    """Groups play at tables, match after match, and roles rotate."""

    game: str = ""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    """Options of the game; settings of the activity with the same name replace them."""
    chosen: Callable[[Mapping[str, str]], Mapping[str, OptionValue]] | None = None
    """A function of the settings that returns further options, which replace those."""
    seats: tuple[int, int] = (2, 2)
    """Minimum and maximum number of seats; bots take the empty seats, pupils without a seat watch."""
    roles: Sequence[str] = ()
    """The names of the seats, then the name of the watchers; empty for none."""
    bot: str = "random"
    bots_rotate: bool = True
    """Whether bots also move to the next seat after each match, as pupils do."""
    above_table: Callable[[PlainState], Section | None] | None = None
    """A function of a position, as watchers see it, that returns the text above the table, if any."""


@dataclass(frozen=True)
class Question:
    """A question of a poll: its name, its words, and the possible answers."""

    name: str
    words: str
    choices: Sequence[str]


@dataclass(frozen=True)
class Poll(Step):
    """Questions that everybody answers."""

    questions: Sequence[Question] = ()


@dataclass(frozen=True)
class Menu:
    """A menu in a rule: its form field, the words before it, its values, and the default."""

    name: str
    words: str
    choices: Sequence[tuple[str, str]]
    usual: str = ""


@dataclass(frozen=True)
class Write(Step):
    """Each group writes its strategy in words, and may make a rule from menus."""

    menus: Sequence[Menu] = ()
    strategy: Callable[[Mapping[str, str]], str] | None = None
    """A function of the chosen values that returns the strategy, such as ``"NAME:key=value"``."""


@dataclass(frozen=True)
class Contest(Step):
    """Rules play against each other and against known strategies."""

    game: str = ""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    of: int | None = None
    """The step in which groups wrote rules; None if only known strategies play."""
    known: Sequence[tuple[str, str]] = ()
    """Further strategies: pairs of a title and a strategy."""
    rules: Mapping[str, str] = field(default_factory=dict)
    """Descriptions of strategies whose names do not explain them, by strategy."""
    together: bool = False
    """Whether all sit at one table; otherwise each meets every other one."""
    matches: int = MATCHES
    """Number of matches of each strategy."""


@dataclass(frozen=True)
class Choose(Step):
    """A matrix of four cells that the class plays with two buttons."""

    rounds: int = 1
    same: bool = True
    """Whether partners stay together in all rounds."""
    matrix: Callable[[Mapping[str, str]], tuple[Bimatrix, str]] | None = None
    """A function of the settings that returns the matrix and its name."""


@dataclass(frozen=True)
class Talk(Step):
    """A discussion, with results from the records of the class."""

    tell: Callable[[Story], Sequence[Section]] | None = None
    """A function of the story so far that returns sections. It runs in a separate process."""


@dataclass(frozen=True)
class Gather(Step):
    """Pupils see their groups before anything is played; the only kind that no activity lists."""


GATHER = Gather("Who plays together", ("Find your group and sit together.",))


@dataclass(frozen=True)
class ActivitySetting:
    """A choice of the teacher before an activity: its form field, its label, and its values with labels.

    Without values it is a text, such as `example`, and `check` raises an error for a text that is not valid.
    """

    name: str
    words: str
    choices: Sequence[tuple[str, str]] = ()
    usual: str = ""
    check: Callable[[str], object] | None = None
    example: str = ""


@dataclass(frozen=True)
class Activity:
    """An activity for a class; `line` describes it in a sentence."""

    name: str
    title: str
    line: str
    steps: Sequence[Step]
    lessons: int = 1
    """Number of lessons, with equally many steps each."""
    size: int = 3
    """Maximum number of pupils in a group."""
    settings: Sequence[ActivitySetting] = ()
    """The choices of the teacher; one named ``size`` sets the size of a group."""
    order: int = 0
    """Its position in the list of activities."""
    check: Callable[[Mapping[str, str]], None] | None = None
    """A function of the settings that raises an error if they contradict each other."""

    @property
    def steps_of_lesson(self) -> int:
        """Number of steps in a lesson."""
        return len(self.steps) // self.lessons

    @property
    def minutes(self) -> int:
        """Usual length of a lesson, including joining; the maximum if there are several."""
        n = self.steps_of_lesson
        parts = [self.steps[i : i + n] for i in range(0, len(self.steps), n)]
        return JOINING + max(sum(x.minutes for x in part) for part in parts)

    @property
    def time(self) -> str:
        """Its usual length in words."""
        about = f"about {self.minutes} minutes"
        return f"{self.lessons} lessons of {about}" if self.lessons > 1 else about

    def step_at(self, number: int) -> Step:
        """Return a step by its number; ``BEFORE`` is the step at which groups gather."""
        return GATHER if number == BEFORE else self.steps[number]

    def group_size(self, settings: Mapping[str, str]) -> int:
        """Return the maximum number of pupils in a group, by the choice of the teacher."""
        return int(settings.get("size") or self.size)
