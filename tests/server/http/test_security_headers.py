"""Headers of every answer: no page can be framed or run what is not ours, and what is kept on the way bears no cookie."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from tests.kit.servers import serving

from jardinet.server.allowances import Allowances
from jardinet.server.bench import Visitor
from jardinet.server.http.bounds import LONGEST_ADDRESS
from jardinet.server.http.security_headers import CONTENT_SECURITY_POLICY, FRAME_POLICY
from jardinet.server.keys import Keys
from jardinet.server.settings import Settings

LINK = re.compile(r'(?:href|src)="([^"#]+)')
POLICIES = (CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'")  # the latter is that of pictures
# What a page is made of and no browser opens as a page; a picture, which it does open, is none of these.
PARTS = ("text/css", "text/javascript", "image/png", "application/manifest+json")
OF_ADA = ("/", "/account", "/rules", "/rules/lucky_numbers", "/learn/lucky_numbers", "/set-up/maudits_criquets")


def settings(folder: Path, *, is_secure: bool = False, requests: int = 1000) -> Settings:
    database = f"sqlite:///{folder / 'tables.sqlite3'}"
    origins = ("http://127.0.0.1",) if is_secure else ()
    keys, allowances = Keys.of("00" * 32), Allowances(requests=requests)
    return Settings(database, keys, is_secure=is_secure, origins=origins, allowances=allowances)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(settings(tmp_path_factory.mktemp("server"))) as url:
        yield url


def check(answer: httpx.Response) -> None:
    headers, where = answer.headers, f"{answer.request.method} {answer.request.url} {answer.status_code}"
    assert headers.get_list("x-content-type-options") == ["nosniff"], where
    assert headers.get_list("cross-origin-resource-policy") == ["same-origin"], where
    assert len(headers.get_list("cache-control")) == 1, where
    if headers.get("content-type", "").startswith(PARTS):
        assert "public" in headers["cache-control"], where
        assert not {"content-security-policy", "referrer-policy", "strict-transport-security"} & set(headers), where
    else:
        is_frame = answer.request.url.path.endswith("/news") and answer.status_code == 200
        policies = (FRAME_POLICY,) if is_frame else POLICIES
        assert headers.get_list("content-security-policy") in [[policy] for policy in policies], where
        assert headers.get_list("referrer-policy") == ["same-origin"], where
    if "public" in headers["cache-control"]:
        assert "set-cookie" not in headers, where
    elif "max-age" not in headers["cache-control"]:
        assert "no-store" in headers["cache-control"], where


def test_every_page_and_what_it_leads_to_says_where_things_come_from_and_who_may_keep_it(address: str) -> None:
    with Visitor(address) as ada:
        ada.post_form("/account", name="Ada")
        table = ada.set_table(game="maudits_criquets", seat2="person", is_listed="yes")
        playing = ada.set_table(game="lucky_numbers", seat2="random")
        asked = set(OF_ADA) | {table, playing, f"{playing}/replay/1", f"{playing}/proof", "/api/reference"}
        for page in list(asked):
            asked |= {link for link in LINK.findall(ada.get(page).text) if link.startswith("/")}
        asked |= {"/art/lucky_numbers.svg", "/art/maudits_criquets.svg"}
        assert any("/picture/" in one for one in asked)
        assert any("/news?known=" in one for one in asked)
        assert any(one.startswith("/seat/") or "/seat/" in ada.get(table).text for one in asked)
        kept, parts = set(), set()
        for one in sorted(asked):
            answer = ada.get(one, follow_redirects=False)
            check(answer)
            kept |= {one} if "public" in answer.headers["cache-control"] else set()
            parts |= {one} if "content-security-policy" not in answer.headers else set()
        assert {"/static/sheets/site.css", "/art/lucky_numbers.svg"} <= kept
        assert {"/static/sheets/site.css", "/static/garden.js", "/static/vendor/apple-touch-icon.png"} <= parts
        assert all(one.rpartition(".")[2] in ("css", "js", "png", "webmanifest") for one in parts), parts
        assert any(one.startswith("/rules/lucky_numbers/picture/") for one in kept)
        assert not kept & {table, playing, *OF_ADA}


def test_whatever_is_refused_says_it_too(address: str) -> None:
    long = "x" * (LONGEST_ADDRESS + 1)
    with Visitor(address) as ada:
        answers = [
            (ada.get("/nowhere"), 404),
            (ada.get("/static/nothing"), 404),
            (ada.get("/t/nothing"), 404),
            (ada.get("/api/nothing"), 404),
            (ada.get("/api/account"), 401),
            (ada.get("/api/tables?before=" + "x" * 17), 400),
            (ada.get(f"/?{long}"), 414),
            (ada.request("PUT", "/"), 405),
            (ada.post("/me"), 403),
            (ada.post("/me", headers={"Origin": "https://evil.example"}), 403),
            (ada.post("/me", headers={"Content-Length": "0", "Content-Type": "multipart/form-data"}), 415),
            (ada.post("/account", data={"_csrf_token": ada.cookies["csrftoken"], "name": ""}), 422),
            (ada.post("/me", data={"_csrf_token": ada.cookies["csrftoken"]}, follow_redirects=False), 303),
        ]
    for answer, status in answers:
        assert answer.status_code == status, answer.request.url
        check(answer)


def test_who_is_told_to_wait_and_who_meets_a_fault_of_ours_are_told_it_too(tmp_path: Path) -> None:
    with serving(settings(tmp_path, requests=1)) as address:
        from_elsewhere = {"X-Forwarded-For": "203.0.113.1"}
        answers = [httpx.get(f"{address}/", headers=from_elsewhere) for _ in range(5)]
        assert 429 in [one.status_code for one in answers]
        with closing(sqlite3.connect(tmp_path / "tables.sqlite3", timeout=60)) as connection:
            connection.execute("ALTER TABLE tables RENAME TO elsewhere")
        for path in ("/t/x", "/api/tables/x"):
            answers.append(httpx.get(address + path))
            assert answers[-1].status_code == 500
        for answer in answers:
            check(answer)


def test_where_people_come_by_https_only_browsers_are_told_and_cookies_travel_by_nothing_else(tmp_path: Path) -> None:
    for is_secure in (False, True):
        with serving(settings(tmp_path, is_secure=is_secure)) as address:
            host = {"Host": "127.0.0.1"}
            page = httpx.get(f"{address}/account", headers=host)
            sent = {"Cookie": page.headers["set-cookie"].partition(";")[0], **host}
            token = re.search(r'name="_csrf_token" value="(\w+)"', page.text)
            assert token
            named = httpx.post(f"{address}/account", data={"_csrf_token": token[1], "name": "Ada"}, headers=sent)
            assert named.status_code == 303
            cookies = [*page.headers.get_list("set-cookie"), *named.headers.get_list("set-cookie")]
            assert len(cookies) == 2
            for cookie in cookies:
                assert cookie.startswith("__Host-") == is_secure, cookie
                assert "path=/" in cookie.lower().split("; "), cookie
                assert ("secure" in cookie.lower()) == is_secure, cookie
                assert "httponly" in cookie.lower(), cookie
                assert "samesite=lax" in cookie.lower(), cookie
                assert "domain" not in cookie.lower(), cookie
            for answer in (page, named, httpx.get(f"{address}/nowhere", headers=host)):
                assert ("strict-transport-security" in answer.headers) == is_secure
            refused = httpx.get(f"{address}/", headers={"Host": "other.example"})
            assert ("strict-transport-security" in refused.headers) == is_secure
