"""lists by their indexes, and renamings that go on after a restart"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """lists by their indexes, and renamings that go on after a restart"""

    op.create_table(
        "renamings",
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_renamings_person_id_people")),
        sa.PrimaryKeyConstraint("person_id", name=op.f("pk_renamings")),
    )
    op.add_column("tables", sa.Column("is_waiting", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("awaited", sa.Integer(), nullable=True))
    has_begun = "SELECT 1 FROM games WHERE games.table_id = tables.id AND games.nonces IS NOT NULL"
    op.execute(f"UPDATE tables SET is_waiting = NOT EXISTS ({has_begun}) WHERE NOT is_over")  # noqa: S608 - it is above
    op.drop_index("ix_tables_is_listed_created_at", table_name="tables")
    op.create_index("ix_tables_open", "tables", ["is_listed", "is_waiting", "created_at", "id"])

    opened_at = sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False, server_default=_LONG_AGO)
    op.add_column("seats", sa.Column("is_over", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("seats", opened_at)
    of_table = "FROM tables WHERE tables.id = seats.table_id"
    op.execute(f"UPDATE seats SET is_over = (SELECT is_over {of_table}), opened_at = (SELECT created_at {of_table})")  # noqa: S608
    op.drop_index("ix_seats_person_id", table_name="seats")
    op.create_index("ix_seats_of_person", "seats", ["person_id", "is_over", "opened_at", "table_id"])


_LONG_AGO = "1970-01-01 00:00:00+00:00"


def downgrade() -> None:
    """Back to the revision before."""

    op.drop_index("ix_seats_of_person", table_name="seats")
    op.create_index("ix_seats_person_id", "seats", ["person_id"])
    op.drop_column("seats", "opened_at")
    op.drop_column("seats", "is_over")
    op.drop_index("ix_tables_open", table_name="tables")
    op.create_index("ix_tables_is_listed_created_at", "tables", ["is_listed", "created_at"])
    op.drop_column("tables", "awaited")
    op.drop_column("tables", "is_waiting")
    op.drop_table("renamings")
