"""Migrating of a database: its tables are brought to the revision that this version knows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, inspect, text

from jardinet.server.storage.dialects import begin, lock_name
from jardinet.server.storage.opening import NewerDatabaseError

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).parent / "migrations"


def migrate(engine: Engine) -> None:
    """Bring the tables up to date, if they are not. Alembic takes a third of a second to load, a sixth of a start."""
    with engine.begin() as connection:
        begin(connection, is_writing=True)
        lock_name(connection, "migrations")  # another process may be starting too
        if _revision(connection) == max(path.name[:4] for path in (MIGRATIONS / "versions").glob("0*.py")):
            return
        from alembic import command
        from alembic.util import CommandError

        try:
            command.upgrade(migrations(connection), "head")
        except CommandError as error:  # a revision that it does not know
            raise NewerDatabaseError from error


def _revision(connection: Connection) -> str | None:
    """The revision of the tables; None: there are none."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return str(connection.scalar(text("SELECT version_num FROM alembic_version")))


def migrations(connection: Connection) -> Config:
    """Alembic's way to the revisions of the tables, on a connection."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config
