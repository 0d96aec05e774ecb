"""What somebody's finished games add up to: counted by hand here, in any order, with and without what does not count."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jardinet.analysis.decisions import KindTally
from jardinet.analysis.error_rates import level_errors
from jardinet.analysis.results import (
    FEWEST_JUDGED,
    JUDGED,
    WINDOW,
    Balance,
    Doing,
    FinishedGame,
    PlayedSeat,
    PlayNext,
    doing_of,
)
from jardinet.bots.levels import levels_of

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
LEVELS = ["novice", "casual", "skilled", "expert", "master"]


def game(
    number: int, won: float = 1.0, rival: str = "casual", played: str = "lucky_numbers", **more: object
) -> FinishedGame:
    """A game of two against a bot, or against a person where the rival is no level."""
    is_bot = rival in LEVELS
    other = PlayedSeat("" if is_bot else rival, rival if is_bot else "", "" if is_bot else f"id-{rival}", 1 - won, 0)
    seats = (PlayedSeat("Ada", "", "ada", won, 0), other)
    return FinishedGame(f"t{number}", 1, played, BEGAN + timedelta(hours=number), 0, seats, **more)  # type: ignore[arg-type]


def judged(number: int, errors: float, luck: float = 0.0, kinds: dict[str, KindTally] | None = None) -> FinishedGame:
    return game(number, decisions=10, errors=errors, luck=luck, kinds=kinds or {})


def only(*games: FinishedGame) -> Doing:
    (found,) = doing_of(games)
    return found


def test_nobody_who_has_played_nothing_is_told_anything() -> None:
    assert doing_of([]) == []


def test_games_are_counted_against_each_level_and_each_person() -> None:
    games = [game(1), game(2, 0.0), game(3, 0.5), game(4, 0.0, "skilled"), game(5, 1.0, "Ben"), game(6, 0.0, "Ben")]
    found = only(*games, game(7, 1.0, "Zoe"))
    assert found.balance == Balance(3, 3, 1)
    assert [(one.level or one.name, one.balance) for one in found.rivals] == [
        ("casual", Balance(1, 1, 1)),
        ("skilled", Balance(0, 1, 0)),
        ("Ben", Balance(1, 1, 0)),
        ("Zoe", Balance(1, 0, 0)),
    ]
    assert found.strongest == "casual"


def test_with_three_seats_somebody_who_lost_can_come_before_somebody_else() -> None:
    seats = (
        PlayedSeat("Ada", "", "ada", 0.0, 5),
        PlayedSeat("", "novice", "", 0.0, 3),
        PlayedSeat("", "master", "", 1.0, 9),
    )
    found = only(FinishedGame("t", 1, "maudits_criquets", BEGAN, 0, seats))
    assert found.balance == Balance(0, 1, 0)
    assert [one.balance for one in found.rivals] == [Balance(1, 0, 0), Balance(0, 1, 0)]
    assert (found.seats, found.strongest) == (3, "novice")


def test_a_lesson_and_a_game_that_bots_played_do_not_count() -> None:
    found = only(game(1), game(2, 0.0, stood_in=0.26), game(3, 0.0, stood_in=0.25), game(4, 0.0, is_lesson=True))
    assert (found.balance, found.not_counted) == (Balance(1, 1, 0), 1)
    assert doing_of([game(1, is_lesson=True)]) == []


def test_the_longest_run_is_of_victories_in_the_order_of_time() -> None:
    results = [1, 1, 0, 1, 1, 1, 0.5, 1, 1, 0]
    games = [game(number, float(won)) for number, won in enumerate(results)]
    Random(1).shuffle(games)
    assert only(*games).longest_run == 3


def test_errors_are_told_from_five_games_on_and_by_the_latest_twenty() -> None:
    few = [judged(number, 0.2) for number in range(FEWEST_JUDGED - 1)]
    assert (only(*few).rate, only(*few).between, only(*few).curve) == (None, ("", ""), [])
    many = [judged(number, 1.0 if number < 10 else 0.1) for number in range(10 + JUDGED)]
    found = only(*many)
    assert found.rate == pytest.approx(0.01)
    assert len(found.curve) == len(many) - WINDOW + 1
    assert [found.curve[0], found.curve[-1]] == pytest.approx([0.1, 0.01])


@pytest.mark.parametrize("name", ["lucky_numbers", "maudits_criquets"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_scale_of_errors_has_every_level_and_the_master_makes_almost_none(name: str, seats: int) -> None:
    scale = level_errors(name, seats)
    assert [one.level for one in scale] == levels_of(name)
    rates = [one.rate for one in scale]
    assert rates == sorted(rates, reverse=True)
    assert rates[-1] < 0.001 < rates[-2]
    assert all(one.decisions > 500 and 0 <= one.doubt < 0.01 for one in scale)


def test_a_rate_lies_between_the_level_that_errs_more_and_the_one_that_errs_less() -> None:
    scale = level_errors("lucky_numbers", 2)
    for weaker, stronger in pairwise(scale):
        middle = (weaker.rate + stronger.rate) / 2
        assert only(*(judged(number, 10 * middle) for number in range(9))).between == (weaker.level, stronger.level)
    assert only(*(judged(number, 5.0) for number in range(9))).between == ("", scale[0].level)
    assert only(*(judged(number, 0.0) for number in range(9))).between == ("master", "")


def test_luck_and_kinds_add_up() -> None:
    kinds = [
        {"place": KindTally(4, 0.1)},
        {"place": KindTally(3, 0.2), "exchange": KindTally(2, 0.5), "choose": KindTally(9, 0)},
    ]
    found = only(judged(1, 0.1, 0.25, kinds[0]), judged(2, 0.7, -0.05, kinds[1]))
    assert found.luck == pytest.approx(0.2)
    assert [(one.kind, one.cost, one.decisions) for one in found.kinds] == [("exchange", 0.5, 2), ("place", 0.3, 7)]


def test_one_thing_is_suggested_at_a_time() -> None:
    assert only(*(game(number) for number in range(7))).next == PlayNext("know", 3, "casual")
    assert only(judged(1, 0.1), game(2)).next == PlayNext("judge", FEWEST_JUDGED - 1)
    ahead = [game(number) for number in range(10)]
    assert only(*ahead).next == PlayNext("stronger", 0, "skilled")
    assert only(*ahead, *(game(20 + number, 0.0, "skilled") for number in range(8))).next == PlayNext(
        "know", 2, "skilled"
    )
    behind = [game(number, 0.0) for number in range(10)]
    assert only(*behind).next is None
    costly = [judged(20 + number, 0.3, kinds={"exchange": KindTally(1, 0.3)}) for number in range(6)]
    assert only(*behind, *costly).next == PlayNext("practise", 0, "exchange")
    assert only(*(game(number, rival="master") for number in range(12))).next is None


@given(
    st.lists(st.tuples(st.sampled_from([0.0, 0.5, 1.0]), st.sampled_from([*LEVELS, "Ben"]), st.booleans()), max_size=30)
)
def test_every_game_of_two_is_counted_once_whatever_the_order(listed: list[tuple[float, str, bool]]) -> None:
    games = [
        game(number, won, rival, "maudits_criquets" if old else "lucky_numbers")
        for number, (won, rival, old) in enumerate(listed)
    ]
    found = doing_of(games)
    assert found == doing_of(reversed(games))
    assert sum(one.balance.games for one in found) == len(games)
    for one in found:
        assert sum(rival.balance.games for rival in one.rivals) == one.balance.games
        assert one.longest_run <= one.balance.won
