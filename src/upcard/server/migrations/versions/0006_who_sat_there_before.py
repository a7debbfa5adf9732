"""Earlier pupils in a seat of a class, each up to a certain action."""

import sqlalchemy as sa
from alembic import op

revision: str = "0006"
down_revision: str | None = "0005"


def upgrade() -> None:
    """Apply this migration."""
    with op.batch_alter_table("sittings") as batch_op:
        batch_op.add_column(sa.Column("past", sa.JSON(), server_default="[]", nullable=False))


def downgrade() -> None:
    """Undo this migration."""
    with op.batch_alter_table("sittings") as batch_op:
        batch_op.drop_column("past")
