"""Summaries of reviews for every person at a table."""

import sqlalchemy as sa
from alembic import op

from upcard.server.columns import TEXT, key, of_table, required

revision: str = "0009"
down_revision: str | None = "0008"


def upgrade() -> None:
    """Apply this migration."""
    op.create_table(
        "reviews",
        of_table(),
        *key("seat"),
        *required(TEXT, "unit"),
        *required(sa.Integer, "decisions", "mistakes"),
        *required(sa.Float, "loss", "luck", "at"),
    )


def downgrade() -> None:
    """Undo this migration."""
    op.drop_table("reviews")
