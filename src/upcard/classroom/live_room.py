"""A room in memory: its snapshot, who listens, and what follows from it for a pupil."""

import asyncio
import time
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from upcard.classroom.activity_registry import find_activity
from upcard.classroom.activity_steps import Activity, Play, Step
from upcard.classroom.class_repository import (
    NO_RUN,
    Answer,
    AnswerKey,
    Pupil,
    RoomSnapshot,
    Run,
    Sitting,
    StoredRoom,
)
from upcard.server.service_base import LiveRecord


@dataclass
class LiveRoom(LiveRecord[RoomSnapshot]):
    """A room in memory. Its snapshot changes only after it was written.

    Parameters
    ----------
    snapshot : RoomSnapshot
        The content of the database.

    Attributes
    ----------
    moment : int
        The version at which the room last went on, so that phones have to look where they belong.
    own_moments : dict of int to int
        The same for single pupils.
    listeners : dict of Event to int or None
        Notified when the room goes on, each with the pupil who listens.
    boards : set of Event
        Notified of everything.
    notifications : int
        How often boards were notified.
    seen : dict of int to float
        When a pupil's phone last sent something.
    away : set of int
        The pupils whose phones have been silent for long, as the teacher sees it.
    bot_acts_for : set of int
        The pupils for whom bots act since their phones are gone.
    by_coin : dict of int to bool
        The pupils for whom a coin presses one of two buttons until they press one themselves, each with
        whether the teacher has decided so; otherwise it ends when a page of theirs is open.
    woken_at : float
        When this server loaded the room.
    """

    snapshot: RoomSnapshot
    moment: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    own_moments: dict[int, int] = field(default_factory=dict)
    listeners: dict[asyncio.Event, int | None] = field(default_factory=dict)
    boards: set[asyncio.Event] = field(default_factory=set)
    notifications: int = 0
    seen: dict[int, float] = field(default_factory=dict)
    away: set[int] = field(default_factory=set)
    bot_acts_for: set[int] = field(default_factory=set)
    by_coin: dict[int, bool] = field(default_factory=dict)
    woken_at: float = field(default_factory=time.time)

    def __post_init__(self) -> None:
        self.moment = self.moment or self.row.version

    @property
    def row(self) -> StoredRoom:
        """The row of the room."""
        return self.snapshot.row

    @property
    def code(self) -> str:
        """Its name in addresses."""
        return self.snapshot.row.code

    @property
    def key(self) -> str:
        """Its name in addresses."""
        return self.code

    @property
    def is_open(self) -> bool:
        """Whether it has not been closed."""
        return self.row.ended_at is None

    # --- pupils

    @property
    def pupils(self) -> list[Pupil]:
        """The pupils who have joined and were not removed."""
        return [x for x in self.snapshot.pupils if not x.removed]

    def pupil_of(self, persons: Iterable[str]) -> Pupil | None:
        """Return the pupil whose key a browser has; None if it has none."""
        known = set(persons)
        return next((x for x in self.pupils if x.person in known), None)

    def name_of(self, pupil: int) -> str:
        """Return the name of a pupil; ``a bot`` for a bot."""
        return self.snapshot.pupils[pupil].name if pupil >= 0 else "a bot"

    def see(self, pupil: Pupil | None) -> None:
        """Note that a pupil's phone is connected."""
        if pupil is not None:
            self.seen[pupil.number] = time.time()

    def has_page_open(self, pupil: int) -> bool:
        """Return whether a page of a pupil listens."""
        return pupil in self.listeners.values()

    def gone_since(self, pupil: int) -> float | None:
        """Return since when a pupil's phone has been silent; None while a page of theirs is open."""
        return None if self.has_page_open(pupil) else self.seen.get(pupil, self.woken_at)

    # --- the activity

    @property
    def run(self) -> Run | None:
        """The activity that goes on."""
        return None if self.row.run == NO_RUN else self.snapshot.runs[self.row.run]

    @property
    def activity(self) -> Activity | None:
        """The kind of the activity that goes on."""
        return None if self.run is None else find_activity(self.run.activity)

    @property
    def step(self) -> Step | None:
        """The step at which the activity stands."""
        return None if self.run is None or self.activity is None else self.activity.step_at(self.run.step)

    @property
    def group_size(self) -> int:
        """Maximum number of pupils in a group of the activity that goes on."""
        return self.activity.group_size(self.run.settings) if self.run and self.activity else 1

    def group_of(self, pupil: Pupil | None) -> int | None:
        """Return the group of a pupil in the activity that goes on."""
        return None if pupil is None or self.run is None else self.run.group_of(pupil.number)

    # --- tables and answers

    def sittings(self, run: int | None = None, step: int | None = None) -> list[Sitting]:
        """Return the matches of a run, or of one of its steps; by default those of the step of now."""
        number = self.row.run if run is None else run
        at = self.run.step if run is None and step is None and self.run is not None else step
        return [x for x in self.snapshot.sittings if x.run == number and (at is None or x.step == at)]

    def latest(self) -> dict[int, Sitting]:
        """Return the last match of each group at the step at which the room stands."""
        return {x.group: x for x in sorted(self.sittings(), key=lambda x: x.match)}

    def sitting_at(self, table_id: str) -> Sitting | None:
        """Return the match at a table of the room; None if it has no such table."""
        return next((x for x in self.snapshot.sittings if x.table_id == table_id), None)

    def sitting_of(self, pupil: Pupil | None) -> Sitting | None:
        """Return the match that a pupil plays or watches now."""
        group = self.group_of(pupil)
        return None if group is None else self.latest().get(group)

    def answers(self, question: str, run: int | None = None, step: int | None = None) -> dict[int, Answer]:
        """Return the answers to a question, by pupil; at the step of now if none is named."""
        number = self.row.run if run is None else run
        at = step if step is not None else self.run.step if self.run is not None else -1
        answers = (self.snapshot.answers or {}).values()
        return {x.pupil: x for x in answers if (x.run, x.step, x.question) == (number, at, question)}

    def place_of(self, pupil: Pupil | None) -> str:
        """Return the page on which a pupil belongs now."""
        sitting = self.sitting_of(pupil) if isinstance(self.step, Play) else None
        return f"/t/{sitting.table_id}" if sitting is not None else f"/c/{self.code}"

    # --- changes

    def moment_of(self, pupil: Pupil | None) -> int:
        """Return the version at which a pupil last had to look where they belong."""
        return max(self.moment, self.own_moments.get(pupil.number, 0) if pupil else 0)

    def update(self, snapshot: RoomSnapshot, goes_on: bool = False, whom: Iterable[int] = ()) -> None:
        """Take over a stored snapshot; notify all, or the pupils whom it concerns, and the boards."""
        self.snapshot = snapshot
        concerned = set(whom)
        if goes_on:
            self.moment = snapshot.row.version
        self.own_moments |= dict.fromkeys(concerned, snapshot.row.version)
        for event, pupil in self.listeners.items():
            if goes_on or pupil in concerned:
                event.set()
        self.notify_boards()

    def reload(self, snapshot: RoomSnapshot) -> None:
        """Take over what another process has stored."""
        self.update(snapshot, goes_on=True)

    def with_answers(self, answers: Iterable[Answer]) -> RoomSnapshot:
        """Return the snapshot with some more answers."""
        merged: dict[AnswerKey, Answer] = {**(self.snapshot.answers or {}), **{x.key: x for x in answers}}
        return replace(self.snapshot, answers=merged)

    def notify_all(self) -> None:
        """Notify all phones, boards and projectors that there is something new."""
        for event in self.listeners:
            event.set()
        self.notify_boards()

    def notify_boards(self) -> None:
        """Notify boards and projectors that there is something new."""
        self.notifications += 1
        for event in self.boards:
            event.set()
