"""The end of a game on its table's page, and the list of a reader's games."""

from __future__ import annotations

import html
import re
from datetime import UTC, datetime
from random import Random

import pytest
from tests.kit.pages import Site, Visitor

from jardinet.games import registered_games
from jardinet.play.record import state_of
from jardinet.play.record_format import read
from jardinet.server.boards.context import BoardQuery, board_context
from jardinet.server.pages.ending import ending_of
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.commands import Play
from jardinet.server.tables.decide import decide, new_table, with_host
from jardinet.words.game_words import load_words, names_of
from jardinet.words.language import load_language

NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)


def shown(reader: Visitor, address: str) -> str:
    return html.unescape(reader.get(address).text)


def of_record(text: str) -> list[str]:
    """How the game of a record ended, as lines for a spectator."""
    record = read(text)[0]
    words = load_words(load_language("en"), record.game, names_of(load_language("en"), record.seats, bots={0, 1}))
    return words.result(state_of(record).view())


@pytest.mark.parametrize("game", registered_games())
def test_a_finished_table_says_who_won_why_and_what_everybody_has(site: Site, game: str) -> None:
    table, reader = site.finished_table(game), site.visitor()
    page, (verdict, reason, *standings) = shown(reader, table), of_record(reader.get(f"{table}/record").text)
    assert f'<h2 id="after">{verdict}</h2>' in page
    assert f"<p>{reason}</p>" in page
    told = re.findall(r'<span class="who"[^>]*>(.*?)</span>\s*<b>(.*?)</b>', page)
    assert [f"{name}: {re.sub(r'<[^>]+>', '', score)}" for name, score in told] == standings
    for address in re.findall(r'href="(/t/[^"]*(?:replay|picture|record|proof)[^"]*)"', page):
        assert reader.get(address).status_code == 200


def test_only_whoever_has_won_is_celebrated(site: Site) -> None:
    assert 'class="celebration"' not in site.visitor().get(site.finished_table("lucky_numbers")).text


def test_my_games_are_those_that_run_and_those_that_are_over_with_their_result(site: Site) -> None:
    ada, others = site.visitor(), site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", seat2="person")
    running = ada.set_table("maudits_criquets", name="Ada", seat2="random", first="1")
    assert f'href="{table}"' in shown(ada, "/games")
    assert '<li class="yours">' in shown(ada, "/games")
    assert f'href="{running}"' in shown(ada, "/games")
    assert "your games will appear here" in shown(others, "/games")
    assert 'href="/games"' in shown(ada, "/")
    assert 'href="/games"' not in shown(others, "/")


def play_on(reader: Visitor, table: str) -> str:
    """Play a game beside a bot to its end; returns how it ended, as its page says."""
    for _turn in range(400):
        page = reader.get(table).text
        if ended := re.search(r'<h2 id="after">(.*?)</h2>', html.unescape(page)):
            return ended[1]
        plays = re.findall(r'name="play" value="([^"]+)"', page)
        ply = re.search(r'name="ply" value="(\d+)"', page)
        assert ply
        if plays and 'aria-pressed="true"' not in page:
            reader.post(f"{table}/play", ply=ply[1], play=plays[0])
    raise AssertionError("the game does not end")


def test_a_game_that_is_over_is_told_by_its_result_and_leads_to_its_replay(site: Site) -> None:
    ada = site.visitor()
    table = ada.set_table("maudits_criquets", name="Ada", seat2="random")
    verdict = play_on(ada, table)
    assert f"<strong>{verdict}</strong>" in shown(ada, "/games")
    assert f'href="{table}/replay/1"' in shown(ada, "/games")


