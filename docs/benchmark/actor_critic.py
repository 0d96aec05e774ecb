"""Small actor-critic that learns a game of two from thousands of games side by side, and a bot that plays what it has learned.

    python docs/benchmark/actor_critic.py maudits_criquets --steps 1000
    python docs/benchmark/actor_critic.py lucky_numbers --points --steps 1000
    jardinet benchmark run docs/benchmark/actor_critic.py:ActorCriticBot --task 'lucky-numbers-greedy' --output my.json

Who begins to learn Lucky Numbers never wins against greedy; its match points count the free cells, and tell better from worse
all the same. It is the advantage actor-critic (Mnih et al., ICML 2016) in NumPy alone, with one hidden layer; its opponent
is a bot, by default greedy. Its matrices are small: with OPENBLAS_NUM_THREADS=1 it is faster than with more threads. What it
has learned is a file in `nets`, below where it is called.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet import load_game
from jardinet.envs.vector import VectorEnv
from jardinet.games.api import Game

HIDDEN = 128
GAMES = 128  # side by side, in each seat
STEPS = 20  # of every game between two steps of learning
RATE = 1e-3  # of Adam
ENTROPY = 0.01  # what a nat of entropy is worth: it keeps trying things
CRITIC = 0.5  # weight of the critic's loss

Floats = NDArray[np.float32]
Weights = dict[str, Floats]


def path_of(game: Game) -> Path:
    """Where what was learned of a game is."""
    return Path("nets") / f"actor-critic-{game.name}-{game.observation_tensor_shape()[0]}.npz"


def new_weights(game: Game, generator: np.random.Generator) -> Weights:
    """Small random weights: all actions are nearly as likely, and nothing is worth anything."""
    inputs, actions = game.observation_tensor_shape()[0], game.num_distinct_actions()
    return {
        "in": generator.normal(0, inputs**-0.5, (inputs, HIDDEN)).astype(np.float32),
        "in_bias": np.zeros(HIDDEN, np.float32),
        "actor": generator.normal(0, 0.01, (HIDDEN, actions)).astype(np.float32),
        "actor_bias": np.zeros(actions, np.float32),
        "critic": np.zeros((HIDDEN, 1), np.float32),
        "critic_bias": np.zeros(1, np.float32),
    }


def forward(weights: Weights, tensors: Floats, masks: NDArray[np.int8]) -> tuple[Floats, Floats, Floats]:
    """The hidden layer, how likely each action is, and what the position is worth: shapes (n, HIDDEN), (n, actions), (n,)."""
    hidden = np.tanh(tensors @ weights["in"] + weights["in_bias"])
    logits = np.where(masks, hidden @ weights["actor"] + weights["actor_bias"], -np.inf)
    likely = np.exp(logits - logits.max(1, keepdims=True))
    likely /= likely.sum(1, keepdims=True)
    return hidden, likely, (hidden @ weights["critic"] + weights["critic_bias"])[:, 0]


def gradient(
    weights: Weights, tensors: Floats, masks: NDArray[np.int8], actions: NDArray[np.int64], returns: Floats
) -> Weights:
    """Of the loss: the actor's, its entropy's and the critic's."""
    hidden, likely, values = forward(weights, tensors, masks)
    rows = np.arange(len(actions))
    ahead = returns - values
    logs = np.log(np.maximum(likely, 1e-12))
    entropy = -(likely * logs).sum(1, keepdims=True)
    of_logits = likely * ahead[:, None]
    of_logits[rows, actions] -= ahead
    of_logits += ENTROPY * likely * (logs + entropy)
    of_logits /= len(rows)
    of_values = (-CRITIC * ahead / len(rows))[:, None]
    of_hidden = (of_logits @ weights["actor"].T + of_values @ weights["critic"].T) * (1 - hidden**2)
    return {
        "in": tensors.T @ of_hidden,
        "in_bias": of_hidden.sum(0),
        "actor": hidden.T @ of_logits,
        "actor_bias": of_logits.sum(0),
        "critic": hidden.T @ of_values,
        "critic_bias": of_values.sum(0),
    }


