"""The lobby without a script: seeking, being found on every page, saying that one is here, and what strangers see."""

from __future__ import annotations

import html
import re

import pytest
from tests.kit.pages import Site, Visitor
from tests.kit.waiting import until

from jardinet.words.language import CODES

SEEK = {"game": "lucky_numbers", "players": "2", "pace": ""}


def shown(visitor: Visitor, address: str = "/lobby") -> str:
    return html.unescape(visitor.get(address).text)


def section(page: str, name: str) -> str:
    return page.partition(f'aria-labelledby="{name}"')[2].partition("</section>")[0]


def seeking(site: Site, name: str, **wish: str) -> Visitor:
    visitor = site.visitor()
    answer = visitor.post("/lobby/seek", name=name, **(SEEK | wish))
    assert (answer.status_code, answer.url.path.rstrip("/")) == (200, "/lobby")
    return visitor


def found(visitor: Visitor) -> None:
    until(lambda: "I am here" in visitor.get("/lobby/news").text, "somebody is found")


@pytest.mark.parametrize("is_blocker", [True, False], ids=["the one who has blocked", "the one who is blocked"])
def test_the_lobby_shows_nobody_whom_the_reader_does_not_meet(site: Site, is_blocker: bool) -> None:
    ada, ben, eve = [site.visitor() for _ in range(3)]
    table = ada.set_table("lucky_numbers", name="Ada")
    ben.post(f"{table}/sit", seat="1", name="Ben")
    running = ada.set_table("lucky_numbers", is_listed="yes")
    eve.post(f"{running}/sit", seat="1", name="Eve")
    waiting = ada.set_table("lucky_numbers", is_listed="yes")
    ada.post("/lobby/seek", **SEEK, name="Ada")
    until(lambda: running in shown(ben), "her game is one to watch")
    assert waiting in shown(ben) and "Ada" in section(shown(ben), "seekers")
    who, seat = (ada, "1") if is_blocker else (ben, "0")
    who.post("/blocks", table=table.removeprefix("/t/"), seat=seat)
    for address in ("/lobby", "/lobby/around"):
        page = shown(ben, address)
        assert not [one for one in (running, waiting, "Ada") if one in page]
        assert all(one in shown(site.visitor(), address) for one in (running, waiting, "Ada"))


def test_whoever_starts_anew_seeks_no_longer(site: Site) -> None:
    ada, ben = seeking(site, "Ada"), seeking(site, "Ben")
    found(ben)
    ada.post("/start-anew")
    until(lambda: "We are looking for somebody" in shown(ben), "Ben waits for somebody else")
    assert 'action="/lobby/here"' not in shown(ben)
    assert "Ada" not in section(shown(ben), "seekers")
    assert ada.post("/lobby/seek", name="Cleo", **SEEK).status_code == 200
    found(ben)
    assert "Cleo is found" in shown(ben)


def test_two_who_seek_the_same_find_each_other_and_sit_at_a_table_that_only_they_see(site: Site) -> None:
    ada = seeking(site, "Ada")
    assert "We are looking for somebody: Lucky Numbers, 2 players, no hurry." in shown(ada)
    assert "Ada" in section(shown(site.visitor()), "seekers")
    assert "Ada" not in section(shown(ada), "seekers")
    ben = seeking(site, "Ben")
    for one, other in ((ada, "Ben"), (ben, "Ada")):
        found(one)
        for page in (shown(one), shown(one, "/lobby/news"), shown(one, "/lobby/found")):
            assert f"{other} is found. Are you here? You have 30 seconds" in page
            assert 'action="/lobby/here"' in page
    assert ada.post("/lobby/here").url.path.rstrip("/") == "/lobby"
    assert "We still wait for Ben." in shown(ada)
    table = ben.post("/lobby/here").url.path
    assert table.startswith("/t/")
    assert 'href="/lobby" target="_top">To the table' in shown(ada, "/lobby/news")
    assert ada.get("/lobby").url.path == table
    assert ada.get("/lobby").url.path == table, "her other pages go along"
    site.pass_time(seconds=11)
    for one in (ada, ben):
        until(lambda one=one: 'action="/lobby/seek"' in shown(one), "the seek is over")  # type: ignore[misc]
        assert 'id="seeking"' not in shown(one, "/rules")
        assert 'class="table stage"' in shown(one, table)
    stranger = shown(site.visitor())
    assert table.rstrip("/") not in stranger
    assert "Ada" not in stranger


def test_every_page_of_somebody_who_seeks_tells_that_somebody_is_found_and_the_game_meanwhile_stays(site: Site) -> None:
    ada = seeking(site, "Ada")
    page = shown(ada)
    assert "Play against Casual meanwhile" in page
    level = re.search(r'name="level-lucky_numbers" value="(\w+)"', page)
    assert level
    meanwhile = ada.post("/play-now", **{"game": "lucky_numbers", "level-lucky_numbers": level[1]}).url.path
    for address in (meanwhile, "/", "/rules", "/games"):
        assert 'hx-get="/lobby/found"' in shown(ada, address)
    assert f'src="{meanwhile.rstrip("/")}/news' in shown(ada, meanwhile)
    assert 'src="/lobby/news"' not in shown(ada, meanwhile), "a table has a frame of its own"
    assert 'src="/lobby/news"' in shown(ada, "/rules")
    assert "is found" not in shown(ada, f"{meanwhile}/news")
    ben = seeking(site, "Ben")
    found(ben)
    frame = shown(ada, f"{meanwhile}/news")
    assert "Ben is found." in frame
    assert re.search('<form method="post" action="/lobby/here" target="_top">.*I am here', frame)
    assert 'http-equiv="refresh"' in frame
    ada.post("/lobby/here")
    ben.post("/lobby/here")
    assert ada.get("/lobby").url.path.startswith("/t/")
    assert meanwhile in shown(ada, "/games")


