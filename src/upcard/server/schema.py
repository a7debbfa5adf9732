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
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    select,
)
from sqlalchemy.engine import Connection, RowMapping

from upcard.engine.errors import Usage
from upcard.server.columns import ROOM_CODE, TABLE_ID, TEXT, key, of_room, of_table, required

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
    }
)

NUL = "\x00"
X = TypeVar("X")


def check_fits(table: Table, values: Mapping[str, object]) -> None:
    """Raise Usage if a text is longer than its column or cannot be stored."""
    for name, text in values.items():
        if not isinstance(text, str):
            continue
        most = getattr(table.c[name].type, "length", None)
        if most is not None and len(text) > most:
            raise Usage(f"{text[:40]!r}... has {len(text):,} characters; expected at most {most} for {name}")
        check_storable(text, repr(text[:40]))


def check_storable(text: str, words: str) -> None:
    """Raise Usage if a text contains NUL, which PostgreSQL cannot store, or half of a pair in UTF-16."""
    if NUL in text or any("\ud800" <= x <= "\udfff" for x in text):
        raise Usage(f"{words} contains a character that cannot be stored; leave it out")


def rows_of(connection: Connection, kind: Table, name: str) -> Sequence[RowMapping]:
    """Return the rows of `kind` that belong to a game table or a room, in the order of their keys."""
    owner, *order = kind.primary_key.columns
    return connection.execute(select(kind).where(owner == name).order_by(*order)).mappings().all()


def value_of(kind: type[X], row: Mapping[Any, Any]) -> X:
    """Return a row as an instance of a dataclass whose fields are named like its columns."""
    return kind(**{f.name: row[f.name] for f in fields(kind)})  # type: ignore[arg-type]


TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(TABLE_ID), primary_key=True),
    *required(TEXT, "game", "secret", "commitment", "ending", "clock"),
    *required(Integer, "players", "rules_version", "delay", "version"),
    *required(JSON, "options", "dealt"),
    *required(Boolean, "confirm"),
    *required(Float, "made_at", "changed_at"),
    Column("due_at", Float),
    Column("seed", BigInteger),
    Column("follows", String(TABLE_ID)),
    Column("followed", String(TABLE_ID)),
    Column("key", TEXT),
    Column("host", TEXT, nullable=False, server_default=""),
    Column("offer", TEXT, nullable=False, server_default=""),
    Column("taken_back", Integer, nullable=False, server_default="0"),
    Column("dealt_at", Float),
    Column("hand", Integer, nullable=False, server_default="1"),
    Column("hands", Integer, nullable=False, server_default="1"),
    Column("earlier", JSON, nullable=False, server_default="[]"),
    Column("removed", JSON, nullable=False, server_default="[]"),
    Index("ix_tables_changed_at", "changed_at"),
    Index("ix_tables_due_at", "due_at"),
    Index("ix_tables_key", "key", unique=True),
)

SEATS = Table(
    "seats",
    METADATA,
    of_table(),
    *key("number"),
    *required(TEXT, "name", "strategy", "person", "address"),
    *required(Float, "thinking"),
    *required(Boolean, "vacation"),
    *required(Text, "notes"),
    Column("added", TEXT),
    Index("ix_seats_person", "person"),
)

ACTIONS = Table(
    "actions",
    METADATA,
    of_table(),
    *key("number"),
    *required(Integer, "seat", "action"),
    *required(TEXT, "by"),
    *required(Float, "at"),
)

PLANS = Table(
    "plans",
    METADATA,
    of_table(),
    *key("seat", "number"),
    *required(TEXT, "condition", "action"),
    Column("turn", Integer),
)

PHRASES = Table("phrases", METADATA, of_table(), *key("number"), *required(Integer, "seat", "phrase", "turn"))

CONSENTS = Table("consents", METADATA, of_table(), *key("absent", "seat"))

REVIEWS = Table(
    "reviews",
    METADATA,
    of_table(),
    *key("seat"),
    *required(TEXT, "unit"),
    *required(Integer, "decisions", "mistakes"),
    *required(Float, "loss", "luck", "at"),
)
"""Summary of the review of a match for each person: decisions, mistakes, losses and luck."""

