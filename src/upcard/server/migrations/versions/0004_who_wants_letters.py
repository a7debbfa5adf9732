"""Consent of addresses to emails."""

import sqlalchemy as sa
from alembic import op

revision: str = "0004"
down_revision: str | None = "0003"


def upgrade() -> None:
    """Apply this migration."""
    op.create_table(
        "addresses",
        sa.Column("address", sa.String(length=200), nullable=False),
        sa.Column("is_welcome", sa.Boolean(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("address", name=op.f("pk_addresses")),
    )


def downgrade() -> None:
    """Undo this migration."""
    op.drop_table("addresses")
