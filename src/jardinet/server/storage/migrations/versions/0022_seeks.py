"""people who look for somebody to play with"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """people who look for somebody to play with"""

    op.create_table(
        "seeks",
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("pace", sa.String(length=20), nullable=False),
        sa.Column("is_alike", sa.Boolean(), nullable=False),
        sa.Column("value", sa.Double(), nullable=True),
        sa.Column("doubt", sa.Double(), nullable=True),
        sa.Column("by_program", sa.Boolean(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("table_id", sa.String(length=16), nullable=True),
        sa.Column("until", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_seeks_person_id_people")),
        sa.PrimaryKeyConstraint("person_id", name=op.f("pk_seeks")),
    )
    op.create_index(op.f("ix_seeks_table_id"), "seeks", ["table_id"])


def downgrade() -> None:
    """Back to the revision before."""

    op.drop_table("seeks")
