from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import berserk
import httpx
import pytest
from tests.kit.accounts import Player, Server
from tests.kit.servers import SHORT
from tests.sizes import few

from jardinet.games import load_game
from jardinet.play.deal import Deal, revealed
from jardinet.server.intervals import Intervals

MakePlayer = Callable[[str], Player]
SILENCE = 20  # seconds: what says nothing for so long the terminal takes for lost


def client_of(server: Server, one: Player) -> berserk.Client:
    """berserk as it comes from PyPI, pointed at our server."""
    return berserk.Client(session=berserk.TokenSession(one.token), base_url=server.url)


def play_by_berserk(client: berserk.Client, game_id: str, seed: int) -> Iterator[dict[str, Any]]:
    """Play at random whenever it is this bot's turn; gives every line of the stream."""
    chance = Random(seed)
    for line in client.bots.stream_game_state(game_id):
        yield line
        state = line.get("state", line)
        if state["seat"] in state["turn"]:
            client.bots.make_move(game_id, chance.choice(state["legal"]))


def accept_first(client: berserk.Client) -> str:
    """Accept the first challenge and wait until that game begins; returns its id."""
    for event in client.bots.stream_incoming_events():
        if event["type"] == "challenge":
            client.bots.accept_challenge(event["challenge"]["id"])
        elif event["type"] == "gameStart":
            return str(event["game"]["gameId"])
    raise AssertionError("the stream ended")


@pytest.mark.parametrize("game", ["lucky_numbers", "maudits_criquets"])
def test_berserk_as_published_plays_a_whole_game(server: Server, player: MakePlayer, game: str) -> None:
    host, guest = player("Ada's bot"), player("Ben's bot")
    mine, theirs = client_of(server, host), client_of(server, guest)
    assert theirs.account.get()["username"] == "Ben's bot"
    assert theirs.account.get()["createdAt"].year >= 2026
    table_id = host.open(game)
    with ThreadPoolExecutor() as pool:
        hosting = pool.submit(lambda: list(play_by_berserk(mine, table_id, 1)))
        answering = pool.submit(lambda: list(play_by_berserk(theirs, accept_first(theirs), 2)))
        host.post(f"/api/tables/{table_id}/invite", account=guest.id, seat=1)
        answered, hosted = answering.result(60), hosting.result(60)

    last, first = hosted[-1], answered[0]
    assert first["type"] == "gameFull"
    assert first["agreement"]["game"] == game
    assert [seat["name"] for seat in first["seats"]] == ["Ada's bot", "Ben's bot"]
    assert first["state"]["seat"] == 1
    assert last["type"] == "gameState"
    assert last["status"] == "finished"
    state = load_game(game, **last["parameters"]).deserialize_state(last["moves"])
    assert state.is_terminal()
    assert state.winners() == last["winners"]
    assert answered[-1]["moves"] == last["moves"]
    deal = Deal(bytes.fromhex(last["deal"]["secret"]), tuple(last["deal"]["nonces"]))
    assert deal.commitment == first["state"]["deal"]["commitment"]
    shown = revealed(state.get_game(), state.history())
    assert deal.deck(state.get_game().chance_sources()[0].outcomes)[: len(shown)] == shown


def test_a_stream_goes_on_from_where_it_was_left(server: Server, player: MakePlayer) -> None:
    host, guest = player("Ada"), player("Ben")
    table_id = host.open("lucky_numbers")
    guest.post(f"/api/tables/{table_id}/sit")
    path = f"/api/bot/game/stream/{table_id}"

    with host.http.stream("GET", path) as stream:
        assert stream.headers["content-type"].startswith("application/x-ndjson")
        full = json.loads(next(stream.iter_lines()))
    seq = full["state"]["seq"]
    with host.http.stream("GET", f"{path}?since={seq}") as stream:
        lines = stream.iter_lines()
        assert next(lines) == ""  # nothing has changed
        host.post(f"/api/bot/game/{table_id}/move/place-a1?seq={seq}")
        state = json.loads(next(line for line in lines if line))
    assert (state["type"], state["seq"]) == ("gameState", seq + 1)
    assert state["moves"].startswith(full["state"]["moves"])
    with host.http.stream("GET", f"{path}?since={seq}") as stream:
        assert json.loads(next(stream.iter_lines())) == state


