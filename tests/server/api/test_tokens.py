from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import replace

import httpx
import pytest
from tests.kit.accounts import TOKEN, Browser, Player, Server
from tests.kit.servers import SHORT, serving, settings_of


def acts_for(server: Server, token: str) -> str | None:
    """The name of the account of a token; None where it opens nothing."""
    answer = httpx.get(f"{server.url}/api/account", headers={"Authorization": f"Bearer {token}"})
    name: str | None = answer.json().get("username")
    return name


def test_a_token_is_shown_once_and_nowhere_kept(server: Server) -> None:
    ada = Browser(server.url)
    ada.post("/account", name="Ada")
    token = ada.token("my bot")
    assert acts_for(server, token) == "Ada"
    page = ada.http.get("/account/tokens").text
    assert "my bot" in page
    assert not TOKEN.search(page)
    kept = b"".join(file.read_bytes() for file in server.database.parent.iterdir())
    assert b"my bot" in kept
    assert token.encode() not in kept


def test_a_revoked_token_opens_nothing(server: Server) -> None:
    ada, eve = Browser(server.url), Browser(server.url)
    for one, name in ((ada, "Ada"), (eve, "Eve")):
        one.post("/account", name=name)
    token = ada.token()
    number = re.search(r'name="token" value="(\d+)"', ada.http.get("/account/tokens").text)
    assert number
    eve.post("/account/tokens/revoke", token=number[1])
    assert acts_for(server, token) == "Ada"  # nobody revokes another's
    ada.post("/account/tokens/revoke", token=number[1])
    assert acts_for(server, token) is None


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server whose streams send nothing for a long time."""
    database = tmp_path_factory.mktemp("patient") / "tables.sqlite3"
    with serving(settings_of(f"sqlite:///{database}", intervals=replace(SHORT, keep_alive=30.0))) as address:
        yield address


@pytest.mark.parametrize("path", ["/api/stream/event", "/api/bot/game/stream/{table}", "/api/bot/game/stream/{other}"])
def test_the_streams_of_a_revoked_token_end_at_once(patient: str, path: str) -> None:
    ada, ben = Browser(patient), Player(patient, "Ben")
    ada.post("/account", name="Ada")
    headers = {"Authorization": f"Bearer {ada.token()}"}
    number = re.search(r'name="token" value="(\d+)"', ada.http.get("/account/tokens").text)
    assert number
    agreed = {"game": "lucky_numbers", "parameters": {}, "seats": ["person", "person"]}
    table = httpx.post(f"{patient}/api/tables", json=agreed, headers=headers).json()["id"]
    address = patient + path.format(table=table, other=ben.open("lucky_numbers"))
    with httpx.stream("GET", address, headers=headers, timeout=60) as stream:
        lines = stream.iter_lines()
        next(lines)
        began = time.monotonic()
        ada.post("/account/tokens/revoke", token=number[1])
        assert not any(lines)
        assert time.monotonic() - began < 30
    assert httpx.get(address, headers=headers).status_code == 401


def test_a_new_name_is_the_accounts_at_once(server: Server) -> None:
    ada = Browser(server.url)
    ada.post("/account", name="Ada")
    token = ada.token()
    ada.post("/account", name="Ada Lovelace")
    assert acts_for(server, token) == "Ada Lovelace"


def test_what_is_no_name_or_label_is_told_on_the_page(server: Server) -> None:
    ada = Browser(server.url)
    assert "is not possible" in ada.post("/account", name="x" * 41).text
    assert ada.post("/account/tokens", label="bot").status_code == 403  # who has no name yet has no tokens
    ada.post("/account", name="Ada")
    answer = ada.post("/account/tokens", label="")
    assert answer.status_code == 422
    assert not TOKEN.search(answer.text)


def test_nobody_has_more_tokens_than_they_can_look_after(server: Server) -> None:
    ada = Browser(server.url)
    ada.post("/account", name="Ada")
    answers = [ada.post("/account/tokens", label=f"bot {k}") for k in range(21)]
    assert [len(TOKEN.findall(answer.text)) for answer in answers] == [1] * 20 + [0]
    assert "revoke one first" in answers[-1].text


def test_a_token_that_is_none_opens_nothing(server: Server) -> None:
    for header in ("Bearer x", "Basic abc", "x", "Bearer \xe9"):
        answer = httpx.get(f"{server.url}/api/tables", headers={b"Authorization": header.encode("latin-1")})
        assert answer.status_code == 401
