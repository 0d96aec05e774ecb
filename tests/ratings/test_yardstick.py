"""Yardsticks: their measurement, what a game brings, and what a number means beside the levels."""

from pathlib import Path

import numpy as np
import pytest

from jardinet import load_game
from jardinet.arena.tournament import TournamentOutcome, tournament
from jardinet.bots.levels import digest_of_nets, levels_of, stand_in_of
from jardinet.games import playable_games
from jardinet.games.parameters import GameError, ParameterError
from jardinet.ratings.bradley_terry import ArenaGames, bradley_terry, sizing_of
from jardinet.ratings.scale import UNIT
from jardinet.ratings.yardstick import Measured, Sizing, Yardstick, load_yardstick, read_yardstick, text_of

OURS = ("lucky_numbers", "maudits_criquets")


def simulated(strengths: list[float], games: int, players: int, seed: int) -> ArenaGames:
    """Games of Plackett and Luce: whoever has the least exponential time by their odds is first."""
    generator = np.random.default_rng(seed)
    bots = np.array([generator.permutation(len(strengths))[:players] for _ in range(games)])
    times = generator.exponential(size=bots.shape) / np.exp(np.array(strengths)[bots] / UNIT)
    places = 1 + times.argsort(1).argsort(1)
    return ArenaGames(bots, places, (places == 1).astype(float), None, np.arange(games))


def yardstick() -> Yardstick:
    def sized(players: int, *strengths: float) -> Sizing:
        names = ("novice", "casual", "skilled", "expert", "master")
        levels = {name: Measured(one, 0.0 if one == 1500 else 10.0) for name, one in zip(names, strengths, strict=True)}
        return Sizing({"players": players}, 100, 50, [1], "0.1.0", "", levels, 1.0, 0.5 if players == 2 else None)

    return Yardstick("lucky_numbers", (sized(2, 1300, 1400, 1500, 1600, 1800), sized(4, 1400, 1450, 1500, 1550, 1650)))


@pytest.mark.parametrize("players", [2, 4])
def test_known_strengths_are_found_by_simulated_games(players: int) -> None:
    true = [1300.0, 1400.0, 1500.0, 1620.0, 1800.0]
    found, errors = bradley_terry(simulated(true, 2000, players, seed=5), 5, anchor=2)
    assert found[2] == 1500 and errors[2] == 0
    assert (np.abs(found - true) <= 3 * errors).all()
    assert errors[[0, 1, 3, 4]].min() > 5


def test_standard_errors_are_as_large_as_strengths_scatter_from_sample_to_sample() -> None:
    """With four seats too, where six pairs of one game depend on each other."""
    true = [1300.0, 1400.0, 1500.0, 1620.0, 1800.0]
    fits = [bradley_terry(simulated(true, 150, 4, seed), 5, anchor=2) for seed in range(60)]
    scatter = np.std([strengths for strengths, _ in fits], axis=0)
    errors = np.mean([errors for _, errors in fits], axis=0)
    assert errors[[0, 1, 3, 4]] == pytest.approx(scatter[[0, 1, 3, 4]], rel=0.3)


def test_who_has_won_everything_has_a_finite_strength() -> None:
    bots = np.array([[0, 1], [1, 0], [1, 2], [2, 1]])
    places = np.array([[2, 1], [1, 2], [2, 1], [1, 2]])
    found, _ = bradley_terry(ArenaGames(bots, places, (places == 1) * 1.0, None, np.arange(4)), 3, anchor=1)
    assert np.isfinite(found).all()
    assert found[0] < found[1] < found[2]


@pytest.mark.parametrize("name", OURS)
def test_every_game_has_a_yardstick_of_all_numbers_of_players_with_its_levels_in_order(name: str) -> None:
    found = load_yardstick(name)
    assert found is not None
    assert [one.players for one in found.sizings] == [2, 3, 4]
    assert list(found.levels) == levels_of(name)
    strengths = [one.strength for one in found.levels.values()]
    assert strengths == sorted(strengths)
    assert found.levels[stand_in_of(name)] == Measured(1500.0, 0.0)
    assert found.factor(2) == pytest.approx(1)
    assert 0.3 < found.factor(4) < 1.3
    assert found.weight(2, adjusted=True) > found.weight(2, adjusted=False)


