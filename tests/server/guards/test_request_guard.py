"""Who may ask: by which host, and from a page of which site."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from tests.kit.servers import serving, settings_of
from tests.kit.waiting import PATIENCE
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from jardinet.server.bench import Visitor
from jardinet.server.http.bounds import LARGEST_BODY, LONGEST_ADDRESS, MOST_FIELDS
from jardinet.server.settings import SettingError, Settings

SIBLING = "https://evil.garden.example"
FOREIGN: list[dict[str, str]] = [
    {"Origin": SIBLING},
    {"Origin": SIBLING, "Sec-Fetch-Site": "same-site"},
    {"Origin": "null"},
    {"Origin": "http://127.0.0.1:1"},
    {"Origin": "http://127.0.0.1"},
    {"Origin": "x"},
    {"Origin": "http://["},
    {"Sec-Fetch-Site": "cross-site"},
]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(settings(tmp_path_factory.mktemp("server"))) as url:
        yield url


def settings(folder: Path, *origins: str) -> Settings:
    return settings_of(f"sqlite:///{folder / 'tables.sqlite3'}", origins=origins)


def own(address: str) -> list[dict[str, str]]:
    """What browsers say of pages of this server, and what programs that are none say: nothing."""
    same = {"Sec-Fetch-Site": "same-origin"}
    return [
        {},
        {"Origin": address},
        {"Origin": address.upper()},
        {"Origin": address, **same},
        same,
        {"Sec-Fetch-Site": "none"},
    ]


def live(visitor: Visitor, address: str, table: str, headers: dict[str, str]) -> str:
    """What a live page is sent first."""
    cookies = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
    url = f"{address.replace('http', 'ws')}{table}/live"
    with connect(url, additional_headers={"Cookie": cookies, **headers}) as socket:
        return str(socket.recv(timeout=60))


def renamed(visitor: Visitor, headers: dict[str, str]) -> httpx.Response:
    form = {"_csrf_token": visitor.cookies["csrftoken"], "name": "Ada"}
    return visitor.post("/me", data=form, headers=headers, follow_redirects=False)


def test_no_page_of_another_site_gets_anything_by_a_visitors_cookies(address: str) -> None:
    with Visitor(address) as ada:
        table = ada.set_table(seat2="person")
        key = re.search(r"/seat/([\w-]+)", ada.get(table).text)
        assert key
        for headers in own(address):
            assert key[1] in live(ada, address, table, headers), headers
            assert renamed(ada, headers).status_code == 303, headers
        for headers in FOREIGN:
            with pytest.raises(InvalidStatus) as refused:
                live(ada, address, table, headers)
            assert refused.value.response.status_code == 403, headers
            assert renamed(ada, headers).status_code == 403, headers
            assert ada.get(table, headers=headers).status_code == 200  # a link, which that page cannot read


def test_the_api_is_open_to_any_page_by_a_token_and_to_none_by_cookies(address: str) -> None:
    agreed: dict[str, Any] = {"game": "lucky_numbers", "parameters": {}, "seats": ["person", "person"]}
    with Visitor(address) as ada:
        ada.post_form("/account", name="Ada")
        token = re.search(r"jardinet_[\w-]{43}", ada.post_form("/account/tokens", label="bot").text)
        assert token
        for headers in (*own(address), *FOREIGN):
            by_token = {"Authorization": f"Bearer {token[0]}", **headers}
            assert httpx.post(f"{address}/api/tables", json=agreed, headers=by_token).status_code == 201, headers
            by_cookie = ada.post("/api/tables", json=agreed, headers=headers)
            assert by_cookie.status_code == 401, headers
            assert "access-control-allow-origin" not in by_cookie.headers


@pytest.mark.parametrize("names", [("127.0.0.1", "127.0.0.1:x"), ("evil.example", "127.0.0.1"), ("x" * 254,)])
def test_a_request_has_one_host_and_a_possible_one(address: str, names: tuple[str, ...]) -> None:
    """Of two, one would be looked at here, and the other one stand in links."""
    to = urlsplit(address)
    with socket.create_connection((to.hostname, to.port), PATIENCE) as one:  # no client says two
        head = ["GET / HTTP/1.1", *(f"Host: {name}" for name in names), "Connection: close", "", ""]
        one.sendall("\r\n".join(head).encode())
        with one.makefile() as answer:
            assert " 400 " in answer.readline()
            assert "`Host`" in answer.read()


def test_with_a_list_only_its_hosts_and_origins_are_served(tmp_path: Path) -> None:
    origins = Settings.of(environment(tmp_path, "https://garden.example, https://www.garden.example:8443/")).origins
    with serving(settings(tmp_path, *origins)) as address, ExitStack() as stack:
        ada = Visitor(address)
        ada.headers["Host"] = "garden.example"
        stack.enter_context(ada)
        table = ada.set_table(seat2="person")
        hosts = {"garden.example": 200, "Garden.Example:443": 200, "www.garden.example:8443": 200, "www.garden.example": 421,
                 "evil.garden.example": 421, "garden.example.evil.example": 421, "127.0.0.1:8012": 421}  # fmt: skip
        for host, status in hosts.items():
            for path, found in ((table, 200), ("/api/tables", 200), ("/nowhere", 404)):
                answer = httpx.get(address + path, headers={"Host": host})
                assert answer.status_code == (found if status == 200 else status), (host, path)
            assert httpx.get(f"{address}/healthz", headers={"Host": host}).status_code == 200
        for origin in ("https://garden.example", "https://www.garden.example:8443"):
            assert renamed(ada, {"Origin": origin}).status_code == 303
            assert renamed(ada, {"Origin": origin, "Sec-Fetch-Site": "same-site"}).status_code == 303
        for origin in (SIBLING, address, "https://www.garden.example"):
            assert renamed(ada, {"Origin": origin}).status_code == 403


def environment(folder: Path, origins: str) -> dict[str, str]:
    return {
        "JARDINET_DATABASE_URL": f"sqlite:///{folder / 'x'}",
        "JARDINET_KEY": "00" * 32,
        "JARDINET_ORIGINS": origins,
    }


@pytest.mark.parametrize(
    "wrong",
    [
        "garden.example",
        "*",
        "https://*.garden.example",
        "https://garden.example/x",
        "ftp://garden.example",
        "https://a:b@c",
        "https://c:x",
    ],
)
def test_what_is_no_origin_is_told_at_the_start(tmp_path: Path, wrong: str) -> None:
    with pytest.raises(SettingError, match="is not an origin such as https://"):
        Settings.of(environment(tmp_path, f"https://garden.example,{wrong}"))


def test_long_addresses_heaps_of_fields_and_large_bodies_are_refused(address: str) -> None:
    fields = "&".join(f"f{k}=" for k in range(MOST_FIELDS + 1))
    cookies = fields.replace("&", "; ")
    for path in ("/", "/nowhere", "/api/tables", "/api/nowhere", "/healthz"):
        for query in (fields, "x=" + "y" * LONGEST_ADDRESS):
            assert httpx.get(f"{address}{path}?{query}").status_code == 414, path
        assert httpx.get(address + path, headers={"Cookie": cookies}).status_code == 431, path
        assert httpx.get(f"{address}{path}/{'x' * LONGEST_ADDRESS}").status_code == 404, path
    assert "too long" in httpx.get(f"{address}/api/tables?{fields}").json()["error"]
    for path in ("/me", "/tables", "/api/tables"):
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        assert httpx.post(address + path, content=b"x" * (LARGEST_BODY + 1), headers=form).status_code == 413, path
        assert httpx.post(address + path, content=fields.encode(), headers=form).status_code == 400, path
