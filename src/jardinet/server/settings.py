"""Settings of the server: what the person who runs it decides, all by environment variables (docs/hosting.md)."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Literal, cast, get_args

from platformdirs import user_data_path
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from jardinet.extras import extra
from jardinet.games.parameters import GameError
from jardinet.games.sentences import Either
from jardinet.server.allowances import Allowances
from jardinet.server.intervals import Intervals
from jardinet.server.keys import Keys
from jardinet.server.messaging import Messaging
from jardinet.server.origins import origin_of
from jardinet.system_errors import reason_of

POSTGRESQL = "postgresql+psycopg"  # the scheme of a database's URL, with the driver we use

MOST_DAYS = 36_500
KIOSK_MINUTES = range(1, 241)

LogForm = Literal["text", "json"]
AccountsPolicy = Literal["off", "invited", "open"]

_TOKEN = re.compile(r"[!-~]{16,}")


class SettingError(GameError):
    """A setting cannot be used; the message says which and what it may be."""


@dataclass(frozen=True)
class Settings:
    """Settings of one server.

    Attributes:
        database: SQLAlchemy's URL of the database, with the driver we use.
        redis: the URL of a Redis that several processes of the server share; None: there is one process.
        keys: what signs and seals cookies; anybody who has one that is still read can play under any identity.
        is_secure: whether people reach the server by https only: cookies then travel by nothing else.
        origins: where people reach the server, as browsers say it (`https://garden.example`); requests by another host
            are refused, and so are those from pages of other sites. None: any host is allowed, and pages of that one.
        allowances: how much one address and one person may ask for; None: there are no limits.
        metrics_token: the token needed to read the metrics; None: they are for this machine alone.
        prune_days: after how many idle days the server removes a guests' table; None: it removes none.
        kiosk_minutes: after how many idle minutes a device forgets who played there, for those who come next; None: never.
        accounts: who may have a way back: nobody, those to whom the host has sent a link, or everybody.
        log: the form of what it has to say: lines for people, or JSON.
        messaging: how it may call people who are not there.
        intervals: how soon it notices things; no environment variable changes them.
    """

    database: str
    keys: Keys
    redis: str | None = None
    is_secure: bool = False
    origins: tuple[str, ...] = ()
    allowances: Allowances | None = Allowances()  # noqa: RUF009 - it is frozen
    metrics_token: str | None = field(default=None, repr=False)
    accounts: AccountsPolicy = "open"
    log: LogForm = "text"
    prune_days: int | None = None
    kiosk_minutes: int | None = None
    messaging: Messaging = Messaging()  # noqa: RUF009 - it is frozen
    intervals: Intervals = Intervals()  # noqa: RUF009 - it is frozen

    @property
    def folder(self) -> Path | None:
        """Where SQLite's file is; None: the database is not a file of this machine."""
        return _folder_of(self.database)

    @classmethod
    def of(cls, environment: Mapping[str, str] | None = None) -> Settings:
        """The settings of an environment, by default this process's; makes the folder of the default database.

        Raises:
            SettingError, AllowanceError, KeysError: a variable has a value it cannot have.
            MissingExtraError: it asks for PostgreSQL or Redis, and what speaks with them is not installed.
        """
        environment = os.environ if environment is None else environment
        database = database_url(environment)
        if not environment.get("JARDINET_DATABASE_URL"):
            _make_room_for_database()
        redis = environment.get("JARDINET_REDIS_URL") or None
        if redis:
            with extra("redis"):
                import_module("redis")
        return cls(
            database=database,
            keys=_keys(environment.get("JARDINET_KEY") or None, database),
            redis=redis,
            is_secure=environment.get("JARDINET_SECURE", "").lower() in ("1", "true", "yes"),
            origins=_origins(environment.get("JARDINET_ORIGINS", "")),
            allowances=Allowances.of(environment.get("JARDINET_LIMITS", "")),
            accounts=accounts_policy(environment),
            log=_log_form(environment.get("JARDINET_LOG") or "text"),
            prune_days=_days(environment.get("JARDINET_PRUNE_DAYS", "")),
            kiosk_minutes=_kiosk_minutes(environment.get("JARDINET_KIOSK", "")),
            messaging=Messaging.of(environment),
            metrics_token=_metrics_token(environment.get("JARDINET_METRICS_TOKEN") or None),
        )


