"""How am I doing?, and My games: the reader's own results, searched, with what to play next and positions to practise."""

from __future__ import annotations

import html
import re
from functools import partial

from tests.kit.pages import Site, Visitor
from tests.kit.waiting import UNHURRIED, until
from tests.server.errant import play_badly

SMALL = {"crops": "2", "copies": "4"}  # of Maudits Criquets


def shown(reader: Visitor, address: str) -> str:
    return html.unescape(reader.get(address).text)


def play(ada: Visitor, game: str, rival: str = "greedy", **more: str) -> str:
    """A table at which Ada has played badly to the end; returns its address."""
    table = ada.set_table(game, name="Ada", seat2=rival, first="1", **more)
    play_badly(lambda: ada.get(f"{table}/record").text, partial(_play, ada, table))
    return table


def _play(ada: Visitor, table: str, ply: int, text: str) -> None:
    ada.post(f"{table}/play", ply=ply, play=text)


def test_who_has_finished_nothing_is_invited_to_play(site: Site) -> None:
    ada = site.visitor()
    assert "finish a game" in shown(ada, "/results")
    ada.set_table("lucky_numbers", name="Ada", seat2="person")
    assert "finish a game" in shown(ada, "/results")
    assert '<a class="button main" href="/">Play</a>' in shown(ada, "/results")


def test_a_finished_game_is_counted_at_once_and_only_its_players_see_it(site: Site) -> None:
    ada, eve = site.visitor(), site.visitor()
    play(ada, "lucky_numbers", setup="michael")
    page = shown(ada, "/results")
    assert "Lucky Numbers: 2 players" in page
    assert re.search(r"You have won [01] of 1 game and lost [01]\.", page)
    assert re.search(r"</svg>\s+Greedy</th><td>\d</td><td>\d</td><td>0</td>", page)
    assert "finish a game" in shown(eve, "/results")


def test_what_one_errs_in_most_leads_to_positions_of_that_kind(site: Site) -> None:
    ada = site.visitor()
    play(ada, "lucky_numbers")
    until(lambda: "What you err in most" in shown(ada, "/results"), "the game is analysed", UNHURRIED)
    page = shown(ada, "/results")
    positions = re.findall(r'href="(/practice\?at=[^"]+)"', page)
    assert positions
    assert len(positions) == len(set(positions))
    for address in positions:
        assert 'id="board"' in ada.get(address).text
    assert "we can tell how well you play" in page
    level = re.search(r'name="level-lucky_numbers" value="(\w+)"', page)
    assert level is None  # it was no level that Ada met, so nobody is named: her errors can be practised
    assert 'href="/practice"' in page


def test_an_invitation_begins_a_game_against_that_level(site: Site) -> None:
    ada = site.visitor()
    play(ada, "lucky_numbers", "casual")
    until(lambda: 'name="level-lucky_numbers"' in shown(ada, "/results"), "the game is analysed", UNHURRIED)
    begun = ada.post("/play-now", **{"game": "lucky_numbers", "level-lucky_numbers": "casual"})
    assert begun.url.path.startswith("/t/")
    assert "Casual" in begun.text


def test_my_games_tell_who_won_by_how_much_and_are_searched(site: Site) -> None:
    ada = site.visitor()
    first, second = play(ada, "lucky_numbers"), play(ada, "maudits_criquets", "random", **SMALL)
    page = shown(ada, "/games")
    assert page.index(second) < page.index(first), "the latest comes first"
    assert re.search(r'<span class="badge">(Won|Lost|Shared)</span> <strong>[^<]+</strong>', page)
    assert re.search(r"<small>\w+: \d+ free cells?; \w+: \d+ free cells?</small>", page)
    for picture in re.findall(r'<img class="last" src="([^"]+)"', page):
        assert ada.get(picture).headers["content-type"].startswith("image/svg")
    assert second not in shown(ada, "/games?game=lucky_numbers")
    assert first in shown(ada, "/games?game=lucky_numbers")
    assert [one in shown(ada, "/games?rival=gree") for one in (first, second)] == [True, False]
    found = [
        [one in shown(ada, f"/games?ended={ended}") for ended in ("won", "lost", "shared")] for one in (first, second)
    ]
    assert [sum(each) for each in found] == [1, 1]
    nothing = shown(ada, "/games?rival=nobody")
    assert "No game is like that." in nothing
    assert '<a class="plain" href="/games#finished">Show all</a>' in nothing


def test_my_games_go_on_page_by_page_with_the_same_search(site: Site) -> None:
    ada = site.visitor()
    tables = [ada.set_table("maudits_criquets", name="Ada", seat2="random", **SMALL) for _ in range(21)]
    for table in tables:
        ada.post(f"{table}/give-up", back="/games")
    until(lambda: "Still running" not in shown(ada, "/games"), "the bots play to the end", UNHURRIED)
    first = shown(ada, "/games")
    (older,) = re.findall(r'href="(/games\?before=[^"#]+)#finished"', first)
    listed = [set(re.findall(r'href="(/t/[^"/]+)/replay', page)) for page in (first, shown(ada, older))]
    assert [len(each) for each in listed] == [20, 1]
    assert set.union(*listed) == set(tables)
    assert "game=maudits_criquets&before=" in shown(ada, "/games?game=maudits_criquets")
    assert "21 games are not counted" in shown(ada, "/results")
