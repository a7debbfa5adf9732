"""What the database keeps of a room, as values, and how they are read and written.

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

NO_RUN, BOT, ROOM = -1, -1, -1
"""No activity; in place of a pupil, a bot; and who answers what the teacher decides."""

PAGE = "page"
"""Under which question it is kept which page of a step the projector shows."""

GOING_OVER = "going over"
"""Under which question it is kept that pupils may go over the matches of a step."""

OF_TEACHER = (PAGE, GOING_OVER)
"""What is kept like an answer, and is what the teacher decides."""

PERSON_WORDS = (PERSON, AHEAD)
"""By whom an action was done where the player decided it himself."""


@dataclass(frozen=True)
class KeptRoom:
    """A room's own columns."""

    code: str
    """Its name in addresses, which pupils type."""
    teacher: str
    """The key of who leads it."""
    run: int = NO_RUN
    """The activity that goes on, by its number; ``NO_RUN`` between two."""
    made_at: float = 0.0
    """When it was opened, in seconds since 1970."""
    ended_at: float | None = None
    """When it was closed."""
    version: int = 0
    """Counts the changes."""


@dataclass(frozen=True)
class Pupil:
    """Who has joined: a number from 0, a pseudonym, the key of the seat, when, and whether removed."""

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
    """Its name."""
    step: int
    """At which of its steps it stands; -1 while groups gather before the first."""
    settings: Mapping[str, Any]
    """What the teacher chose."""
    groups: tuple[tuple[int, ...], ...]
    """The pupils of each group."""
    began_at: float
    ended_at: float | None = None
    """When it began and ended."""

    def group_of(self, pupil: int) -> int | None:
        """The group of a pupil; None if he has none."""
        return next((i for i, group in enumerate(self.groups) if pupil in group), None)

    def members(self, group: int) -> tuple[int, ...]:
        """The pupils of a group; none where there is no such group any more."""
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
    """Where it belongs."""
    table_id: str
    """At which table it is played."""
    seats: tuple[int, ...]
    """The pupil on each seat; ``BOT`` for a bot."""
    watchers: tuple[int, ...] = ()
    """Who watches."""
    past: tuple[tuple[int, int, int], ...] = ()
    """Who has left a seat, in this order: the seat, before which action, counted from 0, and who."""

    def sitter(self, seat: int, action: int) -> int:
        """Who sat on a seat when an action was done; ``BOT`` for a bot."""
        before = (pupil for p, until, pupil in self.past if p == seat and action < until)
        return next(before, self.seats[seat])

    def sitters(self, seat: int) -> tuple[int, ...]:
        """Everybody who sat on a seat while something was done, in this order, and who sits there now."""
        return (*(pupil for p, _, pupil in self.past if p == seat), self.seats[seat])

    @property
    def is_of_bots(self) -> bool:
        """Whether nobody is left who plays it."""
        return all(x == BOT for x in self.seats)

    @property
    def pupils(self) -> tuple[int, ...]:
        """Everybody who belongs to it."""
        return (*(x for x in self.seats if x != BOT), *self.watchers)


@dataclass(frozen=True)
class Answer:
    """What a pupil answered, or a group, or the teacher for all (``ROOM``)."""

    run: int
    step: int
    question: str
    pupil: int
    value: Any
    at: float

    @property
    def key(self) -> "AnswerKey":
        """What there is only one answer for."""
        return (self.run, self.step, self.question, self.pupil)


AnswerKey = tuple[int, int, str, int]


@dataclass(frozen=True)
class Kept:
    """All that is kept of one room."""

    room: KeptRoom
    pupils: tuple[Pupil, ...] = ()
    runs: tuple[Run, ...] = ()
    sittings: tuple[Sitting, ...] = ()
    answers: Mapping[AnswerKey, Answer] | None = None


def load(connection: Connection, code: str) -> Kept | None:
    """A room by its code; None if there is none."""
    row = connection.execute(sa.select(ROOMS).where(ROOMS.c.code == code)).mappings().first()
    if row is None:
        return None
    answers = [value_of(Answer, x) for x in rows_of(connection, ANSWERS, code)]
    return Kept(
        room=value_of(KeptRoom, row),
        pupils=tuple(value_of(Pupil, x) for x in rows_of(connection, PUPILS, code)),
        runs=tuple(
            value_of(Run, dict(x) | {"groups": tuple(map(tuple, x["groups"]))})
            for x in rows_of(connection, RUNS, code)
        ),
        sittings=tuple(_sitting(x) for x in rows_of(connection, SITTINGS, code)),
        answers={x.key: x for x in answers},
    )


