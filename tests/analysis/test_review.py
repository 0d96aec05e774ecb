"""What a walk shows is the costliest errors of whoever walks, and the luckiest moment, in order, and nothing of nobody's."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest

import jardinet
from jardinet.analysis.review import MOST_ERRORS, Review, moments_of, review_of
from jardinet.analysis.turning_points import LEAST, Kind, turning_points
from jardinet.arena.tournament import tournament
from jardinet.play.record import Record

KINDS = [("lucky_numbers", 2), ("lucky_numbers", 3), ("maudits_criquets", 2), ("maudits_criquets", 3)]


@cache
def reviewed(name: str, players: int, seed: int = 1) -> tuple[Record, Review]:
    game = jardinet.load_game(name, players=players)
    levels = ["random", "casual", "master"][:players]
    (record, *_) = tournament(game, levels, players, seed, recorded=True, workers=1).records.values()
    return record, review_of(record)


@pytest.mark.parametrize(("name", "players"), KINDS)
def test_the_moments_are_the_costliest_errors_and_the_luckiest_swing_in_order(name: str, players: int) -> None:
    record, review = reviewed(name, players)
    for seats in [range(players), *([seat] for seat in range(players))]:
        moments = moments_of(record.game, record.moves, review, seats)
        assert [one.before for one in moments] == sorted(one.before for one in moments)
        errors = [one.error for one in moments if one.error]
        costs = sorted((one.cost for one in review.errors if one.seat in seats), reverse=True)
        assert sorted((one.cost for one in errors), reverse=True) == costs[:MOST_ERRORS]
        assert all(one.seat in seats for one in errors)
        lucky = [one for one in turning_points(review.analysis) if one.kind != Kind.ERROR and one.change > 0]
        found = [one.luck for one in moments if one.luck]
        assert found == ([max(lucky, key=lambda one: one.change)] if lucky else [])
        for one in moments:
            assert (one.error is None) != (one.luck is None)
            assert abs(one.change) >= LEAST


@pytest.mark.parametrize(("name", "players"), KINDS)
def test_a_moment_lies_in_its_turn_and_of_luck_all_that_chance_brought_is_there(name: str, players: int) -> None:
    for seed in (1, 2, 3):
        record, review = reviewed(name, players, seed)
        for one in moments_of(record.game, record.moves, review, range(players)):
            ends = [0, *(turn.moves for turn in review.analysis.turns)]
            assert ends[one.turn - 1] <= one.before <= ends[one.turn]
            state = record.game.new_initial_state()
            for move in record.moves[: one.before]:
                state.apply(move)
            if one.error:
                assert one.seat in state.acting_seats()
            elif one.luck and one.luck.kind == Kind.LUCK:
                assert not state.is_chance_node()
                assert one.before > ends[one.turn - 1]


@pytest.mark.parametrize(("name", "players"), KINDS)
def test_the_same_record_gives_the_same_bytes(name: str, players: int) -> None:
    record, review = reviewed(name, players)
    assert msgspec.json.encode(review_of(record)) == msgspec.json.encode(review)


def test_a_game_of_which_more_is_unexplained_than_luck_cannot_be_told() -> None:
    _, review = reviewed("lucky_numbers", 2)

    def with_account(**changed: float) -> Review:
        first, second = (msgspec.structs.replace(one, luck=0.0, bids=0.0) for one in review.analysis.accounts)
        accounts = [msgspec.structs.replace(first, **changed), msgspec.structs.replace(second, unexplained=0.0)]
        return Review(msgspec.structs.replace(review.analysis, accounts=accounts), review.errors)

    assert not with_account(luck=0.1, unexplained=0.2).can_be_told
    assert not with_account(luck=0.1, unexplained=-0.2).can_be_told
    assert with_account(luck=0.3, unexplained=0.2).can_be_told
    assert with_account(luck=0.1, bids=0.2, unexplained=0.2).can_be_told
