"""The repository of classroom rooms: the stored values, and functions that read and write them.

Functions that take a connection are run by :meth:`upcard.server.database.Store.read` or ``write``.
"""

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection

from upcard.language.messages import gettext as _
from upcard.language.messages import marked
from upcard.server.database import Conflict
from upcard.server.person_names import numbered
from upcard.server.repository import AHEAD, AT_ONCE, PERSON
from upcard.server.schema import (
    ANSWERS,
    PRESENCES,
    PUPILS,
    ROOMS,
    RUNS,
    SITTINGS,
    check_fits,
    rows_of,
    value_of,
)
from upcard.server.service_base import Snapshot

NO_RUN, BOT, ROOM = -1, -1, -1
"""In place of a number: no activity (``NO_RUN``), a bot (``BOT``), or the whole room (``ROOM``)."""

A_BOT, COIN = marked("a bot"), marked("a coin")
"""Names in reports of those who are no pupils. A coin is also stored as the author of its choices."""

PAGE = "page"
"""Name of the question whose answer is the current page of the projector."""

REVIEW_ALLOWED = "going over"
"""Name of the question whose answer is the permission to review the matches of a step."""

RESULTS_SHOWN, ANONYMOUS, FROZEN, HIDDEN_TEXTS, COUNTDOWN = (
    "results shown", "anonymous", "frozen", "hidden texts", "countdown",
)  # fmt: skip
"""Names of the questions whose answers are the teacher's decisions about the projector."""

RETENTION = "retention"
"""Name of the question whose answer is the number of days after which the class is deleted."""

RULE = "rule"
"""Name of the question whose answers are strategies. They are stored by group, not by pupil."""

PREPARED = "prepared"
"""Name of the question whose answer has the time at which the teacher last prepared the class."""

OF_TEACHER = (
    PAGE, REVIEW_ALLOWED, RESULTS_SHOWN, ANONYMOUS, FROZEN, HIDDEN_TEXTS, COUNTDOWN, RETENTION, PREPARED,
)  # fmt: skip
"""Decisions of the teacher that are stored like answers."""

READING = "reading seconds"
"""Name of the question whose answer is for how long groups wait for their slowest reader."""

NEXT = "next"
"""Name of the question whose answers are the presses of Next after rounds and matches."""

TRIED, FIELDS = "tried", "contests"
"""Names of the questions whose answers are the rule that a group tries, and the rules in each contest."""

RETURNS = "asks to return"
"""Name of the question whose answers are the phones that ask to be a pupil of an earlier lesson again."""

OPENED_FROM = "opened from"
"""Name of the question whose answer is the code of the class that had the same pupils before."""

OF_SERVER = (NEXT, TRIED, FIELDS, RETURNS, OPENED_FROM)
"""Notes of the server that are stored like answers; no report shows them."""

PERSON_WORDS = (PERSON, AHEAD)
"""Values of ``by`` for actions that players chose themselves."""


@dataclass(frozen=True)
class StoredRoom:
    """The stored row of a room."""

    code: str
    """The code that pupils type, also part of addresses."""
    teacher: str
    """The key of the teacher."""
    run: int = NO_RUN
    """The number of the current activity; ``NO_RUN`` between two activities."""
    made_at: float = 0.0
    """Time of opening, in seconds since 1970."""
    ended_at: float | None = None
    """Time of closing, in seconds since 1970; None while the room is open."""
    version: int = 0
    """Number of changes."""
    name: str = ""
    """The name that the teacher gave the class; may be empty."""
    owner: str = ""
    """The key of the teacher's browser, which leads all classes that it has opened."""
    guests: tuple[str, ...] = ()
    """The guest list: names of the pupils whom the teacher expects."""
    questions: Mapping[str, Any] = field(default_factory=dict)
    """The teacher's own questions, by activity, as they are stored."""
    opened_at: float = 0.0
    """When the class was last opened again, in seconds since 1970; 0 if it was opened only once."""
    locked_until: float = 0.0
    """Until when the phones of pupils open only pages of the class, in seconds since 1970."""
    language: str = ""
    """Code of the language that the teacher chose for the class; empty for that of each browser."""

    @property
    def title(self) -> str:
        """The title of the class: its name, or else its code."""
        return self.name or _("Class {code}", code=self.code)


