"""A room in memory: its snapshot, its listeners, and the current place of each pupil."""

import asyncio
import time
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from upcard.classroom.activity_registry import activity_of
from upcard.classroom.activity_steps import Activity, Play, Step
from upcard.classroom.class_repository import (
    A_BOT,
    NO_RUN,
    Pupil,
    PupilAnswer,
    RoomSnapshot,
    Run,
    Sitting,
    StoredRoom,
)
from upcard.server.person_names import skeleton
from upcard.server.service_base import LiveRecord

SILENT_SECONDS = 60.0
"""Seconds without a sign of a phone after which its open page does not count, since the connection is dead.

An open page gives a sign about every 20 seconds, however long its pupil thinks.
"""

ELSEWHERE_SECONDS = 35.0
"""Seconds for which a sign of a phone counts as a page that is open at another process.

An open page gives one about every 20 seconds, and processes share signs every 5 seconds.
"""


@dataclass
class LiveRoom(LiveRecord[RoomSnapshot]):
    """A room in memory. Its snapshot changes only after the change was stored."""

    snapshot: RoomSnapshot
    shared_version: int = 0
    """Version of the room since which every phone has to load its page again."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    pupil_versions: dict[int, int] = field(default_factory=dict)
    """The same by pupil, for changes that concern only some pupils."""
    listeners: dict[asyncio.Event, int | None] = field(default_factory=dict)
    """Events of open pages, each with its pupil (None for other pages); set when the page has to change."""
    boards: set[asyncio.Event] = field(default_factory=set)
    """Events of open boards and projectors; set after every change."""
    notifications: int = 0
    """How often the boards were notified."""
    seen: dict[int, float] = field(default_factory=dict)
    """Time of the last request of each pupil's phone, at any process as far as this one knows."""
    elsewhere: dict[int, float] = field(default_factory=dict)
    """Time of the last request to another process, for each pupil whose phone has sent one."""
    unconfirmed: dict[int, str] = field(default_factory=dict)
    """The address of each pupil who has joined at this server, and has not opened their page at any."""
    away: set[int] = field(default_factory=set)
    """The pupils whose phones have been silent for so long that the teacher sees them as away."""
    bot_acts_for: set[int] = field(default_factory=set)
    """The pupils for whom bots act because their phones are silent."""
    by_coin: dict[int, bool] = field(default_factory=dict)
    """The pupils for whom a coin presses buttons, each with whether the teacher decided this. It ends when
    the pupil presses a button; unless the teacher decided it, also when they open a page."""
    loaded_at: float = field(default_factory=time.time)
    """Time at which this server loaded the room."""
    used_at: float = 0.0

    def __post_init__(self) -> None:
        self.shared_version = self.shared_version or self.row.version

    @property
    def row(self) -> StoredRoom:
        """The stored row of the room."""
        return self.snapshot.row

    @property
    def code(self) -> str:
        """The code of the room in addresses."""
        return self.snapshot.row.code

    key = code

    @property
    def is_open(self) -> bool:
        """Whether the room has not been closed."""
        return self.row.ended_at is None

    @property
    def is_locked(self) -> bool:
        """Whether the phones of the pupils open only pages of this class now."""
        return self.is_open and time.time() < self.row.locked_until

    @property
    def enrolled_pupils(self) -> list[Pupil]:
        """All pupils who have ever joined and were not removed."""
        return [x for x in self.snapshot.pupils if not x.removed]

    @property
    def pupils(self) -> list[Pupil]:
        """The pupils who have joined since the class was last opened, and were not removed."""
        return [x for x in self.enrolled_pupils if x.joined_at >= self.row.opened_at]

    @property
    def former_pupils(self) -> list[Pupil]:
        """The pupils of earlier lessons who have not come yet."""
        return [x for x in self.enrolled_pupils if x.joined_at < self.row.opened_at]

    @property
    def missing(self) -> list[str]:
        """The names of expected pupils who have not come yet: those of the guest list, and former pupils."""
        present = {skeleton(x.name) for x in self.pupils}
        expected = {skeleton(x): x for x in (*(p.name for p in self.former_pupils), *self.row.guests)}
        return sorted((x for key, x in expected.items() if key not in present), key=str.casefold)

    def pupil_of(self, persons: Iterable[str]) -> Pupil | None:
        """Return the pupil with one of these keys, which a browser stores; None if there is none."""
        keys = set(persons)
        return next((x for x in self.enrolled_pupils if x.person in keys), None)

    def name_of(self, pupil: int) -> str:
        """Return the pseudonym of a pupil, as reports show it; ``a bot`` for ``BOT``."""
        return self.snapshot.names[pupil] if pupil >= 0 else A_BOT

    def see(self, pupil: Pupil | None) -> None:
        """Note the time at which a pupil's phone sent a request; do nothing for None."""
        if pupil is not None:
            self.seen[pupil.number] = time.time()

    def has_page_open(self, pupil: int) -> bool:
        """Return whether a page of a pupil is open, here or at another process, and gives signs."""
        if self._is_open_here(pupil):
            return True
        # The stream may be open at the other process while this one gets the signs of the page.
        last = max(self.elsewhere.get(pupil, 0.0), self.seen.get(pupil, 0.0))
        return pupil in self.elsewhere and time.time() - last <= ELSEWHERE_SECONDS

    def _is_open_here(self, pupil: int) -> bool:
        last = self.seen.get(pupil, self.loaded_at)
        return pupil in self.listeners.values() and time.time() - last <= SILENT_SECONDS

    def see_elsewhere(self, pupil: int, at: float) -> None:
        """Note a sign of a pupil's phone at another process."""
        self.elsewhere[pupil] = at
        self.unconfirmed.pop(pupil, None)
        if at > self.seen.get(pupil, self.loaded_at):
            self.seen[pupil] = at

    def gone_since(self, pupil: int) -> float | None:
        """Return the time of the last sign of a pupil's phone; None while a page of the pupil is open."""
        return None if self.has_page_open(pupil) else self.seen.get(pupil, self.loaded_at)

    # --- the activity

    @property
    def run(self) -> Run | None:
        """The current activity."""
        return None if self.row.run == NO_RUN else self.snapshot.runs[self.row.run]

    @property
    def activity(self) -> Activity | None:
        """The definition of the current activity, with the teacher's own polls."""
        return None if self.run is None else activity_of(self.run)

    @property
    def step(self) -> Step | None:
        """The current step of the activity."""
        return None if self.run is None or self.activity is None else self.activity.step_at(self.run.step)

    @property
    def group_size(self) -> int:
        """Maximum number of pupils in a group of the current activity; 1 if there is none."""
        return self.activity.group_size(self.run.settings) if self.run and self.activity else 1

    def group_of(self, pupil: Pupil | None) -> int | None:
        """Return the number of a pupil's group in the current activity; None if they are in none."""
        return None if pupil is None or self.run is None else self.run.group_of(pupil.number)

    # --- tables and answers

    def sittings(self, run: int | None = None, step: int | None = None) -> list[Sitting]:
        """Return the matches of an activity, or of one of its steps; by default those of the current step."""
        number = self.row.run if run is None else run
        at = self.run.step if run is None and step is None and self.run is not None else step
        return [x for x in self.snapshot.sittings if x.run == number and (at is None or x.step == at)]

    def latest(self) -> dict[int, Sitting]:
        """Return the last match of each group at the current step, by group number."""
        return {x.group: x for x in sorted(self.sittings(), key=lambda x: x.match)}

    def sitting_at(self, table_id: str) -> Sitting | None:
        """Return the match at a table; None if the table does not belong to this room."""
        return next((x for x in self.snapshot.sittings if x.table_id == table_id), None)

    def sitting_of(self, pupil: Pupil | None) -> Sitting | None:
        """Return the match that a pupil plays or watches now; None if there is none."""
        group = self.group_of(pupil)
        return None if group is None else self.latest().get(group)

    def answers(
        self, question: str, run: int | None = None, step: int | None = None
    ) -> dict[int, PupilAnswer]:
        """Return the answers to a question by pupil number; by default those of the current step."""
        number = self.row.run if run is None else run
        at = step if step is not None else self.run.step if self.run is not None else -1
        return {x.pupil: x for x in self.answers_at(number, at) if x.question == question}

    def answers_at(self, run: int, step: int) -> list[PupilAnswer]:
        """Return the answers to all questions at a step of an activity."""
        return [x for x in self.snapshot.answers.values() if (x.run, x.step) == (run, step)]

    def place_of(self, pupil: Pupil | None) -> str:
        """Return the address of the page that a pupil should see now."""
        sitting = self.sitting_of(pupil) if isinstance(self.step, Play) else None
        return f"/t/{sitting.table_id}" if sitting is not None else f"/c/{self.code}"

    # --- changes

    def version_for(self, pupil: Pupil | None) -> int:
        """Return the version since which a pupil's phone has to load its page again."""
        return max(self.shared_version, self.pupil_versions.get(pupil.number, 0) if pupil else 0)

    def update(self, snapshot: RoomSnapshot, goes_on: bool = False, whom: Iterable[int] = ()) -> None:
        """Replace the snapshot by a stored one; notify boards, and all phones or those of pupils `whom`."""
        self.snapshot = snapshot
        concerned = set(whom)
        if goes_on:
            self.shared_version = snapshot.row.version
        self.pupil_versions |= dict.fromkeys(concerned, snapshot.row.version)
        for event, pupil in self.listeners.items():
            if goes_on or pupil in concerned:
                event.set()
        self.notify_boards()

    def reload(self, snapshot: RoomSnapshot) -> None:
        """Replace the snapshot by one that another process has stored."""
        self.update(snapshot, goes_on=True)

    def with_answers(self, answers: Iterable[PupilAnswer]) -> RoomSnapshot:
        """Return the snapshot with these answers added or replaced; the room is not modified."""
        return replace(self.snapshot, answers={**self.snapshot.answers, **{x.key: x for x in answers}})

    def notify_all(self) -> None:
        """Notify all phones, boards and projectors of a change."""
        for event in self.listeners:
            event.set()
        self.notify_boards()

    def notify_boards(self) -> None:
        """Notify boards and projectors of a change."""
        self.notifications += 1
        for event in self.boards:
            event.set()
