"""devices of people who have a way back, and links to go on on another one"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """devices of people who have a way back, and links to go on on another one"""

    op.add_column("people", sa.Column("devices_since", sa.DateTime(timezone=True), nullable=True))
    op.create_index(op.f("ix_people_devices_since"), "people", ["devices_since"])
    op.create_table(
        "devices",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("label", sa.String(length=40), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_devices_person_id_people")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_devices")),
    )
    op.create_index(op.f("ix_devices_person_id"), "devices", ["person_id"])
    op.create_table(
        "links",
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_links_person_id_people")),
        sa.PrimaryKeyConstraint("person_id", name=op.f("pk_links")),
        sa.UniqueConstraint("digest", name=op.f("uq_links_digest")),
    )


def downgrade() -> None:
    """Back to the revision before."""

    op.drop_table("links")
    op.drop_table("devices")
    op.drop_index(op.f("ix_people_devices_since"), table_name="people")
    op.drop_column("people", "devices_since")
