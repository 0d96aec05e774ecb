"""Thousands of games as Gymnasium's vector environment: what States tell, and what SyncVectorEnv would."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import vector as wrappers
from tests.envs.coins import CoinGame
from tests.sizes import WHOLE, few

from jardinet.bots.levels import levels_of
from jardinet.envs.gymnasium import env_id
from jardinet.envs.gymnasium_vector import SeatVectorEnv
from jardinet.envs.spaces import NO_OP
from jardinet.envs.vector import VectorEnv
from jardinet.games import registered_games
from jardinet.games.api import TERMINAL, IllegalActionError
from jardinet.games.parameters import GameError, ParameterError

GAMES = 7
MODES = [*AutoresetMode]
CASES = [
    pytest.param(
        name, {"players": players, "seat": seat}, id=f"{name}-{players}-{seat}", marks=[WHOLE] * (players == 4)
    )
    for name in registered_games()
    for players, seat in ((2, None), (3, 1), (4, None))
]
every_game = pytest.mark.parametrize(("name", "given"), CASES)
every_mode = pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.value)


def made(name: str, num_envs: int = GAMES, **given: Any) -> SeatVectorEnv:
    envs = gymnasium.make_vec(env_id(name), num_envs, vectorization_mode="vector_entry_point", **given)
    assert isinstance(envs, SeatVectorEnv)
    return envs


def begun_where_over(envs: SeatVectorEnv, over: Any) -> dict[str, Any] | None:
    """With `Disabled`: begin anew what is over; returns the observations, where there is any such game."""
    if envs.metadata["autoreset_mode"] is not AutoresetMode.DISABLED or not over.any():
        return None
    return envs.reset(options={"reset_mask": over})[0]


def check_row(envs: SeatVectorEnv, state: Any, seat: int, told: dict[str, Any], info: dict[str, Any]) -> None:
    """What is told of a game is what its State tells the learner's seat."""
    legal = [NO_OP] if state.is_terminal() else state.legal_actions(seat)
    assert legal
    assert np.array_equal(told["observation"], state.observation_tensor(seat))
    assert np.flatnonzero(told["action_mask"]).tolist() == np.flatnonzero(info["action_mask"]).tolist() == legal
    assert info["seat"] == seat


def check_against_states(envs: SeatVectorEnv, games: int = 3 * GAMES) -> None:
    """Until so many games have ended, what each step tells is what the States at its records tell."""
    mode, generator = envs.metadata["autoreset_mode"], np.random.default_rng(2)
    observations, infos = envs.reset(seed=1)
    seats, over, ended = infos["seat"], np.zeros(envs.num_envs, np.bool_), 0
    while ended < games:
        before = envs.records.copy()
        observations, rewards, over, truncations, infos = envs.step(envs.sample_actions(generator))
        ended += over.sum()
        assert observations in envs.observation_space
        assert not truncations.any() and not infos["is_illegal"].any()
        for i in range(envs.num_envs):
            state = envs.game.state_at(envs.records[i : i + 1])
            row = {name: rows[i] for name, rows in observations.items()}
            info = {name: infos[name][i] for name in ("action_mask", "seat")}
            check_row(envs, state, info["seat"], row, info)
            if mode is AutoresetMode.SAME_STEP:
                assert infos["_final_obs"][i] == over[i] if over.any() else "final_obs" not in infos
                assert not state.is_terminal()
                if over[i]:
                    final = {name: infos["final_info"][name][i] for name in ("action_mask", "seat")}
                    assert np.flatnonzero(infos["final_obs"][i]["action_mask"]).tolist() == [NO_OP]
                    assert final["seat"] == seats[i]
                    assert abs(rewards[i]) <= 1
                    continue
            else:
                assert state.is_terminal() == over[i]
            assert rewards[i] == (state.returns()[info["seat"]] if over[i] else 0.0)
            was_over = before[i]["player"] == TERMINAL if mode is AutoresetMode.NEXT_STEP else False
            assert was_over or info["seat"] == seats[i]
        again = begun_where_over(envs, over)
        if again is not None:
            assert not (again["action_mask"].sum(1) == 0).any()
            infos = {"seat": np.array(envs._learners)}
        seats = infos["seat"].copy()