def test_a_stream_without_news_is_kept_alive(server: Server, player: MakePlayer) -> None:
    host = player("Ada")
    table_id = host.open("lucky_numbers")
    for path in (f"/api/bot/game/stream/{table_id}", "/api/stream/event")[: few(2, 1)]:
        began = time.monotonic()
        with host.http.stream("GET", path) as stream:
            lines = stream.iter_lines()
            next(lines)
            assert next(lines) == ""
        assert time.monotonic() - began > SHORT.keep_alive - 0.1
    assert Intervals().keep_alive < SILENCE / 3


def test_a_move_that_comes_too_late_is_refused(player: MakePlayer) -> None:
    host, guest = player("Ada"), player("Ben")
    table_id = host.open("lucky_numbers")
    seq = guest.post(f"/api/tables/{table_id}/sit")["state"]["seq"]
    host.post(f"/api/bot/game/{table_id}/move/place-a1?seq={seq}")
    assert host.refused(f"/api/bot/game/{table_id}/move/place-a1?seq={seq}")[0] == 409
    assert guest.refused(f"/api/bot/game/{table_id}/move/place-a1")[0] == 422
    assert player("Eve").refused(f"/api/bot/game/{table_id}/move/place-a1")[0] == 403


def test_a_declined_invitation_is_gone_and_the_seat_is_free(player: MakePlayer) -> None:
    host, guest = player("Ada"), player("Ben")
    table_id = host.open("maudits_criquets", parameters={"beginner": True})
    host.post(f"/api/tables/{table_id}/invite", account=guest.id, seat=1)
    with guest.http.stream("GET", "/api/stream/event") as stream:
        event = next(json.loads(line) for line in stream.iter_lines() if line)
    assert event["type"] == "challenge"
    assert event["challenge"]["challenger"]["name"] == "Ada"
    assert event["challenge"]["variant"] == {"key": "maudits_criquets", "name": "Maudits Criquets"}
    guest.post(f"/api/challenge/{table_id}/decline", reason="later")
    assert guest.refused(f"/api/challenge/{table_id}/accept")[0] == 404
    assert host.get(f"/api/tables/{table_id}")["seats"][1]["name"] is None


def test_an_invitation_ends_where_somebody_else_sits_down(player: MakePlayer) -> None:
    host, guest, third = player("Ada"), player("Ben"), player("Cyd")
    table_id = host.open("lucky_numbers")
    host.post(f"/api/tables/{table_id}/invite", account=guest.id, seat=1)
    with guest.http.stream("GET", "/api/stream/event") as stream:
        events = (json.loads(line) for line in stream.iter_lines() if line)
        seen = [next(events)]
        third.post(f"/api/tables/{table_id}/sit", seat=1)
        seen.append(next(events))
    assert [event["type"] for event in seen] == ["challenge", "challengeCanceled"]
    assert guest.refused(f"/api/challenge/{table_id}/accept")[0] == 404


def test_only_the_host_invites_and_only_to_free_seats(player: MakePlayer) -> None:
    host, guest = player("Ada"), player("Ben")
    table_id = host.open("lucky_numbers")
    assert guest.refused(f"/api/tables/{table_id}/invite", account=host.id, seat=1)[0] == 403
    assert host.refused(f"/api/tables/{table_id}/invite", account=guest.id, seat=0)[0] == 409
    assert host.refused(f"/api/tables/{table_id}/invite", account="nobody", seat=1)[0] == 404


def test_the_streams_of_nothing_end_before_they_begin(server: Server, player: MakePlayer) -> None:
    assert player("Ada").http.get("/api/bot/game/stream/nowhere").status_code == 404
    assert httpx.get(f"{server.url}/api/stream/event").status_code == 401
