"""Strength in the lobby: the level that somebody's results tell, and the bot that plays about as well."""

from __future__ import annotations

import pytest
from tests.kit.harness import Harness

from jardinet.bots.levels import first_opponent, levels_of
from jardinet.ratings.level import FittedLevel
from jardinet.ratings.yardstick import load_yardstick
from jardinet.server.lobby import strength
from jardinet.server.lobby.seek import KnownStrength
from jardinet.server.lobby.strength import nearest_level, strength_of

pytestmark = pytest.mark.anyio


async def test_nobody_knows_the_strength_of_somebody_new(harness: Harness) -> None:
    assert await strength_of(harness.database, await harness.person("Ada"), "lucky_numbers") is None


async def test_a_strength_is_the_level_that_results_tell(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    fitted = FittedLevel(value=1560.0, deviation=40.0, games=9)
    monkeypatch.setattr(strength, "own_level", lambda game, games: fitted if game == "lucky_numbers" else None)
    ada = await harness.person("Ada")
    assert await strength_of(harness.database, ada, "lucky_numbers") == (1560.0, fitted.doubt)
    assert await strength_of(harness.database, ada, "maudits_criquets") is None


@pytest.mark.parametrize("game", ["lucky_numbers", "maudits_criquets"])
def test_the_nearest_bot_is_that_of_the_next_strength(game: str) -> None:
    assert nearest_level(game, None) == first_opponent(game)
    yardstick = load_yardstick(game)
    assert yardstick
    for level in levels_of(game):
        assert nearest_level(game, KnownStrength(yardstick.levels[level].strength + 1, 70.0)) == level
    assert nearest_level(game, KnownStrength(-9000.0, 1.0)) == levels_of(game)[0]
    assert nearest_level(game, KnownStrength(9000.0, 1.0)) == levels_of(game)[-1]
