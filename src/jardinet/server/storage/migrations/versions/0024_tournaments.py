"""tournaments: what was agreed, facts, players, tables of rounds"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """tournaments: what was agreed, facts, players, tables of rounds"""

    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("host", sa.String(length=32), nullable=False),
        sa.Column("pin", sa.String(length=100), nullable=False),
        sa.Column("title", sa.String(length=60), nullable=False),
        sa.Column("plan", sa.Text(), nullable=False),
        sa.Column("agreement", sa.Text(), nullable=False),
        sa.Column("timing", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("phase", sa.String(length=10), nullable=False),
        sa.ForeignKeyConstraint(["host"], ["people.id"], name=op.f("fk_tournaments_host_people")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournaments")),
    )
    op.create_index(op.f("ix_tournaments_host"), "tournaments", ["host"])
    op.create_index("ix_tournaments_phase_created_at", "tournaments", ["phase", "created_at"])
    op.create_table(
        "tournament_facts",
        sa.Column("tournament_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("happened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by_host", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name=op.f("fk_tournament_facts_tournament_id_tournaments")
        ),
        sa.PrimaryKeyConstraint("tournament_id", "number", name=op.f("pk_tournament_facts")),
    )
    op.create_table(
        "tournament_players",
        sa.Column("tournament_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name=op.f("fk_tournament_players_tournament_id_tournaments")
        ),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_tournament_players_person_id_people")),
        sa.PrimaryKeyConstraint("tournament_id", "number", name=op.f("pk_tournament_players")),
    )
    op.create_index(op.f("ix_tournament_players_person_id"), "tournament_players", ["person_id"])
    op.create_table(
        "tournament_tables",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("tournament_id", sa.String(length=16), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("begun_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("is_done", sa.Boolean(), nullable=False),
        sa.Column("is_looked_at", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name=op.f("fk_tournament_tables_tournament_id_tournaments")
        ),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_tournament_tables")),
    )
    op.create_index("ix_tournament_tables_tournament_id_is_done", "tournament_tables", ["tournament_id", "is_done"])


def downgrade() -> None:
    """Back to the revision before."""

    for name in ("tournament_tables", "tournament_players", "tournament_facts", "tournaments"):
        op.drop_table(name)
