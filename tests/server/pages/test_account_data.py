"""What is kept of somebody: as one file, and its deletion."""

from __future__ import annotations

import io
import json
import re
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

from tests.kit.pages import Site, Visitor
from tests.kit.waiting import until


def kept_of(visitor: Visitor) -> zipfile.ZipFile:
    answer = visitor.post("/account/export")
    assert answer.headers["content-type"] == "application/zip"
    return zipfile.ZipFile(io.BytesIO(answer.content))


def test_all_that_is_kept_is_one_file_and_holds_no_secret(site: Site) -> None:
    ada, ben = site.visitor(), site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", seat2="greedy")
    ben.set_table("lucky_numbers", name="Ben")
    ada.post("/account/password", handle="ada-99", password="correct horse")
    token = re.findall(r"jardinet_[\w-]{43}", ada.post("/account/tokens", label="my bot").text)[0]
    with kept_of(ada) as file:
        told = json.loads(file.read("person.json"))
        assert file.namelist() == ["person.json", f"games{table.removeprefix('/t')}.jdn"]
        assert b'[Game "lucky_numbers"]' in file.read(file.namelist()[1])
    assert (told["name"], told["ways_back"][0]["handle"], told["tokens"][0]["label"]) == ("Ada", "ada-99", "my bot")
    assert [seat["name"] for seat in told["seats"]] == ["Ada"]
    assert not any(secret in json.dumps(told) for secret in (token, "argon2", "Ben"))
    assert site.visitor().post("/account/export").status_code == 403


def test_who_is_deleted_is_somebody_at_every_table_and_nothing_else_is_left(site: Site, tmp_path: Path) -> None:
    ada, ben = site.visitor(), site.visitor()
    table = ada.set_table("lucky_numbers", name="Adalbert", bot_pace="instant")
    ben.post(f"{table}/sit", seat="1", name="Ben")
    waiting = ada.set_table("maudits_criquets", name="Adalbert")
    guest = site.visitor()
    guest.becomes(ada)
    ada.post("/account/password", handle="adalbert-99", password="correct horse")
    token = re.findall(r"jardinet_[\w-]{43}", ada.post("/account/tokens", label="a-bot-of-mine").text)[0]
    asked = ada.get("/account/delete").text
    assert "You sit at 2 tables" in asked
    assert ada.post("/account/delete").url.path == "/"
    for gone in (ada, guest):
        assert "Adalbert" not in gone.get("/").text
        assert "seat-link" not in gone.get(table).text
    assert "somebody" in ben.get(table).text
    assert "seat-link" in ben.get(table).text
    assert "Adalbert" not in ben.get(waiting).text
    assert ben.get("/api/account", Authorization=f"Bearer {token}").status_code == 401
    assert ben.post("/sign-in", handle="adalbert-99", password="correct horse").status_code == 422
    until(lambda: "seat-link" in ben.get(table).text, "Ben plays on")
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3", isolation_level=None)) as connection:
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    kept = b"".join(file.read_bytes() for file in tmp_path.glob("tables.sqlite3*"))
    assert b"Ben" in kept
    assert not [word for word in (b"Adalbert", b"adalbert-99", b"a-bot-of-mine", b"argon2id") if word in kept]
