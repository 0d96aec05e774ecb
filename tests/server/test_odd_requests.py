"""Whatever is sent to whichever address: it ends in an answer below 500, and in no line of the log."""

from __future__ import annotations

import json
import logging
import re
from base64 import b64encode
from collections.abc import AsyncIterator, Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from litestar import Litestar
from litestar.middleware.session.client_side import AAD
from litestar.routes import HTTPRoute
from litestar.testing import AsyncTestClient
from tests.server.test_odd_ids import post

from jardinet.server.app import create_app
from jardinet.server.bounded_request import LARGEST_BODY
from jardinet.server.keys import Keys
from jardinet.server.settings import Settings

pytestmark = pytest.mark.anyio

Client = AsyncTestClient[Litestar]

FORM = "application/x-www-form-urlencoded"
DIGITS = "9" * 5000
NESTED = "[" * 3000 + "]" * 3000
GOOD: dict[str, Any] = {
    "game": "lucky_numbers", "parameters": {}, "seats": ["person", "person"], "first": "1", "tie": None, "seed": None,
    "seconds_a_turn": None, "is_listed": False, "bot_pace": "quick", "seat": 0, "ply": 0, "moves": ["draw"],
    "phrase": "hello", "level": "greedy", "account": "x", "nonce": "rose", "agrees": False,
}  # fmt: skip
# As they stand in JSON, so that what no Python can hold can be sent too.
ODD_VALUES = [
    "null", "true", "0", "-1", "1e308", DIGITS, "-" + DIGITS, "9" * 4000, "[]", "{}", '{"a": {}}', NESTED,
    '{"name": "x"}', '{"players": 2}', '{"first": 0}', '{"game": "x"}', '{"edition": ""}',
    '{"stall_limit": ' + DIGITS + "}", '{"stall_limit": ' + "9" * 4000 + "}", '{"a": "\\u0000"}', '""', '"\\u0000"',
    '"a\\u0000b"', '"\\ud800"', '"x"', '"' + "x" * 5000 + '"', f'"{DIGITS}"', '[""]', '["\\u0000"]',
    '["' + "x" * 5000 + '"]', '["person"]', '["greedy", "nobody"]', "[" + ",".join(['"person"'] * 900) + "]", '"٣"', '"²"',
]  # fmt: skip
ODD_BODIES = [
    b"", b"null", b"[]", b"{", b"\xff\xfe", b'"\xed\xa0\x80"', b'{"seat": "\xed\xa0\x80"}', b"NaN", b"{" * 3000, b'{"a":' * 3000,
    NESTED.encode(), DIGITS.encode(), b"\0", b"x" * 2 * LARGEST_BODY, b"[" + b"1," * 9000 + b"1]", b'{"seat": 0} {}',
]  # fmt: skip
# The fields of every form; those that make tables come last, since a new name is told at all of one's tables.
FORMS: dict[str, tuple[str, ...]] = {
    "/account": ("name",), "/account/tokens": ("label",), "/account/tokens/revoke": ("token",), "/seat/{key}": (),
    "/me": ("name", "language", "theme", "sound", "back"), "/t/{table_id}/sit": ("name", "seat", "nonce"),
    "/t/{table_id}/nonce": ("seat", "nonce"), "/t/{table_id}/play": ("play", "ply"), "/t/{table_id}/key": ("seat",),
    "/t/{table_id}/command": ("words", "ply"), "/t/{table_id}/next": (), "/t/{table_id}/rematch": (),
    "/t/{table_id}/leave": ("seat",), "/t/{table_id}/bot": ("seat", "level"), "/t/{table_id}/return": ("seat",),
    "/t/{table_id}/ask": ("seat", "level"), "/t/{table_id}/answer": ("seat", "agrees"),
    "/t/{table_id}/invite": ("seat", "account"), "/t/{table_id}/uninvite": ("account",), "/t/{table_id}/remark": ("phrase",),
    "/play-now": ("level",), "/learn/{game}": (),
    "/tables": ("game", "first", "tie", "seat1", "seconds_a_turn", "bot_pace", "edition", "stall_limit"),
}  # fmt: skip
GOOD_FORM = {"name": "Ada", "seat": "0", "ply": "0", "play": "draw", "game": "lucky_numbers", "seat1": "person",
             "seat2": "person", "phrase": "hello", "level": "greedy"}  # fmt: skip
