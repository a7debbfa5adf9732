"""The repository of tables: their stored values, and functions that read and write them.

Functions that take a connection are run by :meth:`Store.read` or :meth:`Store.write`.
"""

import time
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import asdict, dataclass, replace
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from upcard.engine.option_values import OptionValue
from upcard.server.clock import DAY, TOTAL
from upcard.server.database import Conflict
from upcard.server.schema import (
    ACTIONS,
    CONSENTS,
    PHRASES,
    PLANS,
    REVIEW_DOCUMENTS,
    REVIEWS,
    SEATS,
    SHARED_REPLAYS,
    SITTINGS,
    TABLES,
    check_fits,
    rows_of,
    value_of,
)
from upcard.server.service_base import Snapshot

PERSON, CLOCK, STRATEGY, AHEAD, STAND_IN = "person", "clock", "strategy", "ahead", "stand-in"
"""Sources of an action: the player, an expired clock, a strategy, an earlier plan of the player, or a random
action in place of a strategy that failed."""

DELETED = "deleted"
"""In place of the source of an action whose player's data was deleted."""

CHOSEN = 0
"""The number of the plan for a choice made before the player's turn; other plans begin with 1."""

AT = "@"
"""Separator of person and table in a key that opens the person's seat at one table only."""

MOVE, WHOLE_MATCH = "move ", f"{TOTAL} "
"""How clocks of seconds begin: for one action, or for a whole match."""

IS_MANNED = SEATS.c.strategy == ""

OF_A_TABLE = (ACTIONS, CONSENTS, PHRASES, PLANS, REVIEWS, REVIEW_DOCUMENTS, SEATS, SHARED_REPLAYS)
"""Rows that are deleted with their table."""

AT_ONCE = 500
"""Maximum number of names in one query."""


class Abandoned(NamedTuple):
    """Days after which a table is abandoned."""

    of_persons: float = 90.0
    """An unfinished match of persons: since the last change, or since the deadline if that is later."""
    of_bots: float = 7.0
    """A match without persons: since the last change."""
    of_studies: float = 365.0
    """A study: since somebody last opened it."""


@dataclass(frozen=True)
class StoredSeat:
    """A seat of a table, as it is stored."""

    number: int
    """The seat, from 0."""
    name: str = ""
    """The player's name; empty while the seat is open."""
    strategy: str = ""
    """The strategy that plays it; empty for a person."""
    thinking: float = 0.0
    """Seconds that the strategy may use for one action."""
    person: str = ""
    """A key of the person's browser; empty for strategies and open seats."""
    added: str | None = None
    """The text that the person added to the seed of the deal; None until then."""
    address: str = ""
    """The player's email address; empty for none."""
    vacation: bool = False
    """Whether the player has taken their vacation."""
    notes: str = ""

    @property
    def is_open(self) -> bool:
        """Whether somebody can take this seat."""
        return not (self.person or self.strategy)


@dataclass(frozen=True)
class StoredTable:
    """The stored row of a table."""

    id: str
    """Its name in addresses."""
    game: str
    players: int
    options: Mapping[str, OptionValue]
    """Options, as text."""
    rules_version: int
    secret: str
    commitment: str
    """The server's part of the seed, and its hash that was published before."""
    dealt: tuple[str, ...] = ()
    """Chance outcomes that the players chose; empty for a fair deal."""
    seed: int | None = None
    """Seed of the cards, which follow those of `dealt`; None before they are dealt."""
    ending: str = ""
    """Empty while the match continues, ``finished``, ``agreed``, ``stopped``, ``aborted``, or ``resigned N``
    with the seat from 1."""
    clock: str = "none"
    """How long a player may think; see :mod:`upcard.server.clock`."""
    confirm: bool = False
    """Whether an action is confirmed before it counts."""
    delay: int = 0
    """Number of last actions that watchers do not see yet."""
    follows: str | None = None
    followed: str | None = None
    """The table whose rematch this is, and the table with the rematch of this one; None for none."""
    made_at: float = 0.0
    """When it was made, in seconds since 1970."""
    due_at: float | None = None
    """Deadline of the player to move; None for none."""
    version: int = 0
    """Number of changes."""
    changed_at: float = 0.0
    key: str | None = None
    """The key of the request that made it, which is unique; None if there was none."""
    host: str = ""
    """The key of the person who decides before the deal; empty for the first person at the table."""
    offer: str = ""
    """The open offer of a player to the others, see :mod:`upcard.server.agreements`; empty for none.
    """
    taken_back: int = 0
    """Number of actions that were taken back."""
    dealt_at: float | None = None
    """When the cards were dealt; None before, and for tables of older servers."""
    hand: int = 1
    hands: int = 1
    """Which hand of a series this is, and of how many; see :mod:`upcard.server.series_tables`."""
    earlier: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """The table and the payoffs of each earlier hand, by the seats of that hand."""
    removed: tuple[tuple[str, str], ...] = ()
    """Key and name of each person whom the host removed, and who cannot take a seat again."""

    @property
    def is_dealt(self) -> bool:
        """Whether the cards are dealt."""
        return self.seed is not None


