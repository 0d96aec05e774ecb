"""Whole games of every edition and variant, as they were when the rules were last looked at in earnest.

A record is refused where the rules no longer allow one of its moves, or where its game ends otherwise. So
whoever changes what a rule does finds the games here that it changes. One is made anew by, for example,
`jardinet play lucky-numbers --seats greedy,greedy --bruno --seed 7 --record tests/play/golden/NAME.jdn`.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.own_games import OWN_GAMES

from jardinet.play.files import load
from jardinet.play.match import match_of
from jardinet.play.record_format import read, write
from jardinet.play.verification import verify

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.jdn"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_record_still_replays_to_its_result_and_is_fair(path: Path) -> None:
    records = load(path)
    assert write(*read(path.read_bytes())) == path.read_text(encoding="utf-8")
    assert all(verify(record).is_fair for record in records)
    assert records[0].match is None or match_of(records).is_over


def test_there_are_golden_records_of_every_game_and_of_every_value_of_every_rule() -> None:
    games = [record.game for path in GOLDEN for record in load(path)]
    assert {game.name for game in games} == set(OWN_GAMES)
    for game in {game.name: game for game in games}.values():
        for parameter in game.declared:
            if parameter.is_rule and len(parameter.allowed) <= 4:
                seen = {other.parameters[parameter.name] for other in games if other.name == game.name}
                known = {parameter.default, *parameter.allowed} - {None}
                missing = known - seen
                assert not missing or parameter.summary.startswith("Cut down"), (game.name, parameter.name, missing)
