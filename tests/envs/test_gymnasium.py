"""One seat against bots, as Gymnasium asks for it."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from tests.envs.coins import CoinGame
from tests.sizes import WHOLE

from jardinet.bots.levels import baselines_of, bots_of, levels_of
from jardinet.envs.gymnasium import SeatEnv, env_id
from jardinet.envs.rendering import METADATA
from jardinet.envs.spaces import NO_OP
from jardinet.games import registered_games
from jardinet.games.api import IllegalActionError
from jardinet.games.parameters import ParameterError

CASES = [
    pytest.param(
        name,
        {"opponent": level, "players": players},
        id=f"{name}-{level}-{players}",
        marks=[WHOLE] * ((players == 4) == (level == "random")),
    )
    for name in registered_games()
    for level in ("random", levels_of(name)[-1])
    for players in (2, 4)
]
every_game = pytest.mark.parametrize(("name", "given"), CASES)


def made(name: str, **given: Any) -> SeatEnv:
    env = gymnasium.make(env_id(name), **given).unwrapped
    assert isinstance(env, SeatEnv)
    return env


def played(env: SeatEnv, seed: int) -> tuple[float, list[str]]:
    """The result of a game in which the learner plays at random, and all that it observed."""
    generator = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    reward, terminated, seen = 0.0, False, [str((observation, info))]
    while not terminated:
        assert reward == 0
        action = int(generator.choice(np.flatnonzero(info["action_mask"])))
        observation, reward, terminated, truncated, info = env.step(action)
        assert not truncated
        seen.append(str((observation, reward, info)))
    return reward, seen


@pytest.mark.filterwarnings("error")
@every_game
def test_the_environment_passes_gymnasiums_check(
    name: str, given: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setitem(METADATA, "render_fps", 1000)
    check_env(made(name, **given))
    check_env(made(name, seat=1, **given))


@every_game
def test_the_learner_is_asked_just_when_it_has_something_to_choose(name: str, given: dict[str, Any]) -> None:
    env, generator = made(name, **given), np.random.default_rng(1)
    observation, info = env.reset(seed=1)
    while not env.position.is_terminal():
        assert observation in env.observation_space
        legal = env.position.legal_actions(info["seat"])
        assert legal
        for mask in (observation["action_mask"], info["action_mask"]):
            assert np.flatnonzero(mask).tolist() == legal
        assert np.array_equal(observation["observation"], env.position.observation_tensor(info["seat"]))
        observation, reward, terminated, _, info = env.step(int(generator.choice(legal)))
        assert terminated == env.position.is_terminal()
        assert reward == env.position.returns()[info["seat"]]
        assert not info["is_illegal"]
    with pytest.raises(IllegalActionError, match=r"no game is going on: reset\(\) begins one"):
        env.step(0)


@every_game
def test_an_illegal_action_costs_the_game(name: str, given: dict[str, Any]) -> None:
    env = made(name, **given)
    _, info = env.reset(seed=1)
    for action in (int(info["action_mask"].argmin()), -1, 1000):
        env.reset(seed=1)
        before = env.position.history()
        observation, reward, terminated, truncated, info = env.step(action)
        assert (reward, terminated, truncated, info["is_illegal"]) == (env.game.min_utility(), True, False, True)
        assert observation in env.observation_space
        assert env.position.history() == before
        with pytest.raises(IllegalActionError, match="no game is going on"):
            env.step(0)


@every_game
def test_trainers_that_ask_for_action_masks_are_told_what_info_tells(name: str, given: dict[str, Any]) -> None:
    """MaskablePPO of sb3-contrib finds the method through Gymnasium's wrappers, and refuses an environment without it."""
    env, generator = gymnasium.make(env_id(name), **given), np.random.default_rng(1)
    masks = env.get_wrapper_attr("action_masks")
    assert np.flatnonzero(masks()).tolist() == [NO_OP]  # before there is a game
    _, info = env.reset(seed=1)
    terminated = False
    while not terminated:
        assert masks().dtype == np.bool_
        assert np.array_equal(masks(), info["action_mask"])
        _, _, terminated, _, info = env.step(generator.choice(np.flatnonzero(masks())))
    assert np.flatnonzero(masks()).tolist() == [NO_OP]


@pytest.mark.parametrize("name", registered_games())
def test_gymnasium_s_autoreset_hands_nobody_a_mask_of_zeros(name: str) -> None:
    envs = gymnasium.make_vec(env_id(name), num_envs=4, vectorization_mode="sync")
    seen, _ = envs.reset(seed=1)
    ended = 0
    while ended < 8:
        mask = seen["action_mask"]
        chances = np.exp(np.where(mask, 0.0, -np.inf) - np.where(mask, 0.0, -np.inf).max(1, keepdims=True))
        assert not np.isnan(chances).any()
        seen, _, over, _, infos = envs.step(mask.argmax(1))
        assert (seen["action_mask"] == infos["action_mask"]).all()
        for last in seen["action_mask"][over]:
            assert np.flatnonzero(last).tolist() == [NO_OP]
        ended += over.sum()
    envs.close()