def database_url(environment: Mapping[str, str] | None = None) -> str:
    """The URL of the database that an environment names, by default this process's.

    Raises:
        SettingError: it is none that we know.
        MissingExtraError: it is PostgreSQL's, and what speaks with that is not installed.
    """
    environment = os.environ if environment is None else environment
    url = with_driver(environment.get("JARDINET_DATABASE_URL") or f"sqlite:///{_data_folder() / 'tables.sqlite3'}")
    if url.startswith(POSTGRESQL):
        with extra("postgresql"):
            import_module("psycopg")
    return url


def _make_room_for_database() -> None:
    """Make the folder of the user's data, where the database lies if no other place is named."""
    folder = _data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SettingError(
            "no-room-for-database",
            "the database cannot be kept in {folder}: {reason}. JARDINET_DATABASE_URL can name another place, such as "
            "sqlite:////srv/jardinet/tables.sqlite3.",
            folder=folder,
            reason=reason_of(error),
        ) from None


def site_of(site: str | None = None, environment: Mapping[str, str] | None = None) -> str:
    """Where people reach the server: `site`, or else the first of an environment's origins, or this computer.

    Raises:
        SettingError: that is no origin.
    """
    environment = os.environ if environment is None else environment
    if site is not None:
        origin = origin_of(site.rstrip("/"))
        if origin is None:
            raise SettingError(
                "site", "{site!r} is not possible: a site is an origin such as https://garden.example.", site=site
            )
        return origin
    return next(iter(_origins(environment.get("JARDINET_ORIGINS", ""))), "http://localhost:8012")


def with_driver(url: str) -> str:
    """A database URL with the driver we use: people may leave it out.

    >>> with_driver("postgresql://localhost/jardinet")
    'postgresql+psycopg://localhost/jardinet'
    """
    scheme, separator, rest = url.partition("://")
    drivers = {"sqlite": "sqlite", "postgresql": POSTGRESQL, "postgres": POSTGRESQL}
    known = drivers.get(scheme, scheme)
    if not separator or known not in drivers.values():
        raise SettingError(
            "database-url", "JARDINET_DATABASE_URL is not valid: it must begin with sqlite:// or postgresql://."
        )
    try:
        make_url(f"{known}://{rest}")
    except (ArgumentError, ValueError):
        raise SettingError(
            "postgresql-url",
            "JARDINET_DATABASE_URL is not valid: it must read like postgresql://user:password@host:port/name.",
        ) from None
    return f"{known}://{rest}"


def _origins(text: str) -> tuple[str, ...]:
    """The origins of a list with commas between them."""
    found = []
    for one in filter(None, map(str.strip, text.split(","))):
        origin = origin_of(one)
        if origin is None:
            raise SettingError(
                "origin",
                "JARDINET_ORIGINS is not valid: {origin!r} is not an origin such as https://garden.example.",
                origin=one,
            )
        found.append(origin)
    return tuple(found)


def _log_form(text: str) -> LogForm:
    if text not in get_args(LogForm):
        raise SettingError(
            "log-form",
            "JARDINET_LOG={value!r} is not valid: it must be {forms}.",
            value=text,
            forms=Either(get_args(LogForm)),
        )
    return cast("LogForm", text)


