"""A room in memory: what is kept of it, who listens, and what follows from it for a pupil."""

import asyncio
import time
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from upcard.classroom.activity_registry import find_activity
from upcard.classroom.activity_steps import Activity, Play, Step
from upcard.classroom.class_repository import NO_RUN, Answer, AnswerKey, Kept, KeptRoom, Pupil, Run, Sitting


@dataclass
class LiveRoom:
    """A room in memory. What is kept of it changes only after it has been written.

    Parameters
    ----------
    kept : Kept
        What the database has.

    Attributes
    ----------
    moment : int
        The version at which the room went on last, so that phones have to look where they belong.
    own_moments : dict of int to int
        The same for single pupils.
    listeners : dict of Event to int or None
        Who is told when the room goes on, each with the pupil who listens.
    boards : set of Event
        Who is told of everything.
    told : int
        So many times boards were told of something new.
    seen : dict of int to float
        When something was last heard of a pupil's phone.
    away : set of int
        The pupils whose phones have been silent for long, as the teacher is told.
    kept_warm : set of int
        The pupils for whom bots act since their phones are gone.
    by_coin : dict of int to bool
        The pupils for whom a coin presses where two buttons are, until they press themselves, each with
        whether the teacher has decided so: else it ends where a page of theirs is open.
    woken_at : float
        Since when this server knows the room.
    """

    kept: Kept
    moment: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    own_moments: dict[int, int] = field(default_factory=dict)
    listeners: dict[asyncio.Event, int | None] = field(default_factory=dict)
    boards: set[asyncio.Event] = field(default_factory=set)
    told: int = 0
    seen: dict[int, float] = field(default_factory=dict)
    away: set[int] = field(default_factory=set)
    kept_warm: set[int] = field(default_factory=set)
    by_coin: dict[int, bool] = field(default_factory=dict)
    woken_at: float = field(default_factory=time.time)

    def __post_init__(self) -> None:
        self.moment = self.moment or self.row.version

    @property
    def row(self) -> KeptRoom:
        """The room's own columns."""
        return self.kept.room

    @property
    def code(self) -> str:
        """Its name in addresses."""
        return self.kept.room.code

    @property
    def is_open(self) -> bool:
        """Whether it has not been closed."""
        return self.row.ended_at is None

    # --- pupils

    @property
    def pupils(self) -> list[Pupil]:
        """Who has joined and was not removed."""
        return [x for x in self.kept.pupils if not x.removed]

    def pupil_of(self, persons: Iterable[str]) -> Pupil | None:
        """The pupil whose key a browser has; None if it has none."""
        known = set(persons)
        return next((x for x in self.pupils if x.person in known), None)

    def name_of(self, pupil: int) -> str:
        """What a pupil is called; ``a bot`` for a bot."""
        return self.kept.pupils[pupil].name if pupil >= 0 else "a bot"

    def see(self, pupil: Pupil | None) -> None:
        """Note that a pupil's phone is there."""
        if pupil is not None:
            self.seen[pupil.number] = time.time()

    def has_page_open(self, pupil: int) -> bool:
        """Whether a page of a pupil listens."""
        return pupil in self.listeners.values()

    def gone_since(self, pupil: int) -> float | None:
        """Since when nothing was heard of a pupil's phone; None while a page of his is open."""
        return None if self.has_page_open(pupil) else self.seen.get(pupil, self.woken_at)

    # --- the activity

    @property
    def run(self) -> Run | None:
        """The activity that goes on."""
        return None if self.row.run == NO_RUN else self.kept.runs[self.row.run]

    @property
    def activity(self) -> Activity | None:
        """What goes on is of this kind."""
        return None if self.run is None else find_activity(self.run.activity)

    @property
    def step(self) -> Step | None:
        """At which step it stands."""
        return None if self.run is None or self.activity is None else self.activity.step_at(self.run.step)

    @property
    def group_size(self) -> int:
        """How many a group has at most in the activity that goes on."""
        return self.activity.group_size(self.run.settings) if self.run and self.activity else 1

    def group_of(self, pupil: Pupil | None) -> int | None:
        """The group of a pupil in the activity that goes on."""
        return None if pupil is None or self.run is None else self.run.group_of(pupil.number)

    # --- tables and answers

    def sittings(self, run: int | None = None, step: int | None = None) -> list[Sitting]:
        """The matches of a run, or of one step of it; by default those of the step at which it stands."""
        number = self.row.run if run is None else run
        at = self.run.step if run is None and step is None and self.run is not None else step
        return [x for x in self.kept.sittings if x.run == number and (at is None or x.step == at)]

    def latest(self) -> dict[int, Sitting]:
        """The last match of each group at the step at which the room stands."""
        return {x.group: x for x in sorted(self.sittings(), key=lambda x: x.match)}

    def sitting_at(self, table_id: str) -> Sitting | None:
        """Who sits at a table of the room."""
        return next((x for x in self.kept.sittings if x.table_id == table_id), None)

    def sitting_of(self, pupil: Pupil | None) -> Sitting | None:
        """The match that a pupil plays or watches now."""
        group = self.group_of(pupil)
        return None if group is None else self.latest().get(group)

    def answers(self, question: str, run: int | None = None, step: int | None = None) -> dict[int, Answer]:
        """What was answered to a question, by pupil; at the step of now if none is named."""
        number = self.row.run if run is None else run
        at = step if step is not None else self.run.step if self.run is not None else -1
        found = self.kept.answers or {}
        return {x.pupil: x for x in found.values() if (x.run, x.step, x.question) == (number, at, question)}

    def place_of(self, pupil: Pupil | None) -> str:
        """The page on which a pupil belongs now."""
        sitting = self.sitting_of(pupil) if isinstance(self.step, Play) else None
        return f"/t/{sitting.table_id}" if sitting is not None else f"/c/{self.code}"

    # --- changes

    def moment_of(self, pupil: Pupil | None) -> int:
        """The version at which a pupil had to look last where he belongs."""
        return max(self.moment, self.own_moments.get(pupil.number, 0) if pupil else 0)

    def keep(self, kept: Kept, goes_on: bool, whom: Iterable[int] = ()) -> None:
        """Take over what is kept now, and tell whom it concerns: all, or some pupils; and the boards."""
        self.kept = kept
        concerned = set(whom)
        if goes_on:
            self.moment = kept.room.version
        self.own_moments |= dict.fromkeys(concerned, kept.room.version)
        for event, pupil in self.listeners.items():
            if goes_on or pupil in concerned:
                event.set()
        self.tell_boards()

    def with_answers(self, made: Iterable[Answer]) -> Kept:
        """What is kept with some answers more."""
        answers: dict[AnswerKey, Answer] = {**(self.kept.answers or {}), **{x.key: x for x in made}}
        return replace(self.kept, answers=answers)

    def tell_everybody(self) -> None:
        """Tell all phones, board and projector that there is something new."""
        for event in self.listeners:
            event.set()
        self.tell_boards()

    def tell_boards(self) -> None:
        """Tell board and projector that there is something new."""
        self.told += 1
        for event in self.boards:
            event.set()