@pytest.mark.parametrize("at_once", [False, True])
def test_a_game_may_end_by_chance_and_leave_the_learner_nothing_to_choose(
    at_once: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jardinet.envs.gymnasium.load_game", lambda name, **given: CoinGame(CoinGame.settle(given)))
    env, generator = SeatEnv("coin", seat=0, players=3, falls=4, at_once=at_once), np.random.default_rng(1)
    for seed in range(20):
        seen, _ = env.reset(seed=seed)
        over = False
        while not over:
            assert 0 in env.position.acting_seats()
            seen, reward, over, _, _ = env.step(int(generator.choice(np.flatnonzero(seen["action_mask"]))))
        assert reward == env.position.returns()[0] != 0
        assert np.flatnonzero(seen["action_mask"]).tolist() == [NO_OP]


@every_game
def test_a_seed_gives_one_game_and_others_give_others(name: str, given: dict[str, Any]) -> None:
    env = made(name, **given)
    games = [played(env, seed) for seed in (1, 2, 1)]
    assert games[0] == games[2]
    assert games[0] != games[1]


def test_the_learner_gets_the_seat_it_asks_for_or_each_in_turn_by_chance() -> None:
    anywhere = made("maudits_criquets", players=3)
    assert {anywhere.reset(seed=seed)[1]["seat"] for seed in range(30)} == {0, 1, 2}
    third = made("maudits_criquets", players=3, seat=2)
    assert {third.reset(seed=seed)[1]["seat"] for seed in range(10)} == {2}


@pytest.mark.parametrize("level", bots_of("maudits_criquets"))
def test_bots_bid_without_knowing_the_learners_bid(level: str) -> None:
    bids = set()
    for bid in range(8):
        env = made("maudits_criquets", opponent=level, players=3, seat=0)
        env.reset(seed=3)
        env.step(bid)
        together = next(move for move in env.position.history() if isinstance(move, tuple))
        assert together[0] == bid
        bids.add(together[1:])
    assert len(bids) == 1


@pytest.mark.parametrize("name", [name for name in registered_games() if "greedy" in baselines_of(name)])
def test_the_level_of_the_opponent_counts(name: str) -> None:
    against = {level: made(name, opponent=level) for level in ("random", "greedy")}
    results = {level: np.mean([played(env, seed)[0] for seed in range(20)]) for level, env in against.items()}
    assert results["greedy"] < results["random"] - 0.3


@pytest.mark.parametrize("name", registered_games())
def test_many_games_run_side_by_side(name: str) -> None:
    envs = gymnasium.make_vec(env_id(name), num_envs=3, vectorization_mode="sync", opponent=levels_of(name)[-1])
    observations, infos = envs.reset(seed=1)
    for _ in range(50):
        actions = observations["action_mask"].argmax(axis=1)
        observations, rewards, _, _, infos = envs.step(actions)
        assert rewards.shape == (3,)
        assert not infos["is_illegal"].any()
    envs.close()


def test_an_id_that_names_the_module_needs_no_import() -> None:
    code = "import gymnasium; gymnasium.make('jardinet.envs.gymnasium:jardinet/LuckyNumbers-v0').reset(seed=1)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_what_cannot_be_made_is_refused_in_a_sentence() -> None:
    with pytest.raises(ParameterError, match="there is no game 'go'"):
        SeatEnv("go")
    with pytest.raises(ParameterError, match="there is no bot 'champion': Lucky Numbers has random, greedy"):
        SeatEnv("lucky_numbers", opponent="champion")
    with pytest.raises(ParameterError, match="seat=2 is not possible: a seat is 0 to 1, or None for any"):
        SeatEnv("lucky_numbers", seat=2)
    with pytest.raises(ParameterError, match="render_mode='svg' is not possible"):
        SeatEnv("lucky_numbers", render_mode="svg")
    with pytest.raises(ParameterError, match="there is no parameter 'player'"):
        SeatEnv("lucky_numbers", player=3)


def test_without_gymnasium_the_module_says_what_to_install() -> None:
    code = "import sys; sys.modules['gymnasium'] = None; import jardinet.envs.gymnasium"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert "Gymnasium is not installed here: pip install jardinet[envs] adds it." in run.stderr.splitlines()[-1]
