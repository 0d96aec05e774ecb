"""bans"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """bans"""

    op.create_table(
        "bans",
        sa.Column("whom", sa.String(length=50), nullable=False),
        sa.Column("banned_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("whom", name=op.f("pk_bans")),
    )


def downgrade() -> None:
    """Back to the revision before."""

    op.drop_table("bans")
