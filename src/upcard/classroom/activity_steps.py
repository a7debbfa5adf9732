"""The parts of an activity: its header and the kinds of its steps.

An activity file defines ``ACTIVITY``. Pages, boards and reports handle each kind of step, and never name an
activity.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from upcard.classroom.class_record import Story
from upcard.document.model import Section
from upcard.engine.errors import Usage
from upcard.engine.option_values import OptionValue
from upcard.engine.state import PlainState
from upcard.engine.typed_numbers import readings
from upcard.engine.wording import minus
from upcard.language.messages import OwnText, marked
from upcard.language.messages import gettext as _
from upcard.solving.matrix2x2 import Bimatrix

MATCHES = 100_000
"""Default number of matches that each strategy plays in a contest."""

JOINING = 3
"""Minutes until everybody in a class has joined."""

BEFORE = -1
"""Number of the step before the first one: pupils find their groups."""

LONGEST_TEXT = 300
"""Maximum number of characters of a free text in a poll, which has to fit on the projector."""

ROUNDING = 1e-9
"""Difference between two numbers that count as equal."""

OWN_POLLS = "own polls"
"""Key of a class's settings under which the teacher's own polls are stored."""


@dataclass(frozen=True)
class Step:
    """A step of an activity: its title, its text for pupils and projector, and its usual minutes."""

    title: str
    words: Sequence[str] = ()
    minutes: int = 0

    def texts(self, settings: Mapping[str, str]) -> list[str]:
        """Return the texts in the language of the request; the settings of the activity may add some."""
        return [_(x) for x in self.words]

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
    chosen_for: Callable[[Mapping[str, str], int, str], Mapping[str, OptionValue]] | None = None
    """A function of the settings, the number of seats and a seed of the match that returns more options."""
    seats: tuple[int, int] = (2, 2)
    """Minimum and maximum number of seats; bots take empty seats, and pupils without a seat watch."""
    roles: Sequence[str] = ()
    """Names of the seats, then the name for watchers; if empty, seats are numbered."""
    bot: str = "random"
    bots_rotate: bool = True
    """Whether bots also move to the next seat after each match, as pupils do."""
    matches: int = 1
    """Usual number of matches that each group plays."""
    seconds: float = 0.0
    """Usual seconds between two taps at a table; 0 if the minutes do not depend on the settings."""
    above_table: Callable[[PlainState], Section | None] | None = None
    """A function of a position, as watchers see it, that returns a section above the table, or None."""
    more_words: Callable[[Mapping[str, str]], Sequence[str]] = lambda settings: ()
    """A function of the settings that returns more texts, in the language of the request."""

    def texts(self, settings: Mapping[str, str]) -> list[str]:
        """Return the texts, and those that depend on the settings."""
        return [*super().texts(settings), *self.more_words(settings)]


@dataclass(frozen=True)
class Question:
    """A question of a poll: its name in the form, its text, and how pupils answer it.

    Pupils press one of the `choices`. Without choices they write a number if `is_number`, and a free text
    otherwise. A question with the same name in two polls of an activity is asked before and after.
    """

    name: str
    words: str
    choices: Sequence[str] = ()
    right: float | None = None
    """The right answer: the index of a choice, or a number; None if there is none."""
    reason: str = ""
    """Why the right answer is right, shown beside it."""
    is_number: bool = False
    tolerance: float = 0.0
    """By how much a number may differ from the right one and still be right."""

    @property
    def kind(self) -> str:
        """How the question is answered: ``choice``, ``number`` or ``text``."""
        return "choice" if self.choices else "number" if self.is_number else "text"

    def read(self, text: str) -> int | float | str:
        """Return the answer in a form: the index of a choice, a number or a text; else raise Usage."""
        text = text.strip()
        if self.kind == "choice":
            known = {str(i): i for i in range(len(self.choices))}
            if text not in known:
                raise Usage(f"{text[:20]!r} is not an answer to {self.name!r}; press one of the buttons")
            return known[text]
        if not text or len(text) > LONGEST_TEXT:
            raise Usage(
                _(
                    "your answer has {length} characters; write at least one and at most {most}",
                    length=f"{len(text):,}",
                    most=LONGEST_TEXT,
                )
            )
        if self.kind == "text":
            return text
        numbers = [float(x.value) for x in readings(text)]
        return next((x for x in numbers if self.is_right(x)), numbers[0])

    def is_right(self, answer: float | str) -> bool:
        """Return whether an answer is right; False for a question without a right answer."""
        if self.right is None or isinstance(answer, str):
            return False
        return abs(answer - self.right) <= self.tolerance + ROUNDING

    def answer_text(self, answer: float | str) -> str:
        """Return an answer in words, in the language of the request."""
        if self.kind == "choice" and answer in range(len(self.choices)):
            return _(self.choices[int(answer)])
        return answer if isinstance(answer, str) else minus(f"{answer:g}")

    @property
    def right_text(self) -> str:
        """The right answer in words; empty if there is none."""
        if self.right is None:
            return ""
        answer = self.answer_text(self.right)
        if not self.tolerance:
            return answer
        return _(
            "{answer} (up to {tolerance} more or less is right, too)",
            answer=answer,
            tolerance=f"{self.tolerance:g}",
        )


@dataclass(frozen=True)
class Poll(Step):
    """Questions that everybody answers."""

    questions: Sequence[Question] = ()
    shown: Callable[[], Sequence[Section]] = tuple
    """A function that returns sections that the questions are about, shown above them."""

    def question(self, name: str) -> Question:
        """Return the question with a name; raises Usage if the poll does not ask it."""
        for x in self.questions:
            if x.name == name:
                return x
        raise Usage(f"{name[:40]!r} is not a question of this poll; reload the page")


@dataclass(frozen=True)
class OwnPoll:
    """A poll of the teacher; `after` is the number of the step that it follows, ``BEFORE`` for the first."""

    after: int
    poll: Poll

    @property
    def stored(self) -> dict[str, Any]:
        """The poll as plain values for the database."""
        questions = [asdict(x) for x in self.poll.questions]
        return {"after": self.after, "title": self.poll.title, "questions": questions}

    @classmethod
    def load(cls, stored: Mapping[str, Any]) -> "OwnPoll":
        """Return a stored poll, whose texts are the teacher's: they are never translated."""
        questions = [_own_question(x) for x in stored["questions"]]
        return cls(stored["after"], Poll(stored["title"], minutes=2, questions=tuple(questions)))