def test_who_does_not_say_that_they_are_here_is_told_so_and_seeks_again_with_one_press(site: Site) -> None:
    ada, ben = seeking(site, "Ada", pace="300+10"), seeking(site, "Ben", pace="300+10")
    found(ada)
    ada.post("/lobby/here")
    site.pass_time(seconds=31)
    until(lambda: "did not say in time" in shown(ben), "it is over")
    assert "We are looking for somebody" in shown(ada)
    refused = ben.post("/lobby/here")
    assert (refused.status_code, "nobody waits for you any more" in refused.text.lower()) == (409, True)
    assert '<option value="300+10" selected>' in shown(ben)
    ben.post("/lobby/seek", **(SEEK | {"pace": "300+10"}))
    found(ada)


def test_a_seek_ends_with_its_button(site: Site) -> None:
    ada = seeking(site, "Ada")
    assert 'action="/lobby/seek"' in ada.post("/lobby/stop").text
    assert "Nobody else at the moment." in section(shown(site.visitor()), "seekers")
    assert 'hx-get="/lobby/found"' not in shown(ada, "/")
    assert '<div id="seeking" class="seeking" role="status"></div>' in shown(ada, "/lobby/found")
    assert "looking for nobody" in shown(ada, "/lobby/news")


def test_whoever_is_alike_can_be_sought_and_the_rule_stands_on_the_page(site: Site) -> None:
    page = shown(site.visitor())
    assert "at first 150 points more or less than you" in page
    assert "widens by 50 points every 15 seconds" in page
    ada = seeking(site, "Ada", range="alike")
    found_by = seeking(site, "Ben", range="alike")
    found(ada)
    found(found_by)


@pytest.mark.parametrize(
    "wrong", [{"game": "chess"}, {"players": "1"}, {"players": "x"}, {"pace": "7"}, {"pace": "x"}, {"name": "\u202e"}]
)
def test_what_cannot_be_sought_is_refused_with_a_sentence_and_the_form_as_it_was(
    site: Site, wrong: dict[str, str]
) -> None:
    answer = site.visitor().post("/lobby/seek", **({"name": "Ada"} | SEEK | wrong))
    assert (answer.status_code, 'role="alert"' in answer.text) == (422, True)
    assert "We are looking" not in answer.text


def test_listed_tables_wait_and_are_watched_and_others_do_not_show(site: Site) -> None:
    ada, ben, nobody = site.visitor(), site.visitor(), site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", is_listed="yes")
    hidden = ada.set_table("lucky_numbers", name="Ada")
    assert f'href="{table}">Join' in section(shown(nobody), "waiting")
    assert table not in shown(ada)
    for one in (table, hidden):
        ben.post(f"{one}/sit", seat="1", name="Ben")
    page = shown(nobody)
    assert f'href="{table}">Watch' in section(page, "running")
    assert table not in section(page, "waiting")
    assert hidden not in page
    around = shown(nobody, "/lobby/around")
    assert f'href="{table}">Watch' in around
    assert hidden not in around


def test_playing_along_seeks_the_same(site: Site) -> None:
    ada = seeking(site, "Ada", players="2", pace="45")
    form = section(shown(site.visitor()), "seekers")
    fields = dict(re.findall(r'name="(game|players|pace)" value="([^"]*)"', form))
    assert fields == {"game": "lucky_numbers", "players": "2", "pace": "45"}
    ben = site.visitor()
    ben.post("/lobby/seek", **fields)
    found(ada)
    assert "Ada is found" in shown(ben)


def test_a_stranger_learns_no_more_of_a_seeker_than_name_wish_and_how_long(site: Site) -> None:
    seeking(site, "Ada")
    listed = section(shown(site.visitor()), "seekers").partition("<ul")[2].partition("</ul>")[0]
    told = " ".join(re.sub(r"<[^>]+>", " ", "<ul" + listed).split())
    assert told.startswith("Ada Lucky Numbers, 2 players, no hurry ")
    assert told.endswith("Play along : Ada, Lucky Numbers, 2 players, no hurry")
    fields = set(re.findall(r'name="(\w+)"', listed))
    assert fields == {"_csrf_token", "game", "players", "pace"}


@pytest.mark.parametrize("code", CODES)
def test_the_lobby_speaks_every_language(site: Site, code: str) -> None:
    visitor = site.visitor()
    visitor.post("/me", language=code)
    visitor.post("/lobby/seek", name="Ada", **SEEK)
    assert visitor.get("/lobby").status_code == 200
    if code != "en":
        assert "looking for" not in shown(visitor)
