"""Classroom rooms: pupils, activities, seats at tables, and answers."""

import sqlalchemy as sa
from alembic import op

from upcard.server.columns import ROOM_CODE, TABLE_ID, TEXT, key, of_room, required

revision: str = "0005"
down_revision: str | None = "0004"


def upgrade() -> None:
    """Apply this migration."""
    op.create_table(
        "rooms",
        sa.Column("code", sa.String(ROOM_CODE), primary_key=True),
        *required(TEXT, "teacher"),
        *required(sa.Integer, "run"),
        *required(sa.Float, "made_at"),
        sa.Column("ended_at", sa.Float()),
        *required(sa.Integer, "version"),
    )
    op.create_table(
        "pupils",
        of_room(),
        *key("number"),
        *required(TEXT, "name", "person"),
        *required(sa.Float, "joined_at"),
        *required(sa.Boolean, "removed"),
    )
    op.create_table(
        "runs",
        of_room(),
        *key("number"),
        *required(TEXT, "activity"),
        *required(sa.Integer, "step"),
        *required(sa.JSON, "settings", "groups"),
        *required(sa.Float, "began_at"),
        sa.Column("ended_at", sa.Float()),
    )
    op.create_table(
        "sittings",
        of_room(),
        *key("number"),
        *required(sa.Integer, "run", "step", "group", "match"),
        *required(sa.String(TABLE_ID), "table_id"),
        *required(sa.JSON, "seats", "watchers"),
    )
    op.create_index("ix_sittings_table_id", "sittings", ["table_id"])
    op.create_table(
        "answers",
        of_room(),
        *key("run", "step"),
        sa.Column("question", TEXT, primary_key=True),
        *key("pupil"),
        *required(sa.JSON, "value"),
        *required(sa.Float, "at"),
    )


def downgrade() -> None:
    """Undo this migration."""
    for name in ("answers", "sittings", "runs", "pupils", "rooms"):
        op.drop_table(name)
