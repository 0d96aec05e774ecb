"""The page on the bots: its tables are what the bench measured, and its commands measure them again."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import numpy as np
import pytest
import write_bots
from benches.bots.figures import Figure, read_figures
from benches.bots.measured import Measured
from benches.bots.rows import ROWS, TABLES

import jardinet
from jardinet.bots.levels import digest_of_nets, load_bot
from jardinet.bots.own import bot_of

PAGE = write_bots.PAGE.read_text(encoding="utf-8")
FIGURES = read_figures(write_bots.FIGURES)
READ = next(row for row in ROWS if row.reads)


def test_the_page_has_the_tables_and_the_picture_that_the_figures_make() -> None:
    assert write_bots.written(PAGE, FIGURES) == PAGE
    assert write_bots.picture(FIGURES) == write_bots.PICTURE.read_text(encoding="utf-8")


def test_every_row_of_the_bench_is_in_a_table_of_the_page_and_every_figure_is_of_a_row() -> None:
    assert [name for kind, name in write_bots.MARKED.findall(PAGE) if kind == "table"] == list(TABLES)
    assert set(FIGURES) <= {row.name for row in ROWS}


def test_every_command_in_a_table_names_the_row_that_it_stands_in() -> None:
    told = re.findall(r"^\| (.+?) \|.*\| `python -m benches\.bots --only \"(.+?)\"[^`]*` \|$", PAGE, re.MULTILINE)
    assert [row for row, _ in told] == [only for _, only in told] == [row.name for row in ROWS]


def test_what_must_be_known_of_a_figure_stands_beside_it() -> None:
    measured = Measured(value=0.512, low=0.49, high=0.534, games=250)
    figure = Figure(row=READ.name, measured=measured, seed=5, net="0", reader="other/2-players.npz", note="by hand")
    told = write_bots.table_of([READ], {READ.name: figure})
    assert ".512 (.490 to .534); *of an older net; by hand*" in told
    assert f'`python -m benches.bots --only "{READ.name}" --games 250 --seed 5 --reader other/2-players.npz`' in told
    today = Figure(row=READ.name, measured=measured, net=digest_of_nets(READ.game, READ.net))
    assert "| .512 (.490 to .534) |" in write_bots.table_of([READ], {READ.name: today})
    assert "not measured yet" in write_bots.table_of([READ], {})
    unknown = Figure(row=READ.name, measured=measured)
    assert "of a net that nobody noted" in write_bots.table_of([READ], {READ.name: unknown})


@pytest.mark.parametrize("name", ["lucky_numbers", "maudits_criquets"])
def test_the_bot_beside_the_page_plays_by_the_net_that_was_trained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    shutil.copytree(f"src/jardinet/bots/{name}/nets", tmp_path / "nets")
    bot = f"{write_bots.DOCS.resolve()}/bots/other.py:OtherBot"
    monkeypatch.chdir(tmp_path)
    game = jardinet.load_game(name)
    by_net, master = bot_of(bot, game), load_bot("master", game)
    assert by_net.name == "other"
    positions = game.new_initial_state().observation()
    game.rules.reveal_all(positions, np.random.default_rng(1))
    chosen = [one.act(positions, np.array([0]), np.random.default_rng(2)) for one in (by_net, master)]
    assert chosen[0] == chosen[1]
    (tmp_path / "nets/2-players.npz").unlink()
    with pytest.raises(jardinet.games.parameters.GameError, match="cannot be made"):
        bot_of(bot, game)
