"""The language of a class, which its teacher chooses; empty for that of each browser."""

import sqlalchemy as sa
from alembic import op

from upcard.server.columns import TEXT

revision: str = "0017"
down_revision: str | None = "0016"


def upgrade() -> None:
    """Apply this migration."""
    with op.batch_alter_table("rooms") as batch_op:
        batch_op.add_column(sa.Column("language", TEXT, server_default="", nullable=False))


def downgrade() -> None:
    """Undo this migration."""
    with op.batch_alter_table("rooms") as batch_op:
        batch_op.drop_column("language")
