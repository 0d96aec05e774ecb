"""The end of a game on its table's page, and the list of a reader's games."""

from __future__ import annotations

import html
import re

import pytest
from tests.kit.pages import Site, Visitor

from jardinet.games import registered_games
from jardinet.play.record import state_of
from jardinet.play.record_format import read
from jardinet.words.game_words import load_words, names_of
from jardinet.words.language import load_language


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
    assert [f"{name}: {score}" for name, score in told] == standings
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


def test_a_match_that_is_over_leads_to_the_replay_of_its_last_game(site: Site) -> None:
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
    assert f'href="{table}/replay/{games}"' in shown(ada, "/games")
    assert ada.get(f"{table}/replay/{games}").status_code == 200


def test_my_games_go_on_after_a_table_that_there_is(site: Site) -> None:
    ada = site.visitor()
    ada.set_table("lucky_numbers", name="Ada", seat2="person")
    assert ada.get("/games?before=nowhere").status_code == 404
