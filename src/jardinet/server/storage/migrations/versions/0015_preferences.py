"""what people have set for themselves"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """what people have set for themselves"""

    op.create_table(
        "preferences",
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_preferences_person_id_people")),
        sa.PrimaryKeyConstraint("person_id", name=op.f("pk_preferences")),
    )


def downgrade() -> None:
    """Back to the revision before."""

    op.drop_table("preferences")
