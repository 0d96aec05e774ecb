"""A link by which somebody goes on on another device."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path

from tests.kit.pages import Site, Visitor

LINK = re.compile(r"/go-on/([\w-]+)")


def link_of(visitor: Visitor) -> str:
    answer = visitor.post("/account/link")
    found = LINK.search(answer.text)
    assert found
    assert '<svg width="' in answer.text  # its code
    assert LINK.search(visitor.get("/account").text) is None  # it is shown this once
    return found[0]


def test_looking_moves_nothing_and_the_button_does_once(site: Site) -> None:
    ada, phone, other = site.visitor(), site.visitor(), site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", seat2="greedy")
    link = link_of(ada)
    for _ in range(2):
        assert "You go on as Ada on this device" in plain(phone.get(link).text)
    assert "seat-link" not in phone.get(table).text
    assert phone.post(link).url.path.rstrip("/") == "/account"  # there is no way back yet that stays
    assert "seat-link" in phone.get(table).text
    assert "seat-link" in ada.get(table).text
    for answer in (other.get(link), other.post(link)):
        assert answer.status_code == 404
        assert "this link does not work any more" in answer.text.lower()
    assert "seat-link" not in other.get(table).text


def test_on_a_device_of_the_same_person_the_link_is_kept_for_the_other(site: Site) -> None:
    ada, phone = site.visitor(), site.visitor()
    ada.set_table("lucky_numbers", name="Ada")
    link = link_of(ada)
    assert "You are Ada on this device already" in plain(ada.get(link).text)
    phone.post(link)
    assert "Good to see you, Ada." in plain(phone.get("/").text)


def test_a_link_ends_after_ten_minutes_and_with_the_next_one(site: Site) -> None:
    ada, phone = site.visitor(), site.visitor()
    ada.set_table("lucky_numbers", name="Ada")
    first = link_of(ada)
    second = link_of(ada)
    assert phone.get(first).status_code == 404
    assert phone.get(second).status_code == 200
    site.pass_time(minutes=9, seconds=50)
    assert phone.get(second).status_code == 200
    site.pass_time(seconds=20)
    assert phone.get(second).status_code == 404
    assert phone.post(second).status_code == 404


def test_the_database_knows_the_hash_of_a_link_alone(site: Site, tmp_path: Path) -> None:
    ada = site.visitor()
    ada.set_table("lucky_numbers", name="Ada")
    key = link_of(ada).rpartition("/")[2]
    site.services.database._engine.dispose()
    kept = b"".join(file.read_bytes() for file in tmp_path.glob("tables.sqlite3*"))
    assert sha256(key.encode()).hexdigest().encode() in kept
    assert key.encode() not in kept


def test_who_has_told_no_name_has_nothing_to_go_on_with(site: Site) -> None:
    assert site.visitor().post("/account/link").status_code == 403


def plain(text: str) -> str:
    return text.replace("\u2068", "").replace("\u2069", "")
