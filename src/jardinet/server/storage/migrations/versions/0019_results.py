"""results of finished games, a row a seat"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """results of finished games, a row a seat"""

    op.create_table(
        "results",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("played", sa.Text(), nullable=False),
        sa.Column("is_lesson", sa.Boolean(), nullable=False),
        sa.Column("share", sa.Double(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("plays", sa.Integer(), nullable=False),
        sa.Column("stood_in", sa.Integer(), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("decisions", sa.Integer(), nullable=True),
        sa.Column("errors", sa.Double(), nullable=True),
        sa.Column("luck", sa.Double(), nullable=True),
        sa.Column("adjusted", sa.Double(), nullable=True),
        sa.Column("kinds", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_results_table_id_tables")),
        sa.PrimaryKeyConstraint("table_id", "game", "seat", name=op.f("pk_results")),
    )


def downgrade() -> None:
    """Back to the revision before."""

    op.drop_table("results")
