"""Passkeys without a browser: what is kept, and every answer that must open nothing."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.kit.authenticator import Authenticator
from tests.kit.databases import new_sqlite
from tests.kit.pages import Site, Visitor, open_site
from tests.kit.servers import settings_of
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

ORIGIN = "http://testserver.local"
LATE = "That took too long: try again."
REFUSED = "That passkey was not recognized: try again, or take another way."


def introduced(site: Site, name: str = "Ada") -> Visitor:
    visitor = site.visitor()
    visitor.post("/account", name=name)
    return visitor


def with_passkey(site: Site, authenticator: Authenticator) -> Visitor:
    visitor = introduced(site)
    answer = authenticator.make(visitor.post("/account/passkey/options").text)
    assert visitor.post("/account/passkey", answer=answer).status_code == 200
    return visitor


def is_ada(visitor: Visitor) -> bool:
    return "Good to see you, Ada." in visitor.get("/").text.replace("\u2068", "").replace("\u2069", "")


def signs_in(site: Site, answer: str) -> bool:
    visitor = site.visitor()
    visitor.post("/sign-in", answer=answer)
    return is_ada(visitor)


@pytest.fixture(params=[False, True], ids=["never-counts", "counts"])
def authenticator(request: pytest.FixtureRequest) -> Authenticator:
    return Authenticator(ORIGIN, counts=request.param)


def test_a_passkey_signs_in_anywhere_without_a_name(site: Site, authenticator: Authenticator) -> None:
    ada = with_passkey(site, authenticator)
    assert "Passkey, A browser" in ada.get("/account").text
    for _ in range(2):
        phone = site.visitor()
        answer = phone.post("/sign-in", answer=authenticator.sign(phone.post("/sign-in/options").text))
        assert answer.url.path == "/"
        assert is_ada(phone)


def test_the_same_answer_opens_nothing_again(site: Site, authenticator: Authenticator) -> None:
    with_passkey(site, authenticator)
    answer = authenticator.sign(site.visitor().post("/sign-in/options").text)
    assert signs_in(site, answer)
    again = site.visitor().post("/sign-in", answer=answer)
    assert again.status_code == 422
    assert LATE in again.text
    assert not signs_in(site, answer)


def test_a_challenge_is_used_up_by_a_wrong_answer_too(site: Site, authenticator: Authenticator) -> None:
    with_passkey(site, authenticator)
    options = site.visitor().post("/sign-in/options").text
    assert REFUSED in site.visitor().post("/sign-in", answer=authenticator.sign(options, signature="AAAA")).text
    assert not signs_in(site, authenticator.sign(options))


@pytest.mark.parametrize(("minutes", "opens"), [(4, True), (6, False)])
def test_a_challenge_counts_for_five_minutes(
    site: Site, tmp_path: Path, minutes: int, opens: bool, authenticator: Authenticator
) -> None:
    with_passkey(site, authenticator)
    answer = authenticator.sign(site.visitor().post("/sign-in/options").text)
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as database, database:
        database.execute("UPDATE challenges SET until = datetime(until, ?)", (f"-{minutes} minutes",))
    assert signs_in(site, answer) is opens


def test_ten_challenges_of_a_person_are_open_at_once(site: Site) -> None:
    ada = introduced(site)
    options = [ada.post("/account/passkey/options").text for _ in range(11)]
    assert LATE in ada.post("/account/passkey", answer=Authenticator(ORIGIN).make(options[0])).text
    assert ada.post("/account/passkey", answer=Authenticator(ORIGIN).make(options[1])).status_code == 200
    assert "Passkey" in ada.get("/account").text


def test_a_challenge_of_one_person_or_purpose_is_no_other_s(site: Site) -> None:
    ada, ben = introduced(site), introduced(site, "Ben")
    own, signing = ada.post("/account/passkey/options").text, json.loads(ben.post("/sign-in/options").text)
    assert LATE in ben.post("/account/passkey", answer=Authenticator(ORIGIN).make(own)).text
    mixed = json.dumps({**json.loads(own), "challenge": signing["challenge"]})
    assert LATE in ben.post("/account/passkey", answer=Authenticator(ORIGIN).make(mixed)).text


def test_a_passkey_of_another_site_or_of_nobody_opens_nothing(site: Site, authenticator: Authenticator) -> None:
    with_passkey(site, authenticator)
    options = site.visitor().post("/sign-in/options").text
    authenticator.origin = "http://elsewhere.example"
    assert REFUSED in site.visitor().post("/sign-in", answer=authenticator.sign(options)).text
    stranger = Authenticator(ORIGIN).sign(site.visitor().post("/sign-in/options").text)
    assert "Nobody is known here by that passkey" in site.visitor().post("/sign-in", answer=stranger).text


def test_a_passkey_is_kept_once(site: Site, authenticator: Authenticator) -> None:
    ada = with_passkey(site, authenticator)
    options = ada.post("/account/passkey/options").text
    assert [one["id"] for one in json.loads(options)["excludeCredentials"]] == [
        bytes_to_base64url(authenticator.credential)
    ]
    again = ada.post("/account/passkey", answer=authenticator.make(options))
    assert "That passkey is known here already." in again.text


def test_a_removed_passkey_opens_nothing(site: Site, tmp_path: Path, authenticator: Authenticator) -> None:
    ada = with_passkey(site, authenticator)
    ada.post("/account/sheet")
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as database:
        ((way, credential),) = database.execute("SELECT way_id, credential FROM passkeys").fetchall()
        assert credential == authenticator.credential
        ada.post("/account/ways/remove", way=way)
        assert database.execute("SELECT count(*) FROM passkeys").fetchone() == (0,)
    assert not signs_in(site, authenticator.sign(site.visitor().post("/sign-in/options").text))


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "{}",
        "[]",
        "ä",
        '{"id": "AA", "response": {"clientDataJSON": "A"}}',
        '{"id": 3, "response": {"clientDataJSON": "e30"}}',
    ],
)
def test_what_is_no_answer_is_refused(site: Site, answer: str) -> None:
    ada = introduced(site)
    for told in (ada.post("/account/passkey", answer=answer), site.visitor().post("/sign-in", answer=answer)):
        assert told.status_code == 422
        assert REFUSED in told.text


BROKEN: list[dict[str, Any]] = [
    {"without": -2},
    {"attestationObject": "AAAA"},
    {"attestationObject": None},
    {"attestationObject": "_w"},
    {"transports": [3]},
]
BROKEN_WHEN_USED: list[dict[str, object]] = [
    {"authenticatorData": "AAAA"},
    {"authenticatorData": None},
    {"signature": 3},
]


def test_a_broken_answer_to_a_good_challenge_is_refused(site: Site, authenticator: Authenticator) -> None:
    """Whatever its parts are: the library lets errors of its parsers through."""
    ada = introduced(site)
    for broken in BROKEN:
        options = ada.post("/account/passkey/options").text
        told = ada.post("/account/passkey", answer=authenticator.make(options, **broken))
        assert (told.status_code, REFUSED in told.text) == (422, True)
    with_passkey(site, authenticator)
    for broken in BROKEN_WHEN_USED:
        options = site.visitor().post("/sign-in/options").text
        told = site.visitor().post("/sign-in", answer=authenticator.sign(options, **broken))
        assert (told.status_code, REFUSED in told.text) == (422, True)


def test_challenges_are_of_chance_and_kept_as_hashes(site: Site, tmp_path: Path) -> None:
    told = [json.loads(site.visitor().post("/sign-in/options").text) for _ in range(2)]
    challenges = [base64url_to_bytes(one["challenge"]) for one in told]
    assert [len(one) for one in challenges] == [32, 32]
    assert challenges[0] != challenges[1]
    kept = b"".join(file.read_bytes() for file in tmp_path.glob("tables.sqlite3*"))
    assert not any(one in kept or one.hex().encode() in kept for one in challenges)
    assert told[0]["rpId"] == "testserver.local"
    assert "allowCredentials" not in told[0] or told[0]["allowCredentials"] == []


def test_the_site_is_where_its_host_says_it_is(tmp_path: Path) -> None:
    settings = replace(settings_of(new_sqlite(tmp_path / "named.sqlite3")), origins=("https://garden.example", ORIGIN))
    with open_site(settings) as site:
        ada = introduced(site)
        assert json.loads(ada.post("/account/passkey/options").text)["rp"]["id"] == "testserver.local"
