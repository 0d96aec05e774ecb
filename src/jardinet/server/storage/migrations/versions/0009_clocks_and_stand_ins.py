"""clocks of seats with a bank of time, and which plays bots made for people"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """clocks of seats with a bank of time, and which plays bots made for people"""

    op.add_column("tables", sa.Column("clocks", sa.Text(), nullable=True))
    op.add_column("plies", sa.Column("stand_ins", sa.Text(), nullable=True))
    op.add_column("choices", sa.Column("stand_ins", sa.Text(), nullable=True))


def downgrade() -> None:
    """Back to the revision before."""

    op.drop_column("choices", "stand_ins")
    op.drop_column("plies", "stand_ins")
    op.drop_column("tables", "clocks")
