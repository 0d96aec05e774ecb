"""Terminals that join tables of a real server, as people at keyboards do."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pexpect
import pytest
from tests.kit.servers import ServerProcess
from tests.kit.terminals import TerminalPlayer, has_enough, interrupt, terminal
from tests.sizes import few

import jardinet
from jardinet.bots.api import choose
from jardinet.bots.levels import levels_of, load_bot
from jardinet.games import playable_games
from jardinet.games.api import State
from jardinet.terminal import connection
from jardinet.terminal.connection import Connection, ServerError
from jardinet.terminal.seen import SeatSeen
from jardinet.words.game_words import load_words
from jardinet.words.language import load_language

NewPlayer = Callable[[str], TerminalPlayer]


def state_of(name: str, seen: dict[str, Any]) -> State:
    return jardinet.load_game(name, **seen["parameters"]).deserialize_state(seen["moves"])


def best_move(state: State, seat: int) -> str:
    bot = load_bot(levels_of(state.get_game().name)[-1], state.get_game())
    return state.action_to_string(seat, choose(bot, state, seat, np.random.default_rng(0)))


def play_to_the_end(name: str, table: str, watcher: TerminalPlayer, terminals: dict[int, pexpect.spawn]) -> State:
    """Type what the game's best bot would do wherever a seat with a terminal has to act; the final position."""
    asked: set[tuple[int, int]] = set()  # (seq, seat)
    games_begun = 1
    while (seen := watcher.sees(table))["status"] != "finished":
        if seen["status"] == "between" and seen["game"] == games_begun:
            games_begun += 1
            for child in terminals.values():
                child.expect_exact("Press Enter for the next game: ")
                child.sendline("")
        for seat in seen["turn"]:
            if seat in terminals and (seen["seq"], seat) not in asked:
                asked.add((seen["seq"], seat))
                terminals[seat].expect_exact("you> ")
                terminals[seat].sendline(best_move(state_of(name, seen), seat))
        time.sleep(0.02)
    return state_of(name, seen)


def the_rest(child: pexpect.spawn) -> str:
    child.expect(pexpect.EOF)
    child.close()
    return str(child.before).replace("\r", "")


def says(*options: str, token: str = "") -> tuple[int, str]:
    """The exit code and what is said where nothing can be played."""
    child = terminal(*options, token=token)
    told = the_rest(child)
    return child.exitstatus, told


@pytest.mark.parametrize("name", playable_games())
def test_a_whole_game_is_played_against_a_bot_of_the_server(name: str, site: ServerProcess, player: NewPlayer) -> None:
    ada, best = player("Ada"), levels_of(name)[-1]
    table = ada.set_table(name, "person", best)
    child = ada.joins(table)
    child.expect_exact("You have seat 1, as Ada.")
    child.expect_exact("The shuffle is fixed: ")
    final = play_to_the_end(name, table, ada, {0: child})
    end = has_enough(child).replace("\r", "")
    assert child.exitstatus == 0
    words = load_words(load_language("en"), final.get_game(), ["you", best.title()], 0)
    for line in words.result(final.view()):
        assert line in end
    assert f"The server keeps the record: {site.address}/t/{table}/record" in end


def test_two_terminals_play_a_match_at_one_table(player: NewPlayer) -> None:
    ada, ben = player("Ada"), player("Ben")
    table = ada.set_table("lucky_numbers", "person", "person", tie="shared", parameters={"setup": "michael"})
    first = ada.joins(table)
    first.expect_exact("How many games: A match")
    first.expect_exact("Waiting until every seat is taken. Others can sit down at http://127.0.0.1:")
    second = ben.joins(table)
    second.expect_exact("You have seat 2, as Ben.")
    second.expect_exact("The shuffle is fixed: ")
    play_to_the_end("lucky_numbers", table, ada, {0: first, 1: second})
    totals = ada.sees(table)["totals"]
    for child, names in ((first, ("you", "Ben")), (second, ("Ada", "you"))):
        end = has_enough(child).replace("\r", "")
        assert child.exitstatus == 0
        assert all(f"game {number}: {names[0]}" in end for number in (1, 2))
        heard = [
            f"{name} {'minus' if total < 0 else 'plus'} {abs(total)}" for name, total in zip(names, totals, strict=True)
        ]
        assert f"total: {', '.join(heard)}" in end


