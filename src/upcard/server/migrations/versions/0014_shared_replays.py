"""Replays that somebody leads."""

import sqlalchemy as sa
from alembic import op

from upcard.server.columns import TEXT, of_table, required

revision: str = "0014"
down_revision: str | None = "0013"


def upgrade() -> None:
    """Apply this migration."""
    op.create_table(
        "shared_replays",
        of_table(),
        *required(TEXT, "leader", "name"),
        *required(sa.Integer, "position"),
        *required(sa.Float, "changed_at"),
        sa.Index("ix_shared_replays_changed_at", "changed_at"),
    )


def downgrade() -> None:
    """Undo this migration."""
    op.drop_table("shared_replays")
