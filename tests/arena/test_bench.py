"""The rows of the bench: the same for every game, and that they can be measured here, with nothing beside them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random

import msgspec
import pytest

import jardinet
from jardinet.arena import bench, measuring
from jardinet.arena.loops import play_states, play_states_with_chances
from jardinet.arena.measuring import Measurement, Row
from jardinet.arena.simulate import simulate
from jardinet.games import registered_games


@pytest.fixture
def briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure once, and hardly any time."""
    monkeypatch.setattr(measuring, "SECONDS", 0.02)
    monkeypatch.setattr(measuring, "ROUNDS", 1)
    monkeypatch.setattr(measuring, "TRIES", 1)


def _measured(rows: Callable[[], Iterator[Row]]) -> list[Measurement]:
    measured = []
    for row in rows():
        measured.append(row.measure())
        assert measured[-1].name == row.name
    return measured


def _of_game(measured: list[Measurement], game: str) -> list[tuple[str, str, float | None]]:
    """The rows of a game without its name and its bots': what is measured, in which unit, and what is promised."""
    own = [one for one in measured if one.name.startswith(f"{game}: ")]
    return [
        (re.sub(rf"^{game}: |(?<=simulate )[\w,]+", "", one.name).replace(game, ""), one.unit, one.goal) for one in own
    ]


@pytest.mark.usefixtures("briefly")
@pytest.mark.parametrize(
    ("part", "units"),
    [
        (bench.play_rows, ["actions/s", "actions/s", "actions/s", "µs", "µs", "games/s"]),
        (bench.env_rows, ["actions/s", "actions/s"]),
    ],
)
def test_every_game_is_measured_alike(part: Callable[[], Iterator[Row]], units: list[str]) -> None:
    measured = _measured(part)
    rows = [_of_game(measured, game) for game in registered_games()]
    assert sum(map(len, rows)) == len(measured)
    assert all(row == rows[0] for row in rows)
    assert [unit for _, unit, _ in rows[0]] == units
    for one in measured:
        assert one.value is not None and one.value > 0
        assert (one.verdict() is None) == (one.peer is None)


@pytest.mark.parametrize("name", registered_games())
def test_the_loops_play_whole_games_and_count_every_action(name: str) -> None:
    game = jardinet.load_game(name)
    positions = bench._positions(game)
    count = play_states(game, Random(1).random)
    moves = [len(state.acting_seats()) if state.is_simultaneous_node() else 1 for state in positions]
    assert sum(moves) == count
    assert play_states_with_chances(game, Random(1).random) >= game.num_players()


def test_an_interrupted_simulation_interrupts_the_bench(monkeypatch: pytest.MonkeyPatch) -> None:
    game = jardinet.load_game("lucky_numbers")
    broken_off = simulate(game, ["random"] * 2, 1, 1, workers=1)
    monkeypatch.setattr(bench, "simulate", lambda *_, **__: msgspec.structs.replace(broken_off, is_interrupted=True))
    with pytest.raises(KeyboardInterrupt):
        bench._simulation(game).measure()
