"""Benches of Maudits Criquets' master: expectations come with the results of their games, and every command runs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import typer
from benches.expectations import Expectations, expectations_of, tenths
from typer.testing import CliRunner

from benches import cut_downs, expectations, reader
from jardinet import load_game
from jardinet.bots.maudits_criquets.master import MasterBot
from jardinet.bots.maudits_criquets.value import new_net

NET = Path("src/jardinet/bots/maudits_criquets/nets/2-players.npz")


@pytest.mark.parametrize("players", [2, 3])
def test_expectations_of_a_turn_and_results_of_a_game_add_up_to_one_victory(players: int) -> None:
    game = load_game("maudits_criquets", players=players, copies=3, locusts=3)
    bot = MasterBot(game, new_net(8, np.random.default_rng(1)))
    found = expectations_of(bot, game, 20, np.random.default_rng(2))
    assert found.expected.reshape(-1, players).sum(1) == pytest.approx(1, abs=1e-5)
    assert found.got.reshape(-1, players).sum(1) == pytest.approx(1)
    assert np.unique(found.games).tolist() == list(range(20))
    for number in range(20):
        turns = found.got[found.games == number].reshape(-1, players)
        assert (turns == turns[0]).all()  # a game has one result


def test_tenths_tell_what_came_of_what_was_expected() -> None:
    generator = np.random.default_rng(3)
    expected = generator.random(40_000)
    got = (generator.random(40_000) < 0.9 * expected).astype(float)  # too hopeful by a tenth of it
    found = tenths(Expectations(expected, got, np.arange(40_000) // 4), generator)
    assert sum(tenth.there for tenth in found) == 40_000
    for k, tenth in enumerate(found):
        assert tenth.low == pytest.approx(k / 10)
        assert tenth.low <= tenth.expected <= tenth.low + 0.1
        assert tenth.got_low < tenth.got < tenth.got_high
        assert tenth.got == pytest.approx(0.9 * tenth.expected, abs=0.03)
    assert tenths(Expectations(np.array([0.5, 1.0]), np.array([1.0, 0.0]), np.arange(2)), generator)[-1].low == 0.9


def test_a_reader_is_measured_that_has_learned_and_one_that_knows_nothing_refused() -> None:
    app = typer.Typer()
    app.command()(reader.main)
    few = ["--games", "4", "--net", str(NET)]
    result = CliRunner().invoke(app, [*few, "--reader", str(NET)])
    assert result.output.startswith("4 games of 2: the reader takes")
    result = CliRunner().invoke(app, [*few, "--reader", str(NET), "--unread"])
    assert result.output.startswith("4 games of 2: another master takes")
    result = CliRunner().invoke(app, few)
    assert result.exit_code == 2 and "--learned" in result.output


def test_cut_downs_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    tiny = {"crops": 1, "copies": 3, "locusts": 1, "numbers": 2, "specials": True, "loot": 1}
    monkeypatch.setattr(cut_downs, "CUT_DOWNS", {"tiny": tiny})
    app = typer.Typer()
    app.command()(cut_downs.main)
    result = CliRunner().invoke(app, ["--steps", "1"])
    assert "of the exact equilibrium 0.0000" in result.output and "256 games" in result.output


def test_expectations_are_measured() -> None:
    app = typer.Typer()
    app.command()(expectations.main)
    result = CliRunner().invoke(app, ["--games", "4"])
    assert result.exit_code == 0 and "expectations" in result.output.splitlines()[-1]
