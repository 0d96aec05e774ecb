from __future__ import annotations

import html
from xml.etree.ElementTree import fromstring

import pytest
from tests.kit.pages import Site

from jardinet.games import registered_games
from jardinet.server.pages.rules import editions_of
from jardinet.words.examples import examples_of
from jardinet.words.game_words import load_words, rules_page
from jardinet.words.language import CODES, load_language
from jardinet.words.pictures import picture


@pytest.mark.parametrize("game", registered_games())
@pytest.mark.parametrize("code", CODES)
def test_every_clause_is_told_in_the_language_of_the_reader_and_rulings_are_marked(
    site: Site, game: str, code: str
) -> None:
    language, reader = load_language(code), site.visitor()
    reader.post("/me", language=code)
    page = html.unescape(reader.get(f"/rules/{game}").text)
    clauses = [clause for section in rules_page(language, game) for clause in section.clauses]
    for clause in clauses:
        assert clause.text in page
    rulings = sum(clause.is_ruling for clause in clauses)
    assert page.count('class="ruling"') == rulings + 1  # and once to say what the mark means


@pytest.mark.parametrize("game", registered_games())
@pytest.mark.parametrize("code", CODES)
def test_every_example_belongs_to_a_clause_and_has_its_picture(site: Site, game: str, code: str) -> None:
    language, reader = load_language(code), site.visitor()
    reader.post("/me", language=code)
    page = html.unescape(reader.get(f"/rules/{game}").text)
    for number, example in enumerate(examples_of(language, game), 1):
        assert example.told in page
        address = f"/rules/{game}/picture/{number}.svg?lang={code}"
        assert f'src="{address}"' in page
        shown, state = reader.get(address), example.position()
        seats = [language.gettext("Player {number}").format(number=seat + 1) for seat in range(state.num_players())]
        assert shown.text == picture(load_words(language, state.get_game(), seats), state)
        fromstring(shown.text)
    assert reader.get(f"/rules/{game}/picture/{number + 1}.svg").status_code == 404


@pytest.mark.parametrize("game", registered_games())
def test_a_picture_is_english_where_its_address_names_no_language_and_none_where_we_do_not_speak_it(
    site: Site, game: str
) -> None:
    reader, address = site.visitor(), f"/rules/{game}/picture/1.svg"
    assert reader.get(address).text == reader.get(f"{address}?lang=en").text
    assert "Player 1" in reader.get(address).text
    assert reader.get(f"{address}?lang=xx").status_code == 422


def test_the_editions_are_compared_by_what_the_rules_allow_in_each() -> None:
    compared = editions_of(load_language("en"), "lucky_numbers")
    assert compared == (
        ["TIKI 2020", "5 vor 12", "Spanish edition"],
        [
            ("Set-up", [["as you like"], ["Michael's"], ["as you like"]]),
            ("Bruno's variant", [["as you like"], ["no"], ["no"]]),
            (
                "How many games",
                [["A single game", "A match"], ["A single game", "A match"], ["as you like"]],
            ),
        ],
    )
    assert editions_of(load_language("en"), "maudits_criquets") is None


def test_the_rules_lead_to_every_game_and_to_no_other(site: Site) -> None:
    page = site.visitor().get("/rules").text
    for game in registered_games():
        assert f'href="/rules/{game}"' in page
    assert site.visitor().get("/rules/chess").status_code == 404
    assert site.visitor().get("/rules/chess/picture/1.svg").status_code == 404
