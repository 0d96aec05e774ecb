from __future__ import annotations

import html
import re
from xml.etree.ElementTree import fromstring

import pytest
from tests.kit.pages import Site
from tests.kit.waiting import until

from jardinet.games import registered_games
from jardinet.play.record_format import read
from jardinet.server.boards.layer import BOARDS, static_url
from jardinet.words.game_words import load_words, names_of
from jardinet.words.language import CODES, load_language
from jardinet.words.pictures import picture


@pytest.mark.parametrize("game", registered_games())
def test_a_replay_begins_before_the_first_turn_and_has_a_picture_and_a_sentence_for_every_one(
    site: Site, game: str
) -> None:
    table, reader = site.finished_table(game), site.visitor()
    record = read(reader.get(f"{table}/record").text)[0]
    turns = record.game.turns(record.moves)
    assert "Before the first turn" in reader.get(f"{table}/replay/1").text
    page = reader.get(f"{table}/replay/1?step=9999").text
    assert f"Turn {len(turns)} of {len(turns)}" in page
    assert page.count('class="number"') == len(turns)
    state, english = record.game.new_initial_state(), load_language("en")
    words = load_words(english, record.game, names_of(english, record.seats, bots={0, 1}))
    for step, turn in enumerate(turns, 1):
        record.game.read_turn(state, turn.text)
        if step in (1, len(turns) // 2, len(turns)):
            assert reader.get(f"{table}{_picture(1, step)}").text == picture(words, state)


@pytest.mark.parametrize("game", registered_games())
def test_a_replay_shows_the_boards_of_the_table_and_nothing_on_them_can_be_played(site: Site, game: str) -> None:
    table, reader = site.finished_table(game), site.visitor()
    last = reader.get(f"{table}/replay/1?step=9999").text
    for sheet in BOARDS.of(game).sheets:
        assert static_url(game, sheet) in last
    board = re.compile(
        rf'<(?:div|section) class="{game.replace("_", "-")}.*?(?=<aside|<section class="card after|</form>)', re.S
    )
    there, here = (board.findall(one) for one in (reader.get(table).text, last))
    assert here
    if game != "maudits_criquets":  # where the last turn is told step by step, and steps have names of their own
        assert [one.split() for one in here] == [one.split() for one in there]
    for step in (0, 3, 9999):
        page = reader.get(f"{table}/replay/1?step={step}").text
        assert 'name="play"' not in page
        assert 'id="ask"' not in page


def test_the_slider_is_a_form_that_leads_to_its_step(site: Site) -> None:
    table, reader = site.finished_table("lucky_numbers"), site.visitor()
    page = reader.get(f"{table}/replay/1?step=4").text
    assert f'<form id="seek" method="get" action="{table}/replay/1"' in page
    assert re.search(r'<input id="step" name="step" type="range" min="0" max="\d+" value="4"', page)


def test_first_and_last_turn_have_no_way_beyond_them(site: Site) -> None:
    table, reader = site.finished_table("lucky_numbers"), site.visitor()
    first, last = (reader.get(f"{table}/replay/1?step={step}").text for step in (0, 9999))
    assert 'rel="prev"' not in first
    assert 'rel="next"' in first
    assert 'rel="next"' not in last
    assert 'rel="prev"' in last


def test_pictures_may_hold_their_own_style_and_no_script(site: Site) -> None:
    table = site.finished_table("lucky_numbers")
    answer = site.visitor().get(f"{table}{_picture(1, 0)}")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.headers["content-security-policy"] == "default-src 'none'; style-src 'unsafe-inline'"
    fromstring(answer.text)


def test_of_a_running_game_only_what_was_played_is_shown(site: Site) -> None:
    ada = site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", seat2="greedy", first="1", setup="michael")
    turns = int(re.findall(r"of (\d+)</p>", ada.get(f"{table}/replay/1?step=9").text)[0])
    assert turns == 1
    assert "still running" in ada.get(f"{table}/replay/1").text
    assert ada.get(f"{table}{_picture(1, turns + 1)}").status_code == 404


def test_there_is_no_replay_of_a_game_that_has_not_begun(site: Site) -> None:
    table = site.visitor().set_table("lucky_numbers", name="Ada")
    for address in (f"{table}/replay/1", f"{table}/replay/7", f"{table}/picture/1/0.svg", f"{table}/record"):
        assert site.visitor().get(address).status_code == 404


@pytest.mark.parametrize("name", ["x.svg", "0.png", "-1.svg", "99999.svg"])
def test_a_picture_of_no_turn_is_not_there(site: Site, name: str) -> None:
    ada = site.visitor()
    table = ada.set_table("maudits_criquets", name="Ada", seat2="greedy")
    assert ada.get(f"{table}/picture/1/{name}").status_code == 404


def test_players_are_told_by_name_and_the_reader_as_you(site: Site) -> None:
    ada = site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", seat2="greedy", first="1", setup="michael")
    assert "You draw" in html.unescape(ada.get(f"{table}/replay/1").text)
    assert "Ada draws" in html.unescape(site.visitor().get(f"{table}/replay/1").text)


@pytest.mark.parametrize("code", CODES)
def test_the_picture_is_in_the_language_of_the_reader_who_is_addressed_and_names_the_others(
    site: Site, code: str
) -> None:
    ada, language = site.visitor(), load_language(code)
    table = ada.set_table("lucky_numbers", name="Ada", seat2="greedy", first="1", setup="michael")
    ada.post("/me", language=code)
    page = ada.get(f"{table}/replay/1?step=1").text
    (address,) = re.findall(rf'href="({table}/picture/[^"]+)"', page)
    shown = [text.text for text in fromstring(ada.get(address).text).iter("{http://www.w3.org/2000/svg}text")]
    assert language.gettext("You") in shown
    assert language.pgettext("bot", "Greedy") in shown
    assert language.pgettext("hidden tiles", "Pile") in shown
    looked_on = site.visitor().get(f"{table}{_picture(1, 1)}?lang={code}").text
    assert ">Ada<" in looked_on


def _picture(game: int, step: int) -> str:
    return f"/picture/{game}/{step}.svg"


def test_a_replay_tells_who_played_for_whom(site: Site) -> None:
    ada, ben = site.visitor(), site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", first="1")
    ben.post(f"{table}/sit", seat=1, name="Ben")
    ada.post(f"{table}/bot", seat=0, level="greedy")

    def told() -> int:
        return html.unescape(ben.get(f"{table}/replay/1").text).count("Greedy plays for Ada.")

    until(told, "the bot has played")
    assert told() == 1
