"""The rows of the bench beside peers: the same promises for every game, and what is nearest to it."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from benches.speed.__main__ import rows_of
from benches.speed.peers import PEERS

from jardinet.arena import measuring
from jardinet.arena.bench import play_rows
from jardinet.games import registered_games

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure once, and hardly any time."""
    monkeypatch.setattr(measuring, "SECONDS", 0.02)
    monkeypatch.setattr(measuring, "ROUNDS", 1)
    monkeypatch.setattr(measuring, "TRIES", 1)


@pytest.mark.parametrize("part", ["play", "envs"])
def test_every_row_has_a_peer_and_every_game_the_same_goals(part: str) -> None:
    measured = [row.measure() for row in rows_of(part)]
    goals = [[one.goal for one in measured if one.name.startswith(f"{game}: ")] for game in registered_games()]
    assert sum(map(len, goals)) == len(measured)
    assert all(own == goals[0] for own in goals)
    for one in measured:
        assert one.peer
        if "pgx" not in one.peer:
            assert one.goal is not None and one.verdict() is not None
        elif not find_spec("pgx"):
            assert one.note == "pgx is not installed here, so there is nothing to compare with"


def test_a_game_is_compared_with_the_one_that_is_nearest() -> None:
    rows = {row.name: row for row in play_rows(PEERS) if "compiled random play" in row.name}
    assert "goofspiel" in str(rows["maudits_criquets: compiled random play, one core"].measure().peer)
    assert "connect_four" in str(rows["lucky_numbers: compiled random play, one core"].measure().peer)


def test_without_the_libraries_the_lines_say_so(tmp_path: Path) -> None:
    """In a process of its own, in which importing them fails."""
    script = tmp_path / "bare.py"
    script.write_text(BARE)
    call = [sys.executable, str(script)]
    done = subprocess.run(call, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "None None OpenSpiel is not installed here",
        "None None Gymnasium is not installed here",
        "None None Gymnasium is not installed here",
        "None None PettingZoo is not installed here",
        "None None PettingZoo is not installed here",
        "OpenSpiel is not installed here, so there is nothing to compare with",
    ]


def test_the_command_refuses_a_part_that_there_is_not() -> None:
    call = [sys.executable, "-m", "benches.speed", "--only", "play,sever"]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "there is no part 'sever' of the bench" in done.stderr


BARE = """
import sys
for name in ("pyspiel", "open_spiel", "pettingzoo", "gymnasium"):
    sys.modules[name] = None
from benches.speed.environments import rows_of
from benches.speed.peers import open_spiel_vector
from jardinet.games import load_game
game = load_game("lucky_numbers")
for row in rows_of(game):
    measured = row.measure()
    print(measured.value, measured.verdict(), measured.note)
print(open_spiel_vector(game).note)
"""