def test_a_match_that_is_over_has_a_row_for_each_of_its_games(site: Site) -> None:
    ada = site.visitor()
    table = ada.set_table("maudits_criquets", name="Ada", seat2="random", tie="shared", crops="2", copies="4")
    games = 0
    while f'href="{table}/replay/' not in shown(ada, "/games"):
        games += 1
        play_on(ada, table)
        ada.post(f"{table}/next")
    assert games > 1
    sheet = re.findall(r'<td aria-label="(minus|plus) (\d+)">([−+])(\d+)</td>', ada.get(table).text)
    assert len(sheet) == 2 * (games + 1)
    assert all((word == "minus", heard) == (sign == "−", seen) for word, heard, sign, seen in sheet)
    listed = re.findall(rf'href="({table}/replay/(\d+))"', shown(ada, "/games"))
    assert [int(number) for _, number in listed] == list(range(games, 0, -1))
    for address, number in listed:
        assert ada.get(address).status_code == 200
        assert f"Game {number}" in shown(ada, "/games")


def test_my_games_go_on_after_a_table_that_there_is(site: Site) -> None:
    ada = site.visitor()
    ada.set_table("lucky_numbers", name="Ada", seat2="person")
    assert ada.get("/games?before=nowhere").status_code == 404


SMALL = {"crops": "2", "copies": "4"}  # of Maudits Criquets


def test_the_score_of_rematches_is_told_to_everybody_from_their_side(site: Site) -> None:
    ada, ben = site.visitor(), site.visitor()
    table = ada.set_table("maudits_criquets", name="Ada", **SMALL)
    ben.post(f"{table}/sit", seat="1", name="Ben")
    won = [0, 0]
    for game in range(3):
        play_by_turns([ada, ben], table)
        winners = read(ada.get(f"{table}/record").text)[0]
        for seat in state_of(winners).winners():
            won[seat] += 1
        pages = [shown(one, table) for one in (ada, ben, site.visitor())]
        if not game:
            assert not any('class="score"' in page for page in pages)
        else:
            names = [("You", "Ben"), ("Ada", "You"), ("Ada", "Ben")]
            for page, (first, second) in zip(pages, names, strict=True):
                assert f'<p class="score">{first} {won[0]}\u00a0:\u00a0{won[1]} {second}</p>' in page
        assert 'id="stronger"' not in pages[0]
        table = str(ada.post(f"{table}/rematch").url.path).rstrip("/")
        ben.get(table)


def play_by_turns(players: list[Visitor], table: str) -> None:
    """Play a game of several visitors to its end."""
    for _turn in range(400):
        for one in players:
            page = one.get(table).text
            if 'id="after"' in page:
                return
            plays = re.findall(r'name="play" value="([^"]+)"', page)
            ply = re.search(r'name="ply" value="(\d+)"', page)
            if plays and ply and 'aria-pressed="true"' not in page:
                one.post(f"{table}/play", ply=ply[1], play=plays[0])
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(
    ("level", "earlier", "offered"),
    [
        ("casual", [[0]], "skilled"),
        ("casual", [[0], [1]], "skilled"),
        ("casual", [], ""),
        ("casual", [[1], [0]], ""),
        ("casual", [[0, 1]], ""),
        ("master", [[0]], ""),
        ("random", [[0]], ""),
    ],
)
def test_after_two_victories_in_a_row_a_stronger_bot_is_offered(
    level: str, earlier: list[list[int]], offered: str
) -> None:
    agreement = Agreement("maudits_criquets", {"crops": 2, "copies": 4}, ["person", level])
    table = with_host(new_table("t", "ada", agreement, NOON, Random(1)), "Ada", NOON, Random(1))
    while not table.is_over:  # the bot takes as little as it can
        for seat in table.awaited():
            assert table.state
            texts = [table.state.action_to_string(seat, action) for action in table.state.legal_actions(seat)]
            table = decide(table, Play(seat, table.ply, (texts[-1] if seat else texts[0],)), NOON, Random(1))
            if table.is_over or seat not in table.acting():
                break
    context = board_context(table, table.games[0], [0], BoardQuery(), load_language("en"))
    ending = ending_of(context, earlier)
    assert ending
    assert ending.next_level == (offered if table.winners == [0] else "")
    assert table.winners == [0]
