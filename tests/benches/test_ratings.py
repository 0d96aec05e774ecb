"""The bench of ratings: ways of rating that learn, tables at their marks, and games that are kept."""

from pathlib import Path

import numpy as np
import pytest
from benches.ratings.__main__ import FIT, ways
from benches.ratings.games import Contest, games_of
from benches.ratings.measures import games_until_fit_is_right, games_until_right, held_out, own_fits
from benches.ratings.systems import log_loss
from benches.ratings.tables import loss_table, written

from jardinet.ratings.bradley_terry import sizing

CONTEST = Contest("lucky_numbers", 2, 2, 40)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("games")


@pytest.mark.parametrize("name", ways(0.01))
def test_every_way_of_rating_learns_who_wins_and_its_chances_add_up_to_one(name: str) -> None:
    system = ways(0.01)[name](3, 1.0)
    for _ in range(30):
        system.add([0, 1, 2], [3, 2, 1])
    assert system.strengths()[0] <= system.strengths()[1] < system.strengths()[2]  # alike where losers are tied
    chances = system.chances([2, 0, 1])
    assert sum(chances) == pytest.approx(1, abs=1e-6)
    assert chances[0] > chances[2] >= chances[1]


def test_a_forecast_loses_the_logarithm_of_the_winner_s_chance() -> None:
    assert log_loss([0.5, 0.5], [1.0, 0.0]) == pytest.approx(np.log(2))
    assert log_loss([0.8, 0.2], [0.5, 0.5]) == pytest.approx(-np.log(0.16) / 2)


def test_games_that_lie_there_are_not_played_again_and_measures_repeat(folder: Path) -> None:
    games = games_of(CONTEST, folder, 3, workers=1)
    kept = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    again = games_of(CONTEST, folder, 3, workers=1)
    assert len(kept) == 2 and kept == {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert (games.bots == again.bots).all() and len(np.unique(games.deals)) == 40
    chosen = {FIT: ways(0.0)[FIT], "Elo": ways(0.0)["Elo, K = 20"]}
    found = [held_out(games, 5, 1.0, chosen, 3, 1, lambda _done: None) for _ in range(2)]
    assert found[0] == found[1]
    assert found[0][FIT].more == 0 < found[0][FIT].loss
    assert "Lucky Numbers, 2 players" in loss_table({("lucky_numbers", 2): found[0]})
    assert games_until_right(games, 5, 1.0, chosen["Elo"], 5, 1) in {None, 25, 50, 75}
    assert games_until_fit_is_right(games, 5, 5, 1, adjusted=True) in {None, 25, 50, 75}
    fits = own_fits(games, sizing(CONTEST.loaded(), games, [3]), 1.0, 5, 1, adjusted=True)
    assert set(fits) == {20} and fits[20].doubt > 75


def test_tables_are_written_at_their_marks_and_others_stay() -> None:
    page = "Before.\n<!-- table: a -->\nold\n<!-- end of table -->\n<!-- table: b -->\nold\n<!-- end of table -->\n"
    assert written(page, {"a": "| new |"}).count("old") == 1
    assert "<!-- table: a -->\n\n| new |\n\n<!-- end of table -->" in written(page, {"a": "| new |"})