REVIEW_DOCUMENTS = Table(
    "review_documents",
    METADATA,
    of_table(),
    *required(TEXT, "origin"),
    *required(LargeBinary, "content"),
    *required(Integer, "size"),
    *required(Float, "at"),
)
"""Finished reviews; see :mod:`upcard.server.stored_reviews`."""

SHARED_REPLAYS = Table(
    "shared_replays",
    METADATA,
    of_table(),
    *required(TEXT, "leader", "name"),
    *required(Integer, "position"),
    *required(Float, "changed_at"),
    Index("ix_shared_replays_changed_at", "changed_at"),
)

LETTERS = Table(
    "letters",
    METADATA,
    Column("id", String(64), primary_key=True),
    *required(JSON, "reply"),
    *required(Float, "at"),
    Column("sender", TEXT, nullable=False, server_default=""),
    Index("ix_letters_sender", "sender"),
)

ADDRESSES = Table(
    "addresses",
    METADATA,
    Column("address", TEXT, primary_key=True),
    *required(Boolean, "is_welcome"),
    *required(Float, "at"),
)

OUTBOX = Table(
    "outbox",
    METADATA,
    *key("number"),
    *required(TEXT, "to"),
    *required(JSON, "letter"),
    *required(Integer, "tries"),
    *required(Float, "at"),
    Column("fault", TEXT, nullable=False, server_default=""),
    Column("given_up_at", Float),
    Index("ix_outbox_at", "at"),
)

ROOMS = Table(
    "rooms",
    METADATA,
    Column("code", String(ROOM_CODE), primary_key=True),
    *required(TEXT, "teacher"),
    *required(Integer, "run", "version"),
    *required(Float, "made_at"),
    Column("ended_at", Float),
    Column("name", TEXT, nullable=False, server_default=""),
    Column("owner", TEXT, nullable=False, server_default=""),
    Column("guests", JSON, nullable=False, server_default="[]"),
    Column("questions", JSON, nullable=False, server_default="{}"),
    Column("opened_at", Float, nullable=False, server_default="0"),
    Column("locked_until", Float, nullable=False, server_default="0"),
    Column("language", TEXT, nullable=False, server_default=""),
    Index("ix_rooms_owner", "owner"),
)

PUPILS = Table(
    "pupils",
    METADATA,
    of_room(),
    *key("number"),
    *required(TEXT, "name", "person"),
    *required(Float, "joined_at"),
    *required(Boolean, "removed"),
)

RUNS = Table(
    "runs",
    METADATA,
    of_room(),
    *key("number"),
    *required(TEXT, "activity"),
    *required(Integer, "step"),
    *required(JSON, "settings", "groups"),
    *required(Float, "began_at"),
    Column("ended_at", Float),
)

SITTINGS = Table(
    "sittings",
    METADATA,
    of_room(),
    *key("number"),
    *required(Integer, "run", "step", "group", "match"),
    *required(String(TABLE_ID), "table_id"),
    *required(JSON, "seats", "watchers"),
    Column("past", JSON, nullable=False, server_default="[]"),
    Index("ix_sittings_table_id", "table_id"),
)

ANSWERS = Table(
    "answers",
    METADATA,
    of_room(),
    *key("run", "step"),
    Column("question", TEXT, primary_key=True),
    *key("pupil"),
    *required(JSON, "value"),
    *required(Float, "at"),
)

PRESENCES = Table("presences", METADATA, of_room(), *key("pupil"), *required(Float, "at"))
"""When the phones of pupils last gave a sign."""

STUDIES = Table(
    "studies",
    METADATA,
    Column("id", String(TABLE_ID), primary_key=True),
    *required(TEXT, "author", "name"),
    *required(JSON, "positions"),
    *required(Integer, "version"),
    *required(Float, "changed_at", "seen_at"),
    Index("ix_studies_author", "author"),
    Index("ix_studies_seen_at", "seen_at"),
)
"""Positions with comments that their authors share."""
