from __future__ import annotations

import re

import httpx
from tests.server.api.conftest import TOKEN, Browser, Server


def acts_for(server: Server, token: str) -> str | None:
    """The name of the account of a token; None where it opens nothing."""
    answer = httpx.get(f"{server.url}/api/account", headers={"Authorization": f"Bearer {token}"})
    name: str | None = answer.json().get("username")
    return name


def test_a_token_is_shown_once_and_nowhere_kept(server: Server) -> None:
    ada = Browser(server)
    ada.post("/account", name="Ada")
    token = ada.token("my bot")
    assert acts_for(server, token) == "Ada"
    page = ada.http.get("/account").text
    assert "my bot" in page
    assert not TOKEN.search(page)
    kept = b"".join(file.read_bytes() for file in server.database.parent.iterdir())
    assert b"my bot" in kept
    assert token.encode() not in kept


def test_a_revoked_token_opens_nothing(server: Server) -> None:
    ada, eve = Browser(server), Browser(server)
    for one, name in ((ada, "Ada"), (eve, "Eve")):
        one.post("/account", name=name)
    token = ada.token()
    number = re.search(r'name="token" value="(\d+)"', ada.http.get("/account").text)
    assert number
    eve.post("/account/tokens/revoke", token=number[1])
    assert acts_for(server, token) == "Ada"  # nobody revokes another's
    ada.post("/account/tokens/revoke", token=number[1])
    assert acts_for(server, token) is None


def test_a_new_name_is_the_accounts_at_once(server: Server) -> None:
    ada = Browser(server)
    ada.post("/account", name="Ada")
    token = ada.token()
    ada.post("/account", name="Ada Lovelace")
    assert acts_for(server, token) == "Ada Lovelace"


def test_what_is_no_name_or_label_is_told_on_the_page(server: Server) -> None:
    ada = Browser(server)
    assert "is not possible" in ada.post("/account", name="x" * 41).text
    assert ada.post("/account/tokens", label="bot").status_code == 403  # who has no name yet has no tokens
    ada.post("/account", name="Ada")
    answer = ada.post("/account/tokens", label="")
    assert answer.status_code == 422
    assert not TOKEN.search(answer.text)


def test_nobody_has_more_tokens_than_they_can_look_after(server: Server) -> None:
    ada = Browser(server)
    ada.post("/account", name="Ada")
    answers = [ada.post("/account/tokens", label=f"bot {k}") for k in range(21)]
    assert [len(TOKEN.findall(answer.text)) for answer in answers] == [1] * 20 + [0]
    assert "revoke one first" in answers[-1].text


def test_a_token_that_is_none_opens_nothing(server: Server) -> None:
    for header in ("Bearer x", "Basic abc", "x", "Bearer \xe9"):
        answer = httpx.get(f"{server.url}/api/tables", headers={b"Authorization": header.encode("latin-1")})
        assert answer.status_code == 401