def accounts_policy(environment: Mapping[str, str] | None = None) -> AccountsPolicy:
    """Who may have a way back, as an environment says, by default this process's.

    Raises:
        SettingError: it says something else.
    """
    environment = os.environ if environment is None else environment
    text = environment.get("JARDINET_ACCOUNTS") or "open"
    if text not in get_args(AccountsPolicy):
        raise SettingError(
            "accounts-policy",
            "JARDINET_ACCOUNTS={value!r} is not valid: it must be {policies}.",
            value=text,
            policies=Either(get_args(AccountsPolicy)),
        )
    return cast("AccountsPolicy", text)


def _days(text: str) -> int | None:
    """The number of days in a setting's text; None if it is empty."""
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and 1 <= int(text) <= MOST_DAYS):
        raise SettingError(
            "prune-days",
            "JARDINET_PRUNE_DAYS is not valid: it must be a number of days from 1 to {most}.",
            most=MOST_DAYS,
        )
    return int(text)


def _kiosk_minutes(text: str) -> int | None:
    """A number of minutes, or None."""
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 3 and int(text) in KIOSK_MINUTES):
        raise SettingError(
            "kiosk-minutes",
            "JARDINET_KIOSK is not valid: it must be a number of minutes from {low} to {high}.",
            low=KIOSK_MINUTES[0],
            high=KIOSK_MINUTES[-1],
        )
    return int(text)


def _metrics_token(text: str | None) -> str | None:
    if text is not None and not _TOKEN.fullmatch(text):
        raise SettingError(
            "metrics-token",
            "JARDINET_METRICS_TOKEN is not valid: it must be 16 or more visible ASCII characters, without spaces.",
        )
    return text


def rotate_keys(days: int, environment: Mapping[str, str] | None = None) -> tuple[Keys, Path | None]:
    """Put a new key before those of an environment, by default this process's; see `Keys.rotated`.

    Returns:
        The keys, and the file where they are kept; None: they belong into `JARDINET_KEY`, and nothing was changed.

    Raises:
        SettingError: there is no key yet.
        KeysError: what is there is none, or there are too many.
        OSError: the file cannot be written.
    """
    environment = os.environ if environment is None else environment
    if text := environment.get("JARDINET_KEY"):
        return Keys.of(text, "JARDINET_KEY").rotated(days), None
    path = _key_file(database_url(environment))
    if not path.exists():
        raise SettingError("no-key", "there is no key {path} yet: the server makes it when it first starts.", path=path)
    keys = _read_keys(path).rotated(days)
    with NamedTemporaryFile("w", encoding="ascii", dir=path.parent, prefix=path.name, delete=False) as file:  # 0600
        file.write("".join(f"{one.written()}\n" for one in keys.all))
        file.flush()
        os.fsync(file.fileno())
    Path(file.name).replace(path)
    return keys, path


def _keys(text: str | None, database: str) -> Keys:
    """The keys that are given, or one of our own that is kept for the next start."""
    if text is not None:
        return Keys.of(text, "JARDINET_KEY")
    path = _key_file(database)
    try:
        if path.parent == _data_folder():
            path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _read_keys(path)
    except OSError as error:
        raise SettingError(
            "key-not-kept",
            "the server's key cannot be kept as {path}: {reason}. JARDINET_KEY can tell it instead.",
            path=path,
            reason=reason_of(error),
        ) from None
    keys = Keys.new()
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(keys.sealing().written())
    return keys


def _read_keys(path: Path) -> Keys:
    return Keys.of(path.read_text("ascii", "replace"), str(path))


def _key_file(database: str) -> Path:
    """The file of the keys: beside SQLite's file, so that a copy of that folder has both; else among the user's data."""
    return folder_beside(database) / "server.key"


def folder_beside(database: str) -> Path:
    """Where a server keeps what belongs to its database: the folder of SQLite's file, else the user's data."""
    return _folder_of(database) or _data_folder()


def _folder_of(database: str) -> Path | None:
    """The folder of SQLite's file; None: the database is none of this machine's files."""
    url = make_url(database)
    return Path(url.database).parent if url.get_backend_name() == "sqlite" and url.database else None


def _data_folder() -> Path:
    return user_data_path("jardinet")
