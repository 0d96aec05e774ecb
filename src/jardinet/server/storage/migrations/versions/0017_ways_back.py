"""ways back of people: recovery sheets and passwords"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """ways back of people: recovery sheets and passwords"""

    op.create_table(
        "ways",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("handle", sa.String(length=20), nullable=True),
        sa.Column("proof", sa.String(length=200), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_ways_person_id_people")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ways")),
        sa.UniqueConstraint("handle", name=op.f("uq_ways_handle")),
        sa.UniqueConstraint("proof", name=op.f("uq_ways_proof")),
    )
    op.create_index(op.f("ix_ways_person_id"), "ways", ["person_id"])


def downgrade() -> None:
    """Back to the revision before."""

    op.drop_table("ways")
