"""Classes that last: name, teacher's browser, guest list, own questions, last opening, locked phones."""

import sqlalchemy as sa
from alembic import op

from upcard.server.columns import TEXT

revision: str = "0015"
down_revision: str | None = "0014"


def upgrade() -> None:
    """Apply this migration."""
    with op.batch_alter_table("rooms") as batch_op:
        batch_op.add_column(sa.Column("name", TEXT, server_default="", nullable=False))
        batch_op.add_column(sa.Column("owner", TEXT, server_default="", nullable=False))
        batch_op.add_column(sa.Column("guests", sa.JSON(), server_default="[]", nullable=False))
        batch_op.add_column(sa.Column("questions", sa.JSON(), server_default="{}", nullable=False))
        batch_op.add_column(sa.Column("opened_at", sa.Float(), server_default="0", nullable=False))
        batch_op.add_column(sa.Column("locked_until", sa.Float(), server_default="0", nullable=False))
    op.create_index("ix_rooms_owner", "rooms", ["owner"])


def downgrade() -> None:
    """Undo this migration."""
    op.drop_index("ix_rooms_owner", "rooms")
    with op.batch_alter_table("rooms") as batch_op:
        for name in ("locked_until", "opened_at", "questions", "guests", "owner", "name"):
            batch_op.drop_column(name)
