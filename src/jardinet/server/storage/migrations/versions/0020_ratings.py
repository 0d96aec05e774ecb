"""rated games, and the ratings that follow from them"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """rated games, and the ratings that follow from them"""

    op.create_table(
        "rated",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("played", sa.Text(), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("plays", sa.Integer(), nullable=False),
        sa.Column("stood_in", sa.Integer(), nullable=False),
        sa.Column("level", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("table_id", "game", "seat", name=op.f("pk_rated")),
    )
    op.create_index("ix_rated_in_order", "rated", ["played", "ended_at", "table_id", "game", "seat"])
    op.create_table(
        "rating_changes",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("played", sa.Text(), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("gained", sa.Double(), nullable=True),
        sa.Column("value", sa.Double(), nullable=True),
        sa.Column("deviation", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_rating_changes_person_id_people")),
        sa.PrimaryKeyConstraint("table_id", "game", "seat", name=op.f("pk_rating_changes")),
    )
    op.create_index(op.f("ix_rating_changes_played"), "rating_changes", ["played"])
    op.create_index(op.f("ix_rating_changes_person_id"), "rating_changes", ["person_id"])
    op.create_table(
        "ratings",
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("played", sa.Text(), nullable=False),
        sa.Column("value", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("latest", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_ratings_person_id_people")),
        sa.PrimaryKeyConstraint("person_id", "played", name=op.f("pk_ratings")),
    )
    op.create_index("ix_ratings_ladder", "ratings", ["played", "value", "person_id"])


def downgrade() -> None:
    """Back to the revision before."""

    op.drop_table("ratings")
    op.drop_table("rating_changes")
    op.drop_table("rated")
