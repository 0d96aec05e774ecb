"""A training stops and goes on as if nothing had been, measures itself, and leaves weights, a card and a curve."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from numpy.typing import NDArray
from typer.testing import CliRunner

import jardinet
from jardinet.arena import training
from jardinet.arena.training import TrainingRun, strength_of, training_of
from jardinet.bots.layer import BOTS, BotsLayer, Level
from jardinet.bots.levels import load_bot
from jardinet.bots.training import Arrays, Training
from jardinet.commands import train
from jardinet.commands.options import INTERRUPTED
from jardinet.games.api import Game
from jardinet.games.parameters import ParameterError

GAME = "fireflies"


class Apprentice:
    """A trainer that learns nothing but how many steps it took, and a number that follows from the seed and those."""

    name = "apprentice"

    def __init__(self, game: Game, seed: int) -> None:
        self.games = 0
        self._seed, self._sum = seed, 0.0

    def step(self) -> dict[str, float]:
        drawn = np.random.default_rng(np.random.SeedSequence(self._seed, spawn_key=(self.games,))).random()
        self.games += 10
        self._sum += drawn
        return {"drawn": drawn, "sum": self._sum}

    def state(self) -> dict[str, NDArray[Any]]:
        return {"games": np.array(self.games), "sum": np.array(self._sum)}

    def restore(self, state: Arrays) -> None:
        self.games, self._sum = int(state["games"]), float(state["sum"])

    def weights(self) -> dict[str, NDArray[Any]]:
        return {"sum": np.array([self._sum])}

    def final_weights(self, tell: Callable[[float], None] = lambda _: None) -> dict[str, NDArray[Any]]:
        tell(0.5)
        return {"sum": np.array([2 * self._sum])}


@pytest.fixture(autouse=True)
def _learning_game(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The tiny game of the tests, with a bot that learns."""
    layer = BOTS.of(GAME)
    baselines = {"cautious": layer.levels["cautious"]}

    def bot(game: Game, weights: Arrays) -> Any:
        found = baselines["cautious"].make(game)
        found.name = "apprentice"
        return found

    levels = {"apprentice": Level(lambda game: bot(game, {}), "Learns.")}
    taught = BotsLayer(levels, training=Training(Apprentice, bot), baselines=baselines)
    monkeypatch.setitem(BOTS._answers, GAME, taught)
    monkeypatch.setattr(training, "FIRST_MEASURED", 20)
    monkeypatch.setattr(training, "CURVE_MEASURED", 30)
    yield


def course(folder: Path, seed: int = 1) -> TrainingRun:
    return TrainingRun(jardinet.load_game(GAME), seed, folder)


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_interrupted_and_resumed_is_as_uninterrupted(tmp_path: Path) -> None:
    whole = course(tmp_path / "whole")
    measured = list(whole.steps(100, None))
    whole.finish(40, "command")
    first = course(tmp_path / "parts")
    begun = [step for _, step in zip(range(3), first.steps(100, None), strict=False)]
    first.store()
    second = course(tmp_path / "parts")
    assert second.trainer.games == 30
    assert begun + list(second.steps(100, None)) == measured
    second.finish(40, "command")
    assert (tmp_path / "whole/apprentice.npz").read_bytes() == (tmp_path / "parts/apprentice.npz").read_bytes()
    assert second.progress.strengths == whole.progress.strengths and len(whole.progress.strengths) == 3


def test_what_is_shipped_are_the_final_weights_and_who_goes_on_has_the_others(tmp_path: Path) -> None:
    one = course(tmp_path)
    list(one.steps(50, None))
    parts: list[float] = []
    one.finish(40, "command", parts.append)
    assert parts == [0.5]
    with np.load(tmp_path / "apprentice.npz") as shipped:
        assert shipped["sum"] == 2 * one.trainer.weights()["sum"]
    assert course(tmp_path).trainer.weights() == one.trainer.weights()


def test_an_interrupted_step_counts_for_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = course(tmp_path)
    steps = one.steps(100, None)
    next(steps)

    def halfway(self: Apprentice) -> dict[str, float]:
        self._sum += 1000
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Apprentice, "step", halfway)
        with pytest.raises(KeyboardInterrupt):
            next(steps)
    one.store()
    assert course(tmp_path).trainer.games == 10
    assert course(tmp_path).trainer.weights()["sum"] < 1


def test_stops_when_the_time_is_over(tmp_path: Path) -> None:
    assert list(course(tmp_path).steps(None, 0.0)) == []


