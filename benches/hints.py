"""Check of hints by paired playouts: what a hint says one play wins more than another, beside what comes of both.

Positions are of games between levels that err as people do, in the variants and numbers of seats that data sets hold
(`levels.self_play_of`), one of each game. From each both plays are played on to the end by the strongest bot's
evaluator, with the same chance; luck is left out as rollouts do (`DeepEvaluator.roll_out`), which changes no mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jardinet import load_game
from jardinet.analysis.advice import Judgement, judgement_of
from jardinet.arena.tally import mean_interval
from jardinet.arena.tournament import tournament
from jardinet.bots.evaluation import DeepEvaluator
from jardinet.bots.levels import load_evaluator, self_play_of
from jardinet.games.api import Game, State

LEVELS = ["casual", "skilled"]  # who plays the games: they err as people do
BATCH, MOST = 64, 512  # pairs of playouts: so many at a time, and so many at most with two players
MOST_OF_MORE = 128  # with more players, where a turn takes up to a hundred times as long
CLOSE = 0.03  # half of the interval that is aimed at, in shares of the victory
GAMES_A_HINT = 2  # games that are played for each hint: not every position has two plays to compare


class Compared(NamedTuple):
    """Two plays of a position as a hint compares them, in shares of the victory.

    Attributes:
        claimed: how much more the advised play wins, as it is told; 0 where it is called about as good.
        came: how much more it won in playouts.
        low, high: the ends of the 95 % interval of that.
    """

    claimed: float
    came: float
    low: float
    high: float


def compared(name: str, hints: int, seed: int, tell: Callable[[int], None] = lambda _: None) -> list[Compared]:
    """So many hints of a game, each in a position where a hint compares two plays.

    Args:
        name: of the game.
        hints: how many.
        seed: of everything random.
        tell: is called with how many are done.
    """
    settings, found = self_play_of(name), list[Compared]()
    ends = np.round(hints * np.cumsum([one.share for one in settings])).astype(np.int64)
    for setting, end in zip(settings, ends.tolist(), strict=True):
        game = load_game(name, **setting.parameters)
        for state, seat in positions(game, GAMES_A_HINT * (end - len(found)), seed):
            if len(found) == end:
                break
            judgement = judgement_of(state, seat)
            came = gains(state, seat, judgement, np.random.default_rng([seed, len(found)]))
            if len(came):
                found.append(Compared(judgement.lead() / 100, float(came.mean()), *mean_interval(came)))
                tell(len(found))
    return found


def positions(game: Game, games: int, seed: int) -> Iterator[tuple[State, int]]:
    """A position of each of some games, drawn among those in which a seat can choose, with that seat."""
    generator = np.random.default_rng(seed)
    if not games:
        return
    for record in tournament(game, LEVELS, games, seed, recorded=True, workers=1).records.values():
        state, choices = game.new_initial_state(), list[tuple[State, int]]()
        for move in record.moves:
            if not state.is_chance_node():
                here = state.clone()
                choices += [(here, seat) for seat in here.acting_seats() if len(here.legal_actions(seat)) > 1]
            state.apply(move)
        yield choices[generator.integers(len(choices))]


def gains(state: State, seat: int, judgement: Judgement, generator: np.random.Generator) -> NDArray[np.float64]:
    """How much more the advised play won than the best other one in each pair of playouts; empty if there is none.

    There are as many as it takes to know the mean closely; of a mixture each pair plays one action, drawn from it.
    """
    other, evaluator = judgement.other(), load_evaluator(state.get_game())
    if other is None or not isinstance(evaluator, DeepEvaluator):
        return np.zeros(0)
    observation = state.observation(seat)
    values = evaluator.evaluate(observation, np.array([seat])).action_values[0]
    shares = np.array(list(judgement.mixture.values()))
    came, most = np.zeros(0), MOST if state.get_game().num_players() == 2 else MOST_OF_MORE
    while len(came) < most and (len(came) < 2 or np.ptp(mean_interval(came)) > 2 * CLOSE):
        counts = generator.multinomial(BATCH, shares / shares.sum())
        for action, count in zip(judgement.mixture, counts.tolist(), strict=True):
            if count:
                pair = np.array([action, other])
                changes = evaluator.roll_out(observation, seat, pair, count, generator, to_the_end=True)
                came = np.concatenate([came, values[action] - values[other] + changes[:, 0] - changes[:, 1]])
        if not len(came):
            break
    return came
