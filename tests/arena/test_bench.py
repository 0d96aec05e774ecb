"""The figures of a bench: what they say about promises, and that they can be measured here."""

from __future__ import annotations

from itertools import islice

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


def test_playing_is_measured_beside_its_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SECONDS", 0.02)
    monkeypatch.setattr(bench, "ROUNDS", 1)
    games = len(registered_games())
    measured = list(islice(figures(), 3 * games))
    assert [figure.unit for figure in measured] == ["actions/s", "actions/s", "games/s"] * games
    assert all(figure.value > 100 and figure.peer_value and figure.peer_value > 100 for figure in measured)