@dataclass(frozen=True)
class StoredAction:
    """A stored action: its number from 0, the seat, the action, who chose it (``PERSON`` ...), and when."""

    number: int
    seat: int
    action: int
    by: str
    at: float


@dataclass(frozen=True)
class PlannedMove:
    """An action that a player plans, to be played automatically."""

    number: int
    """Plans are tried in this order."""
    turn: int | None
    """The number that the action will have; None for whenever its condition holds."""
    condition: str
    """Words of the action that another player must have played; empty for none."""
    action: str
    """The words of the action."""


@dataclass(frozen=True)
class StoredPhrase:
    """A phrase of the table talk: its seat, its number, and the number of actions before it."""

    seat: int
    phrase: int
    turn: int


@dataclass(frozen=True)
class TableSnapshot(Snapshot):
    """Everything that the database holds of one table."""

    row: StoredTable
    seats: tuple[StoredSeat, ...]
    actions: tuple[StoredAction, ...]
    plans: Mapping[int, tuple[PlannedMove, ...]]
    phrases: tuple[StoredPhrase, ...]
    consents: Mapping[int, frozenset[int]]


def seat_key(person: str, table_id: str) -> str:
    """Return a key that opens a person's seat at one table, and none of their others."""
    return f"{person}{AT}{table_id}"


def load(connection: Connection, table_id: str) -> TableSnapshot | None:
    """Return the snapshot of a table; None if there is no such table."""
    row = connection.execute(sa.select(TABLES).where(TABLES.c.id == table_id)).mappings().first()
    if row is None:
        return None
    plans: dict[int, list[PlannedMove]] = {}
    for x in rows_of(connection, PLANS, table_id):
        plans.setdefault(x["seat"], []).append(value_of(PlannedMove, x))
    consents: dict[int, set[int]] = {}
    for x in rows_of(connection, CONSENTS, table_id):
        consents.setdefault(x["absent"], set()).add(x["seat"])
    return TableSnapshot(
        row=value_of(StoredTable, dict(row) | _tuples(row)),
        seats=tuple(value_of(StoredSeat, x) for x in rows_of(connection, SEATS, table_id)),
        actions=tuple(value_of(StoredAction, x) for x in rows_of(connection, ACTIONS, table_id)),
        plans={p: tuple(x) for p, x in plans.items()},
        phrases=tuple(value_of(StoredPhrase, x) for x in rows_of(connection, PHRASES, table_id)),
        consents={p: frozenset(x) for p, x in consents.items()},
    )


def _tuples(row: Mapping[Any, Any]) -> dict[str, Any]:
    """Return the columns of a table that are lists in the database."""
    removed = tuple((person, name) for person, name in row["removed"])
    earlier = tuple((table, tuple(payoffs)) for table, payoffs in row["earlier"])
    return {"dealt": tuple(row["dealt"]), "removed": removed, "earlier": earlier}


def add_table(connection: Connection, table: StoredTable, seats: Sequence[StoredSeat]) -> None:
    """Insert a new table."""
    row, sitters = asdict(table), [asdict(x) | {"table_id": table.id} for x in seats]
    check_fits(TABLES, row)
    for x in sitters:
        check_fits(SEATS, x)
    lists = {"dealt": list(table.dealt), "earlier": list(table.earlier)}
    connection.execute(sa.insert(TABLES), row | lists)
    connection.execute(sa.insert(SEATS), sitters)


def remove_table(connection: Connection, table: StoredTable) -> None:
    """Delete a table with everything that belongs to it; raises Conflict if it has been changed meanwhile."""
    where = (TABLES.c.id == table.id) & (TABLES.c.version == table.version)
    for kind in OF_A_TABLE:
        connection.execute(sa.delete(kind).where(kind.c.table_id == table.id))
    if connection.execute(sa.delete(TABLES).where(where)).rowcount != 1:
        raise Conflict


def update_table(connection: Connection, table: StoredTable, columns: Mapping[str, Any]) -> StoredTable:
    """Update columns of a table and count the change; return the new row.

    Raises Conflict if the table has been changed since `table` was read.
    """
    values = dict(columns) | {"version": table.version + 1, "changed_at": time.time()}
    where = (TABLES.c.id == table.id) & (TABLES.c.version == table.version)
    if connection.execute(sa.update(TABLES).where(where).values(values)).rowcount != 1:
        raise Conflict
    return replace(table, **values)