@dataclass(frozen=True)
class Pupil:
    """A pupil: number from 0, pseudonym, secret key, and whether they were removed.

    ``joined_at`` is the time of joining, or of coming again after the class was opened again.
    """

    number: int
    name: str
    person: str
    joined_at: float = 0.0
    removed: bool = False

    @property
    def is_deleted(self) -> bool:
        """Whether the data of the pupil was deleted; only the number remains."""
        return not self.name


@dataclass(frozen=True)
class Run:
    """An activity that a room does or did."""

    number: int
    """Activities of a room are counted from 0."""
    activity: str
    step: int
    """The current step; -1 while groups gather before the first."""
    settings: Mapping[str, Any]
    """The settings that the teacher chose."""
    groups: tuple[tuple[int, ...], ...]
    """The pupils of each group."""
    began_at: float
    ended_at: float | None = None

    def group_of(self, pupil: int) -> int | None:
        """Return the number of a pupil's group; None if they are in none."""
        return next((i for i, group in enumerate(self.groups) if pupil in group), None)

    def members(self, group: int) -> tuple[int, ...]:
        """Return the pupils of a group; empty if the group no longer exists."""
        return self.groups[group] if group < len(self.groups) else ()


@dataclass(frozen=True)
class Sitting:
    """A match of a group."""

    number: int
    """Matches of a room are counted from 0."""
    run: int
    step: int
    group: int
    match: int
    table_id: str
    seats: tuple[int, ...]
    """The pupil on each seat; ``BOT`` for a bot."""
    watchers: tuple[int, ...] = ()
    past: tuple[tuple[int, int, int], ...] = ()
    """Former players, in order: the seat, the first action (from 0) that is no longer theirs, the pupil."""

    def sitter(self, seat: int, action: int) -> int:
        """Return the pupil who sat on a seat at an action, counted from 0; ``BOT`` for a bot."""
        before = (pupil for p, until, pupil in self.past if p == seat and action < until)
        return next(before, self.seats[seat])

    def sitters(self, seat: int) -> tuple[int, ...]:
        """Return all pupils who have sat on a seat, in order, the present one last."""
        return (*(pupil for p, _, pupil in self.past if p == seat), self.seats[seat])

    @property
    def is_of_bots(self) -> bool:
        """Whether bots sit on all seats, because every pupil has left."""
        return all(x == BOT for x in self.seats)

    @property
    def pupils(self) -> tuple[int, ...]:
        """All pupils who play or watch this match now."""
        return (*(x for x in self.seats if x != BOT), *self.watchers)


@dataclass(frozen=True)
class PupilAnswer:
    """An answer of a pupil, of a group, or of the teacher for the whole room (``ROOM``)."""

    run: int
    step: int
    question: str
    pupil: int
    value: Any
    at: float

    @property
    def key(self) -> "AnswerKey":
        """The key of the answer; there is only one answer per key."""
        return (self.run, self.step, self.question, self.pupil)


AnswerKey = tuple[int, int, str, int]


