"""When the phones of pupils last gave a sign, for other processes."""

import sqlalchemy as sa
from alembic import op

from upcard.server.columns import key, of_room, required

revision: str = "0007"
down_revision: str | None = "0006"


def upgrade() -> None:
    """Apply this migration."""
    op.create_table("presences", of_room(), *key("pupil"), *required(sa.Float, "at"))


def downgrade() -> None:
    """Undo this migration."""
    op.drop_table("presences")
