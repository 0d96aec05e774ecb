"""Faces: every level and every seat has one, and the sheet that pages show them from is a small one."""

from __future__ import annotations

import gzip
from xml.etree import ElementTree

import pytest

from jardinet.bots.levels import levels_of
from jardinet.games import playable_games
from jardinet.games.drawing import SVG
from jardinet.server.people import characters
from jardinet.server.people.characters import BOTS, FACES, PEOPLE, character_of, faces_of
from jardinet.server.tables.table import Seat

SHEET = characters.characters()


def test_the_sheet_holds_every_face_once_and_refers_to_nothing() -> None:
    svg = ElementTree.fromstring(SHEET)
    assert [symbol.get("id") for symbol in svg.iter(f"{{{SVG}}}symbol")] == [*BOTS, *PEOPLE] == [*FACES]
    assert not any("url(" in value or "href" in name for one in svg.iter() for name, value in one.attrib.items())


def test_the_sheet_is_less_than_five_kilobytes_on_its_way() -> None:
    assert len(gzip.compress(SHEET.encode(), 6)) < 5_000


@pytest.mark.parametrize("game", playable_games())
def test_no_two_levels_of_a_game_share_a_face(game: str) -> None:
    faces = [character_of(level) for level in levels_of(game)]
    assert len(set(faces)) == len(faces)
    assert set(faces) <= set(BOTS)


def test_a_new_level_has_a_face_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(characters, "bots_of", lambda _game: ["random", "greedy", "patient", "master"])
    faces = [character_of(level) for level in ("random", "greedy", "patient", "master")]
    assert faces == list(BOTS[:4])


def test_a_level_that_is_gone_keeps_a_face() -> None:
    assert character_of("of-old") == character_of("of-old")
    assert character_of("of-old") in BOTS


def test_people_at_a_table_have_faces_of_their_own_that_no_bot_has() -> None:
    faces = faces_of([Seat(seat, person=f"person-{seat}") for seat in range(6)])
    assert len(set(faces)) == 6
    assert not set(faces) & set(BOTS)


def test_bots_of_one_level_at_a_table_have_faces_of_their_own() -> None:
    skilled, *others = faces_of([Seat(seat, level="skilled") for seat in range(3)] + [Seat(3, level="master")])
    assert skilled == character_of("skilled")
    assert others[-1] == character_of("master")
    assert len({skilled, *others}) == 4
    assert {skilled, *others} <= set(BOTS)
