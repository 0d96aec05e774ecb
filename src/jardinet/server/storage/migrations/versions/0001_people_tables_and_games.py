"""people, tables and games"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """people, tables and games"""

    op.create_table(
        "people",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("host", sa.String(length=32), nullable=False),
        sa.Column("agreement", sa.Text(), nullable=False),
        sa.Column("before", sa.String(length=16), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("choosing", sa.Integer(), nullable=False),
        sa.Column("is_listed", sa.Boolean(), nullable=False),
        sa.Column("is_over", sa.Boolean(), nullable=False),
        sa.Column("awaits_bot", sa.Boolean(), nullable=False),
        sa.Column("deadline", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["before"], ["tables.id"], name=op.f("fk_tables_before_tables")),
        sa.ForeignKeyConstraint(["host"], ["people.id"], name=op.f("fk_tables_host_people")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
        sa.UniqueConstraint("before", name=op.f("uq_tables_before")),
    )
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.create_index("ix_tables_awaits_bot", ["awaits_bot"], unique=False)
        batch_op.create_index("ix_tables_deadline", ["deadline"], unique=False)
        batch_op.create_index("ix_tables_is_listed_created_at", ["is_listed", "created_at"], unique=False)

    op.create_table(
        "choices",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("action", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_choices_table_id_tables")),
        sa.PrimaryKeyConstraint("table_id", "ply", "seat", name=op.f("pk_choices")),
    )
    op.create_table(
        "games",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("secret", sa.LargeBinary(length=32), nullable=False),
        sa.Column("first", sa.Integer(), nullable=True),
        sa.Column("nonces", sa.Text(), nullable=True),
        sa.Column("begun_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_games_table_id_tables")),
        sa.PrimaryKeyConstraint("table_id", "number", name=op.f("pk_games")),
    )
    op.create_table(
        "plies",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("move", sa.String(length=80), nullable=False),
        sa.Column("played_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_plies_table_id_tables")),
        sa.PrimaryKeyConstraint("table_id", "ply", name=op.f("pk_plies")),
    )
    op.create_table(
        "remarks",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("phrase", sa.String(length=20), nullable=False),
        sa.Column("said_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_remarks_table_id_tables")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_remarks")),
    )
    with op.batch_alter_table("remarks", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_remarks_table_id"), ["table_id"], unique=False)

    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=True),
        sa.Column("name", sa.String(length=40), nullable=True),
        sa.Column("level", sa.String(length=20), nullable=True),
        sa.Column("nonce", sa.String(length=64), nullable=True),
        sa.Column("key", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_seats_person_id_people")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_seats_table_id_tables")),
        sa.PrimaryKeyConstraint("table_id", "number", name=op.f("pk_seats")),
    )
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seats_key"), ["key"], unique=False)
        batch_op.create_index(batch_op.f("ix_seats_person_id"), ["person_id"], unique=False)


def downgrade() -> None:
    """Back to the revision before."""

    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seats_person_id"))
        batch_op.drop_index(batch_op.f("ix_seats_key"))

    op.drop_table("seats")
    with op.batch_alter_table("remarks", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_remarks_table_id"))

    op.drop_table("remarks")
    op.drop_table("plies")
    op.drop_table("games")
    op.drop_table("choices")
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.drop_index("ix_tables_is_listed_created_at")
        batch_op.drop_index("ix_tables_deadline")
        batch_op.drop_index("ix_tables_awaits_bot")

    op.drop_table("tables")
    op.drop_table("people")
