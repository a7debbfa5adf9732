"""What an activity is made of: its header and the kinds of its steps.

A file of :mod:`upcard.classroom.activities` defines ``ACTIVITY``. Pages, boards and reports know the kinds of
steps and no activity.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from upcard.classroom.class_record import Story
from upcard.document.model import Section
from upcard.engine.option_values import OptionValue
from upcard.engine.state import PlainState
from upcard.solving.matrix2x2 import Bimatrix

MATCHES = 100_000
"""Matches that the rules of a class play."""

JOINING = 3
"""Minutes in which a class joins."""

BEFORE = -1
"""The number of the step before the first one, at which groups gather."""


Tell = Callable[[Story], Sequence[Section]]


@dataclass(frozen=True)
class Step:
    """A step of an activity: its title, what pupils and projector are told, and how long it usually takes."""

    title: str
    words: Sequence[str] = ()
    minutes: int = 0

    @property
    def kind(self) -> str:
        """The name of its kind, which pages go by."""
        return type(self).__name__.lower()


@dataclass(frozen=True)
class Play(Step):
    """Groups play at tables, match after match, and roles rotate."""

    game: str = ""
    """Name of the game."""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    """Its options; ``settings`` of the activity that are called like an option take their place."""
    chosen: Callable[[Mapping[str, str]], Mapping[str, OptionValue]] | None = None
    """Of the settings; gives options that take the place of those."""
    seats: tuple[int, int] = (2, 2)
    """The fewest and the most seats of a table; seats without pupils get bots, pupils without seats watch."""
    roles: Sequence[str] = ()
    """What the seats are called, then those who watch; empty for none."""
    bot: str = "random"
    """Who takes the seats that are left."""
    bots_rotate: bool = True
    """Whether bots too go one seat on with each match, as pupils do."""
    told: Callable[[PlainState], Section | None] | None = None
    """Of what watchers see of a position; gives what is told of it above the table, or None."""


@dataclass(frozen=True)
class Question:
    """A question of a poll: its name, its words, and what can be answered."""

    name: str
    words: str
    choices: Sequence[str]


@dataclass(frozen=True)
class Poll(Step):
    """Questions that everybody answers."""

    questions: Sequence[Question] = ()


@dataclass(frozen=True)
class Menu:
    """A place of a rule where something is chosen: its field, words before it, values, and the usual one."""

    name: str
    words: str
    choices: Sequence[tuple[str, str]]
    usual: str = ""


@dataclass(frozen=True)
class Write(Step):
    """Each group writes its strategy in words, and may make a rule from menus."""

    menus: Sequence[Menu] = ()
    """What a rule is made of."""
    strategy: Callable[[Mapping[str, str]], str] | None = None
    """Of the chosen values; gives the strategy as it is asked for."""


@dataclass(frozen=True)
class Contest(Step):
    """Rules play against each other and against known strategies."""

    game: str = ""
    """Name of the game."""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    """Its options."""
    of: int | None = None
    """The step in which groups wrote rules; None where only known strategies play."""
    known: Sequence[tuple[str, str]] = ()
    """Strategies that play too, each with what it is called before it."""
    rules: Mapping[str, str] = field(default_factory=dict)
    """By strategy what it does, in words, where its name does not say so."""
    together: bool = False
    """Whether all sit at one table; else each meets every other one."""
    matches: int = MATCHES
    """How many matches each strategy plays."""


@dataclass(frozen=True)
class Choose(Step):
    """A matrix of four cells that the class plays with two buttons."""

    rounds: int = 1
    """How many rounds there are; in 1 everybody meets one other once."""
    same: bool = True
    """Whether everybody meets the same one in all rounds."""
    matrix: Callable[[Mapping[str, str]], tuple[Bimatrix, str]] | None = None
    """Of the settings; gives the matrix and its name."""


@dataclass(frozen=True)
class Talk(Step):
    """What is told, and what the class's own records say to it."""

    tell: Tell | None = None
    """Of the story so far; gives parts. It runs in a process of its own."""


@dataclass(frozen=True)
class Gather(Step):
    """Everybody is told his group before anything is played; the only kind that no activity lists."""


GATHER = Gather("Who plays together", ("Find your group and sit together.",))


@dataclass(frozen=True)
class Setting:
    """What a teacher chooses before an activity: its field, its words, its values with words.

    Where there are no values it is a text, such as `example`, and `check` refuses one that cannot be read.
    """

    name: str
    words: str
    choices: Sequence[tuple[str, str]] = ()
    usual: str = ""
    check: Callable[[str], object] | None = None
    example: str = ""


@dataclass(frozen=True)
class Activity:
    """What a class can do."""

    name: str
    title: str
    line: str
    """How it is asked for, what people call it, and what it is about."""
    steps: Sequence[Step]
    """What is done, one after the other."""
    lessons: int = 1
    """Into how many lessons of equally many steps they are divided."""
    size: int = 3
    """How many pupils a group has."""
    settings: Sequence[Setting] = ()
    """What the teacher chooses before; one called ``size`` is the size of a group."""
    order: int = 0
    """Where it stands in the list."""
    check: Callable[[Mapping[str, str]], None] | None = None
    """Of the settings; refuses those that do not fit each other."""

    @property
    def steps_of_lesson(self) -> int:
        """How many steps a lesson has."""
        return len(self.steps) // self.lessons

    @property
    def minutes(self) -> int:
        """How long a lesson usually takes, with joining; the longest, where there are several."""
        n = self.steps_of_lesson
        parts = [self.steps[i : i + n] for i in range(0, len(self.steps), n)]
        return JOINING + max(sum(x.minutes for x in part) for part in parts)

    @property
    def time(self) -> str:
        """How long it takes, in words."""
        about = f"about {self.minutes} minutes"
        return f"{self.lessons} lessons of {about}" if self.lessons > 1 else about

    def step_at(self, number: int) -> Step:
        """A step by its number; ``BEFORE`` stands for the one at which groups gather."""
        return GATHER if number == BEFORE else self.steps[number]

    def group_size(self, settings: Mapping[str, str]) -> int:
        """How many a group has at most, by what the teacher chose."""
        return int(settings.get("size") or self.size)
