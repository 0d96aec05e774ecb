"""A start that is not possible: one sentence says why and what to do, and the exit code is 2."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from tests.kit.databases import empty_postgresql
from tests.kit.forking import run
from tests.kit.servers import process
from tests.kit.stores import free_port, redis_port
from tests.server.gates import Gate
from tests.sizes import WHOLE, first_of

pytestmark = pytest.mark.anyio

# As root one may write anywhere: without these two not even root.
NOBODY_SPECIAL = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.getuid() == 0 else []


def refused(*before: str, **settings: str) -> str:
    """What a server says that does not start with these settings: one line, and the exit code 2."""
    call, environment = ["serve", "--no-browser"], {"JARDINET_KEY": "ab" * 32, **settings}
    if before:
        command, plain = [*before, sys.executable, "-m", "jardinet", *call], {**os.environ, **environment}
        told = subprocess.run(command, env=plain, check=False, capture_output=True, text=True, timeout=60)
    else:
        told = run(*call, **environment)
    assert "Traceback" not in told.stderr
    assert (told.returncode, told.stdout) == (2, ""), told.stderr
    assert told.stderr.startswith("jardinet: ")
    assert told.stderr.count("\n") == 1
    return told.stderr


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database as this version makes it."""
    path = tmp_path / "tables.sqlite3"
    with process(f"sqlite:///{path}"):
        pass
    return path


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    path.write_bytes(b"once upon a time there was a garden " * 1000)
    assert f"sqlite:///{path} cannot be used: it is damaged, or not an SQLite database" in refused(
        JARDINET_DATABASE_URL=f"sqlite:///{path}"
    )


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("fr", "elle est endommagée ou n’est pas une base de données SQLite"),
        ("es", "está dañada o no es una base de datos de SQLite"),
        ("de", "sie ist beschädigt oder keine SQLite-Datenbank"),
    ],
)
def test_why_a_database_cannot_be_used_is_told_in_every_language(code: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    path.write_bytes(b"once upon a time there was a garden " * 1000)
    assert why in refused(JARDINET_DATABASE_URL=f"sqlite:///{path}", LANGUAGE=code)


@WHOLE
def test_a_database_whose_pages_are_overwritten(file: Path) -> None:
    with file.open("r+b") as opened:
        opened.seek(100)
        opened.write(os.urandom(4000))
    assert "it is damaged" in refused(JARDINET_DATABASE_URL=f"sqlite:///{file}")


def test_a_database_that_only_a_newer_version_knows(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    told = refused(JARDINET_DATABASE_URL=f"sqlite:///{file}")
    assert "comes from a newer Jardinet: install that version" in told


@WHOLE
def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    told = refused(JARDINET_DATABASE_URL=f"sqlite:///{tmp_path}/nowhere/tables.sqlite3")
    assert "its folder is not there" in told


@WHOLE
@pytest.mark.skipif(bool(NOBODY_SPECIAL) and not shutil.which("setpriv"), reason="root may write anywhere")
def test_a_folder_that_may_only_be_read(file: Path) -> None:
    url = f"sqlite:///{file}"
    file.chmod(0o444)
    file.parent.chmod(0o555)
    try:
        assert "cannot be used: it may not be written to" in refused(*NOBODY_SPECIAL, JARDINET_DATABASE_URL=url)
        told = refused(*NOBODY_SPECIAL, JARDINET_DATABASE_URL="", XDG_DATA_HOME=str(file.parent))
        assert (
            f"the database cannot be kept in {file.parent}/jardinet: permission denied. JARDINET_DATABASE_URL" in told
        )
        told = refused(*NOBODY_SPECIAL, JARDINET_DATABASE_URL=url, JARDINET_KEY="")
        assert f"the server's key cannot be kept as {file.parent}/server.key: permission denied. JARDINET_KEY" in told
    finally:
        file.parent.chmod(0o755)


@WHOLE
def test_a_folder_of_ones_own_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "jardinet").write_text("no folder")
    assert f"{tmp_path}/jardinet: it already exists" in refused(JARDINET_DATABASE_URL="", XDG_DATA_HOME=str(tmp_path))


def test_whoever_has_no_folder_of_their_own_is_told_what_else_there_is() -> None:
    nobody = {"HOME": "/dev/null", "XDG_DATA_HOME": "", "JARDINET_DATABASE_URL": "", "JARDINET_KEY": ""}
    told = refused(**nobody)
    assert "the database cannot be kept in /dev/null/.local/share/jardinet: there is no such folder. JARDINET_" in told
    told = refused(**nobody | {"JARDINET_DATABASE_URL": "postgresql://127.0.0.1:1/jardinet"})
    assert (
        "key cannot be kept as /dev/null/.local/share/jardinet/server.key: there is no such folder. JARDINET_" in told
    )


def test_the_key_lies_beside_the_database_and_nothing_elsewhere_is_needed(tmp_path: Path) -> None:
    for _start in range(2):
        with process(f"sqlite:///{tmp_path}/tables.sqlite3", JARDINET_KEY="", HOME="/dev/null", XDG_DATA_HOME=""):
            key = (tmp_path / "server.key").read_text()
    assert len(key) == 64
    assert (tmp_path / "server.key").stat().st_mode & 0o777 == 0o600


def test_a_kept_key_that_is_none(tmp_path: Path) -> None:
    path = tmp_path / "jardinet" / "server.key"
    path.parent.mkdir()
    path.write_text("not in hexadecimal")
    environment = {"XDG_DATA_HOME": str(tmp_path), "JARDINET_KEY": ""}
    assert f"{path} is not possible: it must be 64 hexadecimal digits" in refused(**environment)


def test_a_postgresql_that_is_not_there() -> None:
    port = free_port()
    told = refused(JARDINET_DATABASE_URL=f"postgresql://ada:garden@127.0.0.1:{port}/jardinet")
    assert f"the database postgresql://ada:***@127.0.0.1:{port}/jardinet cannot be used: " in told
    assert "garden" not in told


@WHOLE
def test_a_postgresql_that_never_answers() -> None:
    with Gate(0) as gate:
        told = refused(JARDINET_DATABASE_URL=f"postgresql://ada@127.0.0.1:{gate.port}/jardinet")
    assert "cannot be used: " in told


@WHOLE
async def test_a_postgresql_that_has_no_such_database() -> None:
    with empty_postgresql() as url:
        told = refused(JARDINET_DATABASE_URL=url + "_else")
    assert "does not exist" in told


@pytest.mark.parametrize(
    "url", first_of(["postgresql://localhost:garden/jardinet", "sqlite:tables.sqlite3", "mysql://x/y"])
)
def test_an_address_of_a_database_that_is_none(url: str) -> None:
    assert "JARDINET_DATABASE_URL is not valid: " in refused(JARDINET_DATABASE_URL=url)


@pytest.mark.parametrize("url", first_of(["127.0.0.1:6379", "redis://127.0.0.1:garden", "http://127.0.0.1:6379"]))
def test_an_address_of_redis_that_is_none(tmp_path: Path, url: str) -> None:
    told = refused(JARDINET_DATABASE_URL=f"sqlite:///{tmp_path}/tables.sqlite3", JARDINET_REDIS_URL=url)
    assert "JARDINET_REDIS_URL is not valid: " in told


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("en", "Redis cannot be used: nothing listens there."),
        ("fr", "rien n’y écoute."),
        ("es", "nada escucha allí."),
        ("de", "dort lauscht nichts."),
    ],
)
def test_a_redis_that_is_not_there(code: str, why: str, tmp_path: Path) -> None:
    url = f"redis://:garden@127.0.0.1:{free_port()}"
    database = f"sqlite:///{tmp_path}/tables.sqlite3"
    told = refused(JARDINET_DATABASE_URL=database, JARDINET_REDIS_URL=url, LANGUAGE=code)
    assert why in told
    assert "garden" not in told


@WHOLE
def test_a_redis_that_never_answers(tmp_path: Path) -> None:
    with Gate(0) as gate:
        url = f"redis://127.0.0.1:{gate.port}"
        told = refused(JARDINET_DATABASE_URL=f"sqlite:///{tmp_path}/tables.sqlite3", JARDINET_REDIS_URL=url)
    assert "Redis cannot be used: " in told


def test_a_redis_that_asks_for_another_password(tmp_path: Path) -> None:
    url = f"redis://ada:garden@127.0.0.1:{redis_port()}"
    told = refused(JARDINET_DATABASE_URL=f"sqlite:///{tmp_path}/tables.sqlite3", JARDINET_REDIS_URL=url)
    assert "Redis cannot be used: it does not know this name and password." in told
    assert "garden" not in told
