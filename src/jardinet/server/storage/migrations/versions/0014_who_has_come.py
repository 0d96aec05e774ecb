"""who has come to the rematch that others asked for"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """who has come to the rematch that others asked for"""

    op.add_column("seats", sa.Column("has_come", sa.Boolean(), server_default=sa.true(), nullable=False))


def downgrade() -> None:
    """Back to the revision before."""

    op.drop_column("seats", "has_come")
