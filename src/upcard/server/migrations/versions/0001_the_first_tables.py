"""The first tables."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0001"
down_revision: str | None = None
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None


def upgrade() -> None:
    """Apply this migration."""
    make_letters()
    make_tables()
    make_what_is_done()
    make_seats()


def make_letters() -> None:
    """Create the tables of answered and waiting letters."""
    op.create_table(
        "letters",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("reply", sa.JSON(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_letters")),
    )
    op.create_table(
        "outbox",
        sa.Column("number", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("to", sa.String(length=200), nullable=False),
        sa.Column("letter", sa.JSON(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_outbox")),
    )
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.create_index("ix_outbox_at", ["at"], unique=False)


def make_tables() -> None:
    """Create the tables of matches."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("game", sa.String(length=200), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("secret", sa.String(length=200), nullable=False),
        sa.Column("commitment", sa.String(length=200), nullable=False),
        sa.Column("dealt", sa.JSON(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=True),
        sa.Column("ending", sa.String(length=200), nullable=False),
        sa.Column("clock", sa.String(length=200), nullable=False),
        sa.Column("confirm", sa.Boolean(), nullable=False),
        sa.Column("delay", sa.Integer(), nullable=False),
        sa.Column("follows", sa.String(length=16), nullable=True),
        sa.Column("followed", sa.String(length=16), nullable=True),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.Column("due_at", sa.Float(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("changed_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
    )
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.create_index("ix_tables_changed_at", ["changed_at"], unique=False)
        batch_op.create_index("ix_tables_due_at", ["due_at"], unique=False)


def make_what_is_done() -> None:
    """Create the tables of actions and table talk."""
    op.create_table(
        "actions",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("action", sa.Integer(), nullable=False),
        sa.Column("by", sa.String(length=200), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_actions_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "number", name=op.f("pk_actions")),
    )
    op.create_table(
        "consents",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("absent", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_consents_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "absent", "seat", name=op.f("pk_consents")),
    )
    op.create_table(
        "phrases",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("phrase", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_phrases_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "number", name=op.f("pk_phrases")),
    )
    op.create_table(
        "plans",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=True),
        sa.Column("condition", sa.String(length=200), nullable=False),
        sa.Column("action", sa.String(length=200), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_plans_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "seat", "number", name=op.f("pk_plans")),
    )


def make_seats() -> None:
    """Create the tables of seats."""
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("strategy", sa.String(length=200), nullable=False),
        sa.Column("thinking", sa.Float(), nullable=False),
        sa.Column("person", sa.String(length=200), nullable=False),
        sa.Column("added", sa.String(length=200), nullable=True),
        sa.Column("address", sa.String(length=200), nullable=False),
        sa.Column("vacation", sa.Boolean(), nullable=False),
        sa.Column("notes", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_seats_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "number", name=op.f("pk_seats")),
    )
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.create_index("ix_seats_person", ["person"], unique=False)


def downgrade() -> None:
    """Undo this migration."""
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_index("ix_seats_person")

    op.drop_table("seats")
    op.drop_table("plans")
    op.drop_table("phrases")
    op.drop_table("consents")
    op.drop_table("actions")
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.drop_index("ix_tables_due_at")
        batch_op.drop_index("ix_tables_changed_at")

    op.drop_table("tables")
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.drop_index("ix_outbox_at")

    op.drop_table("outbox")
    op.drop_table("letters")