def replace_seats(connection: Connection, table_id: str, seats: Sequence[StoredSeat]) -> None:
    """Replace all seats of a table that is not dealt, and delete the phrases that players said."""
    for kind in (PHRASES, SEATS):
        connection.execute(sa.delete(kind).where(kind.c.table_id == table_id))
    sitters = [asdict(x) | {"table_id": table_id} for x in seats]
    for x in sitters:
        check_fits(SEATS, x)
    connection.execute(sa.insert(SEATS), sitters)


def change_seat(connection: Connection, table_id: str, seat: int, **values: Any) -> None:
    """Update columns of a seat."""
    check_fits(SEATS, values)
    where = (SEATS.c.table_id == table_id) & (SEATS.c.number == seat)
    connection.execute(sa.update(SEATS).where(where).values(values))


def pass_on(connection: Connection, table_id: str, seat: int, **values: Any) -> None:
    """Give a seat to another player; delete the notes, address, plans and consents of the former one."""
    change_seat(connection, table_id, seat, address="", vacation=False, notes="", **values)
    connection.execute(sa.delete(PLANS).where(PLANS.c.table_id == table_id, PLANS.c.seat == seat))
    whose = (CONSENTS.c.absent == seat) | (CONSENTS.c.seat == seat)
    connection.execute(sa.delete(CONSENTS).where(CONSENTS.c.table_id == table_id, whose))


def add_action(connection: Connection, table_id: str, action: StoredAction) -> None:
    """Insert an action; the database refuses a second action with the same number."""
    connection.execute(sa.insert(ACTIONS), asdict(action) | {"table_id": table_id})


def take_back_actions(connection: Connection, table_id: str, length: int) -> None:
    """Delete all actions from number `length` on, with all plans and consents, which were made after them."""
    late = (ACTIONS.c.table_id == table_id) & (ACTIONS.c.number >= length)
    connection.execute(sa.delete(ACTIONS).where(late))
    for kind in (PLANS, CONSENTS):
        connection.execute(sa.delete(kind).where(kind.c.table_id == table_id))


def actions_of_persons(connection: Connection, names: Sequence[str]) -> list[tuple[str, int, int]]:
    """Return table, seat and number of every action that players at some tables chose themselves."""
    columns = sa.select(ACTIONS.c.table_id, ACTIONS.c.seat, ACTIONS.c.number)
    chosen: list[tuple[str, int, int]] = []
    for first in range(0, len(names), AT_ONCE):
        some = ACTIONS.c.table_id.in_(names[first : first + AT_ONCE])
        query = columns.where(some, ACTIONS.c.by.in_((PERSON, AHEAD)))
        chosen += [(x.table_id, x.seat, x.number) for x in connection.execute(query)]
    return chosen


def add_plan(connection: Connection, table_id: str, seat: int, plan: PlannedMove) -> None:
    """Insert a planned move."""
    row = asdict(plan) | {"table_id": table_id, "seat": seat}
    check_fits(PLANS, row)
    connection.execute(sa.insert(PLANS), row)


def drop_plans(connection: Connection, table_id: str, seat: int, numbers: Sequence[int]) -> None:
    """Delete some planned moves of a seat."""
    if numbers:
        where = (PLANS.c.table_id == table_id) & (PLANS.c.seat == seat) & PLANS.c.number.in_(list(numbers))
        connection.execute(sa.delete(PLANS).where(where))


def add_phrase(connection: Connection, table_id: str, number: int, phrase: StoredPhrase) -> None:
    """Insert a phrase of the table talk."""
    connection.execute(sa.insert(PHRASES), asdict(phrase) | {"table_id": table_id, "number": number})


def add_consent(connection: Connection, table_id: str, absent: int, seat: int) -> None:
    """Insert a player's consent to let a bot replace an absent player."""
    connection.execute(sa.insert(CONSENTS), {"table_id": table_id, "absent": absent, "seat": seat})


def forget_consents(connection: Connection, table_id: str, absent: int) -> None:
    """Delete the consents to let a bot replace a player."""
    where = (CONSENTS.c.table_id == table_id) & (CONSENTS.c.absent == absent)
    connection.execute(sa.delete(CONSENTS).where(where))


def overdue(connection: Connection, moment: float, most: int = AT_ONCE) -> list[str]:
    """Return at most `most` tables with persons whose clock of seconds had run out at a time."""
    query = sa.select(TABLES.c.id).where(
        TABLES.c.due_at <= moment,
        TABLES.c.ending == "",
        TABLES.c.clock.startswith(MOVE) | TABLES.c.clock.startswith(WHOLE_MATCH),
        _has_seat(IS_MANNED),
    )
    return [row[0] for row in connection.execute(query.order_by(TABLES.c.due_at).limit(most))]


