"""The repository of classroom rooms: stored values, and how they are read and written.

Functions that take a connection are run by :meth:`upcard.server.database.Store.read` or ``write``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from upcard.server.database import Conflict
from upcard.server.repository import AHEAD, PERSON
from upcard.server.schema import ANSWERS, PUPILS, ROOMS, RUNS, SITTINGS, check_fits, rows_of, value_of
from upcard.server.service_base import Snapshot

NO_RUN, BOT, ROOM = -1, -1, -1
"""No activity; a bot in the place of a pupil; the teacher, who answers for the whole room."""

PAGE = "page"
"""The question under which the projector's page is stored."""

REVIEW_ALLOWED = "going over"
"""The question under which the permission to review the matches of a step is stored."""

OF_TEACHER = (PAGE, REVIEW_ALLOWED)
"""Decisions of the teacher that are stored like answers."""

PERSON_WORDS = (PERSON, AHEAD)
"""Values of ``by`` for actions that players chose themselves."""


@dataclass(frozen=True)
class StoredRoom:
    """The stored row of a room."""

    code: str
    """The code in addresses, which pupils type."""
    teacher: str
    """The key of the teacher."""
    run: int = NO_RUN
    """The number of the current activity; ``NO_RUN`` between two."""
    made_at: float = 0.0
    """Time of opening, in seconds since 1970."""
    ended_at: float | None = None
    """Time of closing."""
    version: int = 0
    """Number of changes."""


@dataclass(frozen=True)
class Pupil:
    """A pupil: a number from 0, a pseudonym, a key, when they joined, and whether they were removed."""

    number: int
    name: str
    person: str
    joined_at: float = 0.0
    removed: bool = False


@dataclass(frozen=True)
class Run:
    """An activity of a room."""

    number: int
    """Activities of a room are counted from 0."""
    activity: str
    step: int
    """The current step; -1 while groups gather before the first."""
    settings: Mapping[str, Any]
    """The choices of the teacher."""
    groups: tuple[tuple[int, ...], ...]
    """The pupils of each group."""
    began_at: float
    ended_at: float | None = None

    def group_of(self, pupil: int) -> int | None:
        """Return the group of a pupil; None if they have none."""
        return next((i for i, group in enumerate(self.groups) if pupil in group), None)

    def members(self, group: int) -> tuple[int, ...]:
        """Return the pupils of a group; none if the group no longer exists."""
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
    """The pupils who have left a seat, in order: the seat, the next action (from 0), and the pupil."""

    def sitter(self, seat: int, action: int) -> int:
        """Return the pupil on a seat at an action; ``BOT`` for a bot."""
        before = (pupil for p, until, pupil in self.past if p == seat and action < until)
        return next(before, self.seats[seat])

    def sitters(self, seat: int) -> tuple[int, ...]:
        """Return all pupils who acted on a seat, in order, and the pupil who sits there now."""
        return (*(pupil for p, _, pupil in self.past if p == seat), self.seats[seat])

    @property
    def is_of_bots(self) -> bool:
        """Whether all pupils have left it."""
        return all(x == BOT for x in self.seats)

    @property
    def pupils(self) -> tuple[int, ...]:
        """All pupils who play or watch."""
        return (*(x for x in self.seats if x != BOT), *self.watchers)


@dataclass(frozen=True)
class PupilAnswer:
    """An answer of a pupil, of a group, or of the teacher for all (``ROOM``)."""

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
    answers: Mapping[AnswerKey, PupilAnswer] | None = None


def load(connection: Connection, code: str) -> RoomSnapshot | None:
    """Return the snapshot of a room; None if there is no such room."""
    row = connection.execute(sa.select(ROOMS).where(ROOMS.c.code == code)).mappings().first()
    if row is None:
        return None
    answers = [value_of(PupilAnswer, x) for x in rows_of(connection, ANSWERS, code)]
    return RoomSnapshot(
        row=value_of(StoredRoom, row),
        pupils=tuple(value_of(Pupil, x) for x in rows_of(connection, PUPILS, code)),
        runs=tuple(
            value_of(Run, dict(x) | {"groups": tuple(map(tuple, x["groups"]))})
            for x in rows_of(connection, RUNS, code)
        ),
        sittings=tuple(_sitting(x) for x in rows_of(connection, SITTINGS, code)),
        answers={x.key: x for x in answers},
    )


