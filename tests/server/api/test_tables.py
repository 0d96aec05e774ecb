from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import httpx
import pytest
from tests.kit.accounts import Browser, Player, Server

from jardinet.games import load_game

MakePlayer = Callable[[str], Player]


def at_play(player: MakePlayer, game: str, **agreed: Any) -> tuple[str, Player, Player]:
    """A table at which Ada and Ben sit."""
    ada, ben = player("Ada"), player("Ben")
    table_id = ada.open(game, **agreed)
    ben.post(f"/api/tables/{table_id}/sit", nonce="a-word-of-mine")
    return table_id, ada, ben


def play_on(table_id: str, players: list[Player], state: dict[str, Any], chance: Random) -> dict[str, Any]:
    """One random action of the first player who has to act; returns how the table stands then."""
    one = players[state["turn"][0]]
    seen = one.get(f"/api/tables/{table_id}")["state"]
    moves = [chance.choice(seen["legal"])]
    return dict(one.post(f"/api/tables/{table_id}/play", ply=seen["seq"], moves=moves)["state"])


def test_a_whole_match_is_played_game_after_game(player: MakePlayer) -> None:
    table_id, ada, ben = at_play(player, "maudits_criquets", tie="shared", parameters={"beginner": True})
    chance, numbers = Random(3), set()
    state = ada.get(f"/api/tables/{table_id}")["state"]
    assert state["deal"]["nonces"][1] == "a-word-of-mine"
    while state["status"] != "finished":
        numbers.add(state["game"])
        if state["status"] == "between":
            state = ben.post(f"/api/tables/{table_id}/next")["state"]
        else:
            state = play_on(table_id, [ada, ben], state, chance)
    assert numbers == {1, 2}
    best = max(state["totals"])
    assert state["match_winners"] == [seat for seat, total in enumerate(state["totals"]) if total == best]


def test_the_parameters_and_moves_of_a_table_are_its_position(player: MakePlayer) -> None:
    table_id, ada, ben = at_play(player, "lucky_numbers", parameters={"setup": "michael"})
    seen, chance = ada.get(f"/api/tables/{table_id}")["state"], Random(4)
    for _ in range(20):
        seen = play_on(table_id, [ada, ben], seen, chance)
    seen = ben.get(f"/api/tables/{table_id}")["state"]
    state = load_game("lucky_numbers", **seen["parameters"]).deserialize_state(seen["moves"])
    assert seen["view"]["pile"] == state.view(1).pile  # type: ignore[attr-defined]
    assert seen["turn"] == [state.current_player()]


def test_a_play_at_a_position_that_is_past_is_refused_and_changes_nothing(player: MakePlayer) -> None:
    table_id, ada, _ben = at_play(player, "lucky_numbers")
    before = ada.get(f"/api/tables/{table_id}")
    path = f"/api/tables/{table_id}/play"
    assert ada.refused(path, ply=before["state"]["seq"] - 1, moves=["place-a1"])[0] == 409
    assert ada.get(f"/api/tables/{table_id}") == before


def test_a_move_against_the_rules_is_refused_with_the_rules_own_sentence(player: MakePlayer) -> None:
    table_id, ada, ben = at_play(player, "lucky_numbers")
    path, seq = f"/api/tables/{table_id}/play", ada.get(f"/api/tables/{table_id}")["state"]["seq"]
    status, told = ada.refused(path, ply=seq, moves=["place-b3"])
    assert status == 422
    assert "Possible: place-a1" in told
    assert ada.refused(path, ply=seq, moves=["fly-away"])[0] == 422
    assert ada.refused(path, ply=seq, moves=["place-a1", "place-a1"])[0] == 422
    assert ben.refused(path, ply=seq, moves=["place-a1"])[0] == 422  # not Ben's turn
    assert ben.refused(path, ply=seq, moves=["place-a1"], seat=0)[0] == 403  # not Ben's seat
    assert ada.get(f"/api/tables/{table_id}")["state"]["seq"] == seq


def test_a_choice_is_its_seats_alone_and_may_be_changed(player: MakePlayer) -> None:
    table_id, ada, ben = at_play(player, "maudits_criquets")
    path, seq = f"/api/tables/{table_id}/play", ada.get(f"/api/tables/{table_id}")["state"]["seq"]
    for bid in ("bid-4", "bid-6"):
        state = ada.post(path, ply=seq, moves=[bid])["state"]
        assert (state["choice"], state["chosen"], state["turn"]) == (bid, [0], [1])
    seen = ben.get(f"/api/tables/{table_id}")["state"]
    assert (seen["choice"], seen["chosen"]) == (None, [0])
    after = ben.post(path, ply=seq, moves=["bid-1"])["state"]
    assert "bid-6+bid-1" in after["moves"]
    assert after["choice"] is None


