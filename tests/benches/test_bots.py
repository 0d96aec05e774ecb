"""The bench of the bots: what it plays is counted, its goals are judged, and what it measures is kept."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer
from benches.bots import hints as measures_of_hints
from benches.bots import strength
from benches.bots.__main__ import main
from benches.bots.chances import worst_of
from benches.bots.figures import read_figures
from benches.bots.hints import RIGHT, SMALL, TOLD, large_differences, large_leads, small_leads
from benches.bots.measured import Goal, Measured, Run
from benches.bots.rows import ROWS
from benches.bots.speed import analysing, decision, hinting
from benches.bots.strength import against, committee_of_two, half_of_nash_conv, looking_once, read, some_of, tells_luck
from benches.calibration import Tenth, calibration
from benches.hints import Compared, compared, gains, positions
from tests.sizes import few
from typer.testing import CliRunner

import jardinet
from benches import hints
from jardinet.analysis.advice import Judgement
from jardinet.arena.standings import Share
from jardinet.bots.levels import digest_of_nets, levels_of
from jardinet.bots.maudits_criquets.committee import MEMBERS
from jardinet.bots.maudits_criquets.value import new_net, side_by_side

LUCKY, CRIQUETS = "lucky_numbers", "maudits_criquets"
NET = Path("src/jardinet/bots/maudits_criquets/nets/2-players-seed-1.npz")
READING = "2 players: reading the net of master"


def bench(*arguments: str) -> Any:
    app = typer.Typer()
    app.command()(main)
    return CliRunner().invoke(app, arguments)


def test_no_name_of_a_row_is_part_of_another_so_that_each_can_be_measured_alone() -> None:
    names = [row.name.casefold() for row in ROWS]
    assert [sum(name in other for other in names) for name in names] == [1] * len(ROWS)


def test_every_goal_could_be_missed_and_is_told() -> None:
    for row in ROWS:
        assert row.goal is None or row.goal.told(row.unit)
        assert row.goal is None or "missed" in {
            row.goal.verdict(Measured(value=value, games=1, slowest=value, adjusted=Share(1, value, value, value)))
            for value in (0.0, 1000.0)
        }


def test_a_goal_is_of_the_value_or_of_its_whole_interval() -> None:
    found = Measured.of(Share(100, 0.75, 0.70, 0.80), Share(100, 0.78, 0.77, 0.79))
    assert [Goal(least).verdict(found) for least in (0.74, 0.76, 0.81)] == ["met", "undecided", "missed"]
    assert [Goal(most=most).verdict(found) for most in (0.76, 0.74, 0.69)] == ["met", "undecided", "missed"]
    assert [Goal(low=low).verdict(found) for low in (0.69, 0.76, 0.81)] == ["met", "undecided", "missed"]
    assert [Goal(high=high).verdict(found) for high in (0.81, 0.74, 0.69)] == ["met", "undecided", "missed"]
    assert Goal(0.76, low=0.77, is_adjusted=True).verdict(found) == "met"
    assert Goal(0.76, is_adjusted=True).verdict(Measured(value=0.8, games=1)) == "undecided"
    assert [Goal(around=held).verdict(found) for held in (0.71, 0.81)] == ["met", "missed"]
    times = Measured(value=1.2, slowest=3.4, games=10)
    assert [Goal(slowest=most).verdict(times) for most in (4, 3)] == ["met", "missed"]
    assert [Goal(most=most).verdict(times) for most in (2, 1)] == ["met", "missed"]


def test_results_and_goals_are_written_as_pages_write_them() -> None:
    share = Share(5000, 0.7812, 0.77, 0.7921)
    assert Measured.of(share).told() == ".781 (.770 to .792)"
    assert [Measured.of(share, adjusted).told_adjusted() for adjusted in (share, None)] == [".781 (.770 to .792)", ""]
    assert Measured(value=0.00651, games=640_000).told() == ".0065"
    times = Measured(value=1.64, games=10), Measured(value=1.64, slowest=9.8, games=10)
    assert [one.told("ms") for one in times] == ["1.6 ms", "1.6 ms, at most 9.8"]
    assert [goal.told() for goal in (Goal(0.6, 0.75), Goal(1.6 / 3), Goal(most=0.55, high=0.56))] == [
        ".60 to .75",
        "≥ .533",
        "≤ .55, interval ≤ .56",
    ]
    assert Goal(most=0.52, is_adjusted=True).told() == "≤ .52, without luck"
    assert Goal(around=0.0).told() == "interval around 0"
    assert [Goal(most=50).told("ms"), Goal(slowest=3).told("s")] == ["≤ 50 ms", "all ≤ 3 s"]


def test_every_level_but_the_weakest_is_measured_against_the_one_below_it() -> None:
    names = {row.name for row in ROWS}
    for game in (LUCKY, CRIQUETS):
        title, levels = jardinet.games.title_of(game), levels_of(game)
        for worse, better in pairwise(levels):
            assert f"{title}, 2 players: {better} against {worse}" in names
            assert {f"{title}, {players} players: {better} among {worse}" for players in (3, 4)} <= names


def test_measures_are_shares_of_the_first_bot() -> None:
    done: list[int] = []
    for players in (2, 3):
        found = against(LUCKY, "greedy", "random", players=players)(Run(12, 1, 1, None, done.append))
        assert (found.value, found.games) == (1, 12)
        assert found.adjusted and found.adjusted.low <= found.adjusted.share <= found.adjusted.high
    assert done == [12, 12]


def test_what_luck_brought_is_not_reckoned_where_it_takes_long_and_tells_nothing() -> None:
    assert [tells_luck(LUCKY, players) for players in (2, 3, 4)] == [True] * 3
    assert [tells_luck(CRIQUETS, players) for players in (2, 3, 4)] == [True, False, False]
    for players in (2, 3):
        found = against(CRIQUETS, "greedy", "random", players=players)(Run(6, 1, 1))
        assert (found.adjusted is not None) == (players == 2)


def test_bots_that_are_no_level_are_measured_too() -> None:
    assert against(LUCKY, looking_once, "random")(Run(4, 1, 1)).value == 1
    found = against(CRIQUETS, committee_of_two, "random", players=3)(Run(6, 1, 1))
    assert found.games == 6 and found.value > 0.5


def test_some_nets_of_a_committee_are_those_nets_side_by_side() -> None:
    nets = [new_net(4, np.random.default_rng(seed)) for seed in range(MEMBERS)]
    committee = side_by_side(nets)
    for members in range(1, MEMBERS + 1):
        for part, same in zip(some_of(committee, members), side_by_side(nets[:members]), strict=True):
            assert part == pytest.approx(same)


def test_what_readers_take_is_measured_of_all_nets_and_of_one_with_a_net_that_is_given_and_after_learning() -> None:
    for measure, reader in ((read(), None), (read(1), NET), (read(learns=True), NET)):
        found = measure(Run(4, 1, 1, reader))
        assert found.games == 4 and found.low is not None and found.low <= found.value
    assert read()(Run(4, 1, 1)) == read()(Run(4, 1, 1, NET))  # the one that reads where none is given


def test_a_master_of_a_game_cut_down_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    tiny = {"crops": 1, "copies": 3, "locusts": 1, "numbers": 2, "specials": True, "loot": 1}
    monkeypatch.setattr(strength, "CUT_DOWNS", {"tiny": tiny})
    done: list[int] = []
    found = half_of_nash_conv("tiny")(Run(1600, 1, 1, None, done.append))
    assert found.games == 3072 and done == [1536, 3072]  # whole steps
    assert 0 <= found.value < 1 and found.low is None


def test_hints_of_each_game_are_measured_by_three_rows_and_timed_by_one() -> None:
    names = [row.name for row in ROWS]
    for title in ("Lucky Numbers", "Maudits Criquets"):
        assert [name.partition(": ")[2] for name in names if name.startswith(f"{title}, hints")] == [
            "leads of 4 and more that were leads",
            "smaller leads, what came less what was told",
            "differences of 4 and more that were told",
        ]
        assert f"{title}, 2 players: a hint" in names


def test_leads_that_hints_tell_are_held_against_those_that_came(monkeypatch: pytest.MonkeyPatch) -> None:
    told = [
        Compared(claimed, came, came - 0.03, came + 0.03)
        for claimed, came in ((0.05, 0.02), (0.08, 0.11), (0.04, -0.01), (0.02, 0.05), (0.0, -0.05), (0.0, 0.01))
    ]
    monkeypatch.setattr(measures_of_hints, "compared", lambda *_: told)
    run = Run(len(told), 12345)
    right, small, kept = (measure(LUCKY)(run) for measure in (large_leads, small_leads, large_differences))
    assert [one.games for one in (right, small, kept)] == [6] * 3
    assert [one.value for one in (right, small, kept)] == pytest.approx([2 / 3, 0.01 / 3 - 0.02 / 3, 2 / 3])
    assert small.low is not None and small.high is not None and small.low < 0 < small.high
    assert [goal.verdict(one) for goal, one in ((RIGHT, right), (SMALL, small), (TOLD, kept))] == [
        "undecided",
        "met",
        "met",
    ]


@pytest.mark.parametrize(("game", "players"), [(LUCKY, 2), (LUCKY, 3), (CRIQUETS, 2), (CRIQUETS, 3)])
def test_two_plays_are_compared_by_playing_both_on_with_the_same_chance(
    monkeypatch: pytest.MonkeyPatch, game: str, players: int
) -> None:
    monkeypatch.setattr(hints, "BATCH", 6)
    monkeypatch.setattr(hints, "MOST", 6)
    monkeypatch.setattr(hints, "MOST_OF_MORE", 6)
    for state, seat in positions(jardinet.load_game(game, players=players), 2, 1):
        first, second = state.legal_actions(seat)[:2]
        costs = dict.fromkeys(state.legal_actions(seat), 1.0)
        here = Judgement(first, costs | {first: 0.0, second: 0.5}, {first: 1.0})
        there = Judgement(second, costs | {first: 0.5, second: 0.0}, {second: 1.0})
        forth, back = (gains(state, seat, one, np.random.default_rng(3)) for one in (here, there))
        assert len(forth) == len(back)
        assert len(forth) == 6 or (game == LUCKY and not len(forth))  # set-ups are not rolled out
        assert game == LUCKY or forth == pytest.approx(-back, abs=1e-5)


def test_so_many_hints_are_compared_as_were_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "BATCH", 4)
    monkeypatch.setattr(hints, "MOST", 4)
    monkeypatch.setattr(hints, "MOST_OF_MORE", 4)
    done: list[int] = []
    found = compared(LUCKY, 5, 1, done.append)
    assert len(found) == 5 and done == [1, 2, 3, 4, 5]
    assert all(one.low <= one.came <= one.high and one.claimed >= 0 for one in found)


@pytest.mark.parametrize("game", [LUCKY, CRIQUETS])
def test_decisions_analyses_and_hints_are_timed(game: str) -> None:
    for measure in (decision(game), analysing(game), hinting(game)):
        found = measure(Run(2, 1))
        assert found.games == 2 and found.slowest
        assert 0 < found.value <= found.slowest


@pytest.mark.parametrize(("name", "players"), [(LUCKY, 3), (CRIQUETS, 2)])
@pytest.mark.parametrize("adjusted", [False, True])
def test_what_is_expected_in_all_tenths_is_all_that_is_won(name: str, players: int, adjusted: bool) -> None:
    game = jardinet.load_game(name, players=players)
    tenths = [one for one in calibration(game, 6, 1, adjusted=adjusted) if one.positions]
    positions = np.array([one.positions for one in tenths])
    assert positions.sum() % players == 0
    assert sum(one.expected * one.positions for one in tenths) == pytest.approx(positions.sum() / players, rel=1e-4)
    assert sum(one.came * one.positions for one in tenths) == pytest.approx(positions.sum() / players)
    assert all(one.low <= one.came <= one.high for one in tenths)
    assert [one.expected for one in tenths] == sorted(one.expected for one in tenths)


def test_what_comes_without_luck_is_known_more_narrowly() -> None:
    plain, adjusted = (
        calibration(jardinet.load_game(LUCKY), few(60, 24), 1, adjusted=adjusted) for adjusted in (False, True)
    )
    assert [one[:2] for one in plain] == [one[:2] for one in adjusted]
    widths, narrower = (sum(one.high - one.low for one in tenths[2:8]) for tenths in (plain, adjusted))
    assert narrower < 0.8 * widths


def test_the_worst_tenth_is_one_that_surely_misses_the_goal_before_one_that_is_off_by_more() -> None:
    right, doubtful = Tenth(9, 0.1, 0.11, 0.08, 0.14), Tenth(9, 0.3, 0.36, 0.29, 0.43)
    wrong = Tenth(9, 0.6, 0.56, 0.54, 0.58)
    found = worst_of([right, doubtful, wrong], 5)
    assert (found.value, found.low, found.high) == pytest.approx((0.04, 0.02, 0.06))
    assert worst_of([right, doubtful], 5).value == pytest.approx(0.06)
    assert worst_of([right, doubtful], 5).low == 0
    assert found.tenths == (right, doubtful, wrong)


def test_an_unknown_row_is_told_with_those_there_are() -> None:
    asked = [sys.executable, "-m", "benches.bots", "--only", "chess"]
    said = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert said.returncode == 2 and "nothing has 'chess' in its name" in said.stdout


def test_a_figure_takes_the_place_of_the_older_one_of_its_row(tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    for game, seed in (("Maudits Criquets", 5), ("Lucky Numbers", 5), ("Lucky Numbers", 6)):
        said = bench("--only", f"{game}, {READING}", "--games", "3", "--seed", str(seed), "--output", str(file))
        assert said.exit_code == 0, said.output
    assert "met" in said.output
    lucky, criquets = read_figures(file).values()
    assert [lucky.row, criquets.row] == [f"Lucky Numbers, {READING}", f"Maudits Criquets, {READING}"]
    assert (lucky.seed, criquets.seed, lucky.measured.games) == (6, 5, 3)
    assert [one.net for one in (lucky, criquets)] == [digest_of_nets(game, "2-players") for game in (LUCKY, CRIQUETS)]
    assert lucky.commit and lucky.seconds is not None


def test_tenths_are_shown_and_kept_and_the_net_of_a_reader_is_noted(tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    said = bench("--only", "maudits criquets, 2 players: calibration", "--games", "2", "--output", str(file))
    assert "expected" in said.output and "wrong by" in said.output
    said = bench(
        "--only", "a reader against master", "--quick", "--games", "2", "--reader", str(NET), "--output", str(file)
    )
    assert said.exit_code == 0, said.output
    reader, calibrated = read_figures(file).values()
    assert sum(one.positions for one in calibrated.measured.tenths) > 0
    assert reader.reader == str(NET) and len(reader.reader_nets) == 64
