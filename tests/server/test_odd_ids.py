"""Addresses and ids may hold anything, NUL and half a surrogate pair too: what cannot be there is not there (404)."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient
from tests.kit.applications import application
from tests.kit.servers import settings_of
from tests.server.odd_things import ODD_IDS

pytestmark = pytest.mark.anyio

PAGES = ["/t/{}", "/t/{}/proof", "/t/{}/record", "/t/{}/replay/1", "/seat/{}"]
FORMS = ["sit", "play", "command", "next", "rematch", "leave", "bot", "return", "key", "remark"]
API_GETS = ["/api/tables/{}", "/api/bot/game/stream/{}"]
API_POSTS: dict[str, Any] = {
    "/api/tables/{}/sit": {},
    "/api/tables/{}/leave": {"seat": 0},
    "/api/tables/{}/return": {"seat": 0},
    "/api/tables/{}/key": {"seat": 0},
    "/api/tables/{}/bot": {"seat": 0, "level": "greedy"},
    "/api/tables/{}/invite": {"seat": 0, "account": "x"},
    "/api/tables/{}/uninvite": {"account": "x"},
    "/api/tables/{}/play": {"ply": 0, "moves": ["draw"]},
    "/api/tables/{}/next": None,
    "/api/tables/{}/rematch": None,
    "/api/tables/{}/remark": {"phrase": "hello"},
    "/api/challenge/{}/accept": None,
    "/api/challenge/{}/decline": None,
    "/api/bot/game/{}/move/draw": None,
}

Client = AsyncTestClient[Litestar]


@pytest.fixture
async def client(url: str) -> AsyncIterator[Client]:
    """A browser with a name, at a server on each database; it may send a token too."""
    with application(settings_of(url)) as app:
        async with AsyncTestClient(app) as one:
            await one.get("/account")
            await post(one, "/account", name="Ada")
            found = re.search(r"jardinet_[\w-]{43}", (await post(one, "/account/tokens", label="x")).text)
            assert found
            one.headers["Authorization"] = f"Bearer {found[0]}"
            yield one


async def post(client: Client, path: str, **form: str) -> Any:
    return await client.post(path, data={"_csrf_token": client.cookies["csrftoken"], **form})


async def test_what_has_an_odd_id_is_not_there(client: Client) -> None:
    for odd in ODD_IDS:
        for path in (*PAGES, *API_GETS):
            assert (await client.get(path.format(odd))).status_code == 404, (path, odd)
        for path, data in API_POSTS.items():
            assert (await client.post(path.format(odd), json=data)).status_code == 404, (path, odd)
        form = {"name": "Ada", "seat": "0", "ply": "0", "level": "greedy", "phrase": "hello"}
        for action in FORMS:
            assert (await post(client, f"/t/{odd}/{action}", **form)).status_code == 404, (action, odd)
        assert (await post(client, f"/seat/{odd}")).status_code == 404, odd


async def test_nothing_odd_in_a_request_breaks_the_server(client: Client) -> None:
    agreed = {"game": "lucky_numbers", "parameters": {}, "seats": ["person", "person"]}
    table_id = (await client.post("/api/tables", json=agreed)).json()["id"]
    table = f"/api/tables/{table_id}"
    for odd in ("\0", "a\0b", "�", "\n", "ä" * 16):
        assert (await client.post(f"{table}/invite", json={"seat": 1, "account": odd})).status_code == 404
        assert (await client.post(f"{table}/uninvite", json={"account": odd})).status_code == 200
        assert (await client.post(f"{table}/bot", json={"seat": 1, "level": odd})).status_code == 422
        assert (await client.post(f"{table}/sit", json={"nonce": odd})).status_code == 422
        assert (await client.post(f"{table}/remark", json={"phrase": odd})).status_code == 422
        assert (await post(client, "/account", name=f"A{odd}\0")).status_code == 422
        assert (await post(client, "/account/tokens", label=f"A{odd}\0")).status_code == 422
        assert (await post(client, f"/t/{table_id}/bot", seat="1", level=odd)).status_code == 422
        assert (await post(client, f"/t/{table_id}/remark", phrase=odd)).status_code == 422
        assert (await client.get(f"/t/{table_id}", params={"why": odd})).status_code in (200, 400)
    surrogate = b'{"seat": 1, "account": "\\ud800"}'
    assert (await client.post(f"{table}/invite", content=surrogate)).status_code in (400, 404)
    assert (await client.post(f"{table}/bot", json={"seat": 3, "level": "greedy"})).status_code == 404
    assert (await client.get(f"/t/{table_id}/replay/99999999999999999999")).status_code == 404


async def test_no_file_or_game_has_an_odd_name(client: Client) -> None:
    for odd in ODD_IDS:
        for path in ("/static/{}", "/rules/{}", "/set-up/{}", "/learn/{}"):
            assert (await client.get(path.format(odd))).status_code == 404, (path, odd)
