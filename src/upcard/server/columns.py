"""Columns of database tables, for the schema and its migrations; these functions must never change."""

from typing import Any

from sqlalchemy import Column, ForeignKey, Integer, String
from sqlalchemy.types import TypeEngine

TABLE_ID, ROOM_CODE, LINE = 16, 12, 200
"""Maximum lengths of the id of a game table, of the code of a room, and of other texts."""

TEXT = String(LINE)


def required(kind: TypeEngine[Any] | type[TypeEngine[Any]], *names: str) -> list["Column[Any]"]:
    """Return columns of one type that cannot be NULL."""
    return [Column(name, kind, nullable=False) for name in names]


def key(*names: str) -> list["Column[int]"]:
    """Return integer columns of the primary key."""
    return [Column(name, Integer, primary_key=True) for name in names]


def of_table() -> "Column[str]":
    """Return the column with the game table to which a row belongs."""
    return Column("table_id", String(TABLE_ID), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


def of_room() -> "Column[str]":
    """Return the column with the room to which a row belongs."""
    return Column("room", String(ROOM_CODE), ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True)