def _own_question(stored: Mapping[str, Any]) -> Question:
    texts = {key: OwnText(stored.get(key, "")) for key in ("words", "reason")}
    return Question(**{**stored, **texts, "choices": tuple(map(OwnText, stored["choices"]))})


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
    per: tuple[str, str, str] | None = None
    """A measure of a seat, one of the match, and the name of their quotient, such as pennies per round."""

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
    actions: Callable[[Mapping[str, str]], tuple[str, str]] | None = None
    """A function of the settings that returns the names of the two choices; None for left and right."""
    story: Callable[[Mapping[str, str]], Sequence[str]] | None = None
    """A function of the settings that returns the story of the matrix as paragraphs; None for no story."""
    is_anonymous: bool = False
    """Whether partners come from other groups, where possible, and nobody learns who their partner is."""


@dataclass(frozen=True)
class Talk(Step):
    """A discussion, with results computed from the records of the class."""

    tell: Callable[[Story], Sequence[Section]] | None = None
    """A function of the record so far that returns sections. It runs in a separate process."""
    on_phones: bool = False
    """Whether phones show the sections too."""


@dataclass(frozen=True)
class Gather(Step):
    """Pupils see their groups before the first step; activities do not list this step themselves."""


GATHER = Gather(marked("Who plays together"), (marked("Find your group and sit together."),))


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
    about: str = ""
    """The game whose chapter prepares for the activity, if it has another name."""
    is_listed: bool = True
    """Whether teachers can choose it from the list; False for the activities of older classes."""
    check: Callable[[Mapping[str, str]], None] | None = None
    """A function of the settings that raises ``UpcardError`` if they contradict each other."""
    begins_with: Sequence[int] = ()
    """The numbers of the steps that the class does first, in order, although they do not stand first.

    A new step is added at the end, so that the steps of stored classes keep their numbers.
    """
    own_polls: Sequence[OwnPoll] = ()
    """The teacher's own polls; their step numbers follow those of the other steps."""

    def with_own_polls(self, settings: Mapping[str, Any]) -> "Activity":
        """Return the activity with the polls that are stored in the settings of a class."""
        stored = settings.get(OWN_POLLS, ())
        return replace(self, own_polls=tuple(map(OwnPoll.load, stored))) if stored else self

    @property
    def course(self) -> list[tuple[int, Step]]:
        """All steps with their numbers, in the order in which the class does them."""
        others = (x for x in range(len(self.steps)) if x not in self.begins_with)
        order, first_own = [*self.begins_with, *others], len(self.steps)
        for number, added in enumerate(self.own_polls, first_own):
            at = order.index(added.after) + 1 if added.after in order else 0
            beside = [i for i, x in enumerate(self.own_polls, first_own) if x.after == added.after]
            while order[at : at + 1] and order[at] in beside:  # those at the same place stay in order
                at += 1
            order.insert(at, number)
        return [(x, self.step_at(x)) for x in order]

    def position(self, number: int) -> int:
        """Return the place of a step in the course, from 0; ``BEFORE`` for the gathering of groups."""
        return next((i for i, (x, _) in enumerate(self.course) if x == number), BEFORE)

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

    def step_at(self, number: int) -> Step:
        """Return the step with this number, from 0, or the gathering of groups for ``BEFORE``."""
        if number == BEFORE:
            return GATHER
        first_own = len(self.steps)
        return self.steps[number] if number < first_own else self.own_polls[number - first_own].poll

    def group_size(self, settings: Mapping[str, str]) -> int:
        """Return the maximum number of pupils in a group with these settings."""
        return int(settings.get("size") or self.size)