def add_room(connection: Connection, room: KeptRoom) -> None:
    """Keep a new room."""
    connection.execute(sa.insert(ROOMS), asdict(room))


def touch(connection: Connection, room: KeptRoom, columns: Mapping[str, Any]) -> KeptRoom:
    """Change columns of a room, and count the change; gives what is kept now.

    Raises
    ------
    Conflict
        If the room has been changed since `room` was read.
    """
    told = dict(columns) | {"version": room.version + 1}
    where = (ROOMS.c.code == room.code) & (ROOMS.c.version == room.version)
    if connection.execute(sa.update(ROOMS).where(where).values(told)).rowcount != 1:
        raise Conflict
    return replace(room, **told)


def add_pupil(connection: Connection, code: str, pupil: Pupil) -> None:
    """Keep who has joined."""
    row = asdict(pupil) | {"room": code}
    check_fits(PUPILS, row)
    connection.execute(sa.insert(PUPILS), row)


def change_pupil(connection: Connection, code: str, number: int, **values: Any) -> None:
    """Change columns of a pupil."""
    check_fits(PUPILS, values)
    where = (PUPILS.c.room == code) & (PUPILS.c.number == number)
    connection.execute(sa.update(PUPILS).where(where).values(values))


def add_run(connection: Connection, code: str, run: Run) -> None:
    """Keep an activity that begins."""
    connection.execute(sa.insert(RUNS), asdict(run) | {"room": code, "groups": _lists(run.groups)})


def change_run(connection: Connection, code: str, number: int, **values: Any) -> None:
    """Change columns of an activity."""
    if "groups" in values:
        values["groups"] = _lists(values["groups"])
    where = (RUNS.c.room == code) & (RUNS.c.number == number)
    connection.execute(sa.update(RUNS).where(where).values(values))


def add_sitting(connection: Connection, code: str, sitting: Sitting) -> None:
    """Keep who sits where."""
    row = asdict(sitting) | _who(sitting)
    connection.execute(sa.insert(SITTINGS), row | {"room": code})


def change_sitting(connection: Connection, code: str, sitting: Sitting) -> None:
    """Keep who sits where now."""
    where = (SITTINGS.c.room == code) & (SITTINGS.c.number == sitting.number)
    connection.execute(sa.update(SITTINGS).where(where).values(_who(sitting)))


def put_answer(connection: Connection, code: str, answer: Answer) -> None:
    """Keep an answer in place of the one before."""
    row = asdict(answer) | {"room": code}
    check_fits(ANSWERS, row)
    where = ANSWERS.c.room == code
    for name in ("run", "step", "question", "pupil"):
        where &= ANSWERS.c[name] == row[name]
    connection.execute(sa.delete(ANSWERS).where(where))
    connection.execute(sa.insert(ANSWERS), row)


def rooms_with_work(connection: Connection, most: int) -> list[tuple[KeptRoom, int]]:
    """The last rooms in which an activity was begun, with how many joined each, the latest first."""
    worked = sa.select(RUNS.c.room)
    found = sa.select(ROOMS).where(ROOMS.c.code.in_(worked)).order_by(ROOMS.c.made_at.desc()).limit(most)
    joined = sa.select(sa.func.count()).select_from(PUPILS)
    return [
        (value_of(KeptRoom, row), connection.execute(joined.where(PUPILS.c.room == row["code"])).scalar_one())
        for row in connection.execute(found).mappings()
    ]


def _sitting(row: Mapping[Any, Any]) -> Sitting:
    told = {x: tuple(row[x]) for x in ("seats", "watchers")} | {"past": tuple(map(tuple, row["past"]))}
    return value_of(Sitting, dict(row) | told)


def _who(sitting: Sitting) -> dict[str, Any]:
    """The columns of who sits, watches, and sat there before."""
    return {
        "seats": list(sitting.seats),
        "watchers": list(sitting.watchers),
        "past": _lists(sitting.past),
    }


def _lists(groups: Sequence[Sequence[int]]) -> list[list[int]]:
    return [list(x) for x in groups]
