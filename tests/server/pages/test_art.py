"""Sheets of pieces and of faces, as pages ask for them."""

from __future__ import annotations

import re
from xml.etree.ElementTree import fromstring

import pytest
from tests.kit.pages import Site
from tests.own_games import OWN_GAMES

from jardinet.games import entry_of, playable_games
from jardinet.games.drawing import DRAWINGS
from jardinet.server.boards.layer import BOARDS, static_url
from jardinet.server.people.characters import characters


def test_the_faces_are_a_sheet_of_everybody_s(site: Site) -> None:
    answer = site.visitor().get("/art/characters.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert "max-age=3600" in answer.headers["cache-control"]
    assert answer.text == characters()


@pytest.mark.parametrize("game", playable_games())
def test_a_game_s_pieces_are_its_sheet(site: Site, game: str) -> None:
    answer = site.visitor().get(f"/art/{game}.svg")
    assert answer.text == DRAWINGS.of(game).symbols()
    assert fromstring(answer.text).tag.endswith("svg")


@pytest.mark.parametrize("edition", ["", "5-vor-12"])
@pytest.mark.parametrize("game", OWN_GAMES)
def test_whatever_piece_a_table_shows_is_on_its_sheet(site: Site, game: str, edition: str) -> None:
    given = {"edition": edition} if edition in str(entry_of(game).parameters) else {}
    ada = site.visitor()
    page = ada.get(ada.set_table(game, name="Ada", seat2="greedy", **given)).text
    shown = set(re.findall(r"/art/(\w+)\.svg#([\w-]+)", page))
    assert {sheet for sheet, _piece in shown} == {game, "characters"}
    for sheet, piece in shown:
        assert f'id="{piece}"' in ada.get(f"/art/{sheet}.svg").text


@pytest.mark.parametrize("game", OWN_GAMES)
def test_a_game_s_scene_stands_over_it_on_the_home_page(site: Site, game: str) -> None:
    scene = DRAWINGS.of(game).pictures["scene"]
    assert f'src="/art/{game}/scene.svg"' in site.visitor().get("/").text
    answer = site.visitor().get(f"/art/{game}/scene.svg")
    assert answer.text == scene()
    assert "style-src 'unsafe-inline'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("game", OWN_GAMES)
def test_what_a_game_s_style_sheets_lay_beneath_positions_is_drawn_by_the_game(site: Site, game: str) -> None:
    reader, layer = site.visitor(), BOARDS.of(game)
    sheets = [reader.get(static_url(game, sheet.name)).text for sheet in layer.static.glob("*.css")]
    named = {address for sheet in sheets for address in re.findall(r'url\("?([^")]+)"?\)', sheet)}
    drawn = DRAWINGS.of(game).pictures
    assert named == {f"/art/{game}/{name}.svg" for name in drawn.keys() - {"scene"}}
    for address in named:
        answer = reader.get(address)
        assert answer.text == drawn[address.rpartition("/")[2].removesuffix(".svg")]()
        assert "style-src 'unsafe-inline'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("game", [*sorted({*playable_games()} - {*OWN_GAMES}), "chess"])
def test_a_game_without_a_scene_is_offered_without(site: Site, game: str) -> None:
    assert site.visitor().get(f"/art/{game}/scene.svg").status_code == 404
    assert f"/art/{game}/scene.svg" not in site.visitor().get("/").text