def test_two_terminals_bid_against_each_other_to_the_end(player: NewPlayer) -> None:
    ada, ben = player("Ada"), player("Ben")
    table = ada.set_table("maudits_criquets", "person", "person", parameters={"copies": 4, "locusts": 4})
    first, second = ada.joins(table), ben.joins(table)
    final = play_to_the_end("maudits_criquets", table, ada, {0: first, 1: second})
    for seat, (child, names) in enumerate(((first, ["you", "Ben"]), (second, ["Ada", "you"]))):
        end = has_enough(child).replace("\r", "")
        assert child.exitstatus == 0
        for line in load_words(load_language("en"), final.get_game(), names, seat).result(final.view()):
            assert line in end


def test_what_others_do_is_told_as_it_happens(player: NewPlayer) -> None:
    ada, ben = player("Ada"), player("Ben")
    table = ada.set_table("lucky_numbers", "person", "person")
    ben.http.post(f"/api/tables/{table}/sit", json={})
    child = ben.joins(table)
    child.expect_exact("Waiting for Ada.")
    seen = ada.sees(table)
    ada.http.post(f"/api/tables/{table}/play", json={"ply": seen["seq"], "moves": seen["legal"][:1]})
    child.expect(r"Ada sets up with \d+ on \w\d\.")


def test_a_bid_stays_unseen_until_the_other_has_bid(player: NewPlayer) -> None:
    ada, ben = player("Ada"), player("Ben")
    table = ada.set_table("maudits_criquets", "person", "person")
    first, second = ada.joins(table), ben.joins(table)
    first.expect_exact("you> ")
    first.sendline("bid 6")
    first.expect_exact("Waiting for Ben.")
    second.expect_exact("you> ")
    assert "Ada bids" not in second.before
    second.sendline("5")
    first.expect_exact("The bids are revealed: you bid 6 and Ben bids 5.")
    second.expect_exact("The bids are revealed: Ada bids 6 and you bid 5.")


def test_ctrl_c_leaves_the_seat_to_its_player(site: ServerProcess, player: NewPlayer) -> None:
    ada = player("Ada")
    table = ada.set_table("lucky_numbers", "person", "greedy")
    child = ada.joins(table)
    child.expect_exact("you> ")
    child.sendline("save elsewhere.jdn")
    child.expect_exact(f"The server keeps the game: {site.address}/t/{table}")
    child.expect_exact("you> ")
    child.sendline("arrange")
    child.expect_exact("You set up")
    child.expect_exact("you> ")
    interrupt(child)
    told = the_rest(child)
    assert child.exitstatus == 130
    assert f"Come back with: jardinet play --server {site.address} --table {table}" in told
    again = ada.joins(table)
    again.expect_exact("You have seat 1, as Ada.")
    again.expect_exact("you> ")
    assert "Lucky Numbers: you and Greedy." in again.before
    assert "You set up" not in again.before


def test_ctrl_c_leaves_while_others_are_missing(player: NewPlayer) -> None:
    ada = player("Ada")
    child = ada.joins(ada.set_table("maudits_criquets", "person", "person"))
    child.expect_exact("Waiting until every seat is taken.")
    interrupt(child)
    assert "Your seat stays yours" in the_rest(child)
    assert child.exitstatus == 130


def test_what_was_played_elsewhere_meanwhile_is_not_played_twice(player: NewPlayer) -> None:
    ada = player("Ada")
    table = ada.set_table("lucky_numbers", "person", "greedy")
    child = ada.joins(table)
    child.expect_exact("you> ")
    seen = ada.sees(table)
    ada.http.post(f"/api/tables/{table}/play", json={"ply": seen["seq"], "moves": seen["legal"][:1]})
    child.sendline(best_move(state_of("lucky_numbers", seen), 0))
    child.expect_exact("The table has moved on meanwhile.")
    child.expect(r"You set up with \d+ on \w\d\.")
    child.expect_exact("you> ")


