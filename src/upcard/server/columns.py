"""Columns of tables, for the schema and its migrations; what exists here must never change its meaning."""

from typing import Any

from sqlalchemy import Column, ForeignKey, Integer, String
from sqlalchemy.types import TypeEngine

TABLE_ID, ROOM_CODE, LINE = 16, 12, 200
"""Maximum lengths of the name of a table, of the code of a room, and of other texts."""

TEXT = String(LINE)


def required(kind: TypeEngine[Any] | type[TypeEngine[Any]], *names: str) -> list["Column[Any]"]:
    """Return columns of one type that are never empty."""
    return [Column(name, kind, nullable=False) for name in names]


def key(*names: str) -> list["Column[int]"]:
    """Return columns with the numbers in a key."""
    return [Column(name, Integer, primary_key=True) for name in names]


def of_table() -> "Column[str]":
    """Return the column of rows that belong to a table."""
    return Column("table_id", String(TABLE_ID), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


def of_room() -> "Column[str]":
    """Return the column of rows that belong to a room."""
    return Column("room", String(ROOM_CODE), ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True)