def _has_seat(condition: sa.ColumnElement[bool]) -> sa.Exists:
    """Return whether a table has a seat that fulfils a condition, for use in a query."""
    return sa.exists().where(SEATS.c.table_id == TABLES.c.id, condition)


def tables_of(connection: Connection, person: str, most: int = 100) -> list[str]:
    """Return the tables of a person, running ones and latest changes first; a seat key has one table.

    A series is represented by its last table.
    """
    whole, _, table_id = person.partition(AT)
    later = TABLES.alias()
    goes_on = (TABLES.c.hand < TABLES.c.hands) & sa.exists().where(later.c.id == TABLES.c.followed)
    where = (SEATS.c.person == whole) & ((TABLES.c.id == table_id) if table_id else ~goes_on)
    query = sa.select(TABLES.c.id).join(SEATS).where(where)
    query = query.order_by(TABLES.c.ending != "", TABLES.c.changed_at.desc())
    return [row[0] for row in connection.execute(query.limit(most)).unique()]


def abandoned(connection: Connection, now: float, days: Abandoned, most: int = AT_ONCE) -> list[str]:
    """Return at most `most` tables that were abandoned before a time, in seconds since 1970.

    A finished match of persons is never abandoned, nor is a table of a class.
    """
    of_bots = ~_has_seat(IS_MANNED) & ~_has_seat(SEATS.c.person != "")
    waits = sa.func.coalesce(TABLES.c.due_at, TABLES.c.changed_at)
    last = sa.case((waits > TABLES.c.changed_at, waits), else_=TABLES.c.changed_at)
    query = sa.select(TABLES.c.id).where(
        TABLES.c.changed_at < now - min(days) * DAY,
        (of_bots & (TABLES.c.changed_at < now - days.of_bots * DAY))
        | ((TABLES.c.ending == "") & (last < now - days.of_persons * DAY)),
        ~sa.exists().where(SITTINGS.c.table_id == TABLES.c.id),
    )
    return [row[0] for row in connection.execute(query.order_by(TABLES.c.changed_at).limit(most))]


def remove_abandoned(connection: Connection, now: float, days: Abandoned, but: AbstractSet[str]) -> list[str]:
    """Delete abandoned tables with everything that belongs to them, but not those in use; return them."""
    names = [x for x in abandoned(connection, now, days) if x not in but]
    remove_tables(connection, names)
    return names


def remove_tables(connection: Connection, names: Sequence[str]) -> None:
    """Delete tables with everything that belongs to them."""
    for first in range(0, len(names), AT_ONCE):
        some = names[first : first + AT_ONCE]
        for kind in OF_A_TABLE:
            connection.execute(sa.delete(kind).where(kind.c.table_id.in_(some)))
        connection.execute(sa.update(TABLES).where(TABLES.c.followed.in_(some)).values(followed=None))
        connection.execute(sa.delete(TABLES).where(TABLES.c.id.in_(some)))


def table_for(connection: Connection, key: str) -> str | None:
    """Return the table that a request has made; None if it has made none."""
    return connection.execute(sa.select(TABLES.c.id).where(TABLES.c.key == key)).scalar_one_or_none()


def versions(connection: Connection, names: Sequence[str]) -> dict[str, int]:
    """Return the versions of some tables."""
    return values_by_table(connection, TABLES.c.id, TABLES.c.version, names)


def values_by_table(
    connection: Connection, table_id: sa.Column[str], value: sa.Column[Any], names: Sequence[str]
) -> dict[str, Any]:
    """Return the value in a column for each of some tables; tables without a row are left out."""
    values: dict[str, Any] = {}
    for first in range(0, len(names), AT_ONCE):
        some = sa.select(table_id, value).where(table_id.in_(names[first : first + AT_ONCE]))
        values |= {row[0]: row[1] for row in connection.execute(some)}
    return values


def awaited_tables(connection: Connection) -> list[str]:
    """Return the running tables where persons wait for bots without watching, latest changes first.

    They have a clock, or persons who get emails.
    """
    query = sa.select(TABLES.c.id).where(
        TABLES.c.ending == "",
        TABLES.c.seed.is_not(None),
        _has_seat(~IS_MANNED),
        _has_seat(IS_MANNED),
        TABLES.c.due_at.is_not(None) | _has_seat(SEATS.c.address != ""),
    )
    return [row[0] for row in connection.execute(query.order_by(TABLES.c.changed_at.desc()))]
