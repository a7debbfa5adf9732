"""What the database keeps of a table, as values, and how they are read and written.

Functions that take a connection are run by :meth:`Store.read` or :meth:`Store.write`.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Self

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from upcard.engine.option_values import OptionValue
from upcard.server.database import Conflict, Together
from upcard.server.schema import (
    ACTIONS,
    CONSENTS,
    PHRASES,
    PLANS,
    SEATS,
    TABLES,
    check_fits,
    rows_of,
    value_of,
)

PERSON, CLOCK, STRATEGY, AHEAD = "person", "clock", "strategy", "ahead"
"""By whom an action was done: its player, the clock in his place, a strategy, a plan of his made before."""

CHOSEN = 0
"""The number of a choice of the same moment; plans are counted from 1."""

AT = "@"
"""Stands between a person and the table where a key opens his seat, and no other of his."""

AT_ONCE = 500
"""So many tables are asked for by name at once."""


@dataclass(frozen=True)
class KeptSeat:
    """A seat as it is kept."""

    number: int
    """The seat, from 0."""
    name: str = ""
    """Who sits there; empty while it is open."""
    strategy: str = ""
    """The strategy that plays it; empty for a person."""
    thinking: float = 0.0
    """For how many seconds the strategy may think of one action."""
    person: str = ""
    """A key of the person's browser; empty for strategies and open seats."""
    added: str | None = None
    """What the person added to the seed of the deal; None before."""
    address: str = ""
    """Where letters to the player go; empty for none."""
    vacation: bool = False
    """Whether the player has taken his vacation."""
    notes: str = ""
    """Notes of the player to himself."""

    @property
    def is_open(self) -> bool:
        """Whether somebody can sit down here."""
        return not (self.person or self.strategy)


@dataclass(frozen=True)
class KeptTable:
    """A table as it is kept; what is not said is that of :class:`upcard.play.session.Table`."""

    id: str
    """Its name in addresses."""
    game: str
    """Name of the game."""
    players: int
    """Number of players."""
    options: Mapping[str, OptionValue]
    """Options as people write them."""
    rules_version: int
    """Version of the rules."""
    secret: str
    commitment: str
    """The server's part of the seed, and its hash that was published before."""
    dealt: tuple[str, ...] = ()
    """Outcomes of chance that were asked for; empty for a fair deal."""
    seed: int | None = None
    """Seed of the cards, which follow those of `dealt`; None before they are dealt."""
    ending: str = ""
    """Empty while it goes on, ``finished``, or ``resigned N`` with the seat from 1."""
    clock: str = "none"
    """How long a player may think; see :mod:`upcard.server.clock`."""
    confirm: bool = False
    """Whether an action is confirmed before it counts."""
    delay: int = 0
    """By how many actions those who watch are behind."""
    follows: str | None = None
    followed: str | None = None
    """The table of which this is a return match, and the return match of this one."""
    made_at: float = 0.0
    """When it was made, in seconds since 1970."""
    due_at: float | None = None
    """When the player whose turn it is has to have acted; None for never."""
    version: int = 0
    """Counts the changes."""
    changed_at: float = 0.0
    """When it was changed last."""
    key: str | None = None
    """By what request it was made, of which there is one only; None where that does not matter."""

    @property
    def is_dealt(self) -> bool:
        """Whether the cards are dealt."""
        return self.seed is not None


@dataclass(frozen=True)
class KeptAction:
    """An action as it is kept: its number from 0, who did it, what, by whom (``PERSON`` ...), and when."""

    number: int
    seat: int
    action: int
    by: str
    at: float


@dataclass(frozen=True)
class Plan:
    """What a player wants to be done later, in his place."""

    number: int
    """Plans are looked at in this order."""
    turn: int | None
    """The number of the action that it is to be; None for whenever its condition holds."""
    condition: str
    """Words of what another must have done just before; empty for none."""
    action: str
    """The words of the action."""


@dataclass(frozen=True)
class Said:
    """One of the set phrases that somebody said after so many actions."""

    seat: int
    phrase: int
    turn: int


@dataclass(frozen=True)
class Kept:
    """All that is kept of one table."""

    table: KeptTable
    seats: tuple[KeptSeat, ...]
    actions: tuple[KeptAction, ...]
    plans: Mapping[int, tuple[Plan, ...]]
    said: tuple[Said, ...]
    consents: Mapping[int, frozenset[int]]