@dataclass(frozen=True)
class RoomSnapshot(Snapshot):
    """Everything that the database holds of one room."""

    row: StoredRoom
    pupils: tuple[Pupil, ...] = ()
    runs: tuple[Run, ...] = ()
    sittings: tuple[Sitting, ...] = ()
    answers: Mapping[AnswerKey, PupilAnswer] = field(default_factory=dict)

    def answer(self, key: AnswerKey) -> Any:
        """Return the value of an answer by run, step, question and pupil; None if there is none."""
        stored = self.answers.get(key)
        return None if stored is None else stored.value

    @cached_property
    def names(self) -> tuple[str, ...]:
        """A name for each pupil by number, all different; empty for those whose data was deleted.

        Where several pupils have had the same nickname, pupils who were removed get a number after theirs.
        """
        names = [""] * len(self.pupils)
        for x in sorted(self.known_pupils, key=lambda x: x.removed):
            names[x.number] = numbered(x.name, [A_BOT, COIN, *filter(None, names)])
        return tuple(names)

    @property
    def known_pupils(self) -> tuple[Pupil, ...]:
        """All pupils who have joined, even those who were removed, but not those whose data was deleted."""
        return tuple(x for x in self.pupils if not x.is_deleted)

    @property
    def pupils_of_report(self) -> tuple[Pupil, ...]:
        """The same pupils with the different names of a report."""
        return tuple(replace(x, name=self.names[x.number]) for x in self.known_pupils)

    @property
    def used_at(self) -> float:
        """When the class was last used, in seconds since 1970."""
        runs = [x for run in self.runs for x in (run.began_at, run.ended_at)]
        answers = [x.at for x in self.answers.values()]
        times = [
            self.row.made_at,
            self.row.ended_at,
            self.row.opened_at,
            *(x.joined_at for x in self.pupils),
            *runs,
            *answers,
        ]
        return max(x for x in times if x is not None)


RoomPart = TypeVar("RoomPart", Pupil, Run, Sitting)
PART_TABLES: dict[type, sa.Table] = {Pupil: PUPILS, Run: RUNS, Sitting: SITTINGS, PupilAnswer: ANSWERS}
"""The database table for each type of room part."""


def load(connection: Connection, code: str) -> RoomSnapshot | None:
    """Return everything stored of a room; None if there is no such room."""
    row = connection.execute(sa.select(ROOMS).where(ROOMS.c.code == code)).mappings().first()
    if row is None:
        return None
    answers = [value_of(PupilAnswer, x) for x in rows_of(connection, ANSWERS, code)]
    return RoomSnapshot(
        row=_room_of(row),
        pupils=_parts(connection, code, Pupil),
        runs=_parts(connection, code, Run),
        sittings=_parts(connection, code, Sitting),
        answers={x.key: x for x in answers},
    )


def add_room(connection: Connection, room: StoredRoom) -> None:
    """Insert a new room."""
    connection.execute(sa.insert(ROOMS), asdict(room))


def update_room(connection: Connection, room: StoredRoom, columns: Mapping[str, Any]) -> StoredRoom:
    """Update columns of a room and return the new row; raises Conflict if it has changed in the meantime."""
    values = dict(columns) | {"version": room.version + 1}
    where = (ROOMS.c.code == room.code) & (ROOMS.c.version == room.version)
    if connection.execute(sa.update(ROOMS).where(where).values(values)).rowcount != 1:
        raise Conflict
    return replace(room, **values)


def add(connection: Connection, code: str, *parts: Pupil | Run | Sitting | PupilAnswer) -> None:
    """Insert parts of a room; an answer replaces an earlier one with the same key."""
    for part in parts:
        table, row = PART_TABLES[type(part)], asdict(part) | {"room": code}
        check_fits(table, row)
        if isinstance(part, PupilAnswer):
            key = dict(zip(("run", "step", "question", "pupil"), part.key, strict=True))
            connection.execute(sa.delete(ANSWERS).filter_by(room=code, **key))
        connection.execute(sa.insert(table), row)


def change(connection: Connection, code: str, part: Pupil | Run | Sitting, **columns: Any) -> None:
    """Update columns of one pupil, activity or match of a room."""
    table = PART_TABLES[type(part)]
    check_fits(table, columns)
    connection.execute(sa.update(table).filter_by(room=code, number=part.number).values(columns))


def note_preparation(connection: Connection, code: str) -> None:
    """Note that a teacher has prepared a room now, which counts as its use."""
    add(connection, code, PupilAnswer(NO_RUN, 0, PREPARED, ROOM, True, time.time()))


def versions(connection: Connection, codes: Sequence[str]) -> dict[str, int]:
    """Return the versions of some rooms."""
    query = sa.select(ROOMS.c.code, ROOMS.c.version).where(ROOMS.c.code.in_(codes))
    return {row[0]: row[1] for row in connection.execute(query)}


def locked_codes(connection: Connection, now: float) -> list[str]:
    """Return the codes of all open rooms whose phones are locked at a time."""
    query = sa.select(ROOMS.c.code).where(ROOMS.c.locked_until > now, ROOMS.c.ended_at.is_(None))
    return list(connection.scalars(query))