@pytest.mark.parametrize("name", OURS)
def test_a_yardstick_is_of_the_nets_that_play_today(name: str) -> None:
    found = load_yardstick(name)
    assert found is not None
    assert {one.nets for one in found.sizings} == {digest_of_nets(name)}, "python -m benches.ratings --yardsticks"


@pytest.fixture(scope="module")
def outcome() -> TournamentOutcome:
    return tournament(load_game("lucky_numbers"), levels_of("lucky_numbers"), 200, seed=77, adjusted=True, workers=1)


def test_a_small_fit_by_other_games_agrees_with_the_yardstick_of_lucky_numbers(outcome: TournamentOutcome) -> None:
    shipped, small = load_yardstick("lucky_numbers"), sizing_of(outcome, seed=77)
    assert shipped is not None
    for name, one in small.levels.items():
        there = shipped.levels[name]
        assert abs(one.strength - there.strength) <= 3 * np.hypot(one.error, there.error) + 1e-9
    assert small.adjusted is not None and small.adjusted < small.scatter
    assert small.seeds == [77] and small.games == len(outcome.rows)


def test_games_of_other_bots_than_the_levels_make_no_yardstick(outcome: TournamentOutcome) -> None:
    with pytest.raises(ParameterError, match="novice"):
        sizing_of(tournament(load_game("lucky_numbers"), ["random", "greedy"], 4, seed=1, workers=1), 1)


def test_a_yardstick_is_read_as_it_was_written_and_a_newer_measurement_takes_its_place(tmp_path: Path) -> None:
    file = tmp_path / "yardstick.json"
    assert read_yardstick(file, "lucky_numbers") == Yardstick("lucky_numbers", ())
    file.write_text(text_of(yardstick()), encoding="utf-8")
    assert read_yardstick(file, "lucky_numbers") == yardstick()
    four = yardstick().sizings[1]
    assert Yardstick("lucky_numbers", ()).with_sizing(four).with_sizing(yardstick().sizings[0]) == yardstick()
    assert len(yardstick().with_sizing(four).sizings) == 2


@pytest.mark.parametrize("text", ["", "[]", '{"game": "maudits_criquets", "sizings": []}'])
def test_another_file_is_no_yardstick(text: str, tmp_path: Path) -> None:
    file = tmp_path / "other.json"
    file.write_text(text)
    with pytest.raises(GameError, match=r"other\.json"):
        read_yardstick(file, "lucky_numbers")


def test_a_factor_is_the_slope_over_the_scale_and_the_nearest_number_stands_in() -> None:
    assert yardstick().factor(2) == 1
    assert yardstick().factor(4) == pytest.approx(0.5)
    assert yardstick().factor(3) == 1
    assert yardstick().factor(9) == pytest.approx(0.5)


def test_results_less_luck_weigh_more_where_luck_was_counted() -> None:
    assert yardstick().weight(2, adjusted=True) == 2
    assert yardstick().weight(2, adjusted=False) == yardstick().weight(4, adjusted=True) == 1


@pytest.mark.parametrize(("value", "doubt", "between"), [
    (1500, 30, ("skilled", "skilled")),
    (1460, 70, ("casual", "skilled")),
    (1450, 10, ("casual", "skilled")),
    (1200, 50, (None, "novice")),
    (2000, 50, ("master", None)),
    (1500, 400, ("novice", "master")),
])  # fmt: skip
def test_a_strength_lies_among_levels_as_far_as_it_can_be_told(
    value: float, doubt: float, between: tuple[str | None, str | None]
) -> None:
    assert yardstick().among(value, doubt) == between


def test_a_game_of_another_package_has_none_unless_it_brings_one() -> None:
    assert "fireflies" in playable_games()
    assert load_yardstick("fireflies") is None