def add_room(connection: Connection, room: StoredRoom) -> None:
    """Insert a new room."""
    connection.execute(sa.insert(ROOMS), asdict(room))


def update_room(connection: Connection, room: StoredRoom, columns: Mapping[str, Any]) -> StoredRoom:
    """Update columns of a room and count the change; return the new row.

    Raises
    ------
    Conflict
        If the room has been changed since `room` was read.
    """
    values = dict(columns) | {"version": room.version + 1}
    where = (ROOMS.c.code == room.code) & (ROOMS.c.version == room.version)
    if connection.execute(sa.update(ROOMS).where(where).values(values)).rowcount != 1:
        raise Conflict
    return replace(room, **values)


def add_pupil(connection: Connection, code: str, pupil: Pupil) -> None:
    """Insert a pupil."""
    row = asdict(pupil) | {"room": code}
    check_fits(PUPILS, row)
    connection.execute(sa.insert(PUPILS), row)


def change_pupil(connection: Connection, code: str, number: int, **values: Any) -> None:
    """Update columns of a pupil."""
    check_fits(PUPILS, values)
    where = (PUPILS.c.room == code) & (PUPILS.c.number == number)
    connection.execute(sa.update(PUPILS).where(where).values(values))


def add_run(connection: Connection, code: str, run: Run) -> None:
    """Insert an activity."""
    connection.execute(sa.insert(RUNS), asdict(run) | {"room": code, "groups": _lists(run.groups)})


def change_run(connection: Connection, code: str, number: int, **values: Any) -> None:
    """Update columns of an activity."""
    if "groups" in values:
        values["groups"] = _lists(values["groups"])
    where = (RUNS.c.room == code) & (RUNS.c.number == number)
    connection.execute(sa.update(RUNS).where(where).values(values))


def add_sitting(connection: Connection, code: str, sitting: Sitting) -> None:
    """Insert a match."""
    row = asdict(sitting) | _who(sitting)
    connection.execute(sa.insert(SITTINGS), row | {"room": code})


def change_sitting(connection: Connection, code: str, sitting: Sitting) -> None:
    """Update the players and watchers of a match."""
    where = (SITTINGS.c.room == code) & (SITTINGS.c.number == sitting.number)
    connection.execute(sa.update(SITTINGS).where(where).values(_who(sitting)))


def put_answer(connection: Connection, code: str, answer: PupilAnswer) -> None:
    """Store an answer in place of an earlier one."""
    row = asdict(answer) | {"room": code}
    check_fits(ANSWERS, row)
    where = ANSWERS.c.room == code
    for name in ("run", "step", "question", "pupil"):
        where &= ANSWERS.c[name] == row[name]
    connection.execute(sa.delete(ANSWERS).where(where))
    connection.execute(sa.insert(ANSWERS), row)


def rooms_with_work(connection: Connection, most: int) -> list[tuple[StoredRoom, int]]:
    """Return the last rooms with an activity, and how many pupils joined each, the latest first."""
    worked = sa.select(RUNS.c.room)
    query = sa.select(ROOMS).where(ROOMS.c.code.in_(worked)).order_by(ROOMS.c.made_at.desc()).limit(most)
    joined = sa.select(sa.func.count()).select_from(PUPILS)
    return [
        (
            value_of(StoredRoom, row),
            connection.execute(joined.where(PUPILS.c.room == row["code"])).scalar_one(),
        )
        for row in connection.execute(query).mappings()
    ]


def _sitting(row: Mapping[Any, Any]) -> Sitting:
    lists = {x: tuple(row[x]) for x in ("seats", "watchers")} | {"past": tuple(map(tuple, row["past"]))}
    return value_of(Sitting, dict(row) | lists)


def _who(sitting: Sitting) -> dict[str, Any]:
    """Return the columns of players, watchers and former players."""
    return {
        "seats": list(sitting.seats),
        "watchers": list(sitting.watchers),
        "past": _lists(sitting.past),
    }


def _lists(groups: Sequence[Sequence[int]]) -> list[list[int]]:
    return [list(x) for x in groups]
