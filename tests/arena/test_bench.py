"""The figures of a bench: what they say about promises, and that they can be measured here."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from itertools import islice
from pathlib import Path

import pytest

from jardinet.arena import bench
from jardinet.arena.bench import Figure, figures
from jardinet.games import registered_games


def test_a_rate_keeps_its_promise_from_above_and_a_time_from_below() -> None:
    assert Figure("play", 11.0, "games/s", goal=10.0).is_met()
    assert not Figure("play", 9.0, "games/s", goal=10.0).is_met()
    assert Figure("start", 9.0, "s", goal=10.0).is_met()
    assert not Figure("start", 11.0, "s", goal=10.0).is_met()


def test_a_ratio_is_promised_only_where_the_peer_was_measured() -> None:
    measured = Figure("play", 30.0, "games/s", peer="peer", peer_value=10.0, ratio_goal=5.0)
    assert measured.ratio() == 3.0 and not measured.is_met()
    alone = Figure("play", 30.0, "games/s", peer="peer", ratio_goal=5.0, note="no peer here")
    assert alone.ratio() is None and alone.is_met()


def test_what_cannot_be_measured_is_not_missed() -> None:
    figure = Figure("play", None, "turns/s", goal=10.0, peer="peer", peer_value=3.0, note="not installed here")
    assert figure.ratio() is None and figure.is_met()


def test_playing_is_measured_beside_its_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SECONDS", 0.02)
    monkeypatch.setattr(bench, "ROUNDS", 1)
    games = registered_games()
    units = ["actions/s", "actions/s", "games/s", "actions/s", "actions/s", "actions/s", "turns/s", "turns/s"]
    measured = list(islice(figures(), len(units) * len(games)))
    assert [figure.unit for figure in measured] == units * len(games)
    assert all(figure.name.startswith(game) for game, figure in zip(sorted(games * len(units)), measured, strict=True))
    for figure in measured:
        assert figure.value is not None and figure.value > 100
        if find_spec("pgx") or "pgx" not in str(figure.peer):
            assert figure.peer_value is not None and figure.peer_value > 100
        else:
            assert figure.note == "pgx is not installed here, so there is nothing to compare with"
    nearest = {figure.name: str(figure.peer) for figure in measured if "compiled random play" in figure.name}
    assert "goofspiel" in nearest["maudits_criquets: compiled random play, one core"]
    assert "connect_four" in nearest["lucky_numbers: compiled random play, one core"]


def test_without_the_libraries_of_the_extra_envs_the_lines_say_so(tmp_path: Path) -> None:
    """In a process of its own, in which importing them fails."""
    script = tmp_path / "bare.py"
    script.write_text(BARE)
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "None True OpenSpiel is not installed here",
        "None True PettingZoo is not installed here",
        "None True PettingZoo is not installed here",
        "OpenSpiel is not installed here, so there is nothing to compare with",
    ]


BARE = """
import sys
for name in ("pyspiel", "open_spiel", "pettingzoo", "gymnasium", "pgx", "jax"):
    sys.modules[name] = None
from jardinet.arena import bench, peers
from jardinet.games import load_game
for figure in bench._environments(load_game("lucky_numbers")):
    print(figure.value, figure.is_met(), figure.note)
print(peers.open_spiel_vector().note)
"""