ODD_TEXTS = [
    "",
    " ",
    "\0",
    "a\0b",
    "\x85",
    "\u202e",
    "x" * 5000,
    DIGITS,
    "-" + DIGITS,
    "٣",
    "²",
    "//evil",
    "1e9",
    "take-" + DIGITS,
    DIGITS + "a1",
]
ODD_FORMS = [
    b"", b"&" * 5000, b"a=&" * 5000, b"_csrf_token", b"\xff=\xfe", b"%ED%A0%80=%ED%A0%80", b"%", b"name=%00", b"name=Ada&name=Ben",
    b"seat=0&seat=1&ply=0&ply=1&play=draw&play=draw", b"x" * 2 * LARGEST_BODY,
]  # fmt: skip


@pytest.fixture
async def client(url: str, caplog: pytest.LogCaptureFixture) -> AsyncIterator[Client]:
    """A browser with a name, and a token too, at a server on each database."""
    async with AsyncTestClient(create_app(Settings(url, Keys.of("00" * 32), allowances=None))) as one:
        await one.get("/account")
        await post(one, "/account", name="Ada")
        found = re.search(r"jardinet_[\w-]{43}", (await post(one, "/account/tokens", label="x")).text)
        assert found
        one.headers["Authorization"] = f"Bearer {found[0]}"
        with caplog.at_level(logging.WARNING):
            yield one
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest.fixture
async def tables(client: Client) -> list[str]:
    """A table that waits for somebody, and of each game one that is played."""
    waiting = {"game": "lucky_numbers", "parameters": {}, "seats": ["person", "person"]}
    playing = [
        waiting | {"game": game, "seats": ["person", "greedy"]} for game in ("lucky_numbers", "maudits_criquets")
    ]
    return [(await client.post("/api/tables", json=one)).json()["id"] for one in (waiting, *playing)]


def posts(client: Client) -> Iterator[tuple[str, HTTPRoute]]:
    """Where the server takes a POST."""
    for route in client.app.routes:
        if isinstance(route, HTTPRoute) and "POST" in route.methods:
            yield route.path_format, route


def addresses(path: str, tables: list[str]) -> list[str]:
    """A path's addresses, one at each of the tables."""
    values = {"key": "x", "game": "lucky_numbers", "move": "draw"}
    return [path.format_map(values | {"table_id": one}) for one in (tables if "table_id" in path else tables[:1])]


async def asked(client: Client, path: str, body: bytes, content_type: str) -> None:
    answer = await client.post(path, content=body, headers={"Content-Type": content_type}, follow_redirects=False)
    assert answer.status_code < 500, (path, body[:80], answer.text)
    if path.startswith("/api/") and answer.status_code >= 400:
        assert set(answer.json()) == {"error"}


async def test_no_json_breaks_the_server(client: Client, tables: list[str]) -> None:
    for path, route in posts(client):
        if not path.startswith("/api/"):
            continue
        taken = route.route_handler_map["POST"][0].parsed_fn_signature.parameters.get("data")
        names = taken.annotation.__struct_fields__ if taken else ()
        for body in ODD_BODIES:
            await asked(client, addresses(path, tables)[0], body, "application/json")
        for address in addresses(path, tables[:2]):
            for name in names:
                rest = json.dumps({other: GOOD[other] for other in names if other != name})
                for value in ODD_VALUES:
                    body = f'{{"{name}": {value}{"," if len(names) > 1 else ""}{rest[1:]}'.encode()
                    await asked(client, address, body, "application/json")