@every_mode
@every_game
def test_each_step_tells_what_the_states_tell(name: str, given: dict[str, Any], mode: AutoresetMode) -> None:
    check_against_states(made(name, autoreset_mode=mode, **given))


@every_mode
@pytest.mark.parametrize("at_once", [False, True])
def test_a_game_may_end_by_chance_and_leave_the_learner_nothing_to_choose(
    at_once: bool, mode: AutoresetMode, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "jardinet.envs.gymnasium_vector.load_game", lambda name, **given: CoinGame(CoinGame.settle(given))
    )
    check_against_states(SeatVectorEnv("coin", GAMES, autoreset_mode=mode, players=3, falls=4, at_once=at_once))


# Beside Gymnasium's own ------------------------------------------------------------------------------


def form_of(told: Any) -> Any:
    """The names, types and shapes of what is told, but for how many games there are in it."""
    if isinstance(told, dict):
        return {name: form_of(part) for name, part in told.items()}
    if isinstance(told, tuple):
        return [form_of(part) for part in told]
    if told.dtype == object:
        return sorted({str(form_of(part)) for part in told.tolist() if part is not None})
    return told.dtype, told.shape


@every_mode
@pytest.mark.parametrize("name", registered_games())
def test_all_has_the_form_that_sync_vector_env_gives_it(name: str, mode: AutoresetMode) -> None:
    own = made(name, autoreset_mode=mode)
    ordinary = gymnasium.make_vec(
        env_id(name), GAMES, vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode}
    )
    for attribute in ("observation_space", "action_space", "single_observation_space", "single_action_space"):
        assert getattr(own, attribute) == getattr(ordinary, attribute)
    assert own.metadata["autoreset_mode"] is ordinary.metadata["autoreset_mode"] is mode
    assert form_of(own.reset(seed=1)) == form_of(ordinary.reset(seed=1))
    forms: list[dict[bool, Any]] = []
    for envs in (own, ordinary):
        seen: dict[bool, Any] = {}
        observations, _ = envs.reset(seed=1)
        while len(seen) < 2:  # a step in which a game ends, and one in which none does
            told = envs.step(observations["action_mask"].argmax(1))
            observations, over = told[0], told[2]
            seen[bool(over.any())] = form_of(told)
            if mode is AutoresetMode.DISABLED and over.any():
                observations, _ = envs.reset(options={"reset_mask": over.copy()})
        forms.append(seen)
    assert forms[0] == forms[1]
    ordinary.close()


@pytest.mark.filterwarnings("error")
@every_mode
def test_gymnasium_s_wrappers_take_it(mode: AutoresetMode) -> None:
    envs = made("maudits_criquets", 20, autoreset_mode=mode)
    statistics = wrappers.RecordEpisodeStatistics(envs)
    wrapped = wrappers.ClipReward(statistics, min_reward=-0.5, max_reward=0.5)
    generator, ended = np.random.default_rng(1), 0
    wrapped.reset(seed=1)
    while ended < 60:
        _, rewards, over, _, _ = wrapped.step(envs.sample_actions(generator))
        assert np.abs(rewards).max() <= 0.5
        ended += over.sum()
        begun_where_over(envs, over)
    if mode is not AutoresetMode.DISABLED:  # there the wrapper has to see the reset
        assert statistics.episode_count == ended
        assert set(np.abs(statistics.return_queue).tolist()) <= {0.0, 1.0}
    listed = wrappers.DictInfoToList(made("maudits_criquets", 20, autoreset_mode=mode)).reset(seed=1)[1]
    assert len(listed) == 20 and set(listed[0]) == {"action_mask", "seat", "is_illegal"}