def test_who_resigns_leaves_the_seat_to_a_bot_and_may_come_back(site: ServerProcess, player: NewPlayer) -> None:
    ada, ben = player("Ada"), player("Ben")
    table = ada.set_table("lucky_numbers", "person", "person")
    child = ada.joins(table)
    ben.joins(table)
    child.expect_exact("you> ")
    child.sendline("resign")
    told = f"A bot plays on in your place. You can take it back until the end: {site.address}/t/{table}"
    assert told in the_rest(child)
    assert [seat["level"] is not None for seat in ben.sees(table)["seats"]] == [True, False]


def test_a_seat_that_a_bot_plays_meanwhile_is_taken_back_first(site: ServerProcess, player: NewPlayer) -> None:
    ada, ben = player("Ada"), player("Ben")
    table = ada.set_table("lucky_numbers", "person", "person")
    ben.http.post(f"/api/tables/{table}/sit", json={})
    ben.fills_in(f"/t/{table}/bot", seat="1", level="greedy")
    told = the_rest(ben.joins(table))
    assert f"a bot plays in your place: take your seat back at {site.address}/t/{table}, and come again." in told


def test_where_somebody_sits_whom_one_does_not_meet_one_sentence_ends_it(player: NewPlayer) -> None:
    ada, eve = player("Ada"), player("Eve")
    eve.fills_in("/account/password", handle="eve-99", password="correct horse")
    eve.fills_in("/account/profile", handle="eve-99", is_public="yes")
    ada.fills_in("/blocks", handle="eve-99")
    table = ada.set_table("maudits_criquets", "person", "person")
    refused = eve.joins(table)
    assert "that seat is not for you: choose another table." in the_rest(refused)
    assert refused.exitstatus == 2


def test_a_full_table_can_be_watched(player: NewPlayer) -> None:
    ada, eve = player("Ada"), player("Eve")
    table = ada.set_table("maudits_criquets", "person", "greedy")
    leaving, watching = eve.joins(table), eve.joins(table)
    leaving.expect_exact("Every seat of this table is taken.")
    leaving.sendline("quit")
    the_rest(leaving)
    assert leaving.exitstatus == 0
    watching.expect_exact("Press Enter to watch, or type quit to leave:")
    watching.sendline("")
    playing = ada.joins(table)
    watching.expect_exact("Waiting for Ada.")
    play_to_the_end("maudits_criquets", table, ada, {0: playing})
    watching.expect(r"The bids are revealed: Ada bids \w and Greedy bids \w\.")
    assert re.search(r"Ada|Greedy", the_rest(watching))
    assert watching.exitstatus == 0


def test_a_bot_in_somebodys_place_is_told_and_not_waited_for(player: NewPlayer) -> None:
    ada, ben, cyd = (player(name) for name in ("Ada", "Ben", "Cyd"))
    table = ada.set_table("lucky_numbers", "person", "person", "person", parameters={"setup": "michael"})
    for one in (ben, cyd):
        one.http.post(f"/api/tables/{table}/sit", json={})
    child = ben.joins(table)
    child.expect_exact("Waiting for Ada.")
    cyd.http.post(f"/api/tables/{table}/bot", json={"seat": 2, "level": "random"})
    child.expect_exact("A bot is now playing for Cyd.")
    seen = ada.sees(table)
    ada.http.post(f"/api/tables/{table}/play", json={"ply": seen["seq"], "moves": seen["legal"][:1]})
    child.expect_exact("you> ")
    child.sendline("place a1")
    child.expect_exact("Waiting for Ada.")
    assert "Waiting for Cyd" not in child.before
    assert "Cyd sets up" in child.before


def test_whose_time_was_up_is_told(player: NewPlayer) -> None:
    ada, ben = player("Ada"), player("Ben")
    table = ada.set_table("lucky_numbers", "person", "person", seconds_a_turn=10, bot_pace="instant")
    ben.http.post(f"/api/tables/{table}/sit", json={})
    child = ben.joins(table)
    child.expect_exact("Time to think: 10 seconds a turn")
    child.expect_exact("Ada's time was up: Skilled played for them.")
    child.expect(r"Ada sets up with \d+ on \w\d\.")
    [one, *_] = ada.sees(table)["stand_ins"]
    assert (one["seat"], one["level"], one["is_late"]) == (0, "skilled", True)


