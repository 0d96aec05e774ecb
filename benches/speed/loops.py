"""Loops that play whole games by PettingZoo's interface: the same ones for our games and for its own."""

from __future__ import annotations

from typing import Any

import numpy as np

from jardinet.arena.loops import Chance


def play_agents(env: Any, random: Chance) -> int:
    """Play one random game of PettingZoo agents that act one after the other; returns its number of actions."""
    env.reset(seed=int(random() * 2**31))
    count = 0
    for _ in env.agent_iter():
        observation, _, is_terminated, is_truncated, _ = env.last()
        if is_terminated or is_truncated:
            env.step(None)
        else:
            env.step(_any_of(observation["action_mask"], random))
            count += 1
    return count


def play_in_parallel(env: Any, random: Chance) -> int:
    """Play one random game of PettingZoo agents that all act in every step; returns its number of steps."""
    observations, _ = env.reset(seed=int(random() * 2**31))
    count = 0
    while env.agents:
        actions = {agent: _any_of(observations[agent]["action_mask"], random) for agent in env.agents}
        observations, *_ = env.step(actions)
        count += 1
    return count


def _any_of(mask: Any, random: Chance) -> int:
    legal = np.flatnonzero(mask)
    return int(legal[int(random() * len(legal))])
