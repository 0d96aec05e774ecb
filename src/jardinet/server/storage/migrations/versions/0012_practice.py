"""positions to practise"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """positions to practise"""

    op.create_table(
        "practice",
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("before", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("cost", sa.Double(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("is_right", sa.Boolean(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_practice_person_id_people")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_practice_table_id_tables")),
        sa.PrimaryKeyConstraint("person_id", "table_id", "game", "before", "seat", name=op.f("pk_practice")),
    )
    op.create_index(op.f("ix_practice_table_id"), "practice", ["table_id"])


def downgrade() -> None:
    """Back to the revision before."""

    op.drop_table("practice")