class Learner:
    """Learner in one seat of many games: it remembers STEPS of them."""

    def __init__(self, game: Game, seat: int, opponent: str, seed: int) -> None:
        """Play `game` at `seat`, `opponent` at the other."""
        self._env = VectorEnv(game.name, GAMES, opponent={1 - seat: opponent}, **game.parameters)
        self._seat = seat
        self._most = max(game.max_utility(), -game.min_utility())
        self._tensors, info = self._env.reset(seed=seed)
        self._masks = info["action_mask"]
        self.results: list[float] = []

    def play(self, weights: Weights, generator: np.random.Generator) -> tuple[Any, Any, Any, Any]:
        """Tensors, masks, actions and returns of STEPS steps, each of shape (STEPS * GAMES, …)."""
        tensors, masks, actions, rewards, ended = [], [], [], [], []
        for _ in range(STEPS):
            _, likely, _ = forward(weights, self._tensors, self._masks)
            chosen = (np.log(np.maximum(likely, 1e-30)) + generator.gumbel(size=likely.shape)).argmax(1)
            tensors.append(self._tensors)
            masks.append(self._masks)
            actions.append(chosen)
            self._tensors, reward, is_over, _, info = self._env.step(chosen)
            self._masks = info["action_mask"]
            rewards.append(reward[:, self._seat] / self._most)
            ended.append(is_over)
            self.results.extend(reward[is_over, self._seat].tolist())
        follows = forward(weights, self._tensors, self._masks)[2]
        returns = np.empty((STEPS, GAMES), np.float32)
        for step in reversed(range(STEPS)):
            follows = returns[step] = rewards[step] + np.where(ended[step], 0, follows)
        return np.concatenate(tensors), np.concatenate(masks), np.concatenate(actions), returns.reshape(-1)


def learn(game: Game, opponent: str, seed: int, steps: int) -> Weights:
    """Learn in so many steps, of STEPS * GAMES * 2 decisions each; now and then it is printed what games were worth to the learner."""
    generator = np.random.default_rng(seed)
    weights = new_weights(game, generator)
    learners = [Learner(game, seat, opponent, seed + seat) for seat in (0, 1)]
    first, second = ({name: np.zeros_like(array) for name, array in weights.items()} for _ in range(2))
    for step in range(1, steps + 1):
        played = [
            np.concatenate(parts) for parts in zip(*(one.play(weights, generator) for one in learners), strict=True)
        ]
        for name, slope in gradient(weights, *played).items():
            first[name] += 0.1 * (slope - first[name])
            second[name] += 0.001 * (slope**2 - second[name])
            mean, square = first[name] / (1 - 0.9**step), second[name] / (1 - 0.999**step)
            weights[name] -= (RATE * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)
        if step % 20 == 0:
            results = [result for one in learners for result in one.results]
            print(f"{step} steps: {np.mean(results):.3f} in the mean of {len(results)} games")  # noqa: T201
            for one in learners:
                one.results.clear()
    return weights


class ActorCriticBot:
    """Bot that draws its actions from the actor."""

    name = "actor-critic"

    def __init__(self, game: Game) -> None:
        """Play `game` by what was learned of it; raises OSError where nothing was."""
        self._game = game
        with np.load(path_of(game), allow_pickle=False) as arrays:
            self._weights: Weights = dict(arrays)

    def policy(self, observations: NDArray[Any], seats: NDArray[np.int64]) -> NDArray[np.float64]:
        """See `PolicyBot.policy`."""
        tensors = np.empty((len(seats), *self._game.observation_tensor_shape()), np.float32)
        masks = np.empty((len(seats), self._game.num_distinct_actions()), np.int8)
        self._game.encoding.encode_all(observations, seats, tensors)
        self._game.rules.legal_table(observations, seats, masks)
        return forward(self._weights, tensors, masks)[1].astype(np.float64)

    def act(
        self, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        """See `Bot.act`."""
        likely = np.log(np.maximum(self.policy(observations, seats), 1e-300))
        return np.asarray((likely + generator.gumbel(size=likely.shape)).argmax(1), np.int64)


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("game", help="lucky_numbers, say")
    asked.add_argument("--steps", type=int, default=1000, help="of learning, half a second each or so")
    asked.add_argument("--opponent", default="greedy", help="a level, or FILE.py:CLASS")
    asked.add_argument("--seed", type=int, default=1, help="of everything random")
    asked.add_argument(
        "--points", action="store_true", help="learn match points, where the game has them as its utility"
    )
    given = asked.parse_args()
    played = load_game(given.game, **({"utility": "points"} if given.points else {}))
    learned = learn(played, given.opponent, given.seed, given.steps)
    path_of(played).parent.mkdir(exist_ok=True)
    np.savez(path_of(played), **learned)