def test_checkpoint_of_another_training_is_refused(tmp_path: Path) -> None:
    one = course(tmp_path)
    next(iter(one.steps(10, None)))
    one.store()
    with pytest.raises(ParameterError, match="is from another training, with seed=1"):
        course(tmp_path, seed=2)


def test_card_and_curve_tell_what_came(tmp_path: Path) -> None:
    one = course(tmp_path)
    list(one.steps(200, None))
    strength = one.finish(50, "jardinet train fireflies --games 200")
    card = (tmp_path / "apprentice.md").read_text("utf-8")
    for text in ("`jardinet train fireflies --games 200`", "| seed | 1 |", "| games | 200,", f"{strength.share:.3f}"):
        assert text in card
    assert re.search(r"SHA-256 `[0-9a-f]{64}`", card)
    svg = ElementTree.fromstring((tmp_path / "apprentice.svg").read_text("utf-8"))
    texts = [element.text for element in svg.iter() if element.tag.endswith("text")]
    assert "share of the victories against cautious" in texts and "drawn" in texts and "200" in texts
    said = svg.findtext("{http://www.w3.org/2000/svg}desc")
    assert (
        said and f"cautious: {one.progress.strengths[0][1].share:.3g} at first, {strength.share:.3g} at last." in said
    )
    assert len(one.progress.strengths) == 4  # after 20, 40, 80 and 160 games; the card's own is no part of the course


def test_equal_arrays_are_equal_files(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        one = course(tmp_path / folder)
        list(one.steps(30, None))
        one.finish(10, "command")
    assert files_of(tmp_path / "a")["apprentice.npz"] == files_of(tmp_path / "b")["apprentice.npz"]


def test_strength_is_that_among_the_strongest_others() -> None:
    game = jardinet.load_game("lucky_numbers")
    bot = load_bot("random", game)
    measured = strength_of(game, bot, 60, np.random.SeedSequence(1))
    assert measured.games == 60 and measured.low <= measured.share <= measured.high < 0.3
    assert measured == strength_of(game, bot, 60, np.random.SeedSequence(1))


def test_a_game_without_a_learner_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS._answers, GAME, BotsLayer({}))
    with pytest.raises(ParameterError, match="has no bot that learns"):
        training_of(GAME)


def test_ctrl_c_at_the_end_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    call = [GAME, "--seed", "3", "--games", "60", "--measured", "20", "--output", str(tmp_path)]

    def impatient(self: Apprentice, tell: Callable[[float], None]) -> dict[str, NDArray[Any]]:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Apprentice, "final_weights", impatient)
        broken_off = CliRunner().invoke(train.app, call)
    assert broken_off.exit_code == INTERRUPTED
    assert "Interrupted: the same command continues from " in broken_off.output
    assert course(tmp_path, 3).trainer.games == 60
    assert CliRunner().invoke(train.app, call).exit_code == 0
    assert (tmp_path / "apprentice.npz").exists()


def test_command_goes_on_after_ctrl_c_and_notes_itself_on_the_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    call = [GAME, "--seed", "3", "--games", "60", "--measured", "20", "--output", str(tmp_path)]
    step = Apprentice.step

    def impatient(self: Apprentice) -> dict[str, float]:
        if self.games == 40:
            raise KeyboardInterrupt
        return step(self)

    with monkeypatch.context() as patched:
        patched.setattr(Apprentice, "step", impatient)
        broken_off = CliRunner().invoke(train.app, call)
    assert broken_off.exit_code == INTERRUPTED
    assert "the same command continues" in broken_off.output and not (tmp_path / "apprentice.npz").exists()
    done = CliRunner().invoke(train.app, call)
    assert done.exit_code == 0 and "learned from 60 games" in done.output
    players = jardinet.load_game(GAME).num_players()
    assert (
        f"`jardinet train {GAME} --players {players} --seed 3 --games 60`" in (tmp_path / "apprentice.md").read_text()
    )


def test_code_that_differs_from_its_commit_is_told_and_pages_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, page = tmp_path / "src/training.py", tmp_path / "docs/bots.md"
    for file in (code, page):
        file.parent.mkdir()
        file.write_text("as committed")
    monkeypatch.setattr(training, "__file__", str(code))
    assert training.commit_of_code() == "unknown"
    git = ["git", "-C", str(tmp_path), "-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    for call in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--no-verify", "--message", "Begin"]):
        subprocess.run([*git, *call], check=True)
    page.write_text("written anew")
    assert re.fullmatch("[0-9a-f]{12}", training.commit_of_code())
    code.write_text("edited")
    assert re.fullmatch("[0-9a-f]{12}-dirty", training.commit_of_code())
