"""The games among PettingZoo's: its own tests, what bids show, and what an illegal action costs."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections import Counter
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (  # type: ignore[import-untyped]
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)
from scipy.stats import chisquare
from tests.envs.coins import CoinGame
from tests.sizes import WHOLE

from jardinet.envs.pettingzoo import aec_env, parallel_env
from jardinet.envs.rendering import METADATA
from jardinet.envs.spaces import NO_OP
from jardinet.games import registered_games
from jardinet.games.api import NO_ACTION, IllegalActionError
from jardinet.games.parameters import ParameterError

SMALL = {"crops": 2, "copies": 3, "locusts": 2, "numbers": 3, "specials": False, "loot": 1}
SEATS = [{"players": players} for players in (2, 3, 4)]
VARIANTS: dict[str, list[dict[str, Any]]] = {
    "lucky_numbers": [{"setup": "michael", "bruno": True}, {"players": 3, "utility": "points", "first": 2}],
    "maudits_criquets": [{"players": 3, "beginner": True, "majority_tie": "none"}, SMALL],
}
CASES = [
    pytest.param(name, given, id=f"{name}-{given}", marks=[WHOLE] * (given in SEATS[1:]))
    for name in registered_games()
    for given in [*SEATS, *VARIANTS.get(name, [])]
]
every_game = pytest.mark.parametrize(("name", "given"), CASES)
CYCLES = 150


def played(env: Any, seed: int) -> list[str]:
    """Everything observed in a game in which everybody plays at random, by `seed` as well."""
    generator, seen = np.random.default_rng(seed), []
    env.reset(seed=seed)
    for _ in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        seen.append(f"{env.agent_selection} {observation} {reward} {termination} {truncation} {info}")
        is_over = termination or truncation
        env.step(None if is_over else int(generator.choice(np.flatnonzero(observation["action_mask"]))))
    return seen


# What PettingZoo asks of everybody ---------------------------------------------------------------


@pytest.mark.filterwarnings(
    "error",
    "ignore:Observation is not a NumPy array",  # a dict with a mask, as in the classic games
    "ignore:Observation space for each agent probably should be",
)
@every_game
def test_agents_in_turn_pass_pettingzoos_tests(name: str, given: dict[str, Any]) -> None:
    api_test(aec_env(name, **given), num_cycles=CYCLES)
    seed_test(lambda: aec_env(name, **given), num_cycles=CYCLES)


@pytest.mark.parametrize("name", registered_games())
def test_agents_in_turn_pass_pettingzoo_s_render_test(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setitem(METADATA, "render_fps", 1000)
    render_test(lambda render_mode: aec_env(name, render_mode=render_mode))


@pytest.mark.filterwarnings("error")
@every_game
def test_agents_all_at_once_pass_pettingzoos_tests(name: str, given: dict[str, Any]) -> None:
    parallel_api_test(parallel_env(name, **given), num_cycles=CYCLES)
    parallel_seed_test(lambda: parallel_env(name, **given), num_cycles=CYCLES)


@every_game
def test_what_is_observed_lies_in_the_spaces(name: str, given: dict[str, Any]) -> None:
    env, generator = parallel_env(name, **given), np.random.default_rng(1)
    observations, _ = env.reset(seed=1)
    while env.agents:
        assert env.state() in env.state_space
        assert all(env.observation_space(agent).contains(seen) for agent, seen in observations.items())
        actions = {agent: generator.choice(np.flatnonzero(observations[agent]["action_mask"])) for agent in env.agents}
        observations, *_ = env.step(actions)
    assert env.position.is_terminal()


# Where the mask is -------------------------------------------------------------------------------

FORMS = [("both", "dict"), ("observation", "dict"), ("info", "dict"), ("both", "vector"), ("info", "vector")]
every_form = pytest.mark.parametrize(("mask", "observation"), FORMS)


def mask_in(seen: Any, info: dict[str, Any], mask: str, observation: str) -> np.ndarray[Any, np.dtype[np.int8]]:
    """The mask of an agent, once it is seen to be where it was asked for and nowhere else."""
    assert set(info) == (set() if mask == "observation" else {"action_mask"})
    if observation == "vector":
        assert isinstance(seen, np.ndarray)
        found = info["action_mask"]
    else:
        assert set(seen) == ({"observation"} if mask == "info" else {"observation", "action_mask"})
        found = seen.get("action_mask", info.get("action_mask"))
        assert mask != "both" or np.array_equal(found, info["action_mask"])
    assert found.dtype == np.int8
    mask_of_agent: np.ndarray[Any, np.dtype[np.int8]] = found
    return mask_of_agent


@pytest.mark.parametrize("is_illegal", [False, True])
@every_form
@pytest.mark.parametrize("name", registered_games())
def test_agents_in_turn_find_their_mask_where_it_was_asked_for(
    name: str, mask: str, observation: str, is_illegal: bool
) -> None:
    env, usual = (aec_env(name, players=3, **form) for form in ({"mask": mask, "observation": observation}, {}))
    env.reset(seed=1)
    usual.reset(seed=1)
    for turn, agent in enumerate(env.agent_iter()):
        for each in env.agents:
            seen, expected = env.observe(each), usual.observe(each)
            assert seen in env.observation_space(each)
            assert np.array_equal(seen if observation == "vector" else seen["observation"], expected["observation"])
            assert np.array_equal(mask_in(seen, env.infos[each], mask, observation), expected["action_mask"])
        seen, _, termination, truncation, info = env.last()
        found = mask_in(seen, info, mask, observation)
        assert usual.agent_selection == agent
        action = (
            None if termination or truncation else int(found.argmin() if is_illegal and turn > 4 else found.argmax())
        )
        env.step(action)
        usual.step(action)
    assert usual.agents == []


@every_form
@pytest.mark.parametrize("name", registered_games())
def test_in_parallel_agents_find_their_mask_where_it_was_asked_for(name: str, mask: str, observation: str) -> None:
    env, usual = (parallel_env(name, players=3, **form) for form in ({"mask": mask, "observation": observation}, {}))
    told: Any = env.reset(seed=1)
    expected: Any = usual.reset(seed=1)
    while True:
        for agent, seen in told[0].items():
            whole = expected[0][agent]
            assert seen in env.observation_space(agent)
            assert np.array_equal(seen if observation == "vector" else seen["observation"], whole["observation"])
            assert np.array_equal(mask_in(seen, told[-1][agent], mask, observation), whole["action_mask"])
        if not env.agents:
            break
        actions = {agent: int(seen["action_mask"].argmax()) for agent, seen in expected[0].items()}
        told, expected = env.step(actions), usual.step(actions)
        assert told[1:4] == expected[1:4]


@pytest.mark.filterwarnings(
    "error",
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
)
@every_form
def test_in_every_form_they_pass_pettingzoo_s_tests(mask: str, observation: str) -> None:
    form = {"mask": mask, "observation": observation}
    api_test(aec_env("maudits_criquets", **form), num_cycles=CYCLES)
    seed_test(lambda: aec_env("maudits_criquets", **form), num_cycles=CYCLES)
    parallel_api_test(parallel_env("maudits_criquets", **form), num_cycles=CYCLES)


@pytest.mark.parametrize("make", [aec_env, parallel_env])
def test_a_form_that_is_none_is_refused(make: Any) -> None:
    with pytest.raises(ParameterError, match="mask='no' is not possible: it must be both, observation or info"):
        make("lucky_numbers", mask="no")
    with pytest.raises(ParameterError, match="observation='box' is not possible: it must be dict or vector"):
        make("lucky_numbers", observation="box")
    with pytest.raises(ParameterError, match="a vector has no place for the mask"):
        make("lucky_numbers", mask="observation", observation="vector")


# Whose turn it is --------------------------------------------------------------------------------


@every_game
def test_an_agent_is_asked_just_for_what_its_seat_may_play(name: str, given: dict[str, Any]) -> None:
    env, generator = aec_env(name, **given), np.random.default_rng(1)
    env.reset(seed=1)
    position = env.unwrapped.position
    while not position.is_terminal():
        for seat, agent in enumerate(env.agents):
            legal = np.flatnonzero(env.observe(agent)["action_mask"]).tolist()
            assert legal == (position.legal_actions(seat) if agent == env.agent_selection else [])
            assert np.array_equal(env.observe(agent)["observation"], position.observation_tensor(seat))
        env.step(generator.choice(np.flatnonzero(env.last()[0]["action_mask"])))
    assert [env.last()[1]] == position.returns()[:1]
    assert list(env.rewards.values()) == position.returns()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_shows_an_earlier_bid(players: int) -> None:
    told = []
    for bid in range(8):
        env = aec_env("maudits_criquets", players=players, render_mode="ansi")
        env.reset(seed=7)
        assert env.agent_selection == "player_0"
        env.step(bid)
        assert env.agent_selection == "player_1"
        observations = [str(env.observe(agent)) for agent in env.agents]
        told.append((observations, env.render(), env.state().tolist(), env.rewards, str(env.infos)))
    assert all(other == told[0] for other in told)


def test_bids_are_played_together_seat_by_seat() -> None:
    env = aec_env("maudits_criquets", players=3)
    env.reset(seed=7)
    for bid in (4, 1, 0):
        assert not isinstance(env.unwrapped.position.history()[-1], tuple)
        env.step(bid)
    assert (4, 1, 0) in env.unwrapped.position.history()
    assert env.agent_selection == "player_0"  # the highest bid picks first


@every_game
def test_in_parallel_whoever_has_nothing_to_choose_waits(name: str, given: dict[str, Any]) -> None:
    env, generator = parallel_env(name, **given), np.random.default_rng(1)
    observations, _ = env.reset(seed=1)
    while env.agents:
        actions = {}
        for seat, agent in enumerate(env.agents):
            legal = np.flatnonzero(observations[agent]["action_mask"]).tolist()
            assert legal == (env.position.legal_actions(seat) or [env.wait])
            actions[agent] = int(generator.choice(legal))
        before, is_joint = len(env.position.history()), env.position.is_simultaneous_node()
        observations, rewards, terminations, truncations, infos = env.step(actions)
        chosen = tuple(NO_ACTION if action == env.wait else action for action in actions.values())
        assert env.position.history()[before] == (chosen if is_joint else max(chosen))
        assert list(rewards.values()) == env.position.returns()
        assert set(terminations.values()) == {env.position.is_terminal()}
        assert set(truncations.values()) == {False}
        assert set(infos) == set(env.possible_agents)


# When the game is over ---------------------------------------------------------------------------


@pytest.mark.parametrize("is_illegal", [False, True])
@pytest.mark.parametrize("name", registered_games())
def test_in_turn_a_finished_agent_may_play_the_no_op_which_takes_it_away(name: str, is_illegal: bool) -> None:
    env = aec_env(name, players=3)
    env.reset(seed=1)
    while not any(env.terminations.values()):
        mask = env.last()[0]["action_mask"]
        env.step(int(mask.argmin() if is_illegal else mask.argmax()))
    before = env.unwrapped.position.history()
    while env.agents:
        agent = env.agent_selection
        assert all(np.flatnonzero(env.observe(each)["action_mask"]).tolist() == [NO_OP] for each in env.agents)
        env.step(NO_OP if len(env.agents) > 1 else None)
        assert agent not in env.agents
    assert env.unwrapped.position.history() == before


def test_in_turn_a_finished_agent_may_play_nothing_else() -> None:
    env = aec_env("lucky_numbers")
    env.reset(seed=1)
    env.step(int(env.last()[0]["action_mask"].argmin()))
    with pytest.raises(ValueError, match="the only valid action is None"):
        env.step(1)


@pytest.mark.parametrize("is_illegal", [False, True])
@pytest.mark.parametrize("name", registered_games())
def test_in_parallel_the_masks_of_a_finished_game_allow_waiting_alone(name: str, is_illegal: bool) -> None:
    env = parallel_env(name, players=3)
    seen, _ = env.reset(seed=1)
    while env.agents:
        seen, *_ = env.step(
            {
                agent: int(seen[agent]["action_mask"].argmin() if is_illegal else seen[agent]["action_mask"].argmax())
                for agent in env.agents
            }
        )
    assert [np.flatnonzero(each["action_mask"]).tolist() for each in seen.values()] == [[env.wait]] * 3


# A game unlike ours --------------------------------------------------------------------------------


@pytest.fixture
def coin(monkeypatch: pytest.MonkeyPatch) -> None:
    """`aec_env("coin", …)` and the like play the game of coins.py."""
    monkeypatch.setattr("jardinet.envs.pettingzoo.load_game", lambda name, **given: CoinGame(CoinGame.settle(given)))


@pytest.mark.usefixtures("coin")
@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize("falls", [2, 8])
def test_a_game_may_end_by_chance_and_leave_a_seat_nothing_to_choose(falls: int, at_once: bool) -> None:
    given: dict[str, Any] = {"players": 6, "falls": falls, "at_once": at_once}
    env, together, generator = aec_env("coin", **given), parallel_env("coin", **given), np.random.default_rng(1)
    for seed in range(20):
        env.reset(seed=seed)
        together.reset(seed=seed)
        position = env.unwrapped.position
        assert position.acting_seats()
        while together.agents:
            chosen = {}
            for seat in position.acting_seats():
                assert env.agent_selection == f"player_{seat}"
                action = int(generator.choice(np.flatnonzero(env.last()[0]["action_mask"])))
                chosen[env.agent_selection] = action
                env.step(action)
            _, rewards, *_ = together.step({agent: chosen.get(agent, together.wait) for agent in together.agents})
        assert env.rewards == rewards
        assert together.position.history() == position.history()
        for _ in range(6):
            env.step(None)
        assert env.agents == []


# What is illegal ---------------------------------------------------------------------------------


@every_game
def test_who_plays_an_illegal_action_in_turn_gets_the_least_and_the_game_is_over(
    name: str, given: dict[str, Any]
) -> None:
    env = aec_env(name, **given)
    env.reset(seed=1)
    offender = env.agent_selection
    env.step(int(env.last()[0]["action_mask"].argmin()))
    least = env.unwrapped.game.min_utility()
    assert env.rewards == {agent: least if agent == offender else 0.0 for agent in env.possible_agents}
    assert all(env.terminations.values())
    assert all(env.truncations.values())
    for _ in env.possible_agents:
        env.step(None)
    assert env.agents == []
    assert played(env, 3) == played(aec_env(name, **given), 3)


@every_game
def test_who_plays_an_illegal_action_in_parallel_gets_the_least_and_the_game_is_over(
    name: str, given: dict[str, Any]
) -> None:
    for wrong in (-1, 1000):
        env = parallel_env(name, **given)
        observations, _ = env.reset(seed=1)
        actions = {agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()}
        last = env.agents[-1]
        _, rewards, terminations, truncations, _ = env.step({**actions, last: wrong})
        least = env.game.min_utility()
        assert rewards == {agent: least if agent == last else 0.0 for agent in env.possible_agents}
        assert all(terminations.values())
        assert all(truncations.values())
        assert env.agents == []
        with pytest.raises(IllegalActionError, match=r"no game is going on: reset\(\) begins one"):
            env.step(actions)


def test_whoever_does_not_wait_for_others_plays_an_illegal_action() -> None:
    env = parallel_env("lucky_numbers", first=1)
    observations, _ = env.reset(seed=1)
    action = int(observations["player_1"]["action_mask"].argmax())
    assert env.step({"player_0": action, "player_1": action})[1] == {"player_0": -1.0, "player_1": 0.0}


def test_in_parallel_everybody_has_to_act() -> None:
    env = parallel_env("lucky_numbers")
    with pytest.raises(IllegalActionError, match="no game is going on"):
        env.step({})
    env.reset(seed=1)
    with pytest.raises(IllegalActionError, match="no action is given for player_1: every agent acts in every step"):
        env.step({"player_0": env.wait})


def test_an_action_outside_of_the_space_is_refused_in_turn() -> None:
    env = aec_env("lucky_numbers")
    env.reset(seed=1)
    for action in (-1, 38, None):
        with pytest.raises(AssertionError, match="not in action space"):
            env.step(action)


# Chance ------------------------------------------------------------------------------------------


@every_game
def test_a_seed_gives_one_game_and_others_give_others(name: str, given: dict[str, Any]) -> None:
    env = aec_env(name, **given)
    games = [played(env, seed) for seed in (1, 2, 1)]
    assert games[0] == games[2] != games[1]


def test_without_a_seed_every_game_is_another() -> None:
    env = parallel_env("lucky_numbers")
    env.reset(seed=5)
    histories = []
    for _ in range(3):
        env.reset()
        histories.append(env.position.history())
    assert len({tuple(history) for history in histories}) == 3


@pytest.mark.parametrize("name", registered_games())
def test_chance_reveals_every_card_as_often_as_the_deck_holds_it(name: str) -> None:
    env = parallel_env(name)
    drawn: Counter[Any] = Counter()
    for seed in range(600):
        env.reset(seed=seed)
        drawn[env.position.history()[0]] += 1
    deck = Counter(env.game.chance_sources()[0].outcomes)
    expected = [600 * count / deck.total() for count in deck.values()]
    assert chisquare([drawn[card] for card in deck], expected).pvalue > 0.001


# Making one --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", registered_games())
def test_environments_are_pickled_before_they_begin(name: str) -> None:
    env = pickle.loads(pickle.dumps(aec_env(name, players=3, render_mode="ansi")))
    assert env.unwrapped.game.parameters["players"] == 3
    assert played(env, 1) == played(aec_env(name, players=3), 1)
    together = pickle.loads(pickle.dumps(parallel_env(name, players=4, render_mode="ansi")))
    together.reset(seed=1)
    assert together.num_agents == 4
    assert together.render() == str(together.position)


@pytest.mark.parametrize("make", [aec_env, parallel_env])
def test_what_cannot_be_made_is_refused_in_a_sentence(make: Any) -> None:
    with pytest.raises(ParameterError, match="there is no game 'go': there are lucky_numbers"):
        make("go")
    with pytest.raises(ParameterError, match="players=5 is not possible: it must be 2 to 4"):
        make("lucky_numbers", players=5)
    with pytest.raises(
        ParameterError, match="render_mode='svg' is not possible: it must be human, ansi, rgb_array or None"
    ):
        make("lucky_numbers", render_mode="svg")


@pytest.mark.parametrize("make", [aec_env, parallel_env])
def test_both_environments_render(make: Any) -> None:
    env = make("maudits_criquets", render_mode="rgb_array")
    env.reset(seed=1)
    assert env.render().shape == (570, 480, 3)
    silent = make("maudits_criquets")
    silent.reset(seed=1)
    assert silent.render() is None


@pytest.mark.parametrize("library", ["pettingzoo", "gymnasium"])
def test_without_its_library_the_module_says_what_to_install(library: str) -> None:
    code = f"import sys; sys.modules[{library!r}] = None; import jardinet.envs.pettingzoo"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert "is not installed here: pip install jardinet[envs] adds it." in run.stderr.splitlines()[-1]
