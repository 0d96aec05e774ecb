"""Bots of one's own: found by file or module, and what is wrong with one is told in a sentence."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import numpy as np
import pytest

import jardinet
from jardinet.arena.simulate import simulate
from jardinet.bots.api import choose
from jardinet.bots.levels import load_bot
from jardinet.bots.own import bot_of
from jardinet.bots.random import RandomBot
from jardinet.envs.vector import VectorEnv
from jardinet.games.api import IllegalActionError, let_chance_move
from jardinet.games.chance import ChanceSequence
from jardinet.games.parameters import ParameterError

GAME = jardinet.load_game("lucky_numbers")

FIRST = """
import numpy as np
from beside import ZEROS

class First:
    name = "first"

    def __init__(self, game):
        self.rules = game.rules

    def act(self, observations, seats, generator):
        masks = np.zeros((len(seats), self.rules.NUM_WORDS), np.int64)
        self.rules.legal_masks(observations, seats, masks)
        return np.log2(masks[:, 0] & -masks[:, 0]).astype(np.int64) + ZEROS

class Nameless:
    def __init__(self, game): pass
    def act(self, observations, seats, generator): return seats

class Choosy(First):
    def __init__(self, game): raise RuntimeError("not this game")

class Cheat(First):
    name = "cheat"
    def act(self, observations, seats, generator): return np.full(len(seats), 37)

def nothing(game): return None
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "beside.py").write_text("ZEROS = 0\n")
    path = tmp_path / "my_bot.py"
    path.write_text(FIRST)
    return path


def test_a_file_brings_a_bot_and_may_import_what_lies_beside_it(file: Path) -> None:
    bot = bot_of(f"{file}:First", GAME)
    assert bot.name == "first"
    assert type(bot_of(f"{file}:First", GAME)) is type(bot)  # executed once only


def test_a_file_that_has_changed_is_read_anew(file: Path) -> None:
    before = bot_of(f"{file}:First", GAME)
    file.write_text(FIRST.replace('"first"', '"second"'))
    assert (before.name, bot_of(f"{file}:First", GAME).name) == ("first", "second")


def test_a_module_brings_one_too_and_levels_and_objects_are_bots_as_well() -> None:
    assert isinstance(bot_of("jardinet.bots.random:RandomBot", GAME), RandomBot)
    assert bot_of("greedy", GAME).name == "greedy"
    mine = RandomBot(GAME)
    assert bot_of(mine, GAME) is mine


@pytest.mark.parametrize(
    ("named", "says"),
    [
        ("{file}:Second", "there is no bot '{file}:Second': {file} has First, Nameless, Choosy and Cheat"),
        ("{file}", "{file} alone is not a bot: name the class too, {file}:CLASS."),
        ("{file}:Nameless", "is not a bot: it has no name (a str)"),
        ("{file}:nothing", "is not a bot: it has no method act(observations, seats, generator)"),
        ("{file}:Choosy", "cannot be made: RuntimeError: not this game (my_bot.py, line 21)"),
        ("{folder}/none.py:First", "{folder}/none.py cannot be read (there is no such file or folder)"),
        (
            "{folder}/broken.py:First",
            "broken.py cannot be loaded: SyntaxError: '(' was never closed (broken.py, line 1)",
        ),
        ("{folder}/needy.py:First", "needy.py cannot be loaded: ModuleNotFoundError: No module named 'nowhere'"),
        ("nowhere.bots:First", "Python finds no module nowhere; for a file, write FILE.py:CLASS"),
        ("math:First", "there is no bot 'math:First': math has no class with a method act"),
        ("chess", "there is no bot 'chess': Lucky Numbers has random, greedy"),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(file: Path, named: str, says: str) -> None:
    (file.parent / "broken.py").write_text("print(")
    (file.parent / "needy.py").write_text("import nowhere")
    names = {"file": str(file), "folder": str(file.parent)}
    with pytest.raises(ParameterError, match=re.escape(says.format(**names))):
        bot_of(named.format(**names), GAME)


def test_a_level_is_all_that_load_bot_knows(file: Path) -> None:
    """The server asks it for what it is sent: no name makes it run a file."""
    for named in (f"{file}:First", "jardinet.bots.random:RandomBot"):
        with pytest.raises(ParameterError, match="there is no bot"):
            load_bot(named, GAME)


def test_simulate_takes_files_and_objects(file: Path) -> None:
    named = simulate(GAME, [f"{file}:First", "random"], 50, 1, workers=1)
    made = simulate(GAME, [bot_of(f"{file}:First", GAME), "random"], 50, 1, workers=1)
    assert named == made
    assert [seat.level for seat in named.seats] == ["first", "random"]


def test_environments_take_files_and_objects(file: Path) -> None:
    seat_env = pytest.importorskip("jardinet.envs.gymnasium").SeatEnv
    played = []
    for opponent in (f"{file}:First", bot_of(f"{file}:First", GAME)):
        env = VectorEnv(GAME, 20, opponent=opponent)
        env.reset(seed=1)
        generator = np.random.default_rng(2)
        seat = seat_env("lucky_numbers", opponent=opponent, seat=1)
        observation, _ = seat.reset(seed=3)
        played.append((env.step(env.sample_actions(generator))[0].tolist(), observation["observation"].tolist()))
    assert played[0] == played[1]


def test_at_a_table_a_bot_that_breaks_the_rules_is_named(file: Path) -> None:
    state = GAME.new_initial_state()
    let_chance_move(state, ChanceSequence(GAME.chance_sources(), lambda source: iter(source.outcomes)))
    with pytest.raises(IllegalActionError, match=r"bot 'cheat' played .*, which is not legal there"):
        choose(bot_of(f"{file}:Cheat", GAME), state, state.current_player(), np.random.default_rng(1))
