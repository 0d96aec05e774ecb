"""Search finds what rollouts say, spends what it is given, and never knows what will be drawn."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.bots.lucky_numbers.positions import positions

import jardinet
from jardinet.arena.lockstep import begin, play_chunk
from jardinet.bots.api import Bot, choose
from jardinet.bots.layer import Effort
from jardinet.bots.levels import load_bot
from jardinet.bots.lucky_numbers import search
from jardinet.bots.lucky_numbers.lookahead import Lookahead
from jardinet.bots.lucky_numbers.master import shipped_net
from jardinet.bots.lucky_numbers.search import Race, SearchBot, tiles_of
from jardinet.games.api import CHANCE, Game, State
from jardinet.games.lucky_numbers.rules import CHOOSING, DISCARD, NUMBERS, OVER, PLACING
from jardinet.games.records import rows_of


@pytest.mark.parametrize(
    ("players", "variant"),
    [(2, {"bruno": True}), (3, {"setup": "michael"}), (4, {"utility": "points"})],
)
def test_plays_whole_games_of_every_variant(players: int, variant: dict[str, Any]) -> None:
    game = jardinet.load_game("lucky_numbers", players=players, **variant)
    bots: list[Bot] = [load_bot("master:3rollouts", game), *[load_bot("random", game)] * (players - 1)]
    tally = play_chunk(game, bots, np.arange(2) % players, np.random.default_rng(2))
    assert tally.games == 2 and tally.seats[0].wins[0] == 2


def test_equal_generators_give_equal_choices_and_observations_stay_as_they_are() -> None:
    game = jardinet.load_game("lucky_numbers")
    records = positions(game, 30, 3)
    records = rows_of(records, np.flatnonzero(records["player"] >= 0))
    seats, bot, before = records["player"].astype(np.int64), load_bot("master:10rollouts", game), records.tobytes()
    first, second = (bot.act(records, seats, np.random.default_rng(5)) for _ in range(2))
    assert first.tolist() == second.tolist()
    assert records.tobytes() == before
    assert all(game.rules.is_legal(records, i, seats[i], first[i]) for i in range(len(seats)))


def play(game: Game, pile: Sequence[int], tiles: int) -> list[list[int]]:
    """What a searching master plays, in all seats, after each of the first tiles, which come in the order of `pile`."""
    state, bot, generator = game.new_initial_state(), load_bot("master:12rollouts", game), np.random.default_rng(1)
    actions: list[list[int]] = []
    while len(actions) <= tiles:
        if state.current_player() == CHANCE:
            state.apply_action(pile[len(actions)])
            actions.append([])
        else:
            actions[-1].append(choose(bot, state, state.current_player(), generator))
            state.apply_action(actions[-1][-1])
    return actions[:tiles]


@pytest.mark.parametrize("variant", [{}, {"players": 3, "bruno": True}])
def test_no_choice_depends_on_the_order_of_the_pile(variant: dict[str, Any]) -> None:
    """Two piles are alike up to a tile: so are all choices before the next one is turned over."""
    game = jardinet.load_game("lucky_numbers", **variant)
    pile = np.random.default_rng(4).permutation(np.repeat(np.arange(1, NUMBERS + 1), game.num_players()))
    alike = 4 * game.num_players() + 10
    other = np.concatenate([pile[:alike], pile[alike:][::-1]])
    assert (pile[alike:] != other[alike:]).mean() > 0.8
    actions, others = (play(game, tiles.tolist(), alike + 5) for tiles in (pile, other))
    assert actions[:alike] == others[:alike] and actions != others
    assert sum(map(len, actions[:alike])) > 20


def test_orders_of_tiles_are_of_the_hidden_ones_and_begin_evenly() -> None:
    pile = np.zeros(NUMBERS + 1, np.int8)
    pile[[3, 8, 20]] = 1, 2, 1
    found = tiles_of(pile, 400, 3, np.random.default_rng(1))
    assert found.shape == (400, 3)
    assert all((np.bincount(order, minlength=NUMBERS + 1) <= pile).all() for order in found)
    assert [np.count_nonzero(found[:, 0] == number) for number in (3, 8, 20)] == [100, 200, 100]
    assert abs(np.count_nonzero(found[:, 1] == 8) - 200) < 40  # four standard deviations
    assert tiles_of(pile, 2, 9, np.random.default_rng(1)).shape == (2, 4)
    assert tiles_of(np.zeros_like(pile), 2, 9, np.random.default_rng(1)).shape == (2, 0)


def test_rollouts_overrule_the_lookahead_once_there_are_enough() -> None:
    noise = np.random.default_rng(1).normal(0, 0.02, (200, 2))
    contest = Race([7, 9], [0.50, 0.49])
    contest.add(np.array([[0.0, 0.03]]) + noise[:1])
    assert contest.best() == 7
    contest.add(np.array([[0.0, 0.03]]) + noise[1:])
    assert contest.best() == 9 and contest.left.tolist() == [1]


def rolled_out(
    lookahead: Lookahead, record: NDArray[Any], contest: search.Race, tiles: NDArray[np.int64], turns: float
) -> NDArray[np.float64]:
    generator = np.random.default_rng(1)
    return search.roll_out(lookahead, record, contest.actions(), contest.expected(), tiles, generator, turns)


def after(game: Game, state: State, action: int) -> NDArray[Any]:
    """The record once an action is played that no chance follows."""
    other = state.clone()
    other.apply_action(action)
    return other.observation()


def test_a_rollout_of_one_turn_is_the_lookahead_of_the_next_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "MARGIN", 1.0)
    game = jardinet.load_game("lucky_numbers")
    lookahead, bot = Lookahead(game, shipped_net(2)), SearchBot(game, shipped_net(2), Effort(rollouts=1), "search")
    records = positions(game, 60, 6)
    for i in np.flatnonzero((records["phase"] == PLACING) & ~records["taken"])[:4]:
        record, mover = records[i : i + 1], int(records["player"][i])
        contest = bot.contest(record)
        assert len(contest.left) > 1
        found = contest.expected() + rolled_out(lookahead, record, contest, np.zeros((100, 0), np.int64), 1)
        reached = [after(game, game.state_at(record), action) for action in contest.actions()]
        exact = [lookahead.choose(one)[1][0, mover] for one in reached if one["phase"][0] == CHOOSING]
        np.testing.assert_allclose(found.mean(0)[: len(exact)], exact, atol=0.01)


def test_rollouts_to_the_end_are_worth_what_games_come_to() -> None:
    """So luck that is left out has no mean, and nothing but luck is."""
    game, generator = jardinet.load_game("lucky_numbers"), np.random.default_rng(3)
    lookahead, bot = Lookahead(game, shipped_net(2)), SearchBot(game, shipped_net(2), Effort(rollouts=1), "search")
    records = begin(game, 160)
    game.rules.reveal_all(records, generator)
    while len(early := np.flatnonzero((records["pile_size"] > 5) & (records["phase"] != OVER))):
        actions, _ = lookahead.choose(rows_of(records, early))
        game.rules.apply_all(records, early, actions)
        game.rules.reveal_all(records, generator)
    late = np.flatnonzero(records["phase"] == PLACING)
    contests = [(records[i : i + 1], bot.contest(records[i : i + 1])) for i in late]
    record, contest = next(
        (record, one) for record, one in contests if len(one.left) > 1 and 0.2 < one.expected()[0] < 0.8
    )
    mover, games = int(record["player"][0]), 300
    tiles = tiles_of(record["pile"][0], games, 40, generator)
    found = contest.expected() + rolled_out(lookahead, record, contest, tiles, inf)
    came = []
    for action in contest.actions():
        states = rows_of(record, np.zeros(games, np.int64))
        game.rules.apply_all(states, np.arange(games), np.full(games, action))
        while len(running := np.flatnonzero(states["phase"] != OVER)):
            game.rules.reveal_all(states, generator)
            actions, _ = lookahead.choose(rows_of(states, running), search.DRAWS, generator.random(len(running)))
            game.rules.apply_all(states, running, actions)
        came.append(lookahead.outcomes(states)[:, mover])
    error = np.sqrt(found.var(0) / games + np.var(came, axis=1) / games)
    assert (np.abs(found.mean(0) - np.mean(came, axis=1)) < 4 * error).all()
    assert (found.std(0) < np.std(came, axis=1)).all()


def test_with_time_alone_all_that_is_played_is_legal() -> None:
    game = jardinet.load_game("lucky_numbers")
    records = positions(game, 12, 3)
    records = rows_of(records, np.flatnonzero(records["player"] >= 0))
    seats, bot = records["player"].astype(np.int64), load_bot("master:20ms", game)
    actions = bot.act(records, seats, np.random.default_rng(5))
    assert all(game.rules.is_legal(records, i, seats[i], actions[i]) for i in range(len(seats)))


def test_of_plays_that_are_worth_the_same_one_is_looked_at_again_a_discard_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = jardinet.load_game("lucky_numbers")
    bot = SearchBot(game, shipped_net(2), Effort(rollouts=1), "search")
    records = positions(game, 40, 6)
    placing = np.flatnonzero(records["phase"] == PLACING)
    legal = [game.rules.is_legal(records, i, int(records["player"][i]), DISCARD) for i in placing.tolist()]
    record = rows_of(records, placing[legal][:1])
    found = bot._lookahead.worth_again(record)
    monkeypatch.setattr(bot._lookahead, "worth_again", lambda _: np.where(np.isnan(found), np.nan, 0.5))
    assert bot.contest(record).actions().tolist() == [DISCARD]
    assert (~np.isnan(found[0, :, 0])).sum() > 1, "there was nothing else to play"
