"""Who sits where: taken over by bots and taken back, offered to accounts, and what the streams tell of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import httpx
import pytest
from tests.kit.accounts import Player, Server
from tests.kit.servers import AWAY_AT_ONCE
from tests.kit.waiting import PATIENCE
from tests.server.api.test_bot_streams import client_of, play_by_berserk
from tests.server.pages.test_seats import key_of

MakePlayer = Callable[[str], Player]


def at_play(player: MakePlayer, game: str, *names: str, **agreed: Any) -> tuple[str, list[Player]]:
    """A table at which people of these names sit, the first of them its host."""
    people = [player(name) for name in names]
    table_id = people[0].open(game, seats=len(names), **agreed)
    for one in people[1:]:
        one.post(f"/api/tables/{table_id}/sit")
    return table_id, people


def plays(one: Player, table_id: str, chance: Random) -> dict[str, Any]:
    """Play once at random; returns how the table stands then."""
    seen = one.get(f"/api/tables/{table_id}")["state"]
    moves = [chance.choice(seen["legal"])]
    return dict(one.post(f"/api/tables/{table_id}/play", ply=seen["seq"], moves=moves)["state"])


def levels(state: dict[str, Any]) -> list[str | None]:
    return [seat["level"] for seat in state["seats"]]


def told(lines: Iterator[str]) -> dict[str, Any]:
    """The next line that is not empty."""
    return dict(json.loads(next(line for line in lines if line)))


def test_berserk_as_published_survives_that_a_bot_plays_in_its_place_for_a_while(
    server: Server, player: MakePlayer
) -> None:
    table_id, (ada, ben) = at_play(player, "lucky_numbers", "Ada", "Ben's bot", bot_pace="instant")
    chance, count = Random(1), 0
    with ThreadPoolExecutor() as pool:
        answering = pool.submit(lambda: list(play_by_berserk(client_of(server, ben), table_id, 2)))
        while (state := ada.get(f"/api/tables/{table_id}")["state"])["status"] != "finished":
            if state["turn"] != [0]:
                continue
            count += 1
            if count == 6:
                ben.post(f"/api/tables/{table_id}/bot", seat=1, level="random")
            if count == 12:
                ben.post(f"/api/tables/{table_id}/return", seat=1)
            plays(ada, table_id, chance)
        lines = [line.get("state", line) for line in answering.result(60)]

    courses = [line["seats"][1]["level"] for line in lines]
    changes = [level for level, before in zip(courses[1:], courses, strict=False) if level != before]
    assert changes == ["random", None]
    for line in lines:
        assert line["seats"][1]["name"] == "Ben's bot"
        assert line["seat"] == (None if line["seats"][1]["level"] else 1)
        assert line["legal"] == [] or line["seat"] == 1
    assert lines[-1]["status"] == "finished"


def test_who_sits_down_or_is_replaced_is_a_line_to_whoever_waits(player: MakePlayer) -> None:
    ada, ben = player("Ada"), player("Ben")
    table_id = ada.open("lucky_numbers", seats=3)
    with ben.http.stream("GET", f"/api/bot/game/stream/{table_id}") as stream:
        lines = stream.iter_lines()
        assert told(lines)["type"] == "gameFull"
        ben.post(f"/api/tables/{table_id}/sit", seat=2)
        seats = told(lines)["seats"]
        assert [seat["name"] for seat in seats] == ["Ada", None, "Ben"]
        assert [seat["is_yours"] for seat in seats] == [False, False, True]
        ada.post(f"/api/tables/{table_id}/bot", seat=1, level="random")
        assert levels(told(lines)) == [None, "random", None]


def test_a_line_is_never_twice_the_same_decision_even_where_seats_change(player: MakePlayer) -> None:
    table_id, (_ada, ben, cyd) = at_play(player, "lucky_numbers", "Ada", "Ben", "Cyd", first="2")
    path = f"/api/bot/game/stream/{table_id}"
    with (
        ben.http.stream("GET", path) as stream,
        ben.http.stream("GET", f"{path}?everything=true") as whole,
    ):
        lines, all_lines = stream.iter_lines(), whole.iter_lines()
        first = told(lines)["state"]
        told(all_lines)
        assert first["turn"] == [first["seat"]] == [1]
        cyd.post(f"/api/tables/{table_id}/bot", seat=2, level="random")
        changed = told(all_lines)
        assert (changed["seq"], levels(changed)) == (first["seq"], [None, None, "random"])
        plays(ben, table_id, Random(2))
        after = told(lines)
        assert after["seq"] > first["seq"]
        assert levels(after) == [None, None, "random"]


def test_everything_is_told_to_faces_also_after_the_end(player: MakePlayer) -> None:
    small = {"crops": 2, "copies": 4, "locusts": 2}
    table_id, (ada, ben) = at_play(player, "maudits_criquets", "Ada", "Ben", parameters=small)
    with ben.http.stream("GET", f"/api/bot/game/stream/{table_id}?since=999&everything=true") as stream:
        lines, chance = stream.iter_lines(), Random(3)
        assert told(lines)["chosen"] == []
        ada.post(f"/api/tables/{table_id}/remark", phrase="hello")
        [remark] = told(lines)["remarks"]
        assert (remark["seat"], remark["phrase"], remark["text"]) == (0, "hello", "Hello!")
        plays(ada, table_id, chance)
        assert told(lines)["chosen"] == [0]
        while (state := ada.get(f"/api/tables/{table_id}")["state"])["status"] != "finished":
            plays((ada, ben)[state["turn"][0]], table_id, chance)
        rematch = ada.post(f"/api/tables/{table_id}/rematch")
        assert ben.post(f"/api/tables/{table_id}/rematch")["id"] == rematch["id"]
        line = told(lines)
        while line["rematch"] is None:
            line = told(lines)
        assert (line["status"], line["rematch"]) == ("finished", rematch["id"])
    assert [seat["name"] for seat in rematch["seats"]] == ["Ada", "Ben"]
    assert rematch["state"]["status"] == "started"


@pytest.mark.parametrize("agreed", [{"seconds_a_turn": 60}, {"bank": {"seconds": 300, "increment": 5}}])
def test_no_clock_of_a_rematch_runs_before_all_have_asked_for_it(player: MakePlayer, agreed: dict[str, Any]) -> None:
    small = {"crops": 2, "copies": 4, "locusts": 2}
    table_id, (ada, ben) = at_play(player, "maudits_criquets", "Ada", "Ben", parameters=small, **agreed)
    chance = Random(4)
    while (state := ada.get(f"/api/tables/{table_id}")["state"])["status"] != "finished":
        plays((ada, ben)[state["turn"][0]], table_id, chance)
    again = f"/api/tables/{ada.post(f'/api/tables/{table_id}/rematch')['id']}"

    def is_running() -> bool:
        return any(clock and clock["deadline"] for clock in ada.get(again)["state"]["clocks"])

    player("Eve").get(again)
    assert not is_running(), "who only watches has not come"
    ben.get(again)
    assert is_running()


def test_whoever_has_no_token_may_watch_the_stream(server: Server, player: MakePlayer) -> None:
    table_id, (ada, _ben) = at_play(player, "lucky_numbers", "Ada", "Ben")
    with httpx.stream("GET", f"{server.url}/api/bot/game/stream/{table_id}", timeout=PATIENCE) as stream:
        lines = stream.iter_lines()
        full = told(lines)
        assert (full["state"]["seat"], full["is_host"]) == (None, False)
        plays(ada, table_id, Random(4))
        assert told(lines)["seq"] > full["state"]["seq"]


def test_a_seat_that_a_bot_plays_is_taken_back_before_it_is_played(player: MakePlayer) -> None:
    table_id, (ada, ben) = at_play(player, "lucky_numbers", "Ada", "Ben", first="1")
    table = f"/api/tables/{table_id}"
    assert ben.refused(f"{table}/bot", seat=0, level="random")[0] == 403  # only the host
    assert ada.refused(f"{table}/bot", seat=1, level="clever")[0] == 422
    assert ada.refused(f"{table}/bot", seat=3, level="random")[0] == 404
    assert ada.refused(f"{table}/bot", seat=1, level="random") == (
        409,
        "Ben is here: ask whether a bot may play for them.",
    )
    ben.post(f"{table}/bot", seat=1, level="random")
    seen = ben.get(table)
    assert (seen["seats"][1]["is_yours"], seen["state"]["seat"], seen["state"]["legal"]) == (True, None, [])
    for refused in (
        ben.refused(f"{table}/play", ply=seen["state"]["seq"], moves=["place-a1"]),
        ben.refused(f"{table}/play", ply=seen["state"]["seq"], moves=["place-a1"], seat=1),
        ben.refused(f"/api/bot/game/{table_id}/move/place-a1"),
    ):
        assert refused == (409, "a bot plays in your place: take your seat back first.")
    assert ada.refused(f"{table}/return", seat=1)[0] == 403
    assert player("Eve").refused(f"{table}/return", seat=1)[0] == 403
    back = ben.post(f"{table}/return", seat=1)
    assert (back["seats"][1]["level"], back["state"]["seat"]) == (None, 1)
    assert ben.post(f"{table}/return", seat=1) == back  # nothing happens where nobody plays there


def test_who_is_asked_for_a_bot_reads_it_and_nobody_else_does(player: MakePlayer) -> None:
    table_id, (ada, ben) = at_play(player, "lucky_numbers", "Ada", "Ben", first="1")
    table, eve = f"/api/tables/{table_id}", player("Eve")
    assert ben.refused(f"{table}/ask", seat=0, level="greedy")[0] == 403
    ada.post(f"{table}/ask", seat=1, level="greedy")
    assert [one.get(table)["seats"][1]["asked"] for one in (ada, ben, eve)] == ["greedy", "greedy", None]
    assert ada.refused(f"{table}/answer", seat=1, agrees=True)[0] == 403
    assert levels(ben.post(f"{table}/answer", seat=1, agrees=False)["state"]) == [None, None]
    assert ada.refused(f"{table}/ask", seat=1, level="greedy")[0] == 409  # they would rather play
    plays(ada, table_id, Random(1))
    ada.post(f"{table}/ask", seat=1, level="greedy")
    assert levels(ben.post(f"{table}/answer", seat=1, agrees=True)["state"]) == [None, "greedy"]


def test_a_stream_that_is_open_keeps_its_player_there(
    server: Server, player: MakePlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id, (ada, ben) = at_play(player, "lucky_numbers", "Ada", "Ben")
    table, eve = f"/api/tables/{table_id}", player("Eve")
    assert [seat["is_present"] for seat in eve.get(table)["seats"]] == [True, True]
    monkeypatch.setattr(server.app.state.services.service.presence, "_intervals", AWAY_AT_ONCE)
    with ben.http.stream("GET", f"/api/bot/game/stream/{table_id}") as stream:
        lines = stream.iter_lines()
        assert [seat["is_present"] for seat in told(lines)["seats"]] == [False, True]
        assert ada.refused(f"{table}/bot", seat=1, level="greedy")[0] == 409
    while eve.get(table)["seats"][1]["is_present"]:
        pass
    assert levels(ada.post(f"{table}/bot", seat=1, level="greedy")["state"]) == [None, "greedy"]


def test_only_whoever_sits_there_makes_a_seats_link_worthless(server: Server, player: MakePlayer) -> None:
    table_id, (ada, ben) = at_play(player, "lucky_numbers", "Ada", "Ben")
    table = f"/api/tables/{table_id}"
    assert ada.refused(f"{table}/key", seat=1)[0] == 403
    old = key_of(server.database, table_id, 1)
    ben.post(f"{table}/key", seat=1)
    new = key_of(server.database, table_id, 1)
    assert [httpx.get(f"{server.url}/seat/{key}").status_code for key in (old, new)] == [404, 200]


def test_the_host_sees_whom_the_invitations_are_for_and_takes_them_back(player: MakePlayer) -> None:
    ada, ben = player("Ada"), player("Ben")
    table_id = ada.open("lucky_numbers")
    table = f"/api/tables/{table_id}"
    with ben.http.stream("GET", "/api/stream/event") as stream:
        lines = stream.iter_lines()
        assert next(lines) == ""
        invited = ada.post(f"{table}/invite", account=ben.id, seat=1)
        assert told(lines)["type"] == "challenge"
        assert invited["invitations"] == [{"seat": 1, "name": "Ben", "account": ben.id}]
        assert invited["is_host"]
        seen = player("Eve").get(table)
        assert (seen["invitations"], seen["is_host"]) == ([{"seat": 1, "name": "Ben", "account": None}], False)
        assert player("Eve").refused(f"{table}/uninvite", account=ben.id)[0] == 403
        assert ada.post(f"{table}/uninvite", account=ben.id)["invitations"] == []
        assert told(lines)["type"] == "challengeCanceled"
    assert ben.refused(f"/api/challenge/{table_id}/accept")[0] == 404


def test_an_accepted_invitation_is_gone_even_when_the_seat_is_given_back(player: MakePlayer) -> None:
    ada, ben = player("Ada"), player("Ben")
    table_id = ada.open("lucky_numbers", seats=3)
    ada.post(f"/api/tables/{table_id}/invite", account=ben.id, seat=1)
    ben.post(f"/api/challenge/{table_id}/accept")
    assert ben.post(f"/api/tables/{table_id}/leave", seat=1)["invitations"] == []
    assert ben.refused(f"/api/challenge/{table_id}/accept")[0] == 404


def test_a_word_for_the_shuffle_may_be_said_until_the_game_begins(player: MakePlayer) -> None:
    ada, ben = player("Ada"), player("Ben")
    table = f"/api/tables/{ada.open('lucky_numbers')}"
    ada.post(f"{table}/nonce", seat=0, nonce="tulip-4711")
    assert ada.refused(f"{table}/nonce", seat=0, nonce="two words")[0] == 422
    assert ben.refused(f"{table}/nonce", seat=0, nonce="rose")[0] == 409
    assert ben.post(f"{table}/sit", nonce="rose!")["state"]["deal"]["nonces"] == ["tulip-4711", "rose!"]
    assert ada.refused(f"{table}/nonce", seat=0, nonce="iris")[0] == 409


def test_an_account_lists_the_tables_where_it_sits(player: MakePlayer) -> None:
    table_id, (ada, ben) = at_play(player, "lucky_numbers", "Ada", "Ben")
    waiting = ada.open("maudits_criquets")
    assert [one["id"] for one in ada.get("/api/account/tables")] == [waiting, table_id]
    assert ben.get("/api/account/tables") == [ben.get(f"/api/tables/{table_id}")]
    assert player("Eve").get("/api/account/tables") == []


def test_only_those_who_sit_there_say_something_or_play_once_more(player: MakePlayer) -> None:
    table_id, (ada, _ben) = at_play(player, "lucky_numbers", "Ada", "Ben")
    eve, table = player("Eve"), f"/api/tables/{table_id}"
    assert eve.refused(f"{table}/remark", phrase="hello")[0] == 403
    assert eve.refused(f"{table}/rematch")[0] == 403
    assert ada.refused(f"{table}/rematch")[0] == 409  # the game is not over
    status, sentence = ada.refused(f"{table}/remark", phrase="{hello}")
    assert status == 422
    assert "“{hello}” is not one of the phrases, which are hello, good-luck" in sentence
    assert [one["text"] for one in ada.post(f"{table}/remark", phrase="good-luck")["state"]["remarks"]] == [
        "Good luck!"
    ]
    assert len(ada.post(f"{table}/remark", phrase="hello")["state"]["remarks"]) == 1  # too soon


@pytest.mark.parametrize("account", [None, 1, [], {}, "x" * 33])
def test_a_wrong_account_is_told_where_somebody_is_invited(player: MakePlayer, account: Any) -> None:
    host = player("Ada")
    table = f"/api/tables/{host.open('lucky_numbers')}"
    for path, sent in (
        (f"{table}/invite", {"account": account, "seat": 1}),
        (f"{table}/uninvite", {"account": account}),
    ):
        status, told = host.refused(path, **sent)
        assert status == 400
        assert told.startswith("account is not possible: it must be a text")
