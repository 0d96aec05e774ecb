"""who is there, and whom the host has asked for a bot"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """who is there, and whom the host has asked for a bot"""

    op.create_table(
        "presence",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "person_id", name=op.f("pk_presence")),
    )
    op.add_column("seats", sa.Column("asked", sa.Text(), nullable=True))
    op.add_column("seats", sa.Column("refused_ply", sa.Integer(), nullable=True))
    op.add_column("seats", sa.Column("timeouts", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    """Back to the revision before."""

    op.drop_column("seats", "timeouts")
    op.drop_column("seats", "refused_ply")
    op.drop_column("seats", "asked")
    op.drop_table("presence")
