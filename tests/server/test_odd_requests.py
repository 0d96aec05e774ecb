"""Whatever is sent to whichever address: it ends in an answer below 500, and in no line of the log."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import AsyncIterator
from urllib.parse import urlencode

import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute
from litestar.testing import AsyncTestClient
from tests.kit.applications import application
from tests.kit.servers import settings_of
from tests.server.odd_things import (
    FORM,
    FORMS,
    GOOD,
    GOOD_FORM,
    ODD_BODIES,
    ODD_FORMS,
    ODD_HEADERS,
    ODD_QUERIES,
    ODD_TEXTS,
    ODD_VALUES,
    addresses,
    names_of,
    posts,
)
from tests.server.test_odd_ids import post
from tests.sizes import first_of

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.parametrize("url", first_of(["postgresql", "sqlite"]), indirect=True),
]

Client = AsyncTestClient[Litestar]


@pytest.fixture
async def client(url: str, caplog: pytest.LogCaptureFixture) -> AsyncIterator[Client]:
    """A browser with a name, and a token too, at a server on each database."""
    with application(settings_of(url, allowances=None)) as app:
        async with AsyncTestClient(app) as one:
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


async def asked(client: Client, path: str, body: bytes, content_type: str) -> None:
    answer = await client.post(path, content=body, headers={"Content-Type": content_type}, follow_redirects=False)
    assert answer.status_code < 500, (path, body[:80], answer.text)
    if path.startswith("/api/") and answer.status_code >= 400:
        assert set(answer.json()) == {"error", "code"}


async def test_no_json_breaks_the_server(client: Client, tables: list[str]) -> None:
    for path, route in posts(client.app):
        if not path.startswith("/api/"):
            continue
        names = names_of(route)
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
    assert {path for path, _ in posts(client.app) if not path.startswith("/api/")} == set(FORMS)
    for path, names in FORMS.items():
        for body in ODD_FORMS:
            await asked(client, addresses(path, tables)[0], body, FORM)
            await asked(client, addresses(path, tables)[0], token + body, FORM)
        for address in addresses(path, tables):
            for name in names:
                for text in ODD_TEXTS:
                    await asked(client, address, token + urlencode(GOOD_FORM | {name: text}).encode(), FORM)


async def test_no_query_and_no_header_breaks_the_server(client: Client, tables: list[str]) -> None:
    gets = [
        address
        for route in client.app.routes
        if isinstance(route, HTTPRoute) and "GET" in route.methods and "stream" not in route.path
        for address in addresses(route.path_format, tables[1:])
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
                f"/t/{tables[0]}",
                f"/t/{tables[1]}",
                f"/api/tables/{tables[1]}",
                "/static/garden.css",
                "/nowhere",
            ):
                assert (await client.get(path, headers=header)).status_code < 500, (path, header)
            for path in ("/me", "/account", "/api/tables"):
                answer = await client.post(path, content=form, headers={b"Content-Type": FORM.encode(), **header})
                assert answer.status_code < 500, (path, header)
