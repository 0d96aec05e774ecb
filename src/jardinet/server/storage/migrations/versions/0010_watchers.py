"""how many watch at which table"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """how many watch at which table"""

    op.create_table(
        "watchers",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("process", sa.String(length=16), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("noted_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "process", name=op.f("pk_watchers")),
    )


def downgrade() -> None:
    """Back to the revision before."""

    op.drop_table("watchers")