def store_presences(connection: Connection, signs: Mapping[tuple[str, int], float]) -> None:
    """Store when phones last gave a sign, in seconds since 1970, by room and pupil, with one statement.

    Signs of pupils who have been removed, and of rooms that have been deleted meanwhile, are left out.
    """
    codes = {code for code, _ in signs}
    query = sa.select(PUPILS.c.room, PUPILS.c.number).where(PUPILS.c.room.in_(codes), ~PUPILS.c.removed)
    there = {(x.room, x.number) for x in connection.execute(query)}
    rows = [{"room": code, "pupil": p, "at": at} for (code, p), at in signs.items() if (code, p) in there]
    insert = (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(PRESENCES)
    insert = insert.on_conflict_do_update(
        index_elements=["room", "pupil"],
        set_={"at": insert.excluded.at},
        where=insert.excluded.at > PRESENCES.c.at,
    )
    for first in range(0, len(rows), AT_ONCE):
        connection.execute(insert.values(rows[first : first + AT_ONCE]))


def presences(connection: Connection, codes: Sequence[str], since: float) -> dict[tuple[str, int], float]:
    """Return the signs of phones in some rooms since a time, by room and pupil."""
    query = sa.select(PRESENCES).where(PRESENCES.c.room.in_(codes), PRESENCES.c.at > since)
    return {(x.room, x.pupil): x.at for x in connection.execute(query)}


def rooms_with_work(connection: Connection, most: int) -> list[tuple[StoredRoom, int]]:
    """Return at most `most` rooms that did an activity, the latest first, each with its number of pupils."""
    return _rooms_where(connection, ROOMS.c.code.in_(sa.select(RUNS.c.room)), most)


def rooms_led(
    connection: Connection, persons: Collection[str] | None, since: float, most: int
) -> list[tuple[StoredRoom, int]]:
    """Return at most `most` rooms that persons lead, the latest first, each with its number of pupils.

    None for `persons` means all rooms. Rooms without a name that nobody has joined are left out, unless they
    were made after the time `since`.
    """
    has_parts = ROOMS.c.code.in_(sa.select(PUPILS.c.room)) | ROOMS.c.code.in_(sa.select(RUNS.c.room))
    is_used = has_parts | (ROOMS.c.name != "") | (ROOMS.c.made_at > since)
    if persons is not None:
        is_used &= ROOMS.c.owner.in_(persons) | ROOMS.c.teacher.in_(persons)
    return _rooms_where(connection, is_used, most)


def _rooms_where(
    connection: Connection, condition: sa.ColumnElement[bool], most: int
) -> list[tuple[StoredRoom, int]]:
    """Return at most `most` rooms, those opened last first, each with its number of pupils."""
    joined = sa.select(sa.func.count()).select_from(PUPILS).where(PUPILS.c.room == ROOMS.c.code)
    opened = sa.case((ROOMS.c.opened_at > ROOMS.c.made_at, ROOMS.c.opened_at), else_=ROOMS.c.made_at)
    query = sa.select(ROOMS, joined.where(~PUPILS.c.removed).scalar_subquery().label("joined"))
    query = query.where(condition).order_by(opened.desc()).limit(most)
    return [(_room_of(row), row["joined"]) for row in connection.execute(query).mappings()]


def _room_of(row: Mapping[Any, Any]) -> StoredRoom:
    """Return a stored row as a room."""
    return value_of(StoredRoom, {name: _frozen(x) for name, x in row.items()})


def _parts(connection: Connection, code: str, kind: type[RoomPart]) -> tuple[RoomPart, ...]:
    """Return all parts of one type of a room, in the order of their keys."""
    rows = rows_of(connection, PART_TABLES[kind], code)
    return tuple(value_of(kind, {name: _frozen(x) for name, x in row.items()}) for row in rows)


def _frozen(x: Any) -> Any:
    """Return a stored value with its lists replaced by tuples."""
    return tuple(map(_frozen, x)) if isinstance(x, list) else x
