"""one version for every change of a table, and remarks counted by table"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """one version for every change of a table, and remarks counted by table"""

    # Not in a batch: SQLite would make `tables` anew, to which all others refer.
    op.drop_column("tables", "choosing")
    op.drop_column("tables", "ply")
    op.add_column("tables", sa.Column("arranged", sa.Integer(), nullable=False, server_default="0"))
    _keep_remarks("id AS number, table_id, seat, phrase, said_at")
    op.create_table(
        "remarks",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("phrase", sa.String(length=20), nullable=False),
        sa.Column("said_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_remarks_table_id_tables")),
        sa.PrimaryKeyConstraint("table_id", "number", name=op.f("pk_remarks")),
    )
    _bring_remarks_back("table_id, number, seat, phrase, said_at")


def downgrade() -> None:
    """Back to the revision before."""

    _keep_remarks("table_id, number, seat, phrase, said_at")
    op.create_table(
        "remarks",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("phrase", sa.String(length=20), nullable=False),
        sa.Column("said_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_remarks_table_id_tables")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_remarks")),
    )
    with op.batch_alter_table("remarks", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_remarks_table_id"), ["table_id"], unique=False)
    _bring_remarks_back("table_id, seat, phrase, said_at", "ORDER BY said_at, number")
    op.drop_column("tables", "arranged")
    op.add_column("tables", sa.Column("ply", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("choosing", sa.Integer(), nullable=False, server_default="0"))
    op.execute("UPDATE tables SET ply = (SELECT count(*) FROM plies WHERE plies.table_id = tables.id)")
    op.execute("UPDATE tables SET choosing = 1 WHERE id IN (SELECT table_id FROM choices)")


def _keep_remarks(columns: str) -> None:
    op.execute(f"CREATE TABLE kept_remarks AS SELECT {columns} FROM remarks")  # noqa: S608 - both lists are above
    op.drop_table("remarks")


def _bring_remarks_back(columns: str, order: str = "") -> None:
    op.execute(f"INSERT INTO remarks ({columns}) SELECT {columns} FROM kept_remarks {order}")  # noqa: S608
    op.drop_table("kept_remarks")
