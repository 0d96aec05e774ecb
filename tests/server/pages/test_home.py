from __future__ import annotations

import html
import re
import sqlite3
from pathlib import Path

import pytest
from tests.kit.pages import Site
from tests.kit.waiting import until

from jardinet.bots.levels import levels_of
from jardinet.games import playable_games, title_of
from jardinet.words.game_words import level_name, level_told, title_in
from jardinet.words.language import CODES, load_language

YOUR_TURN = '<span data-seen="▸ " aria-hidden="true"></span>your turn'  # the sign is for the eye alone


def own_tables(html: str) -> list[str]:
    """The reader's own tables in the order of the page, those that wait for them with a sign."""
    section = html.partition('aria-labelledby="own"')[2].partition("</section>")[0]
    return [
        re.findall(r'href="(/t/[\w-]+)"', one)[0] + (" !" if YOUR_TURN in one else "")
        for one in section.split("<li>")[1:]
    ]


def test_tables_that_wait_for_the_reader_come_first_and_say_so(site: Site) -> None:
    ada, ben = site.visitor(), site.visitor()
    hers, his, waiting = (
        ada.set_table("lucky_numbers", name="Ada", seat2="person", setup="michael", first=first)
        for first in ("1", "2", "1")
    )
    for table in (hers, his):
        ben.post(f"{table}/sit", seat="1", name="Ben")
    assert own_tables(ada.get("/").text) == [f"{hers} !"]
    assert own_tables(ben.get("/").text) == [f"{his} !"]
    for visitor, first, rest in ((ada, hers, [waiting, his]), (ben, his, [hers])):
        page = visitor.get("/games").text
        assert list(dict.fromkeys(re.findall(r'href="(/t/[\w-]+)"', page))) == [first, *rest]


def test_the_game_that_waits_is_seen_as_it_stands(site: Site) -> None:
    ada = site.visitor()
    assert 'class="miniature"' not in ada.get("/").text
    table = ada.set_table("lucky_numbers", name="Ada", seat2="random", first="1")
    found = re.search(r'<img src="([^"]+)" alt="">', ada.get("/").text)
    assert found
    assert found[1].startswith(f"{table}/picture/1/")
    assert ada.get(html.unescape(found[1])).headers["content-type"].startswith("image/svg+xml")


def test_a_table_where_a_bot_plays_in_the_readers_place_does_not_wait_for_them(site: Site) -> None:
    ada, ben = site.visitor(), site.visitor()
    table = ada.set_table("maudits_criquets", name="Ada", seat2="person")
    ben.post(f"{table}/sit", seat="1", name="Ben")
    assert own_tables(ben.get("/").text) == [f"{table} !"]
    ben.post(f"{table}/bot", seat="1", level="random")
    assert own_tables(ben.get("/").text) == [table]


def test_a_bot_seated_at_a_place_for_a_person_bears_a_name_of_the_readers_language(site: Site) -> None:
    ada = site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", seat2="person", seat3="person", is_listed="yes")
    ada.post(f"{table}/bot", seat="1", level="random")
    for visitor in (ada, site.visitor()):
        visitor.post("/me", language="de")
        assert "Ada und Zufall" in visitor.get("/").text


def test_whether_one_confirms_ones_plays_is_a_setting_that_stays(site: Site) -> None:
    ada = site.visitor()
    for told in ("on", "off"):
        ada.post("/me", confirm=told)
        ada.post("/me", confirm="perhaps", theme="dark")
        assert f' data-confirm="{told}"' in ada.get("/").text


def test_a_listed_table_that_waits_for_company_is_everybodys_to_join(site: Site) -> None:
    table = site.visitor().set_table("lucky_numbers", name="Ada", is_listed="yes")
    page = site.visitor().get("/").text
    assert f'href="{table}">Join' in page
    assert YOUR_TURN not in page


def test_ones_own_waiting_table_is_not_listed_twice(site: Site) -> None:
    ada = site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", is_listed="yes")
    for address in ("/", "/company"):
        assert f'href="{table}">Join' not in ada.get(address).text
        assert f'href="{table}">Join' in site.visitor().get(address).text
    assert own_tables(ada.get("/").text) == [table]


def test_a_listed_table_whose_host_has_gone_says_so_and_comes_after_the_others(site: Site, tmp_path: Path) -> None:
    older, latest = [site.visitor().set_table("lucky_numbers", name="Ada", is_listed="yes") for _table in range(2)]

    def has_gone() -> bool:
        """The host of the latest was seen last before it was made, as soon as they are noted."""
        with sqlite3.connect(tmp_path / "tables.sqlite3") as database:
            at, table_id = "2026-01-01 00:00:00.000000", latest.removeprefix("/t/")
            return database.execute("UPDATE presence SET seen_at=? WHERE table_id=?", (at, table_id)).rowcount == 1

    until(has_gone)
    shown = site.visitor().get("/company").text.split("<li>")[1:]
    assert [re.findall(r'href="(/t/[\w-]+)"', one) for one in shown] == [[older], [latest]]
    assert ["the host is away" in one for one in shown] == [False, True]


