"""A vector of games is copied, sent elsewhere and kept, mid-game, and goes on as if nothing had been."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.envs.coins import CoinGame
from tests.sizes import few

from jardinet.bots.levels import baselines_of, levels_of
from jardinet.envs.vector import VectorEnv
from jardinet.games import load_game, registered_games
from jardinet.games.api import Game
from jardinet.games.parameters import GameError

every_game = pytest.mark.parametrize("name", registered_games())
Run = list[bytes]


def mid_game(name: str, steps: int = 41, **given: Any) -> VectorEnv:
    """An environment in which some have already chosen where all choose at once."""
    env, generator = VectorEnv(name, 12, **given), np.random.default_rng(3)
    env.reset(seed=5)
    for _ in range(steps):
        env.step(env.sample_actions(generator))
    return env


def played_on(env: VectorEnv, steps: int = 120) -> Run:
    """All that it tells from here on, as bytes."""
    generator, run = np.random.default_rng(7), []
    for _ in range(steps):
        observations, *rest, info = env.step(env.sample_actions(generator))
        run += [array.tobytes() for array in (observations, *rest, *info.values())]
    return run


def restored(env: VectorEnv) -> VectorEnv:
    other = VectorEnv(env.game, env.num_envs, observations=env.observations, opponent=opponent_of(env))
    other.restore(env.save())
    return other


def opponent_of(env: VectorEnv) -> Any:
    return {1: levels_of(env.game.name)[-1]} if env._opponents.seats else None


def handed_over(env: VectorEnv) -> VectorEnv:
    """As Ray does: a pickle whose arrays lie in memory of its own, which may not be written."""
    buffers: list[pickle.PickleBuffer] = []
    data = pickle.dumps(env, 5, buffer_callback=buffers.append)
    twin: VectorEnv = pickle.loads(data, buffers=[bytes(buffer.raw()) for buffer in buffers])
    return twin


COPIES: dict[str, Callable[[VectorEnv], VectorEnv]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{f"pickle {p}": lambda env, p=p: pickle.loads(pickle.dumps(env, p)) for p in range(2, 6)},  # type: ignore[misc]
    "as Ray": handed_over,
    "restore": restored,
}


@pytest.mark.parametrize("how", COPIES)
@pytest.mark.parametrize("is_against", [False, True], ids=["tensor", "against"])
@every_game
def test_a_copy_goes_on_as_the_original_and_neither_touches_the_other(name: str, is_against: bool, how: str) -> None:
    given: dict[str, Any] = {"opponent": {1: levels_of(name)[-1]}, "observations": "record"} if is_against else {}
    env, untouched = mid_game(name, players=3, **given), mid_game(name, players=3, **given)
    twin = COPIES[how](env)
    steps = few(120, 40) if is_against else 120
    expected = played_on(untouched, steps)
    assert played_on(env, steps) == expected
    assert played_on(twin, steps) == expected


def test_it_travels_to_another_process_and_back() -> None:
    env = mid_game("maudits_criquets")
    actions = env.sample_actions(np.random.default_rng(1))
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        back, there = pool.submit(copy.deepcopy, env).result(60), pool.submit(env.step, actions).result(60)
    assert there[0].tobytes() == copy.deepcopy(env).step(actions)[0].tobytes()
    assert played_on(back) == played_on(env)


@pytest.mark.parametrize("number", range(3))
def test_a_snapshot_is_bytes_that_bring_back_the_very_moment(number: int) -> None:
    env = mid_game("maudits_criquets", steps=40 + number)  # in the midst of a bid, or not
    snapshot = env.save()
    assert type(snapshot) is bytes and env.save() == snapshot
    first = played_on(env)
    observations, info = env.restore(snapshot)
    untouched = mid_game("maudits_criquets", steps=40 + number)
    assert env.records.tobytes() == untouched.records.tobytes()
    assert info["players"].tolist() == untouched._seats.tolist()
    assert observations.shape == (12, *env.game.observation_tensor_shape())
    assert played_on(env) == first


def test_a_snapshot_of_something_else_is_refused_and_nothing_changes() -> None:
    env = mid_game("lucky_numbers")
    snapshot = env.save()
    cases: list[tuple[VectorEnv, str]] = [
        (VectorEnv("maudits_criquets", 12), r"is of lucky_numbers\(\), and here maudits_criquets\(\) is played"),
        (VectorEnv("lucky_numbers", 12, players=3), r"is of lucky_numbers\(\), and here lucky_numbers\(players=3\)"),
        (VectorEnv("lucky_numbers", 11), "is of 12 games, and here are 11"),
        (VectorEnv("lucky_numbers", 12, opponent="random"), r"opponents at the seats \[\], and here they are at \[1\]"),
    ]
    for other, reason in cases:
        other.reset(seed=1)
        before = other.save()
        with pytest.raises(GameError, match=reason):
            other.restore(snapshot)
        assert other.save() == before
    for broken in (b"", snapshot[:-1], b"\x80\x04N."):
        with pytest.raises(GameError, match="this is no snapshot of a VectorEnv"):
            env.restore(broken)
    with pytest.raises(GameError, match=r"nothing to save yet: begin with reset\(\)"):
        VectorEnv("lucky_numbers", 2).save()


def test_an_environment_begins_with_a_snapshot_as_well_as_with_a_reset() -> None:
    env = mid_game("lucky_numbers")
    fresh = VectorEnv("lucky_numbers", 12)
    fresh.restore(env.save())
    assert played_on(fresh) == played_on(env)


# Opponents -------------------------------------------------------------------------------------


class First:
    """Plays the first legal action, and writes down what it is asked."""

    name = "first"

    def __init__(self, game: Game) -> None:
        self._game = game
        self.asked: list[tuple[bytes, list[int]]] = []

    def act(
        self, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        self.asked.append((observations.tobytes(), seats.tolist()))
        table = np.zeros((len(seats), self._game.num_distinct_actions()), np.int8)
        self._game.rules.legal_table(observations, seats, table)
        return np.asarray(table.argmax(1), np.int64)


@pytest.mark.parametrize("level", ["random", "level"])
@every_game
def test_the_learner_is_asked_for_its_own_seats_alone(name: str, level: str) -> None:
    level = levels_of(name)[0] if level == "level" else level
    for opponent, own in ((level, {0}), ({0: level}, {1, 2}), ({2: level, 1: "random"}, {0})):
        env, generator = VectorEnv(name, 20, players=3, opponent=opponent), np.random.default_rng(1)
        _, info = env.reset(seed=2)
        seats, ended = set(info["players"].tolist()), 0
        for _ in range(400 if level == "random" else few(400, 150)):
            *_, terminated, _, info = env.step(env.sample_actions(generator))
            seats |= set(info["players"].tolist())
            ended += terminated.sum()
            assert info["action_mask"].any(1).all()
        assert seats == own
        assert ended


@pytest.mark.parametrize("name", [name for name in registered_games() if "greedy" in baselines_of(name)])
def test_a_strong_opponent_wins_more(name: str) -> None:
    results = {}
    for level in ("random", "greedy"):
        env, generator = VectorEnv(name, 200, opponent=level), np.random.default_rng(1)
        won: list[float] = []
        env.reset(seed=2)
        while len(won) < 400:
            _, rewards, terminated, _, _ = env.step(env.sample_actions(generator))
            won += rewards[terminated, 0].tolist()
        results[level] = np.mean(won)
    assert abs(results["random"]) < 0.15
    assert results["greedy"] < results["random"] - 0.3


def test_a_bot_sees_no_bid_that_waits_and_is_asked_once_for_all_its_seats() -> None:
    told = []
    for bid in (0, 5):
        bot = First(load_game("maudits_criquets", players=3))
        env = VectorEnv("maudits_criquets", 4, players=3, opponent={1: bot, 2: bot})
        env.reset(seed=3)
        assert bot.asked == []
        env.step([bid] * 4)
        told.append([observations for observations, _ in bot.asked[:2]])
        assert [seats for _, seats in bot.asked[:2]] == [[1] * 4, [2] * 4]
    assert told[0] == told[1]


@every_game
def test_an_opponent_plays_just_what_the_learner_would_in_its_place(name: str) -> None:
    """The learner plays a bot's choices itself: the same games come of it."""
    against, alone = VectorEnv(name, 1, opponent=First(load_game(name))), VectorEnv(name, 1)
    (_, info), (_, other) = against.reset(seed=4), alone.reset(seed=4)
    generator = np.random.default_rng(0)
    for _ in range(300):
        while other["players"][0] != 0:
            *_, other = alone.step(other["action_mask"].argmax(1))
        assert against.records.tobytes() == alone.records.tobytes()
        action = generator.choice(np.flatnonzero(info["action_mask"][0]))
        *_, info = against.step([action])
        *_, other = alone.step([action])