@pytest.mark.filterwarnings("error")
def test_a_wrapper_of_observations_takes_it() -> None:
    envs = made("lucky_numbers", 5)
    flat = wrappers.FlattenObservation(envs)
    observations, _ = flat.reset(seed=1)
    assert observations.shape == (5, 38 + 113) and observations in flat.observation_space
    observations = flat.step(envs.sample_actions(np.random.default_rng(1)))[0]
    assert observations in flat.observation_space


def test_results_are_those_of_the_ordinary_way() -> None:
    """Against random players nobody is better, and a game takes as many choices either way."""
    lengths, returns = [], []
    for kind in ("vector_entry_point", "sync"):
        envs = gymnasium.make_vec(env_id("maudits_criquets"), 40, vectorization_mode=kind, players=3)
        statistics = wrappers.RecordEpisodeStatistics(envs, buffer_length=600)
        generator = np.random.default_rng(1)
        observations, _ = statistics.reset(seed=1)
        while statistics.episode_count < 600:
            chances = observations["action_mask"] * generator.random(observations["action_mask"].shape)
            observations, *_ = statistics.step(chances.argmax(1))
        lengths.append(np.array(statistics.length_queue))
        returns.append(np.array(statistics.return_queue))
    for first, second in (lengths, returns):
        error = np.hypot(first.std() / np.sqrt(len(first)), second.std() / np.sqrt(len(second)))
        assert abs(first.mean() - second.mean()) < 4 * error


# What is not as it should be -------------------------------------------------------------------------


@every_mode
@pytest.mark.parametrize("wrong", [None, -1, 1000])
@pytest.mark.parametrize("name", registered_games())
def test_an_illegal_action_costs_its_game_and_no_other(name: str, wrong: int | None, mode: AutoresetMode) -> None:
    envs = made(name, 3, autoreset_mode=mode)
    observations, _ = envs.reset(seed=1)
    actions = observations["action_mask"].argmax(1)
    actions[1] = observations["action_mask"][1].argmin() if wrong is None else wrong
    before = envs.records.copy()
    observations, rewards, over, _, infos = envs.step(actions)
    assert over.tolist() == [False, True, False]
    assert rewards.tolist() == [0.0, envs.game.min_utility(), 0.0]
    told = infos["final_info"] if mode is AutoresetMode.SAME_STEP else infos
    assert told["is_illegal"].tolist() == [False, True, False]
    assert (envs.records[[0, 2]] != before[[0, 2]]).all()
    if mode is AutoresetMode.SAME_STEP:
        assert observations["action_mask"][1].sum() > 1
    else:
        assert envs.records[1] == before[1]
        assert np.flatnonzero(observations["action_mask"][1]).tolist() == [NO_OP]
        observations = begun_where_over(envs, over) or envs.step(observations["action_mask"].argmax(1))[0]
        assert observations["action_mask"][1].sum() > 1


def test_a_finished_game_takes_no_action_where_nothing_begins_by_itself() -> None:
    envs = made("maudits_criquets", 2, autoreset_mode="Disabled")
    envs.reset(seed=1)
    envs.step([-1, 0])
    with pytest.raises(IllegalActionError, match=r"no game is going on: reset\(\) begins one"):
        envs.step([0, 0])
    goes_on = envs.records[1].tobytes()
    observations, _ = envs.reset(options={"reset_mask": np.array([True, False])})
    assert envs.records[1].tobytes() == goes_on
    assert (observations["action_mask"].sum(1) > 1).all()
    envs.step(observations["action_mask"].argmax(1))


@pytest.mark.parametrize(
    ("mask", "error", "reason"),
    [
        ([True, False], TypeError, "an array of bool"),
        (np.array([1, 0]), TypeError, "an array of bool"),
        (np.array([True]), ValueError, r"shape \(1,\): it is \(2,\)"),
        (np.array([False, False]), ValueError, "False everywhere"),
    ],
)
def test_a_reset_mask_marks_games(mask: Any, error: type[Exception], reason: str) -> None:
    envs = made("lucky_numbers", 2)
    envs.reset(seed=1)
    with pytest.raises(error, match=reason):
        envs.reset(options={"reset_mask": mask})


