"""Hosts of tables, offers between players, actions that were taken back, and when the cards were dealt."""

import sqlalchemy as sa
from alembic import op

from upcard.server.columns import TEXT

revision: str = "0008"
down_revision: str | None = "0007"


def upgrade() -> None:
    """Apply this migration."""
    with op.batch_alter_table("tables") as batch_op:
        batch_op.add_column(sa.Column("host", TEXT, server_default="", nullable=False))
        batch_op.add_column(sa.Column("offer", TEXT, server_default="", nullable=False))
        batch_op.add_column(sa.Column("taken_back", sa.Integer(), server_default="0", nullable=False))
        batch_op.add_column(sa.Column("dealt_at", sa.Float()))


def downgrade() -> None:
    """Undo this migration."""
    with op.batch_alter_table("tables") as batch_op:
        for name in ("dealt_at", "taken_back", "offer", "host"):
            batch_op.drop_column(name)
