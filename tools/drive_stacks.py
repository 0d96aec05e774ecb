"""Drives research stacks as they are, on our games, and writes docs/stacks.md: `make stacks`.

In an environment of its own, since PyTorch and Ray's RLlib are heavy. Each drive is short: it shows that a stack and our games
fit together, or with which words they do not. What is light is driven by every `make test` too, in tests/envs.
"""

from __future__ import annotations

import logging
import os
import sys
import warnings
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

PAGE = Path(__file__).parent.parent / "docs/stacks.md"
BEGINNING = """# Stacks that were driven

*Written by `make stacks`, which drives each of them as it is, on the processor alone, and tells here what it saw.*

"By chance" are actions drawn from all of the action space, so that most are illegal; "legal" by the mask. All are short runs:
they show that a stack and a game fit together, not how well it learns ([a learner in a minute](learner-in-a-minute.md) does that).
[Where trainers look for the mask](trainers.md) has the stacks that were read as well.

| stack | versions | driven | seen |
|---|---|---|---|
"""
CUT_DOWN = "python_maudits_criquets(crops=2,copies=1,locusts=1,numbers=3,specials=false,loot=2)"
GAMES = ("lucky_numbers", "maudits_criquets")


class Stack(NamedTuple):
    """What is driven, by which function, and the packages whose versions count."""

    name: str
    packages: tuple[str, ...]
    driven: str
    drive: Callable[[], str]


# OpenSpiel


def open_spiel_environment() -> str:
    """`rl_environment` plays whole games of two to four seats."""
    from open_spiel.python import rl_environment  # type: ignore[import-untyped]

    rng, games = np.random.RandomState(1), 0
    for name in GAMES:
        for players in (2, 3, 4):
            environment = rl_environment.Environment(f"python_{name}", players=players, enable_legality_check=True)
            environment.seed(players)
            step = environment.reset()
            while not step.last():
                legal = step.observations["legal_actions"]
                if environment.is_turn_based:
                    step = environment.step([rng.choice(legal[step.current_player()])])
                else:
                    step = environment.step([rng.choice(own) if own else 0 for own in legal])
            games += bool(any(step.rewards))
    return f"{games} of 6 games, 2 to 4 seats of both games, were played to their ends"


def deep_cfr() -> str:
    """Three iterations, from the position's information states."""
    import pyspiel
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability  # type: ignore[import-untyped]
    from open_spiel.python.pytorch import deep_cfr as by_pytorch  # type: ignore[import-untyped]

    game = pyspiel.load_game_as_turn_based(CUT_DOWN)
    sizes: dict[str, Any] = {
        "policy_network_layers": (32,),
        "advantage_network_layers": (32,),
        "memory_capacity": 20_000,
    }
    steps = {"policy_network_train_steps": 200, "advantage_network_train_steps": 60, "num_iterations": 3}
    batches = {"batch_size_advantage": 128, "batch_size_strategy": 128}
    solver = by_pytorch.DeepCFRSolver(game, num_traversals=30, learning_rate=1e-3, seed=1, **sizes, **steps, **batches)
    solver.solve()

    def learnt(state: Any) -> dict[int, float]:
        # Its network spreads probability over illegal actions too, which it leaves out without making up for them.
        told = solver.action_probabilities(state)
        return {action: float(share / sum(told.values())) for action, share in told.items()}

    chance = exploitability.nash_conv(game, policy.UniformRandomPolicy(game))
    then = exploitability.nash_conv(game, policy.tabular_policy_from_callable(game, learnt))
    return f"learns: NashConv {chance:.2f} by chance, {then:.2f} after three iterations"


# RLlib


def rllib_open_spiel() -> str:
    """Its wrapper tries an action, and any legal one where that raised `SpielError`."""
    import pyspiel
    from ray.rllib.env.wrappers.open_spiel import OpenSpielEnv

    told = []
    for name, game in (
        ("Lucky Numbers", pyspiel.load_game("python_lucky_numbers(stall_limit=5)")),
        ("Maudits Criquets", pyspiel.load_game("python_maudits_criquets")),
        ("the same by turns", pyspiel.load_game_as_turn_based("python_maudits_criquets")),
        ("OpenSpiel's goofspiel by turns", pyspiel.load_game_as_turn_based("goofspiel(imp_info=True)")),
    ):
        try:
            told.append(f"{name}: {games_by(OpenSpielEnv(game), 5)}")
        except Exception as error:  # whatever it is, it is what was seen
            lines = str(error).strip().splitlines()
            told.append(f"{name}: {type(error).__name__}" + (f" “{lines[-1]}”" if lines else ""))
    return "; ".join(told)


