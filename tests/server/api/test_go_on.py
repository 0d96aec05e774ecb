"""A link to another device, used by a program such as the terminal: it gets a token of that person, once."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from sqlalchemy import Connection
from tests.kit.accounts import TOKEN
from tests.kit.pages import Site, Visitor, open_site
from tests.kit.servers import settings_of
from tests.kit.waiting import until

from jardinet.server.allowances import SHARERS, Allowances
from jardinet.server.guards.bans import ban, unban
from jardinet.server.operation.admin import opened
from jardinet.server.people.links import make_link
from jardinet.server.people.tokens import MOST_TOKENS
from jardinet.server.settings import Settings

LINK = re.compile(r"/go-on/([\w-]+)")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return settings_of(f"sqlite:///{tmp_path / 'tables.sqlite3'}")


@pytest.fixture
def site(settings: Settings) -> Iterator[Site]:
    with open_site(settings) as one:
        yield one


def named(site: Site, name: str = "Ada") -> Visitor:
    visitor = site.visitor()
    visitor.post("/account", name=name)
    return visitor


def key_of(visitor: Visitor) -> str:
    found = LINK.search(visitor.post("/account/link").text)
    assert found
    return found[1]


def id_of(visitor: Visitor) -> str:
    found = re.search(r"<code>(\w{32})</code>", visitor.get("/account/tokens").text)
    assert found
    return found[1]


def goes_on(site: Site, key: str, **more: object) -> httpx.Response:
    return site.visitor().send("/api/go-on", {"key": key, **more})


def told(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def acts_for(site: Site, token: str) -> str | None:
    """The name of the account of a token; None where it opens nothing."""
    name: str | None = site.visitor().get("/api/account", Authorization=f"Bearer {token}").json().get("username")
    return name


def test_a_link_gives_one_token_that_acts_for_its_person_and_sets_no_cookie(site: Site) -> None:
    ada = named(site)
    key = key_of(ada)
    answer = goes_on(site, key)
    assert answer.status_code == 201
    assert not answer.headers.get_list("set-cookie")
    given = answer.json()
    assert (given["id"], given["name"]) == (id_of(ada), "Ada")
    assert TOKEN.fullmatch(given["token"])
    assert acts_for(site, given["token"]) == "Ada"
    assert told(goes_on(site, key)) == (404, "link-over")
    assert site.visitor().post(f"/go-on/{key}").status_code == 404
    assert ada.get("/account/tokens").text.count("<b>Terminal</b>") == 1


def test_its_token_is_listed_as_it_was_called_and_revoked_as_any(site: Site) -> None:
    ada = named(site)
    token = goes_on(site, key_of(ada), label="Terminal, Linux").json()["token"]
    page = ada.get("/account/tokens").text
    assert "<b>Terminal, Linux</b>" in page
    assert token not in page
    found = re.search(r'name="token" value="(\d+)"', page)
    assert found
    ada.post("/account/tokens/revoke", token=found[1])
    assert acts_for(site, token) is None


def test_a_link_that_a_browser_has_used_is_too_old_or_is_none_gives_no_token(site: Site) -> None:
    ada = named(site)
    used, phone = key_of(ada), site.visitor()
    phone.post(f"/go-on/{used}")
    old = key_of(ada)
    for key in (used, "", "x", "\0", "é" * 200):
        assert told(goes_on(site, key)) == (404, "link-over")
    site.pass_time(minutes=10, seconds=1)
    assert told(goes_on(site, old)) == (404, "link-over")
    site.pass_time(minutes=-2)
    assert goes_on(site, old).status_code == 201


def test_what_is_refused_leaves_the_link_as_it_was(site: Site) -> None:
    ada = named(site)
    key = key_of(ada)
    for label in ("", " ", "x" * 41, "\u200b"):
        assert told(goes_on(site, key, label=label)) == (422, "token-label")
    for odd in ({"label": 1}, {"label": None}, {"label": "x" * 201}):
        answer = goes_on(site, key, **odd)
        assert answer.status_code == 400
        assert key not in answer.text
    for number in range(MOST_TOKENS):
        ada.post("/account/tokens", label=f"bot {number}")
    assert told(goes_on(site, key)) == (422, "too-many-tokens")
    found = re.search(r'name="token" value="(\d+)"', ada.get("/account/tokens").text)
    assert found
    ada.post("/account/tokens/revoke", token=found[1])
    assert goes_on(site, key).status_code == 201


@pytest.mark.parametrize("content", [{}, [], "x", None, {"key": 1}, {"key": None}, {"key": ["x"]}, {"key": "x" * 201}])
def test_what_is_no_request_is_told(site: Site, content: object) -> None:
    answer = site.visitor().send("/api/go-on", content)
    assert answer.status_code == 400
    assert set(answer.json()) == {"error", "code"}


def test_a_server_without_accounts_and_one_that_forgets_people_refuse_and_leave_the_link(settings: Settings) -> None:
    with open_site(settings) as site:
        key = key_of(named(site))
    with open_site(replace(settings, accounts="off")) as site:
        assert told(goes_on(site, key)) == (403, "accounts-off")
    with open_site(replace(settings, kiosk_minutes=5)) as site:
        assert told(goes_on(site, key)) == (403, "kiosk-keeps-nobody")
    with open_site(replace(settings, accounts="invited")) as site:
        assert goes_on(site, key).status_code == 201


def test_who_is_banned_gets_no_token_until_the_ban_is_lifted(site: Site, settings: Settings) -> None:
    ada = named(site)
    key, person, bans = key_of(ada), id_of(ada), site.services.bans
    by_host(settings, lambda connection: ban(connection, person, None))
    until(lambda: bans.has(person), "the server knows of the ban")
    assert told(goes_on(site, key)) == (403, "banned")
    by_host(settings, lambda connection: unban(connection, person))
    until(lambda: not bans.has(person), "the server knows that it is lifted")
    assert goes_on(site, key).status_code == 201


def test_by_a_link_of_the_host_cookies_from_before_open_nothing_as_with_its_button(
    site: Site, settings: Settings
) -> None:
    ada = named(site)
    person, at = id_of(ada), site.services.database.now()
    key = by_host(settings, lambda connection: make_link(connection, person, at))
    assert "Ada" in ada.get("/account").text
    token = goes_on(site, key).json()["token"]
    assert "Ada" not in ada.get("/account").text
    assert acts_for(site, token) == "Ada"
    with open_site(settings) as other_process:
        again = other_process.visitor()
        again.becomes(ada)
        assert "Ada" not in again.get("/account").text


def test_its_tries_are_counted_by_address(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jardinet.server.guards.limits.address_of", lambda _scope: "192.0.2.1")
    with open_site(replace(settings, allowances=Allowances(tokens=1))) as site:
        tried = [goes_on(site, "x").status_code for _ in range(SHARERS + 1)]
    assert tried == [404] * SHARERS + [429]


def test_no_link_and_no_token_of_it_is_in_the_database_or_a_log(
    site: Site, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        key = key_of(named(site))
        token = goes_on(site, key).json()["token"]
        goes_on(site, key)
    site.services.database._engine.dispose()
    kept = b"".join(file.read_bytes() for file in tmp_path.glob("tables.sqlite3*"))
    for secret in (key, token):
        assert secret.encode() not in kept
        assert not [one for one in caplog.records if secret in one.getMessage() and one.name.startswith("jardinet")]


def test_both_pages_of_the_link_say_the_command(settings: Settings) -> None:
    with open_site(settings) as site:
        shown = named(site).post("/account/link").text
        found = LINK.search(shown)
        assert found
        command = f"jardinet play --server http://testserver.local/go-on/{found[1]}"
        for page in (shown, site.visitor().get(found[0]).text):
            assert command in page
    with open_site(replace(settings, kiosk_minutes=5)) as site:
        assert "jardinet play" not in site.visitor().get(found[0]).text


def by_host(settings: Settings, job: Callable[[Connection], str]) -> str:
    """What the host of a site does to its database, as by `jardinet admin`."""

    async def done() -> str:
        async with opened(settings.database) as database:
            return await database.write(job)

    return asyncio.run(done())