def test_what_cannot_be_made_or_played_in_is_refused_in_a_sentence() -> None:
    with pytest.raises(ParameterError, match="there is no game 'go'"):
        SeatVectorEnv("go")
    with pytest.raises(ParameterError, match="there is no bot 'champion'"):
        made("lucky_numbers", opponent="champion")
    with pytest.raises(ParameterError, match="seat=2 is not possible: a seat is 0 to 1, or None for any"):
        made("lucky_numbers", seat=2)
    with pytest.raises(ParameterError, match="render_mode='human' is not possible: it must be ansi, rgb_array or None"):
        made("lucky_numbers", render_mode="human")
    with pytest.raises(
        ParameterError, match="autoreset_mode='never' is not possible: it must be NextStep, SameStep or Disabled"
    ):
        made("lucky_numbers", autoreset_mode="never")
    with pytest.raises(ParameterError, match="there is no parameter 'player'"):
        made("lucky_numbers", player=3)
    with pytest.raises(GameError, match="at least 1 game"):
        made("lucky_numbers", 0)
    with pytest.raises(GameError, match=r"begin with reset\(\)"):
        made("lucky_numbers").step([0] * GAMES)


# Seats, seeds, copies, pictures ----------------------------------------------------------------------


def test_the_learner_gets_the_seat_it_asks_for_or_each_in_turn_by_chance() -> None:
    anywhere, third = made("maudits_criquets", 60, players=3), made("maudits_criquets", 60, players=3, seat=2)
    assert set(anywhere.reset(seed=1)[1]["seat"].tolist()) == {0, 1, 2}
    assert set(third.reset(seed=1)[1]["seat"].tolist()) == {2}
    generator, over, seats = np.random.default_rng(1), np.zeros(60, np.bool_), set()
    for _ in range(60):
        assert set(third.step(third.sample_actions(generator))[4]["seat"].tolist()) == {2}
        begins = over
        _, _, over, _, infos = anywhere.step(anywhere.sample_actions(generator))
        seats |= set(infos["seat"][begins].tolist())
    assert seats == {0, 1, 2}


def run_of(envs: SeatVectorEnv, steps: int = few(150, 60)) -> list[str]:
    generator = np.random.default_rng(4)
    return [str(envs.step(envs.sample_actions(generator))) for _ in range(steps)]


@pytest.mark.parametrize("seed", [5, [*range(GAMES)]], ids=["one", "each"])
@pytest.mark.parametrize("name", registered_games())
def test_a_seed_decides_everything_and_copies_go_on_as_the_original(name: str, seed: Any) -> None:
    envs, other = made(name), made(name, opponent=levels_of(name)[0])
    for each in (envs, other):
        each.reset(seed=seed)
        run = run_of(each)
        each.reset(seed=seed)
        assert run_of(each) == run
    ways: list[Callable[[Any], Any]] = [copy.copy, copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))]
    twins = [way(envs) for way in ways]
    expected = run_of(envs)
    assert [run_of(twin) for twin in twins] == [expected] * 3


def test_what_a_step_returned_is_the_caller_s_to_keep() -> None:
    envs, generator = made("maudits_criquets", autoreset_mode="SameStep"), np.random.default_rng(0)
    envs.reset(seed=2)
    kept = [envs.step(envs.sample_actions(generator)) for _ in range(20)]
    before = str(kept)
    run_of(envs)
    assert str(kept) == before


def test_every_game_has_its_picture() -> None:
    plain, texts, pictures = (made("lucky_numbers", 2, render_mode=mode) for mode in (None, "ansi", "rgb_array"))
    for envs in (plain, texts, pictures):
        envs.reset(seed=1)
    assert plain.render() is None
    told, seen = texts.render(), pictures.render()
    assert told == tuple(str(texts.game.state_at(texts.records[i : i + 1])) for i in range(2))
    assert seen is not None and [picture.shape for picture in seen] == [(716, 480, 3)] * 2  # type: ignore[union-attr]


def test_the_other_vector_environment_tells_its_mode_in_gymnasium_s_words() -> None:
    assert VectorEnv.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