def test_a_seat_is_given_back_while_nothing_has_begun(player: MakePlayer) -> None:
    ada = player("Ada")
    table_id = ada.open("lucky_numbers", seats=3, is_listed=True)
    assert table_id in [one["id"] for one in ada.get("/api/tables")]
    ben = player("Ben")
    ben.post(f"/api/tables/{table_id}/sit", seat=2)
    assert ada.refused(f"/api/tables/{table_id}/leave", seat=2)[0] == 409
    table = ben.post(f"/api/tables/{table_id}/leave", seat=2)
    assert [seat["name"] for seat in table["seats"]] == ["Ada", None, None]
    assert table["state"]["status"] == "created"


def test_what_cannot_be_agreed_is_refused(player: MakePlayer) -> None:
    ada = player("Ada")
    agreed: dict[str, Any] = {"game": "lucky_numbers", "parameters": {}, "seats": ["person", "person"]}
    for wrong in ({"game": "chess"}, {"seats": ["person"]}, {"parameters": {"setup": "wild"}}, {"seed": 1}):
        assert ada.refused("/api/tables", **{**agreed, **wrong})[0] == 422
    assert ada.refused("/api/tables", game="lucky_numbers")[0] == 400


def test_whoever_has_no_token_watches_only(server: Server, player: MakePlayer) -> None:
    table_id, ada, _ben = at_play(player, "lucky_numbers")
    seen = httpx.get(f"{server.url}/api/tables/{table_id}").json()
    assert seen["state"]["seat"] is None
    assert seen["state"]["legal"] == []
    assert seen["state"]["view"]["viewer"] is None
    assert seen["state"]["moves"] == ada.get(f"/api/tables/{table_id}")["state"]["moves"]
    for path in ("", f"/{table_id}/sit", f"/{table_id}/play", f"/{table_id}/next"):
        answer = httpx.post(f"{server.url}/api/tables{path}", json={})
        assert answer.status_code == 401
        assert answer.headers["www-authenticate"] == "Bearer"


def test_a_browsers_cookie_opens_nothing(server: Server) -> None:
    browser = Browser(server.url)
    browser.post("/account", name="Ada")
    assert browser.http.get("/account").text.count("Ada") >= 1  # the cookie is good for the pages
    agreed = {"game": "lucky_numbers", "parameters": {}, "seats": ["person", "person"]}
    assert browser.http.post("/api/tables", json=agreed).status_code == 401
    assert browser.http.get("/api/account").status_code == 401


@pytest.mark.parametrize("path", ["/api/nothing", "/api/tables/nowhere", "/api/tables/nowhere/nothing"])
def test_what_is_not_there_is_told_as_json(server: Server, path: str) -> None:
    answer = httpx.get(server.url + path)
    assert answer.status_code == 404
    assert list(answer.json()) == ["error", "code"]
    assert answer.json()["code"] in ("nothing-here", "no-such-table")
    answer = httpx.delete(f"{server.url}/api/tables")
    assert (answer.status_code, answer.json()["code"]) == (405, "method-not-allowed")
    assert {"GET", "POST"} <= set(re.findall("[A-Z]+", answer.json()["error"]))


def test_nobody_opens_tables_without_end(player: MakePlayer) -> None:
    ada = player("Ada")
    agreed = {"game": "lucky_numbers", "parameters": {}, "seats": ["person", "person"]}
    ada.http.headers["X-Forwarded-For"] = "203.0.113.7"  # at home there is no limit
    statuses = [ada.http.post("/api/tables", json=agreed).status_code for _ in range(61)]
    assert statuses[0] == 201
    assert statuses[-1] == 429
    assert ada.refused("/api/tables", **agreed) == (429, "Too much at once: wait a moment.")


def test_lists_go_on_after_the_last_table_that_was_told(player: MakePlayer) -> None:
    ada = player("Ada")
    ids = [ada.open("lucky_numbers", is_listed=True) for _table in range(21)]
    for address in ("/api/tables", "/api/account/tables"):
        told = [table["id"] for table in ada.get(address)]
        assert told == ids[:0:-1]
        assert ids[0] in [table["id"] for table in ada.get(f"{address}?before={told[-1]}")]
        assert ada.http.get(f"{address}?before=nowhere").status_code == 404
