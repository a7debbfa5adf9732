"""The key of the request that made a table, so that one request makes only one table."""

import sqlalchemy as sa
from alembic import op

revision: str = "0003"
down_revision: str | None = "0002"


def upgrade() -> None:
    """Apply this migration."""
    with op.batch_alter_table("tables") as batch_op:
        batch_op.add_column(sa.Column("key", sa.String(length=200), nullable=True))
        batch_op.create_index("ix_tables_key", ["key"], unique=True)


def downgrade() -> None:
    """Undo this migration."""
    with op.batch_alter_table("tables") as batch_op:
        batch_op.drop_index("ix_tables_key")
        batch_op.drop_column("key")