def test_who_has_left_their_seat_before_one_listens_is_not_missed(site: ServerProcess, player: NewPlayer) -> None:
    """Between what one has read and the stream that tells of changes lies a moment, long on a busy machine."""
    ada, ben, cyd = (player(name) for name in ("Ada", "Ben", "Cyd"))
    table = ada.set_table("lucky_numbers", "person", "person", "person", parameters={"setup": "michael"})
    for one in (ben, cyd):
        one.http.post(f"/api/tables/{table}/sit", json={})
    at = Connection(site.address, table, ben.token, load_language("en"), print)
    known = at.table().state
    cyd.http.post(f"/api/tables/{table}/bot", json={"seat": 2, "level": "random"})
    with ThreadPoolExecutor() as beside:
        told = beside.submit(at.wait_for, lambda position: position.seats != known.seats)
        assert [seat.level for seat in told.result(timeout=60).seats] == [None, None, "random"]


def test_a_lost_server_is_found_again(site: ServerProcess, player: NewPlayer) -> None:
    ada, ben = player("Ada"), player("Ben")
    table = ada.set_table("lucky_numbers", "person", "person")
    ben.http.post(f"/api/tables/{table}/sit", json={})
    child = ben.joins(table)
    child.expect_exact("Waiting for Ada.")
    site.stop()
    child.expect_exact("The connection is lost. Trying again")
    site.start()
    child.expect_exact("Connected again.")
    seen = ada.sees(table)
    ada.http.post(f"/api/tables/{table}/play", json={"ply": seen["seq"], "moves": seen["legal"][:1]})
    child.expect(r"Ada sets up with \d+ on \w\d\.")


def test_a_server_that_stays_away_is_given_up(
    site: ServerProcess, player: NewPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, said = player("Ada"), list[str]()
    table = ada.set_table("lucky_numbers", "person", "greedy")
    to_table = Connection(site.address, table, ada.token, load_language("en"), said.append)
    to_table.table()
    monkeypatch.setattr(connection, "PATIENCE", 0.5)
    monkeypatch.setattr(connection, "PAUSE", 0.1)
    site.stop()
    with pytest.raises(ServerError, match="no longer answers"):
        to_table.table()
    site.start()
    to_table.table()
    assert said == ["The connection is lost. Trying again …", "Connected again."]


def test_a_name_cannot_steer_the_terminal() -> None:
    assert SeatSeen(0, "A\x1b[2Jda\n", None, is_yours=False).called == "A[2Jda"


def test_what_is_not_possible_is_one_sentence_and_exit_code_2(site: ServerProcess, player: NewPlayer) -> None:
    ada = player("Ada")
    table = ada.set_table("lucky_numbers", "person", "greedy")
    at = ("--server", site.address, "--table")
    wrong = [
        ((*at, table), "jardinet_no", f"that token is not known there: make one at {site.address}/account/tokens."),
        ((*at, table), "jardinet_né", f"that token is not known there: make one at {site.address}/account/tokens."),
        ((*at, "nowhere"), ada.token, f"there is no table nowhere at {site.address}."),
        (("--server", "http://127.0.0.1:9", "--table", table), ada.token, "no server answers at http://127.0.0.1:9."),
        (("--server", "http://localhost:door", "--table", table), ada.token, "http://localhost:door is not an address"),
        (("--server", f"{site.address}/garden", "--table", table), ada.token, "/garden leads to no table"),
        (("--table", table), ada.token, "--server and --table belong together"),
        (("--server", f"{site.address}/seat/{'k' * 22}"), ada.token, "that is the link of a seat"),
        (("--server", f"{site.address}/t/{table}", "--name", "Ben"), ada.token, "leave out --name, or the token."),
        (
            ("--server", site.address),
            "jardinet_no",
            f"that token is not known there: make one at {site.address}/account/tokens.",
        ),
        ((*at, table, "lucky-numbers"), ada.token, "a table of a server has its game already"),
    ]
    for options, token, sentence in wrong[:: few(1, 3)]:
        code, told = says(*options, token=token)
        assert code == 2, told
        assert told.startswith("jardinet: "), told
        assert sentence in told
        assert told.count("\n") == 1, told
