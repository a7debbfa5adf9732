"""Classes stored before there was a retention time count as used now, so that none is deleted at once."""

import time

import sqlalchemy as sa
from alembic import op

revision: str = "0016"
down_revision: str | None = "0015"

PREPARED = {"run": -1, "step": 0, "question": "prepared", "pupil": -1}
"""The key of the answer that counts as a use of the whole class."""

ROOMS = sa.table("rooms", sa.column("code", sa.String()))
ANSWERS = sa.table(
    "answers",
    sa.column("room", sa.String()),
    *(sa.column(name, sa.Integer()) for name in ("run", "step", "pupil")),
    sa.column("question", sa.String()),
    sa.column("value", sa.JSON()),
    sa.column("at", sa.Float()),
)


def upgrade() -> None:
    """Apply this migration."""
    connection = op.get_bind()
    codes = connection.scalars(sa.select(ROOMS.c.code)).all()
    connection.execute(sa.delete(ANSWERS).filter_by(**PREPARED))
    rows = [{**PREPARED, "room": code, "value": True, "at": time.time()} for code in codes]
    if rows:
        connection.execute(sa.insert(ANSWERS), rows)


def downgrade() -> None:
    """Undo this migration: nothing, since an older version takes the answer for a decision of the teacher."""
