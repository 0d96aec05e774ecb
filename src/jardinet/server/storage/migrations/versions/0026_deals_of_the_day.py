"""deals of the day, and who has played them"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """deals of the day, and who has played them"""

    op.create_table(
        "daily_deals",
        sa.Column("played", sa.String(length=100), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("secret", sa.LargeBinary(length=32), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("share", sa.Double(), nullable=True),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("turns", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("played", "day", name=op.f("pk_daily_deals")),
    )
    op.create_table(
        "daily_plays",
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("played", sa.String(length=100), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("begun_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("share", sa.Double(), nullable=True),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("turns", sa.Integer(), nullable=True),
        sa.Column("standing", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_daily_plays_person_id_people")),
        sa.PrimaryKeyConstraint("person_id", "played", "day", name=op.f("pk_daily_plays")),
    )
    op.create_index(op.f("ix_daily_plays_table_id"), "daily_plays", ["table_id"])
    op.create_index("ix_daily_plays_best", "daily_plays", ["played", "day", "standing", "ended_at", "person_id"])


def downgrade() -> None:
    """Back to the revision before."""

    op.drop_table("daily_plays")
    op.drop_table("daily_deals")
