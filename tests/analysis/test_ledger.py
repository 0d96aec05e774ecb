"""The ledger closes in every game, is the same whenever it is made, and its luck is nobody's."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import numpy as np
import pytest
from tests.sizes import few, first_of

import jardinet
from jardinet.analysis.chance import expectations, values_of
from jardinet.analysis.ledger import MOST, UNSURE, Analyst, analyse
from jardinet.analysis.model import Analysis, Decision, to_json
from jardinet.analysis.turning_points import Kind, swings, turning_points
from jardinet.arena.tournament import tournament
from jardinet.bots.evaluation import Evaluation
from jardinet.bots.levels import load_evaluator
from jardinet.games.api import Game, Move
from jardinet.games.parameters import GameError, ParameterError
from jardinet.games.records import rows_of
from jardinet.play.record import PlayedFor, Record
from jardinet.play.record import decisions_of as moves_before_decisions

DUELS = ["lucky_numbers", "maudits_criquets"]
SOME = few(600, 24)  # games
VARIANTS: list[tuple[str, dict[str, Any]]] = [
    ("lucky_numbers", {"players": 3, "setup": "michael", "bruno": True}),
    ("maudits_criquets", {"players": 3, "beginner": True}),
    ("lucky_numbers", {"players": 4, "utility": "points", "first": 2}),
    ("maudits_criquets", {"players": 2, "majority_tie": "none"}),
    ("maudits_criquets", {"players": 4}),
]


@cache
def games_of(name: str, count: int, seed: int, bots: str = "master,greedy", **parameters: Any) -> list[Record]:
    game = jardinet.load_game(name, **parameters)
    return list(tournament(game, bots.split(","), count, seed, recorded=True, workers=1).records.values())


@cache
def analyses_of(name: str, count: int) -> list[Analysis]:
    """Nothing played on: that takes longest, and moves what it finds from errors to what stays unexplained."""
    analyst = Analyst(jardinet.load_game(name), load_evaluator(jardinet.load_game(name)), rollouts=0)
    return [analyst.analyse(record.moves) for record in games_of(name, count, 1)]


def check_closes(found: Analysis, winners: list[int]) -> None:
    """Every turn, and every account, adds up; shares are of one victory."""
    values = np.array(found.start)
    for turn in found.turns:
        changes = [one.change for one in turn.chances] + [one.change for one in turn.decisions]
        for change in (*changes, turn.bids):
            assert sum(change) == pytest.approx(0, abs=2e-5)
        values = values + np.sum([*changes, turn.bids, turn.unexplained], axis=0)
        assert values == pytest.approx(turn.values, abs=1e-9 * len(found.turns))
        assert all(one.cost >= 0 for one in turn.decisions)
    shares = [1 / len(winners) if seat in winners else 0 for seat in range(len(found.accounts))]
    assert values == pytest.approx(shares, abs=1e-4)
    for one, share in zip(found.accounts, shares, strict=True):
        total = one.start + one.luck + one.bids - one.errors + one.gifts + one.unexplained
        assert total == pytest.approx(one.result, abs=1e-4)
        assert one.result == pytest.approx(share, abs=1e-6)
        assert one.adjusted == pytest.approx(one.result - one.luck - one.bids, abs=1e-6)
        own = [d.cost for turn in found.turns for d in turn.decisions if d.seat == one.seat and d.options > 1]
        assert one.error_rate == pytest.approx(np.mean(own) if own else 0, abs=1e-6)


@pytest.mark.parametrize(("name", "parameters"), [*((name, {}) for name in DUELS), *first_of(VARIANTS, 2)])
def test_start_luck_errors_and_what_stays_unexplained_make_the_result(name: str, parameters: dict[str, Any]) -> None:
    for record in games_of(name, 2, 3, **parameters)[:2]:
        state = record.game.new_initial_state()
        for move in record.moves:
            state.apply(move)
        check_closes(analyse(record.game, record.moves), state.winners())


@pytest.mark.parametrize("name", DUELS)
def test_luck_is_zero_on_average_though_it_decides_games(name: str) -> None:
    """Within four standard errors, of master against greedy: who plays better is not luckier."""
    found = analyses_of(name, SOME)
    seats = np.array([[one.luck for one in analysis.accounts] for analysis in found])
    # Each deal is played from both seats, so its two games are one observation.
    deals = seats[:, 0].reshape(-1, 2).mean(1)
    assert abs(deals.mean()) < 4 * deals.std() / np.sqrt(len(deals))
    assert seats[:, 0].std() > 0.15


def test_bids_of_the_equilibrium_meet_well_and_badly_equally_often() -> None:
    found = [analyse(one.game, one.moves) for one in games_of("maudits_criquets", few(300, 24), 4)]
    bids = np.array([analysis.accounts[0].bids for analysis in found])
    assert abs(bids.mean()) < 4 * bids.std() / np.sqrt(len(bids))


@pytest.mark.parametrize("name", DUELS)
def test_master_makes_no_errors_by_its_own_judgement_and_greedy_does(name: str) -> None:
    for record, found in zip(games_of(name, SOME, 1), analyses_of(name, SOME), strict=False):
        for seat, bot in enumerate(record.seats):
            if bot == "master":
                assert found.accounts[seat].errors < 1e-3
            else:
                assert found.accounts[seat].errors > 0


@pytest.mark.parametrize("name", DUELS)
def test_analysis_follows_from_the_record_alone(name: str) -> None:
    record = games_of(name, 2, 5)[0]
    first, again = (Analyst(record.game, load_evaluator(record.game)).analyse(record.moves) for _ in range(2))
    assert (
        msgspec.json.encode(first)
        == msgspec.json.encode(again)
        == msgspec.json.encode(analyse(record.game, record.moves))
    )
    assert msgspec.json.decode(msgspec.json.encode(first), type=Analysis) == first


@pytest.mark.parametrize("name", DUELS)
def test_what_a_bot_decided_in_a_persons_place_has_a_heading_of_its_own(name: str) -> None:
    record = games_of(name, 2, 5)[0]
    seat = record.seats.index("greedy")
    plain = analyse(record.game, record.moves)
    bots = [PlayedFor(before, seat, "skilled") for before in moves_before_decisions(record)[seat][::2]]
    found = analyse(record.game, record.moves, played_for=bots)
    own, before = found.accounts[seat], plain.accounts[seat]
    assert own.errors + own.bot_errors == pytest.approx(before.errors, abs=1e-5)
    assert 0 < own.bot_errors < before.errors
    assert own.decisions < before.decisions
    assert [one.change for turn in found.turns for one in turn.decisions] == [
        one.change for turn in plain.turns for one in turn.decisions
    ]
    assert sum(one.played_by == "skilled" for turn in found.turns for one in turn.decisions) == len(bots)
    assert b"played_by" not in to_json([plain])
    assert (before.bot_errors, plain.accounts[1 - seat].bot_errors) == (0, 0)


# Chance ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "begun"),
    [
        ("maudits_criquets", []),
        ("lucky_numbers", ["reveal-3", "place-a1", "reveal-9", "place-c3"]),
    ],
)
def test_expectation_is_the_mean_over_what_chance_brings(name: str, begun: list[str]) -> None:
    """Against positions that chance is let loose on."""
    game = jardinet.load_game(name, **({"setup": "michael"} if begun else {}))
    state, evaluator = game.new_initial_state(), load_evaluator(game)
    for text in begun:
        state.apply(state.string_to_move(text))
    assert state.is_chance_node()
    records = rows_of(state.observation(), np.zeros(3000, np.int64))
    game.rules.reveal_all(records, np.random.default_rng(1))
    values = values_of(game, evaluator, records)[:, 0]
    (expected,) = expectations(game, evaluator, state.observation())
    assert expected.sum() == pytest.approx(1, abs=1e-5)
    assert abs(values.mean() - expected[0]) < 4 * values.std() / np.sqrt(len(values)) + 1e-9


def test_a_draw_is_expected_to_be_worth_what_the_lookahead_says() -> None:
    """Or somewhat more: of a tile that is drawn all cells are looked at again, of one that may be drawn the best alone."""
    record = games_of("lucky_numbers", 2, 5)[0]
    state, evaluator = record.game.new_initial_state(), load_evaluator(record.game)
    more = []
    for move in record.moves:
        if state.current_player() >= 0 and state.legal_actions()[0] == 0:  # may draw
            seat = state.current_player()
            said = evaluator.evaluate(state.observation(seat), np.array([seat])).worth[0, 0]
            drawing = state.clone()
            drawing.apply_action(0)
            more.append(expectations(record.game, evaluator, drawing.observation())[0][seat] - said[seat])
        state.apply(move)
    assert len(more) > 10
    assert min(more) > -1e-5
    assert np.mean(more) < 0.02


# Judgement ---------------------------------------------------------------------------------------


class _Told:
    """Evaluator that says what it is told: what each action is worth to seat 0, by its number; of two players."""

    def __init__(self, game: Game, best: float, others: float) -> None:
        self._game, self._best, self._others = game, best, others

    def evaluate(self, observations: Any, seats: Any) -> Evaluation:
        table = np.empty((len(seats), self._game.rules.NUM_ACTIONS), np.int8)
        self._game.rules.legal_table(observations, seats, table)
        own = np.where(table == 1, self._others, np.nan)
        own[np.arange(len(seats)), table.argmax(1)] = self._best
        worth = np.stack([np.where(seats[:, None] == seat, own, 1 - own) for seat in (0, 1)], 2)
        mixtures = np.eye(table.shape[1])[table.argmax(1)]
        values = worth[np.arange(len(seats)), table.argmax(1)]
        return Evaluation(seats, worth, mixtures, values)

    def values_together(self, observations: Any, actions: Any) -> Any:
        return np.full(actions.shape, 0.5)


def test_an_error_costs_what_the_best_action_was_worth_more() -> None:
    record = games_of("lucky_numbers", 2, 5)[0]
    found = Analyst(record.game, _Told(record.game, 0.75, 0.5)).analyse(record.moves)
    decisions = [one for turn in found.turns for one in turn.decisions]
    for one in decisions:
        assert (one.cost, one.worth) == ((0, 0.75) if one.best[0].action == one.action else (0.25, 0.5))
        assert one.change[one.seat] == -one.cost
        assert one.change[1 - one.seat] == one.cost
    assert {one.cost for one in decisions} == {0, 0.25}
    forced = [one for one in decisions if one.options == 1]
    assert forced  # the last tile of a set-up
    for account in found.accounts:
        own = [one for one in decisions if one.seat == account.seat]
        assert account.decisions == len(own) - sum(one.options == 1 for one in own)


def test_turning_points_are_the_greatest_swings_in_order() -> None:
    found = analyses_of("maudits_criquets", SOME)[0]
    points = turning_points(found)
    assert [one.turn for one in points] == sorted(one.turn for one in points)
    assert 0 < len(points) <= 5
    assert {one.kind for one in points} <= set(Kind)
    assert turning_points(found, 1) == [max(points, key=lambda one: abs(one.change))]
    errors = [d.cost for turn in found.turns for d in turn.decisions]
    for one in points:
        assert abs(one.change) >= 0.03
        turn = found.turns[one.turn - 1]
        if one.kind == Kind.ERROR:
            assert one.decision is not None
            assert turn.decisions[one.decision].cost == -one.change
            assert turn.decisions[one.decision].seat == one.seat
        elif one.kind == Kind.BIDS:
            assert turn.bids[one.seat] == one.change == max(turn.bids)
    least = min(abs(one.change) for one in points)
    assert sum(cost > least for cost in errors) <= len(points)


# What cannot be analysed -------------------------------------------------------------------------


def test_a_game_that_is_not_over_is_refused() -> None:
    record = games_of("lucky_numbers", 2, 5)[0]
    moves: tuple[Move, ...]
    for moves in (record.moves[:-1], record.moves[:3], ()):
        with pytest.raises(GameError, match="the game is not over: only a finished one can be analysed"):
            analyse(record.game, moves)


def test_a_game_without_an_evaluator_is_refused() -> None:
    with pytest.raises(ParameterError, match="Fireflies cannot be evaluated"):
        analyse(jardinet.load_game("fireflies"), ())


# Rollouts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DUELS)
def test_errors_that_may_be_none_are_known_by_rollouts(name: str) -> None:
    record = games_of(name, 2, 9, "casual,skilled")[0]
    evaluator = load_evaluator(record.game)
    alone, found = (Analyst(record.game, evaluator, count).analyse(record.moves) for count in (0, 48))
    pairs = list(zip(decisions_of(alone), decisions_of(found), strict=True))
    assert all(one.rollouts == 0 and one.doubt == 0 for one in decisions_of(alone))
    rolled_out = [(before, after) for before, after in pairs if after.rollouts]
    assert 3 <= len(rolled_out) <= MOST, [one.cost for one in decisions_of(alone)]
    for before, after in rolled_out:
        assert UNSURE[0] <= before.cost <= UNSURE[1] + 1e-6
        assert after.rollouts == 48 and 0 < after.doubt < 0.2
        assert after.cost != before.cost
    assert all(before == after for before, after in pairs if not after.rollouts)
    check_closes(found, [seat for seat, one in enumerate(found.accounts) if one.result > 0])


def decisions_of(found: Analysis) -> list[Decision]:
    return [one for turn in found.turns for one in turn.decisions]


@pytest.mark.parametrize("name", DUELS)
def test_turning_points_are_the_greatest_swings_from_three_hundredths_of_the_victory_on(name: str) -> None:
    smallest = 1.0
    for found in analyses_of(name, SOME):
        every = [one for turn in found.turns for one in swings(turn)]
        told = turning_points(found)
        assert told == [one for one in every if one in told], "in the order in which they came"
        left = [abs(one.change) for one in every if one not in told]
        least = min((abs(one.change) for one in told), default=1.0)
        assert least >= 0.03
        assert all(change < 0.03 or (len(told) == 5 and change <= least) for change in left)
        assert len(turning_points(found, most=1)) <= 1
        smallest = min(smallest, least)
    assert smallest < 0.05, "nothing near the limit was tried"
