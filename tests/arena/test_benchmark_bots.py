"""The bots beside docs/benchmark.md: what a newcomer copies plays, learns, and tells the policy that it plays by."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jardinet
from jardinet.arena.standings import share_of
from jardinet.arena.tournament import tournament
from jardinet.bots.levels import load_judge
from jardinet.bots.own import bot_of
from jardinet.games.parameters import ParameterError

FOLDER = Path(__file__).parents[2] / "docs" / "benchmark"
TINY = jardinet.load_game("maudits_criquets", crops=2, copies=1, locusts=1, numbers=3, specials=False, loot=2)


def test_tree_search_beats_random_and_refuses_games_in_which_all_move_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyspiel")
    game = jardinet.load_game("lucky_numbers")
    bot: Any = bot_of(f"{FOLDER / 'mcts.py'}:TreeSearchBot", game)
    monkeypatch.setitem(type(bot).act.__globals__, "SIMULATIONS", 8)
    assert share_of(tournament(game, [bot, "random"], 4, 1, is_one_among=True, workers=1), 0).share == 1
    with pytest.raises(ParameterError, match="one moves after the other"):
        bot_of(f"{FOLDER / 'mcts.py'}:TreeSearchBot", TINY)


def test_the_gradient_of_the_actor_critic_is_that_of_its_loss() -> None:
    module = runpy.run_path(str(FOLDER / "actor_critic.py"))
    generator = np.random.default_rng(1)
    weights = {name: array.astype(np.float64) for name, array in module["new_weights"](TINY, generator).items()}
    weights = {name: array + generator.normal(0, 0.3, array.shape) for name, array in weights.items()}
    n, actions = 6, TINY.num_distinct_actions()
    tensors = generator.random((n, *TINY.observation_tensor_shape()))
    masks = generator.random((n, actions)) < 0.5
    masks[:, 0] = True
    chosen, returns = np.zeros(n, np.int64), generator.normal(size=n)
    ahead = returns - module["forward"](weights, tensors, masks)[2]  # which the actor takes as it is

    def loss() -> float:
        _, likely, values = module["forward"](weights, tensors, masks)
        logs = np.log(np.maximum(likely, 1e-12))
        entropy = -(likely * logs).sum(1)
        actor = -logs[np.arange(n), chosen] * ahead - module["ENTROPY"] * entropy
        return float((actor + module["CRITIC"] / 2 * (returns - values) ** 2).mean())

    slopes = module["gradient"](weights, tensors, masks, chosen, returns)
    for name, array in weights.items():
        for place in generator.choice(array.size, 5):
            at, step = np.unravel_index(place, array.shape), 1e-5
            array[at] += step
            above = loss()
            array[at] -= 2 * step
            below = loss()
            array[at] += step
            assert slopes[name][at] == pytest.approx((above - below) / (2 * step), abs=1e-6)


def test_the_actor_critic_learns_and_is_stored_as_its_bot_reads_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    bot_name = f"{FOLDER / 'actor_critic.py'}:ActorCriticBot"
    with pytest.raises(ParameterError, match="cannot be made"):
        bot_of(bot_name, TINY)
    module = runpy.run_path(str(FOLDER / "actor_critic.py"))
    module["path_of"](TINY).parent.mkdir()
    shares = []
    for steps in (0, 15):
        learned = module["learn"](TINY, "random", 1, steps)
        np.savez(module["path_of"](TINY), **learned)
        bot = bot_of(bot_name, TINY)
        outcome = tournament(TINY, [bot, "random"], 1000, 1, is_one_among=True, workers=1)
        shares.append(share_of(outcome, 0).share)
        load_judge(TINY).exploitability(bot)  # which refuses what is no policy
    assert shares[0] < 0.55 < shares[1]


def test_a_master_that_has_learned_a_cut_down_game_is_hard_to_exploit(monkeypatch: pytest.MonkeyPatch) -> None:
    make = runpy.run_path(str(FOLDER / "cut_down_master.py"))["CutDownMaster"]
    monkeypatch.setitem(make.__init__.__globals__, "STEPS", 9)
    assert load_judge(TINY).exploitability(make(TINY)) < 0.5
