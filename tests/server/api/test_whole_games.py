"""Whole games of every registered kind by the JSON API, people and bots at one table."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Any

import httpx
import pytest
from tests.kit.accounts import Player
from tests.sizes import first_of

from jardinet.bots.levels import levels_of
from jardinet.games import entry_of, load_game, playable_games
from jardinet.play.record import state_of
from jardinet.play.record_format import read
from jardinet.play.verification import verify

MakePlayer = Callable[[str], Player]


@pytest.mark.parametrize("game", playable_games())
def test_two_people_and_a_bot_play_to_the_end(player: MakePlayer, game: str) -> None:
    ada, ben = player("Ada"), player("Ben")
    level = levels_of(game)[-1]
    agreed: dict[str, Any] = {"game": game, "parameters": {}, "seats": ["person", "person", level], "first": "1"}
    table = str(ada.post("/api/tables", **agreed, bot_pace="instant")["id"])
    ben.post(f"/api/tables/{table}/sit", seat=1)
    last = _played_out({0: ada, 1: ben}, table)
    state = load_game(game, **last["parameters"]).deserialize_state(last["moves"])
    assert state.is_terminal()
    assert state.winners() == last["winners"]
    (record,) = read(ada.http.get(f"/t/{table}/record").text)
    assert state_of(record) == state
    assert verify(record).outcome == "fair"


@pytest.mark.parametrize("game", first_of(playable_games()[::-1]))
def test_as_many_people_as_a_game_allows_play_to_the_end(player: MakePlayer, game: str) -> None:
    seats = {seat: player(f"Guest {seat + 1}") for seat in range(entry_of(game).players[-1])}
    table = seats[0].open(game, seats=len(seats))
    for seat in range(1, len(seats)):
        seats[seat].post(f"/api/tables/{table}/sit", seat=seat)
    last = _played_out(seats, table)
    assert load_game(game, **last["parameters"]).deserialize_state(last["moves"]).winners() == last["winners"]


def _played_out(seats: dict[int, Player], table: str) -> dict[str, Any]:
    """Play a table to its end, each seat choosing at random; returns how it stands then."""
    chance, until, seen = Random(1), time.monotonic() + 120, None
    while True:
        standing: dict[str, Any] = seats[0].get(f"/api/tables/{table}")["state"]
        if standing["seq"] != seen:  # a game of random moves may be long; that it stands still may not
            seen, until = standing["seq"], time.monotonic() + 120
        assert time.monotonic() < until, "nobody can go on"
        if standing["status"] == "finished":
            return standing
        waited_for = [seat for seat in standing["turn"] if seat in seats and seat not in standing["chosen"]]
        if not waited_for:
            time.sleep(0.01)  # a bot thinks
        for seat in waited_for:
            own = seats[seat].get(f"/api/tables/{table}")["state"]
            if own["seq"] == standing["seq"] and own["legal"]:
                move = chance.choice(own["legal"])
                answer = seats[seat].http.post(f"/api/tables/{table}/play", json={"ply": own["seq"], "moves": [move]})
                assert answer.status_code in (httpx.codes.CREATED, httpx.codes.OK, httpx.codes.CONFLICT), answer.text
