"""texts of any length where a game decides what they read"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

COLUMNS = (("seats", "level", 20, True), ("plies", "move", 80, False), ("choices", "action", 16, False))


def upgrade() -> None:
    """texts of any length where a game decides what they read"""

    for table, column, length, is_nullable in COLUMNS:
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.alter_column(
                column, existing_type=sa.String(length=length), type_=sa.Text(), existing_nullable=is_nullable
            )


def downgrade() -> None:
    """Back to the revision before."""

    for table, column, length, is_nullable in COLUMNS:
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.alter_column(
                column, existing_type=sa.Text(), type_=sa.String(length=length), existing_nullable=is_nullable
            )
