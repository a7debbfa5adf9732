"""People whom a host removed from a table before the deal."""

import sqlalchemy as sa
from alembic import op

revision: str = "0012"
down_revision: str | None = "0011"


def upgrade() -> None:
    """Apply this migration."""
    with op.batch_alter_table("tables") as batch_op:
        batch_op.add_column(sa.Column("removed", sa.JSON(), server_default="[]", nullable=False))


def downgrade() -> None:
    """Undo this migration."""
    with op.batch_alter_table("tables") as batch_op:
        batch_op.drop_column("removed")
