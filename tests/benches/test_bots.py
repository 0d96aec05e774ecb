"""The bench of the bots: what it plays is counted, its goals are judged, and calibration adds up."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from benches.bots import ROWS, Goal, Measured, against, among
from benches.calibration import calibration

import jardinet
from jardinet.arena.standings import Share

LUCKY = "lucky_numbers"


def test_every_row_has_a_name_of_its_own_and_a_goal_that_could_be_missed() -> None:
    assert len({row.name for row in ROWS}) == len(ROWS)
    assert all(row.goal is None or row.goal.told() for row in ROWS)


def test_a_goal_is_of_the_share_or_of_an_end_of_its_interval() -> None:
    share = Measured(Share(100, 0.75, 0.70, 0.80), Share(100, 0.78, 0.77, 0.79))
    met = [Goal(least).is_met(share) for least in (0.74, 0.76)] + [Goal(0.71, of="low").is_met(share)]
    assert met == [True, False, False]
    assert [Goal(most=0.79, of="high").is_met(share), Goal(most=0.8, of="high").is_met(share)] == [False, True]
    assert Goal(0.76, of="low", is_adjusted=True).is_met(share)
    assert not Goal(0.76, is_adjusted=True).is_met(share._replace(adjusted=None))
    assert Goal(0.745, of="low").told() == "low end ≥ 0.745"


def test_measures_are_shares_of_the_first_bot() -> None:
    done: list[int] = []
    for measure in (against(LUCKY, "greedy", "random"), among(LUCKY, "greedy", "random", 3)):
        share, adjusted = measure(12, 1, 1, done.append)
        assert share.share == 1 and share.games >= 12
        assert adjusted is None or adjusted.low <= adjusted.share <= adjusted.high
    assert done[-1] == 12


@pytest.mark.parametrize(("name", "players"), [(LUCKY, 3), ("maudits_criquets", 2)])
def test_what_is_expected_in_all_tenths_is_all_that_is_won(name: str, players: int) -> None:
    tenths = [one for one in calibration(jardinet.load_game(name, players=players), 6, 1) if one.positions]
    positions = np.array([one.positions for one in tenths])
    assert positions.sum() % players == 0
    assert sum(one.expected * one.positions for one in tenths) == pytest.approx(positions.sum() / players, rel=1e-4)
    assert sum(one.came * one.positions for one in tenths) == pytest.approx(positions.sum() / players)
    assert all(one.low <= one.came <= one.high for one in tenths)
    assert [one.expected for one in tenths] == sorted(one.expected for one in tenths)


def test_an_unknown_row_is_told_with_those_there_are() -> None:
    asked = [sys.executable, "-m", "benches.bots", "--only", "chess"]
    said = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert said.returncode == 2 and "nothing has 'chess' in its name" in said.stdout


def test_a_picture_of_the_shares_is_drawn(tmp_path: Path) -> None:
    drawn = tmp_path / "shares.svg"
    only = "rollouts against master"
    asked = [sys.executable, "-m", "benches.bots", "--only", f"12{only}", "--games", "4", "--plot", str(drawn)]
    subprocess.run(asked, check=True, capture_output=True)
    texts = [one.text for one in ElementTree.parse(drawn).iter("{http://www.w3.org/2000/svg}text")]
    assert f"12{only}" in texts and "master:12rollouts" in texts
