"""Opening of a database: if it cannot be used, a sentence tells the operator what to do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from jardinet.games.sentences import Sentence
from jardinet.server.settings import SettingError

# By the beginnings of SQLite's own names of its errors.
_SQLITE = {
    "SQLITE_NOTADB": Sentence("it is damaged, or not an SQLite database; restore a backup, or name another file"),
    "SQLITE_CORRUPT": Sentence("it is damaged; restore a backup, or name another file"),
    "SQLITE_CANTOPEN": Sentence("its folder is not there, or neither it nor the file may be opened"),
    "SQLITE_READONLY": Sentence("it may not be written to"),
    "SQLITE_PERM": Sentence("it may not be written to"),
    "SQLITE_FULL": Sentence("the disk is full"),
    "SQLITE_BUSY": Sentence("another program has locked it"),
}


class NewerDatabaseError(Exception):
    """The database has tables of a later version than ours."""


@contextmanager
def opening(url: str) -> Iterator[None]:
    """Context for opening the database at `url`: errors become sentences.

    Raises:
        SettingError: it cannot be used; the message says why.
    """
    try:
        yield
    except NewerDatabaseError:
        raise SettingError(
            "database-newer",
            "the database {database} comes from a newer Jardinet: install that version, or restore a backup "
            "that is older.",
            database=shown(url),
        ) from None
    except (SQLAlchemyError, OSError) as error:
        raise SettingError(
            "database-unusable",
            "the database {database} cannot be used: {reason}.",
            database=shown(url),
            reason=reason_of_database(error),
        ) from None


def shown(url: str) -> str:
    """A database's URL as people write it, without its password.

    >>> shown("postgresql+psycopg://ada:garden@localhost/jardinet")
    'postgresql://ada:***@localhost/jardinet'
    """
    known = make_url(url)
    return known.set(drivername=known.get_backend_name()).render_as_string(hide_password=True)


def reason_of_database(error: BaseException) -> Sentence:
    """Why a database does not answer as it should; what it says of its own is quoted."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    name = getattr(cause, "sqlite_errorname", "")
    for beginning, reason in _SQLITE.items():
        if name.startswith(beginning):
            return reason
    said = str(cause).strip().partition("\n")[0] or type(cause).__name__
    return Sentence("it says “{words}”", words=said.rstrip("."))
