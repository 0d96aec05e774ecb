"""how people want to be called, and what they have to be told"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """how people want to be called, and what they have to be told"""

    time = sa.DateTime(timezone=True)
    op.create_table(
        "call_settings",
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("turns", sa.Boolean(), nullable=False),
        sa.Column("invitations", sa.Boolean(), nullable=False),
        sa.Column("digest_hour", sa.Integer(), nullable=False),
        sa.Column("quiet_from", sa.Integer(), nullable=False),
        sa.Column("quiet_until", sa.Integer(), nullable=False),
        sa.Column("zone", sa.String(length=64), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("digest_at", time, nullable=True),
        sa.Column("looked_at", time, nullable=True),
        sa.Column("address", sa.Text(), nullable=True),
        sa.Column("confirmed_at", time, nullable=True),
        sa.Column("confirm", sa.String(length=64), nullable=True),
        sa.Column("confirm_until", time, nullable=True),
        sa.Column("unsubscribe", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_call_settings_person_id_people")),
        sa.PrimaryKeyConstraint("person_id", name=op.f("pk_call_settings")),
        sa.UniqueConstraint("confirm", name=op.f("uq_call_settings_confirm")),
        sa.UniqueConstraint("unsubscribe", name=op.f("uq_call_settings_unsubscribe")),
    )
    op.create_index(op.f("ix_call_settings_digest_at"), "call_settings", ["digest_at"])
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("device_id", sa.String(length=32), nullable=True),
        sa.Column("endpoint", sa.String(length=1000), nullable=False),
        sa.Column("p256dh", sa.String(length=100), nullable=False),
        sa.Column("auth", sa.String(length=30), nullable=False),
        sa.Column("server_key", sa.String(length=100), nullable=False),
        sa.Column("made_at", time, nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_push_subscriptions_person_id_people")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_push_subscriptions")),
        sa.UniqueConstraint("endpoint", name=op.f("uq_push_subscriptions_endpoint")),
    )
    op.create_index(op.f("ix_push_subscriptions_person_id"), "push_subscriptions", ["person_id"])
    op.create_table(
        "notices",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("way", sa.String(length=16), nullable=False),
        sa.Column("due_at", time, nullable=False),
        sa.Column("until", time, nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("done_at", time, nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_notices_person_id_people")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notices")),
        sa.UniqueConstraint(
            "person_id", "kind", "table_id", "ply", "way", name=op.f("uq_notices_person_id_kind_table_id_ply_way")
        ),
    )
    op.create_index("ix_notices_due", "notices", ["done_at", "due_at"])


def downgrade() -> None:
    """Back to the revision before."""

    op.drop_table("notices")
    op.drop_table("push_subscriptions")
    op.drop_table("call_settings")
