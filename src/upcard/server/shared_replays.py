"""Replays that one visitor leads: everybody who follows sees the same position, at whichever process.

They are stored beside the tables. Housekeeping of every process looks each second whether another one has
changed the replay of a table that somebody watches here.
"""

import time
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from upcard.engine.errors import Illegal
from upcard.server.repository import values_by_table
from upcard.server.schema import SHARED_REPLAYS, check_fits, value_of

NO_LEADER = "another visitor leads this replay, or nobody does; press Lead to take over"
MOST_SHARED = 1_000
"""Maximum number of shared replays at the same time; the one that was longest without a change ends first."""


@dataclass(frozen=True)
class SharedReplay:
    """A replay that somebody leads."""

    table_id: str
    leader: str
    """A key of the person who leads."""
    name: str
    """How the others know this person."""
    position: int
    """The number of moves before the position that is shown."""
    changed_at: float
    """When it last changed, in seconds since 1970; it differs after every change."""


def shared_replay(connection: Connection, table_id: str) -> SharedReplay | None:
    """Return the shared replay of a table; None if nobody leads."""
    row = connection.execute(sa.select(SHARED_REPLAYS).filter_by(table_id=table_id)).mappings().first()
    return None if row is None else value_of(SharedReplay, row)


def lead_replay(connection: Connection, table_id: str, leader: str, name: str, position: int) -> SharedReplay:
    """Let a person lead the replay of a table in place of anybody else."""
    shared = SharedReplay(table_id, leader, name, position, time.time())
    check_fits(SHARED_REPLAYS, asdict(shared))
    connection.execute(sa.delete(SHARED_REPLAYS).filter_by(table_id=table_id))
    connection.execute(sa.insert(SHARED_REPLAYS), asdict(shared))
    newest = sa.select(SHARED_REPLAYS.c.table_id).order_by(SHARED_REPLAYS.c.changed_at.desc())
    surplus = list(connection.scalars(newest.offset(MOST_SHARED)))
    if surplus:
        connection.execute(sa.delete(SHARED_REPLAYS).where(SHARED_REPLAYS.c.table_id.in_(surplus)))
    return shared


def show_position(connection: Connection, table_id: str, persons: Collection[str], position: int) -> float:
    """Show a position of the replay that one of `persons` leads; return when. Raises Illegal for others."""
    now = time.time()
    values = {"position": position, "changed_at": now}
    update = sa.update(SHARED_REPLAYS).where(_led(table_id, persons)).values(values)
    if connection.execute(update).rowcount != 1:
        raise Illegal(NO_LEADER)
    return now


def stop_leading(connection: Connection, table_id: str, persons: Collection[str]) -> None:
    """End the replay that one of `persons` leads; raises Illegal for others."""
    if connection.execute(sa.delete(SHARED_REPLAYS).where(_led(table_id, persons))).rowcount != 1:
        raise Illegal(NO_LEADER)


def _led(table_id: str, persons: Collection[str]) -> sa.ColumnElement[bool]:
    return (SHARED_REPLAYS.c.table_id == table_id) & SHARED_REPLAYS.c.leader.in_(sorted(persons))


def replay_changes(connection: Connection, names: Sequence[str]) -> dict[str, float]:
    """Return when the shared replays of some tables last changed; tables without one are left out."""
    return values_by_table(connection, SHARED_REPLAYS.c.table_id, SHARED_REPLAYS.c.changed_at, names)
