"""The tables of the database, and their rows as values: everything that must survive a restart.

An action is one row, whose key is the table and its number. So only one of two requests for the same turn can
be written, whichever process they come from. The state of a match is not stored, since it follows from its
options, its seed and its actions.
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, TypeVar

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    select,
)
from sqlalchemy.engine import Connection, RowMapping

from upcard.engine.errors import Usage

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
    }
)

TABLE_ID, LINE = 16, 200
NUL = "\x00"
X = TypeVar("X")


def _table_id() -> "Column[str]":
    return Column("table_id", String(TABLE_ID), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


def check_fits(table: Table, values: Mapping[str, object]) -> None:
    """Refuse texts that one of the supported databases cannot store in the columns of a table.

    Raises
    ------
    Usage
        If one is longer than its column, or holds the character NUL.
    """
    for name, text in values.items():
        if not isinstance(text, str):
            continue
        most = getattr(table.c[name].type, "length", None)
        if most is not None and len(text) > most:
            raise Usage(f"{text[:40]!r}... has {len(text):,} characters; a {name} has {most} at most")
        if NUL in text:
            raise Usage(f"{text[:40]!r} holds the character NUL, which cannot be stored; leave it out")


def rows_of(connection: Connection, kind: Table, name: str) -> Sequence[RowMapping]:
    """Return the rows of a kind that belong to a table or a room, in the order of their keys."""
    owner, *order = kind.primary_key.columns
    return connection.execute(select(kind).where(owner == name).order_by(*order)).mappings().all()


def value_of(kind: type[X], row: Mapping[Any, Any]) -> X:
    """Return a row as a dataclass that has its columns as fields."""
    return kind(**{f.name: row[f.name] for f in fields(kind)})  # type: ignore[arg-type]


TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(TABLE_ID), primary_key=True),
    Column("game", String(LINE), nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("secret", String(LINE), nullable=False),
    Column("commitment", String(LINE), nullable=False),
    Column("dealt", JSON, nullable=False),
    Column("seed", BigInteger),
    Column("ending", String(LINE), nullable=False),
    Column("clock", String(LINE), nullable=False),
    Column("confirm", Boolean, nullable=False),
    Column("delay", Integer, nullable=False),
    Column("follows", String(TABLE_ID)),
    Column("followed", String(TABLE_ID)),
    Column("made_at", Float, nullable=False),
    Column("due_at", Float),
    Column("version", Integer, nullable=False),
    Column("changed_at", Float, nullable=False),
    Column("key", String(LINE)),
    Index("ix_tables_changed_at", "changed_at"),
    Index("ix_tables_due_at", "due_at"),
    Index("ix_tables_key", "key", unique=True),
)

SEATS = Table(
    "seats",
    METADATA,
    _table_id(),
    Column("number", Integer, primary_key=True),
    Column("name", String(LINE), nullable=False),
    Column("strategy", String(LINE), nullable=False),
    Column("thinking", Float, nullable=False),
    Column("person", String(LINE), nullable=False),
    Column("added", String(LINE)),
    Column("address", String(LINE), nullable=False),
    Column("vacation", Boolean, nullable=False),
    Column("notes", Text, nullable=False),
    Index("ix_seats_person", "person"),
)

ACTIONS = Table(
    "actions",
    METADATA,
    _table_id(),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("action", Integer, nullable=False),
    Column("by", String(LINE), nullable=False),
    Column("at", Float, nullable=False),
)

PLANS = Table(
    "plans",
    METADATA,
    _table_id(),
    Column("seat", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("turn", Integer),
    Column("condition", String(LINE), nullable=False),
    Column("action", String(LINE), nullable=False),
)

PHRASES = Table(
    "phrases",
    METADATA,
    _table_id(),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("phrase", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
)

CONSENTS = Table(
    "consents",
    METADATA,
    _table_id(),
    Column("absent", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
)

LETTERS = Table(
    "letters",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("reply", JSON, nullable=False),
    Column("at", Float, nullable=False),
    Column("sender", String(LINE), nullable=False, server_default=""),
    Index("ix_letters_sender", "sender"),
)

ADDRESSES = Table(
    "addresses",
    METADATA,
    Column("address", String(LINE), primary_key=True),
    Column("is_welcome", Boolean, nullable=False),
    Column("at", Float, nullable=False),
)

OUTBOX = Table(
    "outbox",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("to", String(LINE), nullable=False),
    Column("letter", JSON, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("at", Float, nullable=False),
    Column("fault", String(LINE), nullable=False, server_default=""),
    Column("given_up_at", Float),
    Index("ix_outbox_at", "at"),
)

ROOM_CODE = 12


def _room_code() -> "Column[str]":
    return Column("room", String(ROOM_CODE), ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True)


ROOMS = Table(
    "rooms",
    METADATA,
    Column("code", String(ROOM_CODE), primary_key=True),
    Column("teacher", String(LINE), nullable=False),
    Column("run", Integer, nullable=False),
    Column("made_at", Float, nullable=False),
    Column("ended_at", Float),
    Column("version", Integer, nullable=False),
)

PUPILS = Table(
    "pupils",
    METADATA,
    _room_code(),
    Column("number", Integer, primary_key=True),
    Column("name", String(LINE), nullable=False),
    Column("person", String(LINE), nullable=False),
    Column("joined_at", Float, nullable=False),
    Column("removed", Boolean, nullable=False),
)

RUNS = Table(
    "runs",
    METADATA,
    _room_code(),
    Column("number", Integer, primary_key=True),
    Column("activity", String(LINE), nullable=False),
    Column("step", Integer, nullable=False),
    Column("settings", JSON, nullable=False),
    Column("groups", JSON, nullable=False),
    Column("began_at", Float, nullable=False),
    Column("ended_at", Float),
)

SITTINGS = Table(
    "sittings",
    METADATA,
    _room_code(),
    Column("number", Integer, primary_key=True),
    Column("run", Integer, nullable=False),
    Column("step", Integer, nullable=False),
    Column("group", Integer, nullable=False),
    Column("match", Integer, nullable=False),
    Column("table_id", String(TABLE_ID), nullable=False),
    Column("seats", JSON, nullable=False),
    Column("watchers", JSON, nullable=False),
    Column("past", JSON, nullable=False, server_default="[]"),
    Index("ix_sittings_table_id", "table_id"),
)

ANSWERS = Table(
    "answers",
    METADATA,
    _room_code(),
    Column("run", Integer, primary_key=True),
    Column("step", Integer, primary_key=True),
    Column("question", String(LINE), primary_key=True),
    Column("pupil", Integer, primary_key=True),
    Column("value", JSON, nullable=False),
    Column("at", Float, nullable=False),
)