def test_who_cannot_sit_there_is_refused() -> None:
    with pytest.raises(GameError, match="there is no bot 'champion'"):
        VectorEnv("lucky_numbers", 2, opponent="champion")
    with pytest.raises(GameError, match="opponent at seat 2 is not possible: seats are 0 to 1"):
        VectorEnv("lucky_numbers", 2, opponent={2: "random"})
    with pytest.raises(GameError, match="at every seat is not possible: one at least is the learner's"):
        VectorEnv("lucky_numbers", 2, opponent={0: "random", 1: "greedy"})

    class Cheat:
        name = "cheat"

        def act(self, observations: Any, seats: NDArray[np.int64], generator: Any) -> NDArray[np.int64]:
            return np.full(len(seats), 99)

    env = VectorEnv("lucky_numbers", 2, opponent=Cheat())
    with pytest.raises(GameError, match="opponent 'cheat' played 99 at seat 1, which is not legal there"):
        env.reset(seed=1)
        for _ in range(50):
            env.step(env.sample_actions(np.random.default_rng(1)))


def test_a_game_that_ends_before_the_learner_can_choose_is_told_of_apart() -> None:
    game = CoinGame(CoinGame.settle({"falls": 5}))
    env = VectorEnv(game, 50, opponent={0: First(game), 1: First(game)})
    env.reset(seed=1)
    unplayed = 0
    for _ in range(20):
        _, _, terminated, _, info = env.step(env.sample_actions(np.random.default_rng(1)))
        assert set(info["players"].tolist()) == {2}
        assert len(info["final_states"]) == terminated.sum()
        unplayed += len(info["unplayed_states"])
    assert unplayed


def test_a_game_in_which_the_learner_never_chooses_is_refused() -> None:
    env = VectorEnv(CoinGame(CoinGame.settle({"falls": 10})), 2)
    with pytest.raises(GameError, match="it ends before the learner can choose"):
        env.reset(seed=1)
