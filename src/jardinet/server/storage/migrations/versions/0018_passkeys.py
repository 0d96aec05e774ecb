"""passkeys, and the challenges that they sign"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """passkeys, and the challenges that they sign"""

    op.create_table(
        "passkeys",
        sa.Column("way_id", sa.Integer(), nullable=False),
        sa.Column("credential", sa.LargeBinary(), nullable=False),
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("transports", sa.String(length=100), nullable=False),
        sa.Column("label", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(["way_id"], ["ways.id"], name=op.f("fk_passkeys_way_id_ways"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("way_id", name=op.f("pk_passkeys")),
    )
    op.create_table(
        "challenges",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=True),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_challenges_person_id_people")),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_challenges")),
    )
    op.create_index(op.f("ix_challenges_person_id"), "challenges", ["person_id"])
    op.create_index(op.f("ix_challenges_until"), "challenges", ["until"])


def downgrade() -> None:
    """Back to the revision before."""

    op.drop_table("challenges")
    op.drop_table("passkeys")
