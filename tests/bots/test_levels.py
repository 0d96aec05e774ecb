"""Every level of every game keeps the one bot interface; levels are named without anything heavy."""

from __future__ import annotations

import re
import subprocess
import sys
from contextlib import suppress
from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.sizes import cases, few

import jardinet
from jardinet.arena.lockstep import begin
from jardinet.arena.simulate import simulate
from jardinet.arena.tournament import tournament
from jardinet.bots.api import choose
from jardinet.bots.levels import bots_of, load_bot
from jardinet.bots.own import bot_of
from jardinet.envs.vector import VectorEnv
from jardinet.games.api import CHANCE, SIMULTANEOUS, Game
from jardinet.games.parameters import ParameterError
from jardinet.games.records import rows_of

EVERY_BOT = [(game, bot) for game in jardinet.registered_games() for bot in bots_of(game)]


def positions_where_players_move(game: Game, count: int, seed: int) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Records from everywhere in random games and a seat that moves in each, alone or with all; at most `count`."""
    rules, generator = game.rules, np.random.default_rng(seed)
    states = begin(game, count)
    indices, actions = np.arange(count), np.empty(count, np.int64)
    steps = generator.integers(0, 120, count)
    for step in range(120):
        rules.reveal_all(states, generator)
        moving = indices[(steps > step) & (states["player"] >= 0)]
        together = indices[(steps > step) & (states["player"] == SIMULTANEOUS)]
        seats = states["player"][moving].astype(np.int64)
        rules.random_actions(states, moving, seats, generator, actions[: len(moving)])
        assert rules.apply_all(states, moving, actions[: len(moving)]) == -1
        if len(together):
            bids = np.empty((len(together), game.num_players()), np.int64)
            for seat in range(game.num_players()):
                chosen = np.empty(len(together), np.int64)
                rules.random_actions(states, together, np.full(len(together), seat), generator, chosen)
                bids[:, seat] = chosen
            assert rules.apply_joint_all(states, together, bids) == -1
    records = rows_of(states, np.flatnonzero((states["player"] >= 0) | (states["player"] == SIMULTANEOUS)))
    seats = records["player"].astype(np.int64)
    seats = np.where(seats == SIMULTANEOUS, generator.integers(game.num_players(), size=len(seats)), seats)
    masks = np.empty((len(seats), rules.NUM_WORDS), np.int64)
    rules.legal_masks(records, seats, masks)
    choosing = np.flatnonzero(masks.any(axis=1))  # where all move at once, some may have nothing to choose
    records, seats = rows_of(records, choosing), seats[choosing]
    rules.hide(records, seats)
    return records, seats


def variants(game: Game) -> list[Game]:
    """The game in every combination of rules that no edition forbids."""
    found: dict[Game, bool] = {}
    rules = [p for p in game.declared if p.is_rule and not isinstance(p.allowed, range)]
    for values in product(*(parameter.allowed for parameter in rules)):
        with suppress(ParameterError):
            variant = game.with_parameters(**{p.name: value for p, value in zip(rules, values, strict=True)})
            found[variant] = True
    return list(found)


@pytest.mark.parametrize(("bot", "players"), cases(EVERY_BOT, [2, 3, 4]))
def test_actions_are_legal_everywhere(bot: tuple[str, str], players: int) -> None:
    name, level = bot
    count = few(5000, 1000)
    for seed, game in enumerate(variants(jardinet.load_game(name, players=players))):
        records, seats = positions_where_players_move(game, count, seed)
        actions = load_bot(level, game).act(records, seats, np.random.default_rng(seed))
        assert len(records) > count / 25  # short games are over soon
        assert actions.shape == seats.shape and actions.dtype == np.int64
        assert all(game.rules.is_legal(records, i, seats[i], actions[i]) for i in range(len(records)))


@pytest.mark.parametrize(("name", "level"), EVERY_BOT)
def test_bot_leaves_its_observations_as_they_are(name: str, level: str) -> None:
    game = jardinet.load_game(name)
    records, seats = positions_where_players_move(game, 500, 1)
    before = records.tobytes()
    load_bot(level, game).act(records, seats, np.random.default_rng(1))
    assert records.tobytes() == before


@pytest.mark.parametrize(("name", "level"), EVERY_BOT)
def test_same_generator_means_same_actions(name: str, level: str) -> None:
    game = jardinet.load_game(name)
    records, seats = positions_where_players_move(game, 500, 2)
    first, second = (load_bot(level, game).act(records, seats, np.random.default_rng(5)) for _ in range(2))
    assert (first == second).all()


class Scribbler:
    """A bot that keeps what it was given, and writes over it."""

    name = "scribbler"

    def __init__(self) -> None:
        self.given: list[tuple[NDArray[Any], NDArray[np.int64]]] = []

    def act(
        self, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        self.given.append((observations.copy(), seats.copy()))
        action = int(observations["legal"][0]).bit_length() - 1
        observations.view(np.uint8)[:] = 0
        return np.array([action])


def test_a_bot_at_the_table_gets_an_observation_and_never_the_state() -> None:
    state = jardinet.load_game("lucky_numbers").new_initial_state()
    while state.current_player() == CHANCE:
        state.apply_action(state.legal_actions()[0])
    before = state.observation().tobytes()
    bot = Scribbler()
    action = choose(bot, state, state.current_player(), np.random.default_rng(1))
    observations, seats = bot.given[0]
    assert action == state.legal_actions()[-1]
    assert isinstance(observations, np.ndarray) and observations.dtype == state.get_game().rules.STATE
    assert observations.tobytes() == before and seats.tolist() == [state.current_player()]
    assert state.observation().tobytes() == before


def test_random_plays_every_legal_action_equally_often() -> None:
    state = jardinet.load_game("lucky_numbers").new_initial_state()
    while state.current_player() == CHANCE:
        state.apply_action(state.legal_actions()[0])
    records = np.repeat(state.observation(), 8000)
    actions = load_bot("random", state.get_game()).act(records, np.zeros(8000, np.int64), np.random.default_rng(3))
    counts = [int((actions == action).sum()) for action in state.legal_actions()]
    assert sum(counts) == 8000 and len(counts) == 4
    assert all(abs(count - 2000) < 160 for count in counts)  # four standard deviations


def test_unknown_level_is_refused_with_those_there_are() -> None:
    with pytest.raises(
        ParameterError, match=r"no bot 'grandmaster': Lucky Numbers has random, greedy, novice, .* and master\."
    ):
        load_bot("grandmaster", jardinet.load_game("lucky_numbers"))


@pytest.mark.parametrize(
    ("level", "says"),
    [
        (
            "master:0ms",
            "'0ms' is not something a bot can spend on a decision: possible are 1ms to 60s, or 1rollouts to",
        ),
        ("master:9h", "'9h' is not something a bot can spend"),
        ("master:61s", "'61s' is not something"),
        ("master:", "'' is not something"),
        ("master:٣s", "'٣s' is not something"),
        ("master:0rollouts", "'0rollouts' is not something"),
        ("master:1000001rollouts", "1rollouts to 1000000rollouts"),
        (
            "greedy:200ms",
            "greedy decides at once, so 'greedy:200ms' is not possible: in Lucky Numbers, master can search",
        ),
        ("random:1s", "random decides at once"),
        (
            "grandmaster:1s",
            "there is no bot 'grandmaster:1s': Lucky Numbers has random, greedy, novice, casual, skilled, expert and master",
        ),
    ],
)
def test_what_a_level_cannot_spend_is_told_in_a_sentence(level: str, says: str) -> None:
    game = jardinet.load_game("lucky_numbers")
    for load in (load_bot, bot_of):
        if load is bot_of and level.startswith("grandmaster"):
            continue  # a module might be called so
        with pytest.raises(ParameterError, match=re.escape(says)):
            load(level, game)


def test_a_level_that_searches_is_called_as_it_was_named_wherever_bots_are() -> None:
    game = jardinet.load_game("lucky_numbers", players=2)
    name = "master:2rollouts"
    assert load_bot(name, game).name == bot_of(name, game).name == name
    assert [seat.level for seat in simulate(game, [name, "random"], 1, 1, workers=1).seats] == [name, "random"]
    assert tournament(game, [name, "random"], 2, 1, workers=1).bots == (name, "random")
    environment = VectorEnv(game, 2, opponent=name)
    environment.reset(seed=1)
    environment.step(environment.sample_actions(np.random.default_rng(1)))


@pytest.mark.parametrize("level", ["api", "levels", "lucky_numbers", "", "../random", "__init__"])
def test_other_modules_beside_the_bots_are_no_levels(level: str) -> None:
    with pytest.raises(ParameterError):
        load_bot(level, jardinet.load_game("lucky_numbers"))


def test_naming_the_levels_does_not_import_numba() -> None:
    code = "import sys, jardinet.bots.levels as l; print(l.levels_of('lucky_numbers'), 'numba' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.strip() == "['novice', 'casual', 'skilled', 'expert', 'master'] False"