STEP = (
    sa.update(TABLES)
    .where(TABLES.c.id == sa.bindparam("of"), TABLES.c.version == sa.bindparam("was"))
    .values({x: sa.bindparam(x) for x in ("ending", "due_at", "version", "changed_at")})
)

ACT = sa.insert(ACTIONS)


@dataclass(frozen=True)
class Step(Together):
    """The job of every action: the action, and what changes of its table; gives what is kept of the table."""

    table: KeptTable
    """The table before."""
    action: KeptAction
    """The action; a second one of its number is refused."""
    ending: str
    """How the match has ended by it; empty if it goes on."""
    due_at: float | None
    """When the next player has to have acted."""

    @classmethod
    def write_all(cls, connection: Connection, jobs: Sequence[Self]) -> list[KeptTable]:
        """Write all of them, or raise ``Conflict`` if one of the tables has been changed by others."""
        now = time.time()
        after = [
            replace(x.table, ending=x.ending, due_at=x.due_at, version=x.table.version + 1, changed_at=now)
            for x in jobs
        ]
        told = [
            {"of": x.id, "was": x.version - 1, "ending": x.ending, "due_at": x.due_at, "version": x.version,
             "changed_at": now}
            for x in after
        ]  # fmt: skip
        if connection.execute(STEP, told).rowcount != len(jobs):
            raise Conflict
        connection.execute(ACT, [{**vars(x.action), "table_id": x.table.id} for x in jobs])
        return after


def seat_key(person: str, table_id: str) -> str:
    """A key that opens a person's seat at one table, and none of his others."""
    return f"{person}{AT}{table_id}"


def load(connection: Connection, table_id: str) -> Kept | None:
    """A table by its name; None if there is none."""
    row = connection.execute(sa.select(TABLES).where(TABLES.c.id == table_id)).mappings().first()
    if row is None:
        return None
    plans: dict[int, list[Plan]] = {}
    for x in rows_of(connection, PLANS, table_id):
        plans.setdefault(x["seat"], []).append(value_of(Plan, x))
    consents: dict[int, set[int]] = {}
    for x in rows_of(connection, CONSENTS, table_id):
        consents.setdefault(x["absent"], set()).add(x["seat"])
    return Kept(
        table=value_of(KeptTable, dict(row) | {"dealt": tuple(row["dealt"])}),
        seats=tuple(value_of(KeptSeat, x) for x in rows_of(connection, SEATS, table_id)),
        actions=tuple(value_of(KeptAction, x) for x in rows_of(connection, ACTIONS, table_id)),
        plans={p: tuple(x) for p, x in plans.items()},
        said=tuple(value_of(Said, x) for x in rows_of(connection, PHRASES, table_id)),
        consents={p: frozenset(x) for p, x in consents.items()},
    )


def add(connection: Connection, table: KeptTable, seats: Sequence[KeptSeat]) -> None:
    """Keep a new table."""
    row, sitters = asdict(table), [asdict(x) | {"table_id": table.id} for x in seats]
    check_fits(TABLES, row)
    for x in sitters:
        check_fits(SEATS, x)
    connection.execute(sa.insert(TABLES), row | {"dealt": list(table.dealt)})
    connection.execute(sa.insert(SEATS), sitters)


def remove(connection: Connection, table: KeptTable) -> None:
    """Remove a table with all that belongs to it.

    Raises
    ------
    Conflict
        If the table has been changed since `table` was read.
    """
    where = (TABLES.c.id == table.id) & (TABLES.c.version == table.version)
    for kind in (ACTIONS, CONSENTS, PHRASES, PLANS, SEATS):
        connection.execute(sa.delete(kind).where(kind.c.table_id == table.id))
    if connection.execute(sa.delete(TABLES).where(where)).rowcount != 1:
        raise Conflict


def change(connection: Connection, table: KeptTable, columns: Mapping[str, Any]) -> KeptTable:
    """Change columns of a table, and count the change; gives what is kept now.

    Raises
    ------
    Conflict
        If the table has been changed since `table` was read.
    """
    told = dict(columns) | {"version": table.version + 1, "changed_at": time.time()}
    where = (TABLES.c.id == table.id) & (TABLES.c.version == table.version)
    if connection.execute(sa.update(TABLES).where(where).values(told)).rowcount != 1:
        raise Conflict
    return replace(table, **told)


