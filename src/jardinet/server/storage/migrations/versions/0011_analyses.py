"""analyses of finished games"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """analyses of finished games"""

    op.create_table(
        "analyses",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("schema", sa.Integer(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_analyses_table_id_tables")),
        sa.PrimaryKeyConstraint("table_id", "game", name=op.f("pk_analyses")),
    )


def downgrade() -> None:
    """Back to the revision before."""

    op.drop_table("analyses")
