"""Nobody learns from the API what is hidden: neither from what it says, nor from how it says it.

What is hidden in a game are the deal's secret, the pile's order that follows from it, and bids before all are
made. `twin` copies a table whole, with another secret (so another pile) and another bid of everybody else: whatever
the API answers about the two must not differ, whoever asks.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from itertools import islice
from random import Random

import httpx
import pytest
from tests.kit.accounts import Player, Server
from tests.server.copies import secret_of, twin

MakePlayer = Callable[[str], Player]
GAMES = ["lucky_numbers", "maudits_criquets"]


def said(server: Server, table_id: str, token: str | None) -> str:
    """Everything the API says of a table, but for its id and the commitment, which tell nothing."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    with httpx.Client(base_url=server.url, headers=headers, verify=False) as client:
        texts = [client.get(f"/api/tables/{table_id}{part}").text for part in ("", "/analysis/1")]
        if token:
            with client.stream("GET", f"/api/bot/game/stream/{table_id}") as stream:
                texts.append(next(stream.iter_lines()))
            for move in ("place-a1", "bid-x", "nonsense"):
                texts.append(client.post(f"/api/bot/game/{table_id}/move/{move}?seq=999999").text)
    commitment = sha256(secret_of(server.database, table_id)).hexdigest()
    return "\n".join(texts).replace(table_id, "ID").replace(commitment, "COMMITMENT")


def positions(table_id: str, players: list[Player], chance: Random) -> Iterator[int]:
    """Play a game at random to its end; after every decision but the last gives how many there were."""
    state, count = players[0].get(f"/api/tables/{table_id}")["state"], 0
    while state["status"] == "started":
        one = players[state["turn"][0]]
        seen = one.get(f"/api/tables/{table_id}")["state"]
        moves = [chance.choice(seen["legal"])]
        state = one.post(f"/api/tables/{table_id}/play", ply=seen["seq"], moves=moves)["state"]
        if state["status"] == "started":
            count += 1
            yield count


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_is_said_depends_on_what_is_hidden(server: Server, player: MakePlayer, game: str) -> None:
    ada, ben, eve = player("Ada"), player("Ben"), player("Eve")
    table_id = ada.open(game)
    ben.post(f"/api/tables/{table_id}/sit")
    askers = [(0, ada.token), (1, ben.token), (-1, eve.token), (-1, None)]
    compared = 0
    for count in islice(positions(table_id, [ada, ben], Random(game)), 60):
        if count % 9 in (0, 4):  # some after the first of two bids, some after both
            for seat, token in askers:
                other = twin(server.database, table_id, seat)
                for one in (ada, ben):
                    one.get(f"/api/tables/{other}")  # who is there is no secret
                assert said(server, table_id, token) == said(server, other, token)
                compared += 1
    assert compared >= 16


def test_the_comparison_tells_what_is_not_hidden_any_more(server: Server, player: MakePlayer) -> None:
    ada, ben = player("Ada"), player("Ben")
    table_id = ada.open("maudits_criquets")
    ben.post(f"/api/tables/{table_id}/sit")
    for _count in positions(table_id, [ada, ben], Random(6)):
        pass
    assert said(server, table_id, None) != said(server, twin(server.database, table_id, -1), None)  # the secret is told


def listen(one: Player, table_id: str) -> list[str]:
    """Every line of a game's stream, to its end."""
    with one.http.stream("GET", f"/api/bot/game/stream/{table_id}") as stream:
        return [line for line in stream.iter_lines() if line]


@pytest.mark.parametrize("game", GAMES)
def test_no_stream_tells_a_secret_or_a_bid_before_its_time(server: Server, player: MakePlayer, game: str) -> None:
    ada, ben, eve = player("Ada"), player("Ben"), player("Eve")
    table_id = ada.open(game)
    with ThreadPoolExecutor() as pool:
        listening = [pool.submit(listen, one, table_id) for one in (ada, ben, eve)]
        ben.post(f"/api/tables/{table_id}/sit")
        for _count in positions(table_id, [ada, ben], Random(5)):
            pass
        streams = [one.result(20) for one in listening]

    secret = secret_of(server.database, table_id).hex()
    for seat, lines in enumerate(streams):
        states = [told.get("state", told) for told in map(json.loads, lines)]
        history = states[-1]["moves"].split()
        assert states[-1]["deal"]["secret"] == secret
        assert not any(secret in line for line in lines[:-1])
        for state in states:
            moves = state["moves"].split()
            assert moves == history[: len(moves)]  # no more than was played when the line was sent
            assert state["choice"] is None or (state["seat"] == seat and state["choice"] in history[len(moves)])
