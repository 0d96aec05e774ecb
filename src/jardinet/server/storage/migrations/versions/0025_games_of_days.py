"""games of days: vacations, and asking for a play to be taken back"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """games of days: vacations, and asking for a play to be taken back"""

    op.create_table(
        "vacations",
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("begun_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_vacations_person_id_people")),
        sa.PrimaryKeyConstraint("person_id", "begun_at", name=op.f("pk_vacations")),
    )
    op.create_index(op.f("ix_vacations_until"), "vacations", ["until"])
    op.add_column("seats", sa.Column("off_until", sa.DateTime(timezone=True), nullable=True))
    op.add_column("seats", sa.Column("back", sa.String(length=10), nullable=True))
    op.add_column("seats", sa.Column("back_ply", sa.Integer(), nullable=True))


def downgrade() -> None:
    """Back to the revision before."""

    op.drop_column("seats", "back_ply")
    op.drop_column("seats", "back")
    op.drop_column("seats", "off_until")
    op.drop_index(op.f("ix_vacations_until"), table_name="vacations")
    op.drop_table("vacations")
