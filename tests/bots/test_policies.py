"""Policies: bots that tell one play by it, and whatever is no policy is refused with the bot's name."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.bots.maudits_criquets.positions import game_of, positions

import jardinet
from jardinet.bots.api import BotError, policies
from jardinet.bots.levels import load_bot
from jardinet.bots.random import RandomBot
from jardinet.games.api import SIMULTANEOUS, Game
from jardinet.games.batch import StateBatch
from jardinet.games.records import rows_of

DRAWS = 1500
BIDDING = game_of(players=3)
PLACING = jardinet.load_game("lucky_numbers")


def some_positions(game: Game) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Positions of a game, and a seat that acts in each."""
    if game is BIDDING:
        together, alone = positions(game, 5, 1)
        return np.concatenate([together, alone]), np.concatenate(
            [np.zeros(len(together), np.int64), alone["player"].astype(np.int64)]
        )
    batch, generator = StateBatch.of(game.new_initial_state(), 8), np.random.default_rng(1)
    for _ in range(12):
        batch.reveal_all(generator)
        batch.apply_all(batch.random_actions(generator))
    batch.reveal_all(generator)
    return batch.records, batch.players


def legal_table(game: Game, records: NDArray[Any], seats: NDArray[np.int64]) -> NDArray[np.int8]:
    legal = np.empty((len(seats), game.num_distinct_actions()), np.int8)
    game.rules.legal_table(records, seats, legal)
    return legal


@pytest.mark.parametrize(
    ("game", "name"),
    [(BIDDING, "random"), (BIDDING, "casual"), (BIDDING, "master"), (PLACING, "random"), (PLACING, "novice")],
)
def test_bots_play_by_the_policy_that_they_tell(game: Game, name: str) -> None:
    records, seats = some_positions(game)
    assert game is PLACING or {SIMULTANEOUS} < set(records["player"].tolist())
    bot: Any = load_bot(name, game)
    told = policies(bot, records, seats, legal_table(game, records, seats))
    many = np.repeat(np.arange(len(seats)), DRAWS)
    chosen = bot.act(rows_of(records, many), seats[many], np.random.default_rng(2)).reshape(len(seats), DRAWS)
    counted = np.stack([np.bincount(row, minlength=told.shape[1]) for row in chosen]) / DRAWS
    assert (counted[told == 0] == 0).all()
    assert np.abs(counted - told).max() < 5 * np.sqrt(0.25 / DRAWS)
    assert (told.max(1) < 1).any()


class Telling(RandomBot):
    """Tells what it is told to."""

    name = "telling"
    told: Any = None

    def policy(self, observations: NDArray[Any], seats: NDArray[np.int64]) -> NDArray[np.float64]:
        if self.told is None:
            raise LookupError("no idea")
        answer: NDArray[np.float64] = self.told(super().policy(observations, seats))
        return answer


@pytest.mark.parametrize(
    ("told", "says"),
    [
        (None, r"bot 'telling' failed: LookupError: no idea \(test_policies.py, line \d+\)"),
        (lambda policy: policy[:, :-1], r"told a policy of shape \(8, 37\): it must be \(8, 38\)"),
        (lambda policy: policy / 2, "told a policy that is not one"),
        (lambda policy: policy[:, ::-1], "told a policy that is not one"),
        (lambda policy: np.where(policy == policy.max(), 2.0, -1.0), "told a policy that is not one"),
        (lambda policy: policy * np.nan, "told a policy that is not one"),
    ],
)
def test_what_is_no_policy_is_refused(told: Any, says: str) -> None:
    records, seats = some_positions(PLACING)
    bot = Telling(PLACING)
    bot.told = told
    with pytest.raises(BotError, match=says):
        policies(bot, records, seats, legal_table(PLACING, records, seats))


def test_who_tells_none_is_named() -> None:
    records, seats = some_positions(PLACING)
    silent = SimpleNamespace(name="silent", act=load_bot("greedy", PLACING).act)
    with pytest.raises(BotError, match="bot 'silent' does not tell its policy"):
        policies(silent, records, seats, legal_table(PLACING, records, seats))
