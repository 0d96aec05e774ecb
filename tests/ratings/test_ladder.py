"""The ladder of a game: which rated games count, who has left one, and that the order alone decides."""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jardinet.ratings.ladder import MOST_A_DAY, FinishedSeat, Ladder, LadderGame, ladder_of, places_of
from jardinet.ratings.rating import PersonRating, RatedGame, RatedSeat, rate
from jardinet.ratings.yardstick import load_yardstick

YARDSTICK = load_yardstick("lucky_numbers")
assert YARDSTICK
MAY = datetime(2026, 5, 1, 20, tzinfo=UTC)
PEOPLE = ["ada", "ben", "cleo", "dan", "eve"]


def game(hours: float, *people: str, table: str = "", number: int = 1, games: int = 1) -> LadderGame:
    """A game that ends so many hours after eight in the evening; its people are in the order of their places."""
    seats = tuple(FinishedSeat(person, place, 20, 0) for place, person in enumerate(people, 1))
    return LadderGame(MAY + timedelta(hours=hours), table or f"t{hours}", number, games, seats)


def added(*games: LadderGame) -> list[bool]:
    assert YARDSTICK
    ladder = Ladder(YARDSTICK)
    return [ladder.add(one) is not None for one in games]


def test_a_game_that_counts_leads_to_what_rate_says() -> None:
    assert YARDSTICK
    ladder = Ladder(YARDSTICK)
    after = ladder.add(game(0, "ada", "ben"))
    assert after == rate({}, RatedGame(MAY, "t0/1", (RatedSeat(1, "ada"), RatedSeat(2, "ben"))))
    assert ladder.ratings == after


def test_of_two_people_five_games_a_day_count_and_the_sixth_on_the_next() -> None:
    games = [game(n / 10, "ada", "ben") for n in range(MOST_A_DAY + 2)]
    assert added(*games) == [True] * MOST_A_DAY + [False] * 2
    assert added(*games, game(3.99, "ben", "ada"), game(4, "ben", "ada"))[-2:] == [False, True]  # midnight, by UTC


def test_another_pair_has_room_left_and_one_full_pair_is_enough_for_a_game_not_to_count() -> None:
    full = [game(n / 10, "ada", "ben") for n in range(MOST_A_DAY)]
    assert added(*full, game(1, "ada", "cleo"))[-1]
    assert not added(*full, game(1, "cleo", "ada", "dan", "ben"))[-1]
    later = [*full, game(1, "cleo", "ada", "ben"), *(game(2 + n / 10, "ada", "cleo") for n in range(MOST_A_DAY))]
    assert added(*later)[-MOST_A_DAY:] == [True] * MOST_A_DAY  # what did not count takes nobody's room


def test_the_games_of_a_round_count_all_or_none() -> None:
    def match(at: float, table: str) -> list[LadderGame]:
        return [game(at + n / 100, "ada", "ben", table=table, number=n + 1, games=2) for n in range(2)]

    games = [*match(0, "a"), *match(1, "b"), *match(2, "c"), game(3, "ada", "ben"), game(3.1, "ada", "ben")]
    assert added(*games) == [True, True, True, True, False, False, True, False]


def test_a_round_that_began_to_count_counts_on_after_midnight_and_with_others_between() -> None:
    first, second = (game(at, "ada", "ben", table="m", number=n, games=2) for n, at in ((1, 3.9), (2, 4.1)))
    between = [game(3.95 + n / 100, "ada", "ben") for n in range(MOST_A_DAY)]
    assert added(first, *between, second) == [True, True, True, True, False, False, True]


def test_a_round_after_a_tie_is_another_round() -> None:
    games = [game(n / 10, "ada", "ben", table="m", number=n + 1, games=2) for n in range(6)]
    assert added(*games) == [True] * 4 + [False] * 2


def test_a_person_with_two_seats_is_not_rated() -> None:
    assert added(game(0, "ada", "ada")) == [False]


@pytest.mark.parametrize(("stood_in", "has_left"), [(0, False), (5, False), (6, True), (20, True)])
def test_whoever_leaves_more_than_a_quarter_of_their_turns_to_bots_has_left(stood_in: int, has_left: bool) -> None:
    assert FinishedSeat("ada", 1, 20, stood_in, "skilled").has_left == has_left


def test_whoever_has_left_has_lost_though_their_bot_has_won_and_the_other_met_the_bot() -> None:
    assert YARDSTICK
    seats = (FinishedSeat("ada", 2, 20, 0), FinishedSeat("ben", 1, 20, 19, "novice"))
    after = Ladder(YARDSTICK).add(LadderGame(MAY, "t", 1, 1, seats))
    novice = YARDSTICK.levels["novice"].strength
    assert after and after["ben"].value < 1500
    alone = RatedGame(MAY, "t/1", (RatedSeat(2, "ada"), RatedSeat(1, level=novice)))
    assert after["ada"] == rate({}, alone)["ada"]


def test_a_bot_that_nobody_has_measured_is_worth_no_more_than_the_weakest() -> None:
    assert YARDSTICK
    ladders = [Ladder(YARDSTICK), Ladder(YARDSTICK)]
    found = []
    for ladder, level in zip(ladders, ("random", "novice"), strict=True):
        seats = (FinishedSeat("ada", 1, 20, 0), FinishedSeat("ben", 2, 20, 20, level))
        found.append(ladder.add(LadderGame(MAY, "t", 1, 1, seats)))
    assert found[0] == found[1]


def test_a_game_before_one_that_was_added_is_refused() -> None:
    assert YARDSTICK
    ladder = Ladder(YARDSTICK)
    ladder.add(game(1, "ada", "ben"))
    with pytest.raises(ValueError, match="before"):
        ladder.add(game(0, "ada", "ben"))


@given(st.lists(st.tuples(st.integers(0, 90), st.permutations(PEOPLE), st.integers(2, 4)), max_size=25), st.randoms())
def test_the_ladder_is_the_same_in_whatever_order_games_are_read_and_five_a_day_are_never_more(
    drawn: list[tuple[int, list[str], int]], random: Random
) -> None:
    assert YARDSTICK
    games = [game(at, *who[:count], table=f"t{n}") for n, (at, who, count) in enumerate(drawn)]
    ladder = ladder_of(YARDSTICK, games)
    assert ladder_of(YARDSTICK, random.sample(games, len(games))).ratings == ladder.ratings
    again, counted = Ladder(YARDSTICK), dict[tuple[object, frozenset[str]], int]()
    for one in sorted(games, key=lambda one: one.order):
        if again.add(one) is not None:
            for pair in one.pairs:
                key = one.ended_at.date(), pair
                counted[key] = counted.get(key, 0) + 1
    assert all(count <= MOST_A_DAY for count in counted.values())
    assert {person: one.games for person, one in ladder.ratings.items()}.keys() <= {*PEOPLE}


def test_a_new_person_begins_as_everybody_does() -> None:
    assert YARDSTICK
    assert Ladder(YARDSTICK).ratings.get("ada", PersonRating()) == PersonRating()


@pytest.mark.parametrize(
    ("winners", "points", "places"),
    [
        ([0], [2, -3], [1, 2]),
        ([0, 2], [1, 0, 1, 0], [1, 3, 1, 3]),
        ([1], [9, 3, 5, 9], [2, 1, 4, 2]),
        ([], [1, 1], [1, 1]),
    ],
)
def test_winners_are_first_and_the_others_follow_by_points(
    winners: list[int], points: list[int], places: list[int]
) -> None:
    assert places_of(winners, points) == places
