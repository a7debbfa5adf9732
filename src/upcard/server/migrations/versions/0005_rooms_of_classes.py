"""Classroom rooms: pupils, activities, seats at tables, and answers."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0005"
down_revision: str | None = "0004"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None

LINE, TABLE_ID, ROOM_CODE = 200, 16, 12


def upgrade() -> None:
    """Apply this migration."""
    op.create_table(
        "rooms",
        sa.Column("code", sa.String(ROOM_CODE), nullable=False),
        sa.Column("teacher", sa.String(LINE), nullable=False),
        sa.Column("run", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.Column("ended_at", sa.Float(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("code", name="pk_rooms"),
    )
    _of_a_room(
        "pupils",
        ("number",),
        _number("number"),
        _line("name"),
        _line("person"),
        sa.Column("joined_at", sa.Float(), nullable=False),
        sa.Column("removed", sa.Boolean(), nullable=False),
    )
    _of_a_room(
        "runs",
        ("number",),
        _number("number"),
        _line("activity"),
        _number("step"),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("groups", sa.JSON(), nullable=False),
        sa.Column("began_at", sa.Float(), nullable=False),
        sa.Column("ended_at", sa.Float(), nullable=True),
    )
    _of_a_room(
        "sittings",
        ("number",),
        *map(_number, ("number", "run", "step", "group", "match")),
        sa.Column("table_id", sa.String(TABLE_ID), nullable=False),
        sa.Column("seats", sa.JSON(), nullable=False),
        sa.Column("watchers", sa.JSON(), nullable=False),
    )
    op.create_index("ix_sittings_table_id", "sittings", ["table_id"])
    _of_a_room(
        "answers",
        ("run", "step", "question", "pupil"),
        _number("run"),
        _number("step"),
        _line("question"),
        _number("pupil"),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )


def downgrade() -> None:
    """Undo this migration."""
    for name in ("answers", "sittings", "runs", "pupils", "rooms"):
        op.drop_table(name)


def _of_a_room(name: str, key: Sequence[str], *columns: "sa.Column[object]") -> None:
    """Create a table of things that belong to a room."""
    op.create_table(
        name,
        sa.Column("room", sa.String(ROOM_CODE), nullable=False),
        *columns,
        sa.ForeignKeyConstraint(["room"], ["rooms.code"], name=f"fk_{name}_room", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("room", *key, name=f"pk_{name}"),
    )


def _number(name: str) -> "sa.Column[object]":
    return sa.Column(name, sa.Integer(), nullable=False)


def _line(name: str) -> "sa.Column[object]":
    return sa.Column(name, sa.String(LINE), nullable=False)
