"""The first tables."""

import sqlalchemy as sa
from alembic import op

from upcard.server.columns import TABLE_ID, TEXT, key, of_table, required

revision: str = "0001"
down_revision: str | None = None


def upgrade() -> None:
    """Apply this migration."""
    make_letters()
    make_tables()
    make_history()
    make_seats()


def make_letters() -> None:
    """Create the tables of answered and waiting emails."""
    op.create_table(
        "letters",
        sa.Column("id", sa.String(64), primary_key=True),
        *required(sa.JSON, "reply"),
        *required(sa.Float, "at"),
    )
    op.create_table(
        "outbox",
        *key("number"),
        *required(TEXT, "to"),
        *required(sa.JSON, "letter"),
        *required(sa.Integer, "tries"),
        *required(sa.Float, "at"),
    )
    op.create_index("ix_outbox_at", "outbox", ["at"])


def make_tables() -> None:
    """Create the tables of matches."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(TABLE_ID), primary_key=True),
        *required(TEXT, "game"),
        *required(sa.Integer, "players"),
        *required(sa.JSON, "options"),
        *required(sa.Integer, "rules_version"),
        *required(TEXT, "secret", "commitment"),
        *required(sa.JSON, "dealt"),
        sa.Column("seed", sa.BigInteger()),
        *required(TEXT, "ending", "clock"),
        *required(sa.Boolean, "confirm"),
        *required(sa.Integer, "delay"),
        sa.Column("follows", sa.String(TABLE_ID)),
        sa.Column("followed", sa.String(TABLE_ID)),
        *required(sa.Float, "made_at"),
        sa.Column("due_at", sa.Float()),
        *required(sa.Integer, "version"),
        *required(sa.Float, "changed_at"),
    )
    op.create_index("ix_tables_changed_at", "tables", ["changed_at"])
    op.create_index("ix_tables_due_at", "tables", ["due_at"])


def make_history() -> None:
    """Create the tables of actions and table talk."""
    op.create_table(
        "actions",
        of_table(),
        *key("number"),
        *required(sa.Integer, "seat", "action"),
        *required(TEXT, "by"),
        *required(sa.Float, "at"),
    )
    op.create_table("consents", of_table(), *key("absent", "seat"))
    op.create_table("phrases", of_table(), *key("number"), *required(sa.Integer, "seat", "phrase", "turn"))
    op.create_table(
        "plans",
        of_table(),
        *key("seat", "number"),
        sa.Column("turn", sa.Integer()),
        *required(TEXT, "condition", "action"),
    )


def make_seats() -> None:
    """Create the tables of seats."""
    op.create_table(
        "seats",
        of_table(),
        *key("number"),
        *required(TEXT, "name", "strategy"),
        *required(sa.Float, "thinking"),
        *required(TEXT, "person"),
        sa.Column("added", TEXT),
        *required(TEXT, "address"),
        *required(sa.Boolean, "vacation"),
        *required(sa.Text, "notes"),
    )
    op.create_index("ix_seats_person", "seats", ["person"])


def downgrade() -> None:
    """Undo this migration."""
    for name in ("seats", "plans", "phrases", "consents", "actions", "tables", "outbox", "letters"):
        op.drop_table(name)
