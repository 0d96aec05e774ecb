"""Ratings of people: pairs of places, stand-ins, months away, and ratings that are made again."""

from datetime import UTC, datetime, timedelta
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jardinet.ratings.rating import START, PersonRating, RatedGame, RatedSeat, aged, rate, rated, rerate

MAY = datetime(2026, 5, 1, tzinfo=UTC)
PEOPLE = ["ada", "ben", "cleo", "dan", "eve"]


def game(*places: int, key: str = "t", days: float = 0, factor: float = 1.0) -> RatedGame:
    seats = tuple(RatedSeat(place, person) for place, person in zip(places, PEOPLE, strict=False))
    return RatedGame(MAY + timedelta(days=days), key, seats, factor)


@st.composite
def evenings(draw: st.DrawFn) -> list[RatedGame]:
    found = []
    for number in range(draw(st.integers(1, 8))):
        who = draw(st.permutations(PEOPLE))[: draw(st.integers(2, 4))]
        seats = tuple(RatedSeat(draw(st.integers(1, len(who))), person) for person in who)
        found.append(RatedGame(MAY + timedelta(days=draw(st.integers(0, 400))), f"t{number}", seats))
    return found


def test_the_winner_of_two_equals_gains_what_the_loser_loses() -> None:
    after = rate({}, game(1, 2))
    assert after["ada"].value - 1500 == pytest.approx(1500 - after["ben"].value)
    assert after["ada"].value > 1500
    assert after["ada"].games == 1 and after["ada"].latest == MAY


def test_who_shares_a_place_is_rated_alike() -> None:
    after = rate({}, game(1, 2, 2, 4))
    assert after["ben"] == after["cleo"]
    assert after["ada"].value > after["ben"].value > after["dan"].value


def test_all_who_tie_as_equals_stay_where_they_are_and_are_surer() -> None:
    after = rate({}, game(1, 1, 1))
    assert {one.value for one in after.values()} == {1500.0}
    assert all(one.deviation < START for one in after.values())


@given(evenings(), st.randoms(use_true_random=False))
def test_the_order_of_seats_changes_nothing(games: list[RatedGame], random: Random) -> None:
    mixed = [msgspec.structs.replace(one, seats=tuple(random.sample(one.seats, len(one.seats)))) for one in games]
    assert rerate(mixed) == rerate(games)


@given(evenings(), st.randoms(use_true_random=False))
def test_ratings_made_again_have_the_same_bytes_in_whatever_order_games_are_read(
    games: list[RatedGame], random: Random
) -> None:
    mixed = random.sample(games, len(games))
    assert msgspec.json.encode(rerate(mixed)) == msgspec.json.encode(rerate(games))


@given(evenings())
def test_games_one_by_one_lead_to_what_all_of_them_lead_to(games: list[RatedGame]) -> None:
    ratings: dict[str, PersonRating] = {}
    for one in sorted(games, key=lambda one: (one.when, one.key)):
        ratings |= rate(ratings, one)
    assert ratings == rerate(games)
    assert [one.key for one, _ in rated(games)] == [one.key for one in sorted(games, key=lambda o: (o.when, o.key))]


@given(evenings())
def test_a_stored_rating_is_read_as_it_was_written(games: list[RatedGame]) -> None:
    for one in rerate(games).values():
        assert msgspec.json.decode(msgspec.json.encode(one), type=PersonRating) == one


@given(st.integers(20, round(START)).map(float), st.floats(0, 600), st.floats(0, 600))
def test_doubt_grows_with_the_months_away_and_never_beyond_the_start(
    deviation: float, one: float, other: float
) -> None:
    rating = PersonRating(deviation=deviation, games=9, latest=MAY)
    sooner, later = (aged(rating, MAY + timedelta(days=days)).deviation for days in sorted((one, other)))
    assert deviation <= sooner <= later <= START


def test_a_year_away_leads_from_70_to_107_and_games_of_one_evening_grow_no_doubt() -> None:
    settled = PersonRating(deviation=70 / 1.96, games=200, latest=MAY)
    assert aged(settled, MAY + timedelta(days=365.25)).doubt == pytest.approx(107, abs=0.5)
    ratings = {person: PersonRating(deviation=60, latest=MAY) for person in PEOPLE[:2]}
    for number in range(20):
        before, ratings = ratings, ratings | rate(ratings, game(1, 2, key=f"{number}"))
        assert ratings["ada"].deviation <= before["ada"].deviation


def test_a_clock_that_goes_back_takes_no_doubt_away() -> None:
    rating = PersonRating(deviation=60, games=1, latest=MAY)
    assert aged(rating, MAY - timedelta(days=30)) == rating


def test_the_others_met_the_stand_in_of_whoever_left_and_whoever_left_has_lost() -> None:
    for own, bots in ((1, 2), (2, 1)):
        seats = (RatedSeat(own, "ada"), RatedSeat(bots, "ben", level=1200.0))
        after = rate({}, RatedGame(MAY, "t", seats))
        alone = rate({}, RatedGame(MAY, "t", (seats[0], RatedSeat(bots, level=1200.0))))
        assert after["ada"] == alone["ada"]
        assert after["ben"].value == pytest.approx(rate({}, game(1, 2))["ben"].value)


def test_two_who_leave_a_game_to_bots_gain_nothing_by_it() -> None:
    weak = {person: PersonRating(1200, 60) for person in PEOPLE}
    seats = (RatedSeat(1, "ada", level=1500.0), RatedSeat(1, "ben", level=1500.0), RatedSeat(3, "cleo"))
    after = rate(weak, RatedGame(MAY, "t", seats))
    assert after["ada"].value < 1200 > after["ben"].value


def test_a_bot_s_own_seat_is_nobody_s_rating() -> None:
    after = rate({}, RatedGame(MAY, "t", (RatedSeat(2, "ada"), RatedSeat(1, level=1500.0))))
    assert after.keys() == {"ada"}


def test_a_difference_counts_less_where_luck_decides_more() -> None:
    strong = {"ada": PersonRating(1800, 50), "ben": PersonRating(1500, 50)}
    lost = [rate(strong, game(2, 1, factor=factor))["ada"].value for factor in (1.0, 0.6)]
    assert lost[0] < lost[1] < 1800


def test_a_person_with_two_seats_and_a_seat_of_nobody_are_refused() -> None:
    with pytest.raises(ValueError, match="one seat"):
        rate({}, RatedGame(MAY, "t7", (RatedSeat(1, "ada"), RatedSeat(2, "ada"))))
    with pytest.raises(ValueError, match="t7"):
        rate({}, RatedGame(MAY, "t7", (RatedSeat(1, "ada"), RatedSeat(2))))


def test_a_number_is_provisional_while_its_interval_is_wide() -> None:
    assert PersonRating().is_provisional
    assert not PersonRating(deviation=38).is_provisional
    assert PersonRating(deviation=39).is_provisional


def test_ten_games_a_month_against_equals_are_enough_not_to_be_provisional_for_ever() -> None:
    ratings: dict[str, PersonRating] = {}
    for number in range(240):
        places = (1, 2) if number % 2 else (2, 1)
        ratings |= rate(ratings, game(*places, key=f"{number:03}", days=3 * number))
    assert 65 < ratings["ada"].doubt < 75
    assert not any(aged(one, MAY + timedelta(days=720)).is_provisional for one in ratings.values())
