"""Benches of Maudits Criquets' master: every command runs."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from benches import cut_downs, reader

NET = Path("src/jardinet/bots/maudits_criquets/nets/2-players.npz")


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
    result = CliRunner().invoke(app, ["--games", "1"])
    assert "of the exact equilibrium 0.0000" in result.output and "1,536 games" in result.output
