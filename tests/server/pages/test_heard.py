"""What a page lets its reader hear: `PLY.NAME`, of the latest moves, and only what the reader may know."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.kit.pages import Site, Visitor

import jardinet.server
from jardinet.games import playable_games

NAMES = set(json.loads((Path(jardinet.server.__file__).parent / "static" / "sounds.json").read_text()))


def heard(visitor: Visitor, table: str) -> list[tuple[int, str]]:
    """The plies and names that a table's page tells."""
    found = re.search(r'data-heard="([^"]*)"', visitor.get(table).text)
    told = [one.split(".") for one in found[1].split()] if found else []
    return [(int(ply), name) for ply, name in told]


def ply(visitor: Visitor, table: str) -> int:
    found = re.search(r'data-ply="(\d+)"', visitor.get(table).text)
    assert found
    return int(found[1])


def play(visitor: Visitor, table: str, text: str) -> None:
    assert visitor.post(f"{table}/play", ply=ply(visitor, table), play=text).status_code == 200


def two(site: Site, game: str, **form: str) -> tuple[Visitor, Visitor, str]:
    ada, ben = site.visitor(), site.visitor()
    table = ada.set_table(game, name="Ada", **form)
    assert ben.post(f"{table}/sit", seat=1, name="Ben").status_code == 200
    return ada, ben, table


def test_a_turn_that_comes_is_heard_by_whom_it_comes_to(site: Site) -> None:
    ada, ben, table = two(site, "lucky_numbers", first="1")
    assert heard(ada, table)[-1] == (ply(ada, table), "turn")
    assert "turn" not in {name for _ply, name in heard(ben, table)}
    ada.post(f"{table}/command", ply=ply(ada, table), words="arrange")
    assert {name for _ply, name in heard(ben, table)} == {"place", "turn"}
    ben.post(f"{table}/command", ply=ply(ben, table), words="arrange")
    play(ada, table, "draw")
    assert heard(ada, table)[-1][1] == "draw", "who has drawn knows that it is their turn"
    assert heard(ben, table)[-1][1] == "draw"


def test_bids_are_heard_when_they_are_revealed_and_not_before(site: Site) -> None:
    ada, ben, table = two(site, "maudits_criquets")
    play(ada, table, "bid-1")
    assert "flip" not in {name for _ply, name in [*heard(ada, table), *heard(ben, table)]}
    play(ben, table, "bid-2")
    for visitor in (ada, ben):
        assert [name for _ply, name in heard(visitor, table)].count("flip") == 1


def test_a_remark_is_heard_before_the_game_begins_too(site: Site) -> None:
    ada = site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada")
    assert heard(ada, table) == []
    ada.post(f"{table}/remark", phrase="hello")
    assert heard(ada, table) == [(1, "remark")]


@pytest.mark.parametrize("game", playable_games())
def test_every_sound_of_a_game_is_one_that_there_is_and_its_end_is_heard(site: Site, game: str) -> None:
    table = site.finished_table(game)
    told = heard(site.visitor(), table)
    assert {name for _ply, name in told} <= NAMES
    assert told[-1][1] == "win"
    assert len(told) == len(set(told))
