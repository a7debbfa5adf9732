"""The parts of an activity: its header and the kinds of its steps.

An activity file defines ``ACTIVITY``. Pages, boards and reports handle each kind of step, and never name an
activity.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from upcard.classroom.class_record import Story
from upcard.document.model import Section
from upcard.engine.option_values import OptionValue
from upcard.engine.state import PlainState
from upcard.solving.matrix2x2 import Bimatrix

MATCHES = 100_000
"""Default number of matches that each strategy plays in a contest."""

JOINING = 3
"""Minutes until everybody in a class has joined."""

BEFORE = -1
"""Number of the step before the first one: pupils find their groups."""


@dataclass(frozen=True)
class Step:
    """A step of an activity: its title, its text for pupils and projector, and its usual minutes."""

    title: str
    words: Sequence[str] = ()
    minutes: int = 0

    @property
    def kind(self) -> str:
        """The kind of this step, such as ``play``, which selects the template of a page."""
        return type(self).__name__.lower()


def class_options(step: "Play | Contest", settings: Mapping[str, str]) -> dict[str, OptionValue]:
    """Return the options of a step's game; the teacher's settings replace those with the same names."""
    options = {name: settings.get(name, value) for name, value in step.options.items()}
    return options | dict(step.chosen(settings) if isinstance(step, Play) and step.chosen else {})


@dataclass(frozen=True)
class Play(Step):
    """Groups play at tables, match after match, and roles rotate."""

    game: str = ""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    """Options of the game; settings of the activity with the same name replace them."""
    chosen: Callable[[Mapping[str, str]], Mapping[str, OptionValue]] | None = None
    """A function of the settings that returns further options of the game; they win over all others."""
    seats: tuple[int, int] = (2, 2)
    """Minimum and maximum number of seats; bots take empty seats, and pupils without a seat watch."""
    roles: Sequence[str] = ()
    """Names of the seats, then the name for watchers; if empty, seats are numbered."""
    bot: str = "random"
    bots_rotate: bool = True
    """Whether bots also move to the next seat after each match, as pupils do."""
    above_table: Callable[[PlainState], Section | None] | None = None
    """A function of a position, as watchers see it, that returns a section above the table, or None."""


@dataclass(frozen=True)
class Question:
    """A question of a poll: its name in the form, its text, and the possible answers."""

    name: str
    words: str
    choices: Sequence[str]


@dataclass(frozen=True)
class Poll(Step):
    """Questions that everybody answers."""

    questions: Sequence[Question] = ()


@dataclass(frozen=True)
class Menu:
    """A menu in a rule: its form field, the text before it, its values with labels, and the default value."""

    name: str
    words: str
    choices: Sequence[tuple[str, str]]
    usual: str = ""


@dataclass(frozen=True)
class Write(Step):
    """Each group writes its strategy in words, and can build a rule from menus."""

    menus: Sequence[Menu] = ()
    strategy: Callable[[Mapping[str, str]], str] | None = None
    """A function of the chosen values of the menus that returns a strategy, such as ``"NAME:key=value"``."""


@dataclass(frozen=True)
class Contest(Step):
    """Rules play against each other and against known strategies."""

    game: str = ""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    """Options of the game; settings of the activity with the same name replace them."""
    of: int | None = None
    """Number of the step in which groups wrote rules; None if only the known strategies play."""
    known: Sequence[tuple[str, str]] = ()
    """Other strategies in the contest: pairs of a title and a strategy."""
    rules: Mapping[str, str] = field(default_factory=dict)
    """Descriptions of strategies whose names do not explain them, by strategy."""
    together: bool = False
    """Whether all strategies sit at one table; otherwise each one meets every other one."""
    matches: int = MATCHES
    """Number of matches that each strategy plays."""
    matches_of: Callable[[Mapping[str, str]], int] | None = None
    """A function of the settings that returns the number of matches, if it depends on them."""

    def matches_with(self, settings: Mapping[str, str]) -> int:
        """Return the number of matches that each strategy plays with these settings."""
        return self.matches if self.matches_of is None else self.matches_of(settings)


@dataclass(frozen=True)
class Choose(Step):
    """A matrix of four cells that pairs of pupils play with two buttons."""

    rounds: int = 1
    same: bool = True
    """Whether partners stay together in all rounds."""
    matrix: Callable[[Mapping[str, str]], tuple[Bimatrix, str]] | None = None
    """A function of the settings that returns the matrix and its name."""


@dataclass(frozen=True)
class Talk(Step):
    """A discussion, with results computed from the records of the class."""

    tell: Callable[[Story], Sequence[Section]] | None = None
    """A function of the record so far that returns sections. It runs in a separate process."""


@dataclass(frozen=True)
class Gather(Step):
    """Pupils see their groups before the first step; activities do not list this step themselves."""


GATHER = Gather("Who plays together", ("Find your group and sit together.",))


@dataclass(frozen=True)
class ActivitySetting:
    """A setting that the teacher chooses before an activity: its form field, label, and values with labels.

    A setting without values is a text field. Then `example` shows a valid text, and `check` raises
    ``UpcardError`` for a text that is not valid.
    """

    name: str
    words: str
    choices: Sequence[tuple[str, str]] = ()
    usual: str = ""
    check: Callable[[str], object] | None = None
    example: str = ""


@dataclass(frozen=True)
class Activity:
    """An activity for a class; `line` describes it in one sentence."""

    name: str
    title: str
    line: str
    steps: Sequence[Step]
    lessons: int = 1
    """Number of lessons; each has the same number of steps."""
    size: int = 3
    """Maximum number of pupils in a group."""
    settings: Sequence[ActivitySetting] = ()
    """The settings that the teacher chooses; one named ``size`` sets the maximum size of a group."""
    order: int = 0
    """Sort key in the list of activities."""
    check: Callable[[Mapping[str, str]], None] | None = None
    """A function of the settings that raises ``UpcardError`` if they contradict each other."""

    @property
    def steps_of_lesson(self) -> int:
        """Number of steps in a lesson."""
        return len(self.steps) // self.lessons

    @property
    def minutes(self) -> int:
        """Usual length of the longest lesson in minutes, including the time to join."""
        n = self.steps_of_lesson
        parts = [self.steps[i : i + n] for i in range(0, len(self.steps), n)]
        return JOINING + max(sum(x.minutes for x in part) for part in parts)

    @property
    def time(self) -> str:
        """The usual length of the activity in words."""
        about = f"about {self.minutes} minutes"
        return f"{self.lessons} lessons of {about}" if self.lessons > 1 else about

    def step_at(self, number: int) -> Step:
        """Return the step with this number, from 0, or the gathering of groups for ``BEFORE``."""
        return GATHER if number == BEFORE else self.steps[number]

    def group_size(self, settings: Mapping[str, str]) -> int:
        """Return the maximum number of pupils in a group with these settings."""
        return int(settings.get("size") or self.size)
