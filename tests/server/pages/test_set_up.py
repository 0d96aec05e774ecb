from __future__ import annotations

import html
import re

import pytest
from tests.kit.pages import Site

from jardinet.games import entry_of, registered_games
from jardinet.words.agreements import is_possible, options_of, research_parameters_of
from jardinet.words.language import load_language

ENGLISH = load_language("en")


@pytest.mark.parametrize("game", registered_games())
def test_every_variant_of_a_game_can_be_chosen_and_is_told(site: Site, game: str) -> None:
    page = html.unescape(site.visitor().get(f"/set-up/{game}").text)
    for option in options_of(ENGLISH, game):
        for choice in option.choices:
            assert f'name="{option.name}" value="{choice.value}"' in page
            assert choice.told in page


@pytest.mark.parametrize("game", registered_games())
def test_every_parameter_that_is_a_rule_is_a_variant_or_for_research(game: str) -> None:
    asked = {option.name for option in options_of(ENGLISH, game)}
    asked |= {figure.parameter.name for figure in research_parameters_of(ENGLISH, game)}
    assert asked | {"players"} == {one.name for one in entry_of(game).parameters if one.is_rule}


@pytest.mark.parametrize("game", registered_games())
def test_every_choice_is_one_that_the_rules_know(game: str) -> None:
    declared = {one.name: one for one in entry_of(game).parameters}
    for option in options_of(ENGLISH, game):
        values = [declared[option.name].parse(choice.value) for choice in option.choices if choice.value]
        assert values == list(declared[option.name].allowed)


def test_an_agreement_becomes_a_table_with_what_was_chosen(site: Site) -> None:
    ada = site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", seat2="greedy", seat3="random", setup="michael", bruno="true")
    record = ada.get(f"{table}/record").text
    for tag in ('[Players "3"]', '[Setup "michael"]', '[Bruno "true"]', '[Seat1 "Ada"]', '[Seat3 "random"]'):
        assert tag in record


def test_a_contradiction_is_told_beside_the_form_as_it_was_filled_in(site: Site) -> None:
    answer = site.visitor().post(
        "/tables", game="lucky_numbers", name="Bea", seat1="person", seat2="greedy", edition="5-vor-12", bruno="true"
    )
    assert answer.status_code == 422
    page = html.unescape(answer.text)
    assert "“Edition: 5 vor 12” and “Bruno's variant: yes” do not go together." in page
    assert 'value="5-vor-12" checked' in page
    assert 'name="bruno" value="true" checked' in page
    assert 'value="Bea"' in page


def test_a_game_of_another_package_refuses_in_the_reader_s_language(site: Site) -> None:
    visitor = site.visitor()
    visitor.post("/me", language="de")
    answer = visitor.post("/tables", game="fireflies", seat1="person", seat2="random", calm="true", stormy="true")
    assert answer.status_code == 422
    assert "Eine Nacht ist das eine oder das andere oder keins von beiden." in html.unescape(answer.text)


def test_a_match_that_the_edition_does_not_know_is_refused_in_words(site: Site) -> None:
    form = {"seat1": "person", "seat2": "greedy", "edition": "tiki", "tie": "replay"}
    answer = site.visitor().post("/tables", game="lucky_numbers", **form)
    assert answer.status_code == 422
    assert "A match without ties” do not go together" in html.unescape(answer.text)
    assert not is_possible("lucky_numbers", {"edition": "tiki", "tie": "replay"})
    assert is_possible("lucky_numbers", {"edition": "es", "tie": "replay"})


@pytest.mark.parametrize(
    "form",
    [
        {"seat1": "person"},
        {"seat1": "person", "seat2": "nobody-known"},
        {"seat1": "person", "seat2": "greedy", "first": "3"},
        {"seat1": "person", "seat2": "greedy", "bot_pace": "hasty"},
        {"seat1": "person", "seat2": "greedy", "pace": "5"},
        {"seat1": "person", "seat2": "greedy", "stall_limit": "0"},
        {"seat1": "person", "seat2": "greedy", "name": "x" * 41},
    ],
)
def test_what_cannot_be_agreed_opens_no_table(site: Site, form: dict[str, str]) -> None:
    answer = site.visitor().post("/tables", game="lucky_numbers", **form)
    assert answer.status_code == 422
    assert answer.url.path == "/tables"


def test_a_table_is_listed_only_where_that_was_agreed(site: Site) -> None:
    ada = site.visitor()
    hidden = ada.set_table("maudits_criquets", name="Ada")
    listed = ada.set_table("maudits_criquets", name="Ada", is_listed="yes")
    home = site.visitor().get("/").text
    assert listed in home
    assert hidden not in home


def test_there_is_no_form_for_a_game_that_does_not_exist(site: Site) -> None:
    assert site.visitor().get("/set-up/chess").status_code == 404
    assert site.visitor().post("/tables", game="chess").status_code == 404


def test_a_seat_that_is_not_there_cannot_begin_and_a_sentence_says_so(site: Site) -> None:
    form = {"game": "lucky_numbers", "name": "Ada", "seat1": "person", "seat2": "greedy", "first": "3"}
    answer = site.visitor().post("/tables", **form)
    assert answer.status_code == 422
    assert "Seat 3 cannot begin: there is no such seat." in answer.text


def test_a_screen_that_is_the_table_has_a_code_for_each_seat_and_no_seat(site: Site) -> None:
    """Whoever comes by a seat's code gets that seat; the screen then shows the game as to those who look on."""
    screen, phone = site.visitor(), site.visitor()
    table = screen.set_table("maudits_criquets", name="Ada", seat2="person", screen="table")
    page = screen.get(table).text
    assert page.count('class="qr"') == 2
    assert re.search(rf'href="http[^"]+{table}\?seat=2"', page)
    assert f'action="{table}/sit"' not in page
    assert '<input type="hidden" name="seat" value="1">' in phone.get(f"{table}?seat=2").text
    assert '<input type="hidden" name="seat" value="0">' in phone.get(f"{table}?seat=9").text
    phone.post(f"{table}/sit", seat="1", name="Ben")
    assert screen.get(table).text.count('class="qr"') == 1
    site.visitor().post(f"{table}/sit", seat="0", name="Cleo")
    page = screen.get(table).text
    assert 'data-screen=""' in page
    assert 'name="play"' not in page
    assert "data-screen" not in phone.get(table).text