async def test_no_form_breaks_the_server(client: Client, tables: list[str]) -> None:
    token = f"_csrf_token={client.cookies['csrftoken']}&".encode()
    assert {path for path, _ in posts(client) if not path.startswith("/api/")} == set(FORMS)
    for path, names in FORMS.items():
        for body in ODD_FORMS:
            await asked(client, addresses(path, tables)[0], body, FORM)
            await asked(client, addresses(path, tables)[0], token + body, FORM)
        for address in addresses(path, tables):
            for name in names:
                for text in ODD_TEXTS:
                    await asked(client, address, token + urlencode(GOOD_FORM | {name: text}).encode(), FORM)


# Of a session's cookie, where it says until when it counts.
ODD_ENDS = [b"", b"[]", b"{}", b"x", b"\xff", b"[" * 2000, b'{"expires_at":"x"}', b'{"expires_at":1e99}']
ODD_HEADERS = {
    "Cookie": [
        "",
        ";;==",
        "jardinet=x",
        "jardinet=\xff",
        "csrftoken=\xe9; jardinet-0=x",
        "jardinet-0=AAAA; jardinet-1=BBBB",
        *(f"jardinet={b64encode(b'0' * size + AAD + end).decode()}" for size in (5, 40) for end in ODD_ENDS),
    ],
    "Accept-Language": ["", "x" * 5000, ",;q=,", "fr;q=nan", "\xe9", "de;q=" + DIGITS],
    "Authorization": ["", "Bearer", "Bearer \xe9", "Bearer " + "x" * 5000, "Basic x:y"],
    "Host": ["", "\xe9", "x" * 5000, "a b", "::::", "[", "localhost:" + DIGITS],
    "Origin": ["", "null", "\xe9", "http://" + "x" * 5000],
    "X-CSRFToken": ["", "\xe9" * 130, "x" * 130],
    "Content-Type": [
        "",
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "application/json; charset=x",
        "x/\xe9",
        ";",
    ],
    "Accept": ["", "x", "a/b;q=" + DIGITS, "\xe9"],
    "If-Modified-Since": ["x"],
    "Range": ["bytes=9-1", "x"],
}
ODD_QUERIES = ["since=", "since=" + DIGITS[:900], "since=-1", "step=x", "step=-" + DIGITS[:900], "lang=%00", "lang=fr&lang=de",
               "pick=%00&why=%00", "why=b3%20" + DIGITS[:9], "everything=x", "%", "a=%ED%A0%80", "=", "service=x&caller=y"]  # fmt: skip


async def test_no_query_and_no_header_breaks_the_server(client: Client, tables: list[str]) -> None:
    values = {
        "key": "x",
        "game": "lucky_numbers",
        "number": "1",
        "name": "1.svg",
        "sheet": "x.svg",
        "file_path": "/x.css",
        "path": "x",
    }
    gets = [
        route.path_format.format_map(values | {"table_id": table})
        for route in client.app.routes
        if isinstance(route, HTTPRoute) and "GET" in route.methods and "stream" not in route.path
        for table in (tables[1:] if "table_id" in route.path else tables[:1])
    ]
    form = f"_csrf_token={client.cookies['csrftoken']}&name=Ada".encode()
    for path in gets:
        for query in ODD_QUERIES:
            assert (await client.get(f"{path}?{query}")).status_code < 500, (path, query)
    for name, texts in ODD_HEADERS.items():
        for text in texts:
            header = {name.encode(): text.encode("latin-1")}
            for path in (
                "/",
                "/account",
                f"/t/{tables[1]}",
                f"/api/tables/{tables[1]}",
                "/static/garden.css",
                "/nowhere",
            ):
                assert (await client.get(path, headers=header)).status_code < 500, (path, header)
            for path in ("/me", "/account", "/api/tables"):
                answer = await client.post(path, content=form, headers={b"Content-Type": FORM.encode(), **header})
                assert answer.status_code < 500, (path, header)