def rllib_pettingzoo() -> str:
    """Both of its wrappers, by chance and legal."""
    from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv, PettingZooEnv

    from jardinet.envs.pettingzoo import aec_env, parallel_env

    environments = [
        make(of(name))
        for name in GAMES
        for make, of in ((PettingZooEnv, aec_env), (ParallelPettingZooEnv, parallel_env))
    ]
    for environment in environments:
        games_by(environment, 5)
        games_by(environment, 1, is_legal=True)
    return f"{len(environments)} environments: 5 games by chance, which an illegal action ends, and a legal one in each"


def games_by(environment: Any, count: int, *, is_legal: bool = False) -> str:
    """Plays games in an RLlib environment; every observation is one of its space."""
    rng, steps = np.random.default_rng(1), 0
    for number in range(count):
        seen, _infos = environment.reset(seed=number)
        is_over = False
        while not is_over:
            assert all(environment.observation_space[agent].contains(one) for agent, one in seen.items())
            choices = {agent: environment.action_space[agent].n for agent in seen}
            if is_legal:
                actions = {agent: rng.choice(np.flatnonzero(one["action_mask"])) for agent, one in seen.items()}
            else:
                actions = {agent: rng.integers(choice) for agent, choice in choices.items()}
            seen, _rewards, ended, cut, _infos = environment.step({agent: int(one) for agent, one in actions.items()})
            is_over, steps = ended["__all__"] or cut["__all__"], steps + 1
    return f"{count} games by chance, {steps} steps"


# Learners


def maskable_ppo() -> str:
    """A few hundred choices."""
    import gymnasium
    from sb3_contrib import MaskablePPO

    import jardinet.envs.gymnasium  # noqa: F401 - registers the games

    for game in ("LuckyNumbers", "MauditsCriquets"):
        environment = gymnasium.make(f"jardinet/{game}-v0", opponent="random")
        MaskablePPO("MultiInputPolicy", environment, n_steps=128, seed=1, device="cpu").learn(256)
    return "learns 256 choices of each game, without a wrapper"


def torchrl_wrapper() -> str:
    """Random steps that the mask allows, in whole batches."""
    from torchrl.envs import GymEnv, PettingZooWrapper

    import jardinet.envs.gymnasium  # noqa: F401 - registers the games
    from jardinet.envs.pettingzoo import aec_env, parallel_env

    steps = 0
    for name in GAMES:
        for made in (aec_env(name), parallel_env(name), parallel_env(name, observation="vector")):
            steps += PettingZooWrapper(env=made, use_mask=True, categorical_actions=True).rollout(50).numel()
    for game in ("LuckyNumbers", "MauditsCriquets"):
        steps += GymEnv(f"jardinet/{game}-v0", categorical_action_encoding=True).rollout(1).numel()
    return f"`PettingZooWrapper` and `GymEnv`: {steps} steps"


STACKS = (
    Stack("OpenSpiel", ("open-spiel",), "`rl_environment`", open_spiel_environment),
    Stack("OpenSpiel", ("open-spiel", "torch"), "Deep CFR in PyTorch, the cut-down game by turns", deep_cfr),
    Stack("RLlib", ("ray", "gymnasium"), "`OpenSpielEnv`, by chance", rllib_open_spiel),
    Stack("RLlib", ("ray", "gymnasium", "pettingzoo"), "`PettingZooEnv`, `ParallelPettingZooEnv`", rllib_pettingzoo),
    Stack("sb3-contrib", ("sb3-contrib", "torch"), "MaskablePPO on `gymnasium.make`", maskable_ppo),
    Stack("TorchRL", ("torchrl", "gymnasium", "pettingzoo"), "its wrappers, with `use_mask`", torchrl_wrapper),
)


def row(stack: Stack, versions: str, seen: str) -> str:
    """A line of the table."""
    return f"| {stack.name} | {versions} | {stack.driven} | {seen} |\n"


def driven(place: int) -> str:
    """Drives a stack; its line of the table."""
    from jardinet.envs.open_spiel import register

    register()
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    stack = STACKS[place]
    seen = stack.drive()
    print(f"{stack.name}, {stack.driven}: {seen}", flush=True)  # noqa: T201
    versions = ", ".join(f"{name} {version(name).partition('+')[0]}" for name in stack.packages)
    return row(stack, versions, seen.replace("|", "\\|"))


def main() -> int:
    """Drives each in a process of its own, and writes the page."""
    os.environ["OMP_NUM_THREADS"] = "1"
    with ProcessPoolExecutor(len(STACKS), get_context("spawn")) as pool:
        lines = list(pool.map(driven, range(len(STACKS))))
    PAGE.write_text(BEGINNING + "".join(lines), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
