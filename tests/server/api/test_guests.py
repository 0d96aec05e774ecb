"""Guests of the API: whoever has nothing but a link and a name sits down, as they would by a browser."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing

import httpx
from tests.kit.accounts import Player, Server
from tests.kit.waiting import PATIENCE

from jardinet.server.keys import Keys
from jardinet.server.people.guests import guest_in, guest_token


def asks(server: Server, path: str, token: str = "", **data: object) -> httpx.Response:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return httpx.post(f"{server.url}{path}", json=data, headers=headers, timeout=PATIENCE)


def test_a_guest_sits_down_by_a_name_alone_and_has_no_token_that_is_kept(
    server: Server, player: Callable[[str], Player]
) -> None:
    table = player("Ada").open("lucky_numbers")
    ben = asks(server, "/api/guests", name=" Ben ").json()
    assert ben["name"] == "Ben"
    seats = asks(server, f"/api/tables/{table}/sit", ben["token"]).json()["state"]["seats"]
    assert [(seat["name"], seat["is_yours"]) for seat in seats] == [("Ada", False), ("Ben", True)]
    with closing(sqlite3.connect(server.database)) as database:  # so that their tables are guests', and are pruned
        assert not database.execute("SELECT 1 FROM tokens WHERE person_id = ?", [ben["id"]]).fetchall()


def test_no_guests_token_can_be_made_up(server: Server, player: Callable[[str], Player]) -> None:
    ben = asks(server, "/api/guests", name="Ben").json()
    signature = ben["token"].rpartition("_")[2]
    other = asks(server, "/api/guests", name="Cleo").json()["id"]
    strange = guest_token(Keys.new(), ben["id"])
    for token in (f"jardinet_guest_{other}_{signature}", f"{ben['token']}0", strange, ben["token"].upper()):
        answer = asks(server, f"/api/tables/{player('Ada').open('lucky_numbers')}/sit", token)
        assert (answer.status_code, answer.json()["code"]) == (401, "unknown-token")


def test_nobody_comes_by_a_name_that_cannot_be_one(server: Server) -> None:
    for name in ("", " ", "x" * 41, "\u200b"):
        assert asks(server, "/api/guests", name=name).status_code == 422


def test_what_an_older_key_has_signed_is_known_while_that_is_read() -> None:
    keys = Keys.new()
    token = guest_token(keys, "0" * 32)
    assert guest_in(keys.rotated(30), token) == "0" * 32
    assert guest_in(keys.rotated(0), token) is None