def change_seat(connection: Connection, table_id: str, seat: int, **values: Any) -> None:
    """Change columns of a seat."""
    check_fits(SEATS, values)
    where = (SEATS.c.table_id == table_id) & (SEATS.c.number == seat)
    connection.execute(sa.update(SEATS).where(where).values(values))


def pass_on(connection: Connection, table_id: str, seat: int, **values: Any) -> None:
    """Give a seat to another; notes, address, plans and consents of who sat there are forgotten."""
    change_seat(connection, table_id, seat, address="", vacation=False, notes="", **values)
    connection.execute(sa.delete(PLANS).where(PLANS.c.table_id == table_id, PLANS.c.seat == seat))
    whose = (CONSENTS.c.absent == seat) | (CONSENTS.c.seat == seat)
    connection.execute(sa.delete(CONSENTS).where(CONSENTS.c.table_id == table_id, whose))


def act(connection: Connection, table_id: str, action: KeptAction) -> None:
    """Keep an action; its key is its number, so that a second one of that number is refused."""
    connection.execute(sa.insert(ACTIONS), asdict(action) | {"table_id": table_id})


def add_plan(connection: Connection, table_id: str, seat: int, plan: Plan) -> None:
    """Keep what a player wants to be done later."""
    row = asdict(plan) | {"table_id": table_id, "seat": seat}
    check_fits(PLANS, row)
    connection.execute(sa.insert(PLANS), row)


def drop_plans(connection: Connection, table_id: str, seat: int, numbers: Sequence[int]) -> None:
    """Forget some plans of a player."""
    where = (PLANS.c.table_id == table_id) & (PLANS.c.seat == seat) & PLANS.c.number.in_(list(numbers))
    connection.execute(sa.delete(PLANS).where(where))


def say(connection: Connection, table_id: str, number: int, said: Said) -> None:
    """Keep that somebody said one of the set phrases."""
    connection.execute(sa.insert(PHRASES), asdict(said) | {"table_id": table_id, "number": number})


def consent(connection: Connection, table_id: str, absent: int, seat: int) -> None:
    """Keep that a player agrees to a strategy in another's place."""
    connection.execute(sa.insert(CONSENTS), {"table_id": table_id, "absent": absent, "seat": seat})


def forget_consents(connection: Connection, table_id: str, absent: int) -> None:
    """Forget who agreed to a strategy in a player's place."""
    where = (CONSENTS.c.table_id == table_id) & (CONSENTS.c.absent == absent)
    connection.execute(sa.delete(CONSENTS).where(where))


def overdue(connection: Connection, moment: float) -> list[str]:
    """The tables whose clock had run out at a moment."""
    found = sa.select(TABLES.c.id).where(TABLES.c.due_at <= moment, TABLES.c.ending == "")
    return [row[0] for row in connection.execute(found)]


def tables_of(connection: Connection, person: str, most: int = 100) -> list[str]:
    """The tables at which a person sits, those that go on first, by change; of a seat's key the one."""
    whole, _, table_id = person.partition(AT)
    where = (SEATS.c.person == whole) & ((TABLES.c.id == table_id) if table_id else sa.true())
    found = sa.select(TABLES.c.id).join(SEATS).where(where)
    found = found.order_by(TABLES.c.ending != "", TABLES.c.changed_at.desc())
    return [row[0] for row in connection.execute(found.limit(most)).unique()]


def table_for(connection: Connection, key: str) -> str | None:
    """The table that was made by a request; None if there is none."""
    return connection.execute(sa.select(TABLES.c.id).where(TABLES.c.key == key)).scalar_one_or_none()


def versions(connection: Connection, names: Sequence[str]) -> dict[str, int]:
    """The versions of some tables."""
    columns = sa.select(TABLES.c.id, TABLES.c.version)
    found: dict[str, int] = {}
    for first in range(0, len(names), AT_ONCE):
        some = columns.where(TABLES.c.id.in_(names[first : first + AT_ONCE]))
        found |= {row[0]: row[1] for row in connection.execute(some)}
    return found


def going_on(connection: Connection) -> list[str]:
    """The tables whose cards are dealt and whose game has not ended."""
    found = sa.select(TABLES.c.id).where(TABLES.c.ending == "", TABLES.c.seed.is_not(None))
    return [row[0] for row in connection.execute(found)]
