"""Finished reviews of matches."""

import sqlalchemy as sa
from alembic import op

from upcard.server.columns import TEXT, of_table, required

revision: str = "0013"
down_revision: str | None = "0012"


def upgrade() -> None:
    """Apply this migration."""
    op.create_table(
        "review_documents",
        of_table(),
        *required(TEXT, "origin"),
        *required(sa.LargeBinary, "content"),
        *required(sa.Integer, "size"),
        *required(sa.Float, "at"),
    )


def downgrade() -> None:
    """Undo this migration."""
    op.drop_table("review_documents")
