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


NOTHING = np.zeros(0, np.int64)
LATER = """
class Later:
    def __init__(self, game):
        from helper import NAME
        self.name = NAME

    def act(self, observations, seats, generator):
        import parts.deep
        self.name = parts.deep.told()
        return seats
"""
DEEP = """
from . import shallow

def told():
    from helper import NAME
    import helper
    return f"{shallow.WORD} {NAME} {helper.NAME}"
"""


def folder_of(place: Path, name: str) -> str:
    """A folder with a bot, a helper of that name's, and a package; returns the bot as it is named."""
    (place / "parts").mkdir(parents=True)
    (place / "bot.py").write_text(LATER)
    (place / "helper.py").write_text(f"NAME = {name!r}\n")
    (place / "parts/__init__.py").write_text("")
    (place / "parts/shallow.py").write_text("WORD = 'deep'\n")
    (place / "parts/deep.py").write_text(DEEP)
    return f"{place / 'bot.py'}:Later"


def test_bots_of_two_folders_each_have_what_lies_beside_them(tmp_path: Path) -> None:
    one, two = (bot_of(folder_of(tmp_path / name, name), GAME) for name in ("one", "two"))
    assert (one.name, two.name) == ("one", "two")
    for _ in range(2):
        for bot in (two, one):
            bot.act(NOTHING, NOTHING, np.random.default_rng())
        assert (one.name, two.name) == ("deep one one", "deep two two")
    assert not {"helper", "parts", "parts.deep", "parts.shallow"} & set(sys.modules)


def test_what_lies_beside_a_bot_is_read_anew_when_it_has_changed(tmp_path: Path) -> None:
    named = folder_of(tmp_path, "one")
    before = bot_of(named, GAME)
    (tmp_path / "helper.py").write_text("NAME = 'two'\n")  # as long as it was, within the same second
    after = bot_of(named, GAME)
    assert (before.name, after.name) == ("one", "two")
    after.act(NOTHING, NOTHING, np.random.default_rng())
    assert after.name == "deep two two"
    assert type(bot_of(named, GAME)) is type(after)


def test_a_folder_s_file_hides_no_module_of_python_s(tmp_path: Path) -> None:
    (tmp_path / "json.py").write_text("raise RuntimeError")
    (tmp_path / "bot.py").write_text(
        "import json\nNAME = json.dumps('fine')\n" + LATER.replace("from helper import NAME", "")
    )
    assert bot_of(f"{tmp_path / 'bot.py'}:Later", GAME).name == '"fine"'


def test_workers_play_with_each_bot_s_own(tmp_path: Path) -> None:
    shift = "import numpy as np\nfrom helper import SHIFT\n" + FIRST.replace(
        "from beside import ZEROS", "ZEROS = 0"
    ).replace("+ ZEROS", "* SHIFT")
    named = []
    for name, shifted in (("one", 1), ("two", 0)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "bot.py").write_text(shift)
        (tmp_path / name / "helper.py").write_text(f"SHIFT = {shifted}\n")
        named.append(f"{tmp_path / name / 'bot.py'}:First")
    assert simulate(GAME, [named[0], "random"], 2, 1, workers=2).games == 2
    with pytest.raises(IllegalActionError):  # always the first action, which is legal seldom
        simulate(GAME, [named[0], named[1]], 2, 1, workers=2)


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
