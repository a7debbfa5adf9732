"""Series: which hand a table is, of how many, and the scores of the hands before."""

import sqlalchemy as sa
from alembic import op

revision: str = "0011"
down_revision: str | None = "0010"


def upgrade() -> None:
    """Apply this migration."""
    with op.batch_alter_table("tables") as batch_op:
        batch_op.add_column(sa.Column("hand", sa.Integer(), server_default="1", nullable=False))
        batch_op.add_column(sa.Column("hands", sa.Integer(), server_default="1", nullable=False))
        batch_op.add_column(sa.Column("earlier", sa.JSON(), server_default="[]", nullable=False))


def downgrade() -> None:
    """Undo this migration."""
    with op.batch_alter_table("tables") as batch_op:
        for name in ("earlier", "hands", "hand"):
            batch_op.drop_column(name)