def test_long_lists_go_on_at_the_next_page(site: Site) -> None:
    ada = site.visitor()
    tables = [ada.set_table("lucky_numbers", name="Ada", is_listed="yes", seat2="person") for _table in range(21)]
    page = ada.get("/").text
    assert own_tables(page) == tables[:-2:-1]
    assert '<a href="/games">All your tables</a>' in page
    nobody = site.visitor()
    assert (nobody.get("/").text.count(">Join"), nobody.get("/").text.count("Older tables")) == (20, 1)
    last = nobody.get(f"/?open_before={tables[1].removeprefix('/t/')}").text
    assert (last.count(">Join"), last.count("Older tables")) == (1, 0)


def test_a_list_that_is_to_go_on_after_no_table_says_so(site: Site) -> None:
    ada = site.visitor()
    ada.set_table("lucky_numbers", name="Ada")
    answer = ada.get("/?open_before=nowhere")
    assert answer.status_code == 404
    assert "nowhere" in answer.text


def test_whoever_is_new_is_asked_for_a_name_once_and_learns_first(site: Site) -> None:
    ada = site.visitor()
    page = ada.get("/").text
    assert page.count('name="name"') == 1
    assert page.index('name="learn"') < page.index('name="game"')
    ada.post("/me", name="Ada", back="/")
    page = ada.get("/").text
    assert "Good to see you, Ada." in page
    assert re.findall(r'<input[^>]* id="name"', page) == []
    assert 'name="learn"' not in page
    assert all(f'href="/learn/{game}"' in page for game in playable_games())


def test_the_way_in_is_one_plain_form_whose_buttons_say_what_they_do(site: Site) -> None:
    """Some text browsers know neither a button of a form elsewhere nor one that goes elsewhere."""
    ada = site.visitor()
    page = ada.get("/").text
    assert re.findall(r"<[^>]* form(?:action)?=", page) == []
    form = page.partition('action="/play-now"')[2].partition("</form>")[0]
    assert re.findall(r'<button[^>]*name="(\w+)"', form) == ["keep"] + ["learn"] * len(playable_games()) + [
        "game"
    ] * len(playable_games())
    kept = ada.post("/play-now", name="Ada", keep="yes")
    assert kept.url.path == "/"
    assert "Good to see you, Ada." in kept.text
    assert ada.post("/play-now", name="Bea").url.path == "/"  # Enter in a browser that sends no button along
    lesson = ada.post("/play-now", name="Ada", learn=playable_games()[0])
    assert lesson.url.path.startswith("/t/")
    assert ada.post("/play-now", learn="chess").status_code == 404


@pytest.mark.parametrize("game", playable_games())
def test_a_game_is_played_with_one_press_by_name_or_as_a_guest(site: Site, game: str) -> None:
    chosen = {f"level-{game}": levels_of(game)[-1], "level-nothing": "random"}
    named, guest = site.visitor(), site.visitor()
    for player, form, name in ((named, {"name": "Ada"}, "Ada"), (guest, {"name": " "}, "Guest"), (named, {}, "Ada")):
        table = player.post("/play-now", game=game, **form, **chosen).url.path
        assert f'[Seat1 "{name}"]' in player.get(f"{table}/record").text


def test_nobody_plays_what_there_is_not_nor_against_whom(site: Site) -> None:
    ada = site.visitor()
    for form in ({"game": "chess"}, {"game": "lucky_numbers"}, {"game": "lucky_numbers", "level": "random"}):
        assert ada.post("/play-now", **form).status_code == 422


@pytest.mark.parametrize("code", CODES)
def test_every_opponent_has_a_face_a_name_a_strength_and_a_sentence(site: Site, code: str) -> None:
    language, page = load_language(code), html.unescape(site.visitor().get("/", **{"Accept-Language": code}).text)
    for game in playable_games():
        card = page.partition(f'id="game-{game}"')[2].partition("</section>")[0]
        for strength, level in enumerate(levels_of(game), 1):
            (option,) = (one for one in card.split("<label>") if f'value="{level}"' in one)
            told = language.gettext("strength {number} of {most}")
            assert told.format(number=strength, most=len(levels_of(game))) in option
            assert f"<b>{level_name(language, level)}</b>" in option
            assert level_told(language, game, level) in option
            assert "/art/characters.svg#" in option
        assert card.count(" checked>") == 1


@pytest.mark.parametrize("code", CODES)
def test_a_game_bears_the_name_that_it_has_in_the_readers_language(site: Site, code: str) -> None:
    page = html.unescape(site.visitor().get("/", **{"Accept-Language": code}).text)
    for game in playable_games():
        title, original = title_in(load_language(code), game), title_of(game)
        beside = "" if title == original else f" <small>{original}</small>"
        assert f'<h2 id="game-{game}">{title}{beside}</h2>' in page


def test_who_is_here_and_what_waits_is_told_without_the_rest_of_the_page(site: Site) -> None:
    nobody, ada = site.visitor(), site.visitor()
    assert "just now" not in nobody.get("/company").text
    table = ada.set_table("lucky_numbers", name="Ada", is_listed="yes")
    fragment = nobody.get("/company").text
    assert fragment.startswith('<section id="company"')
    assert "1 person is at a table right now." in fragment
    assert f'href="{table}">Join' in fragment
    ago = re.compile("just now|[0-9]+ seconds ago")  # which passes meanwhile
    assert ago.sub("", fragment) in ago.sub("", nobody.get("/").text)
    assert "hx-get" not in nobody.get(f"/?open_before={table.removeprefix('/t/')}").text
