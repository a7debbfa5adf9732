"""Studies that their authors share by a link."""

import sqlalchemy as sa
from alembic import op

from upcard.server.columns import TABLE_ID, TEXT, required

revision: str = "0010"
down_revision: str | None = "0009"


def upgrade() -> None:
    """Apply this migration."""
    op.create_table(
        "studies",
        sa.Column("id", sa.String(TABLE_ID), primary_key=True),
        *required(TEXT, "author", "name"),
        *required(sa.JSON, "positions"),
        *required(sa.Integer, "version"),
        *required(sa.Float, "changed_at", "seen_at"),
    )
    op.create_index("ix_studies_author", "studies", ["author"])
    op.create_index("ix_studies_seen_at", "studies", ["seen_at"])


def downgrade() -> None:
    """Undo this migration."""
    op.drop_table("studies")
