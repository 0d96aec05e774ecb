"""Master draws its bids from the equilibrium, and judges by the position alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.bots.maudits_criquets.positions import game_of, positions

from jardinet.arena.lockstep import play_chunk
from jardinet.bots.levels import load_bot, load_evaluator
from jardinet.bots.maudits_criquets.evaluator import MauditsCriquetsEvaluator
from jardinet.bots.maudits_criquets.master import MasterBot, best_picks, shipped_net
from jardinet.bots.maudits_criquets.reader import ReaderBot
from jardinet.bots.maudits_criquets.turns import worth_of_picks
from jardinet.bots.maudits_criquets.value import new_net, values_of
from jardinet.games.api import Game, State
from jardinet.games.maudits_criquets.rules import BIDS
from jardinet.games.records import joined, rows_of

NET = new_net(8, np.random.default_rng(1))
DUEL = game_of()


def bids_of(bot: MasterBot, record: NDArray[Any], seat: int, count: int) -> NDArray[np.float64]:
    """How often the bot bids each card, as shares."""
    drawn = bot.act(rows_of(record, np.zeros(count, np.int64)), np.full(count, seat), np.random.default_rng(2))
    return np.bincount(drawn, minlength=BIDS) / count


@pytest.mark.parametrize("players", [2, 3])
def test_bids_are_drawn_from_the_mixture(players: int) -> None:
    game = game_of(players=players)
    bot = MasterBot(game, NET)
    records, _ = positions(game, 20, 3)
    mixtures, values = bot.mixtures(records)
    assert mixtures.sum(2) == pytest.approx(np.ones((len(records), players)))
    assert values.sum(1) == pytest.approx(np.ones(len(records)), abs=1e-5)
    mixed = int(np.argmax((mixtures[:, 0] > 0.15).sum(1)))
    assert (mixtures[mixed, 0] > 0.15).sum() >= 2  # else there would be nothing to draw
    shares = bids_of(bot, records[mixed : mixed + 1], 0, 4000)
    assert np.abs(shares - mixtures[mixed, 0]).max() < 0.035  # four standard deviations


def test_the_nets_file_is_read_once_for_all_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    records, _ = positions(DUEL, 1, 5)
    seats = np.zeros(1, np.int64)
    first = load_bot("master", DUEL).act(records, seats, np.random.default_rng(1))
    monkeypatch.setattr("jardinet.bots.maudits_criquets.master.load_weights", None)  # whoever reads it again fails
    assert load_bot("master", DUEL).act(records, seats, np.random.default_rng(1)) == first
    assert load_evaluator(DUEL).evaluate(records, seats).mixtures[0, first] > 0


def test_nobody_gains_by_another_bid() -> None:
    from jardinet.bots.maudits_criquets.turns import worth_of_bids

    records, _ = positions(DUEL, 60, 4)
    mixtures, values = MasterBot(DUEL, NET).mixtures(records)
    worth = worth_of_bids(NET, records)[:, :, 0].reshape(-1, BIDS, BIDS)  # theirs, then mine
    against = np.einsum("kij,ki->kj", worth, mixtures[:, 1])
    mine = records["hand"][:, 0, None] >> np.arange(BIDS) & 1
    assert (np.where(mine, against, 0).max(1) <= values[:, 0] + 1e-4).all()


CUT_DOWN: list[dict[str, int | str | bool]] = [
    {"beginner": True},
    {"majority_tie": "none"},
    {"crops": 1, "copies": 2, "locusts": 0},
    {"copies": 1, "locusts": 14},
    {"numbers": 1, "copies": 3},
    {"numbers": 2, "specials": False, "copies": 2},
    {"loot": 1, "copies": 2},
    {"loot": 2, "locusts": 1, "copies": 4},
]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("parameters", CUT_DOWN, ids=str)
def test_whole_games_are_legal_with_every_parameter(players: int, parameters: dict[str, int | str | bool]) -> None:
    game = game_of(players=players, **parameters)
    bots = [MasterBot(game, NET)] * players
    tally = play_chunk(game, bots, np.zeros(2, np.int64), np.random.default_rng(players))
    assert tally.games == 2


def test_fields_that_no_seat_may_judge_by_decide_nothing() -> None:
    """The log of the last move and who bid what before it are known to all, but the position is the same without."""
    bot = MasterBot(DUEL, NET)
    records, _ = positions(DUEL, 60, 6)
    seats = np.arange(len(records)) % 2
    changed = rows_of(records, np.arange(len(records)))
    changed["log"] = 7
    changed["lines"] = 3
    changed["bid"] = 2
    first, second = (bot.act(each, seats, np.random.default_rng(7)) for each in (records, changed))
    assert (first == second).all()


def test_games_side_by_side_do_not_touch_each_other() -> None:
    bot = MasterBot(DUEL, NET)
    records, _ = positions(DUEL, 30, 8)
    together, _ = bot.mixtures(records)
    alone = np.concatenate([bot.mixtures(records[k : k + 1])[0] for k in range(len(records))])
    assert together == pytest.approx(alone)


@pytest.mark.parametrize("players", [2, 3])
def test_all_seats_of_a_position_are_answered_as_each_alone(players: int) -> None:
    game = game_of(players=players)
    records, picking = positions(game, 12, 9)
    seats = np.arange(len(records) * players) % players
    together = joined([rows_of(records, np.arange(len(seats)) // players), picking])
    seats = np.concatenate([seats, picking["player"].astype(np.int64)])
    bot, evaluator = MasterBot(game, NET), MauditsCriquetsEvaluator(game, NET)
    likely, evaluation = bot.policy(together, seats), evaluator.evaluate(together, seats)
    for k in range(len(seats)):
        one = slice(k, k + 1)
        assert (likely[one] == bot.policy(together[one], seats[one])).all()
        alone = evaluator.evaluate(together[one], seats[one])
        assert np.array_equal(evaluation.worth[one], alone.worth, equal_nan=True)
        assert (evaluation.mixtures[one] == alone.mixtures).all()
        assert (evaluation.values[one] == alone.values).all()


# The judge ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3])
def test_a_reader_answers_as_well_as_any_bid(players: int) -> None:
    game = game_of(players=players)
    bot, better = MasterBot(game, NET), new_net(8, np.random.default_rng(9))
    records, _ = positions(game, 30, 10)
    seats = np.arange(len(records)) % players
    answers = ReaderBot(bot, better).act(records, seats, np.random.default_rng(0))
    gains = _gains(game, bot, better, records, seats)
    assert gains[np.arange(len(seats)), answers] == pytest.approx(gains.max(1), abs=1e-6)


def _gains(
    game: Game, bot: MasterBot, net: Any, records: NDArray[Any], seats: NDArray[np.int64]
) -> NDArray[np.float64]:
    """What each bid is worth to the reader, summed up joint bid by joint bid; -1 for cards not in hand."""
    from jardinet.bots.maudits_criquets.turns import worth_of_bids

    mixtures, _ = bot.mixtures(records)
    worth = worth_of_bids(net, records)
    gains = np.full((len(seats), BIDS), -1.0)
    for k, seat in enumerate(seats):
        for bid in range(BIDS):
            if records["hand"][k, seat] >> bid & 1:
                gains[k, bid] = 0
        for joint in range(BIDS**game.players):
            bids = [joint // BIDS**each % BIDS for each in range(game.players)]
            if gains[k, bids[seat]] >= 0:
                others = [mixtures[k, each, bids[each]] for each in range(game.players) if each != seat]
                gains[k, bids[seat]] += np.prod(others) * worth[k, joint, seat]
    return gains


def test_the_level_master_plays_with_the_net_of_the_package() -> None:
    for players in (2, 3, 4):
        game = game_of(players=players)
        records, _ = positions(game, 3, 11)
        assert load_bot("master", game).act(records, np.zeros(3, np.int64), np.random.default_rng(0)).shape == (3,)


FIRST_LOOT = ("+corn", "+corn", "+locust")
GOLDEN = {  # what each net says of every seat's share of the victory after these first bids, of which the first takes corn
    "2-players": ("6/5", (0.6068, 0.3932)),
    "2-players-seed-1": ("6/5/4", (0.2842, 0.2477, 0.4681)),
    "3-players": ("6/5/4", (0.3796, 0.2781, 0.3423)),
    "4-players": ("6/5/4/3", (0.2997, 0.2003, 0.2470, 0.2531)),
}


def state_after(game: Game, *words: str) -> State:
    state = game.new_initial_state()
    for word in words:
        game.read_turn(state, word)
    return state


@pytest.mark.parametrize("name", GOLDEN)
def test_weights_give_golden_values(name: str) -> None:
    """A new net changes them; a change of features or kernels must not."""
    bids, shares = GOLDEN[name]
    state, found = state_after(game_of(players=len(shares)), *FIRST_LOOT, bids, "corn"), np.empty((1, len(shares)))
    values_of(state.observation(), *shipped_net(name), found)
    assert found[0] == pytest.approx(shares, abs=2e-4)


def test_the_level_master_gives_golden_values() -> None:
    """Likewise; a change of how bids are solved must not change them either."""
    bot = load_bot("master", DUEL)
    assert isinstance(bot, MasterBot)
    mixtures, values = bot.mixtures(state_after(DUEL, *FIRST_LOOT).observation())
    assert values[0] == pytest.approx([0.5, 0.5], abs=1e-6)
    assert mixtures[0] == pytest.approx(np.array([[0, 0, 0, 0, 0, 1, 0, 0]] * 2), abs=1e-3)
    later = state_after(DUEL, *FIRST_LOOT, "6/5", "corn", "+corn", "+broccoli", "+locust")
    assert bot.mixtures(later.observation())[1][0] == pytest.approx([0.6042, 0.3958], abs=1e-3)


@pytest.mark.parametrize("players", [2, 4])
def test_the_pick_is_the_one_that_is_worth_most_to_whoever_picks(players: int) -> None:
    _, records = positions(game_of(players=players), 60, 9)
    owners, actions, values = worth_of_picks(NET, records)
    best = best_picks(NET, records)
    for one, record in enumerate(records):
        own = np.flatnonzero(owners == one)
        worth = values[own, record["player"]]
        assert worth[actions[own] == best[one]] == worth.max()
