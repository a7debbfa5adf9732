"""The sender of an email, and the reason why an email was not sent."""

import sqlalchemy as sa
from alembic import op

revision: str = "0002"
down_revision: str | None = "0001"


def upgrade() -> None:
    """Apply this migration."""
    with op.batch_alter_table("letters") as batch_op:
        batch_op.add_column(sa.Column("sender", sa.String(length=200), server_default="", nullable=False))
        batch_op.create_index("ix_letters_sender", ["sender"], unique=False)
    with op.batch_alter_table("outbox") as batch_op:
        batch_op.add_column(sa.Column("fault", sa.String(length=200), server_default="", nullable=False))
        batch_op.add_column(sa.Column("given_up_at", sa.Float(), nullable=True))


def downgrade() -> None:
    """Undo this migration."""
    with op.batch_alter_table("outbox") as batch_op:
        batch_op.drop_column("given_up_at")
        batch_op.drop_column("fault")
    with op.batch_alter_table("letters") as batch_op:
        batch_op.drop_index("ix_letters_sender")
        batch_op.drop_column("sender")
