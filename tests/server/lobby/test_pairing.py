"""Pairing: nobody twice, ranges held both ways, who waits longest first; and what becomes of seeks by themselves."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jardinet.server.intervals import Intervals
from jardinet.server.lobby.pairing import UNKNOWN, accepts, paired, settled
from jardinet.server.lobby.seek import PACES, KnownStrength, Seek, State, Wish

AT = datetime(2026, 11, 29, 12, tzinfo=UTC)
INTERVALS = Intervals()


def seek(person: str, *, waited: float = 0.0, value: float | None = None, doubt: float = 0.0, **wish: object) -> Seek:
    strength = None if value is None else KnownStrength(value, doubt)
    made_at = AT - timedelta(seconds=waited)
    return Seek(person, person, Wish("lucky_numbers", **wish), strength, made_at, AT)  # type: ignore[arg-type]


def asked(one: Seek, state: State, table: str = "t", *, left: float = 10.0) -> Seek:
    return replace(one, state=state, table_id=table, until=AT + timedelta(seconds=left))


def names(groups: list[tuple[Seek, ...]]) -> list[str]:
    return ["".join(one.person for one in group) for group in groups]


@st.composite
def crowds(draw: st.DrawFn) -> list[Seek]:
    count = draw(st.integers(0, 14))
    return [
        seek(
            f"{number:02}",
            waited=draw(st.sampled_from([0.0, 14.9, 15.0, 100.0, 600.0])),
            value=draw(st.none() | st.sampled_from([1100.0, 1400.0, 1500.0, 1800.0, 2300.0])),
            doubt=draw(st.sampled_from([0.0, 70.0])),
            players=draw(st.sampled_from([2, 3, 4])),
            pace=draw(st.sampled_from(PACES[:2])),
            is_alike=draw(st.booleans()),
        )
        for number in range(count)
    ]


def hate_each_other(one: str, other: str) -> bool:
    return (int(one) + int(other)) % 5 == 0


@given(crowds())
def test_nobody_is_paired_twice_nor_with_whom_they_would_not_play(crowd: list[Seek]) -> None:
    groups = paired(crowd, AT, INTERVALS, lambda one: [x.person for x in crowd if hate_each_other(one, x.person)])
    everybody = [one.person for group in groups for one in group]
    assert len(everybody) == len(set(everybody))
    for group in groups:
        assert {len(group)} == {one.wish.players for one in group}
        for one, other in combinations(group, 2):
            assert one.wish.is_for(other.wish)
            assert accepts(one, other, AT, INTERVALS)
            assert accepts(other, one, AT, INTERVALS)
            assert not hate_each_other(one.person, other.person)


@given(crowds())
def test_nobody_is_left_waiting_beside_enough_others_who_suit(crowd: list[Seek]) -> None:
    groups = paired(crowd, AT, INTERVALS)
    left = [one for one in crowd if all(one not in group for group in groups)]
    for size in (2, 3, 4):
        for some in combinations([one for one in left if one.wish.players == size], size):
            assert not all(
                one.wish.is_for(other.wish)
                and accepts(one, other, AT, INTERVALS)
                and accepts(other, one, AT, INTERVALS)
                for one, other in combinations(some, 2)
            )


@given(crowds())
def test_who_waits_longest_is_served_first(crowd: list[Seek]) -> None:
    """Whoever is not paired would not have suited the first of any later group in the place of one who waits less long."""
    anybody = [replace(one, wish=one.wish._replace(is_alike=False)) for one in crowd]
    groups = paired(anybody, AT, INTERVALS)
    for wish in {one.wish[:3] for one in anybody}:
        waiting = sorted((one for one in anybody if one.wish[:3] == wish), key=lambda one: (one.made_at, one.person))
        served = [one for group in groups for one in group if one.wish[:3] == wish]
        assert served == waiting[: len(served)]
        assert len(waiting) - len(served) < wish[1]


@given(crowds(), st.randoms())
def test_the_order_in_which_seeks_are_read_changes_nothing(crowd: list[Seek], random: object) -> None:
    other = list(crowd)
    random.shuffle(other)  # type: ignore[attr-defined]
    assert paired(crowd, AT) == paired(other, AT)


@pytest.mark.parametrize(
    ("waited", "doubt", "rival", "suits"),
    [
        (0, 0, 1650, True), (0, 0, 1651, False), (14, 0, 1651, False), (15, 0, 1700, True), (15, 0, 1701, False),
        (30, 0, 1750, True), (0, 70, 1790, True), (0, 70, 1791, False),
    ],
)  # fmt: skip
def test_a_range_begins_at_150_points_and_the_doubts_and_widens_by_50_every_15_seconds(
    waited: float, doubt: float, rival: float, suits: bool
) -> None:
    ada = seek("ada", waited=waited, value=1500, doubt=doubt, is_alike=True)
    ben = seek("ben", value=rival, doubt=doubt)
    assert accepts(ada, ben, AT, INTERVALS) == suits
    assert accepts(ben, ada, AT, INTERVALS), "he plays with anybody"
    assert bool(paired([ada, ben], AT)) == suits


def test_somebody_unknown_counts_as_in_the_middle_with_much_doubt() -> None:
    ada = seek("ada", value=1500 + 150 + UNKNOWN.doubt, is_alike=True)
    assert accepts(ada, seek("ben"), AT, INTERVALS)
    assert not accepts(replace(ada, strength=KnownStrength(1500 + 151 + UNKNOWN.doubt, 0)), seek("ben"), AT, INTERVALS)


def test_two_who_never_meet_wait_for_others() -> None:
    crowd = [seek(name, waited=10 - number) for number, name in enumerate("abcd")]
    assert names(paired(crowd, AT, INTERVALS, lambda one: {"b"} if one == "a" else ())) == ["ac", "bd"]
    three = [seek(name, waited=10 - number, players=3) for number, name in enumerate("abcd")]
    assert names(paired(three, AT, INTERVALS, lambda one: {"c", "d"} if one == "b" else ())) == ["acd"]


def test_whoever_is_not_seen_or_banned_is_gone() -> None:
    unseen = replace(seek("ada"), seen_at=AT - timedelta(seconds=60))
    late = replace(seek("ben"), seen_at=AT - timedelta(seconds=59))
    come = settled([unseen, late, seek("eve")], AT, INTERVALS, lambda person: person == "eve")
    assert come.gone == {"ada", "eve"}
    assert [one.person for one in come.waiting] == ["ben"]


def test_who_does_not_say_in_time_that_they_are_here_seeks_no_longer_and_the_others_go_on_as_before() -> None:
    ada, ben = seek("ada", waited=50), seek("ben", waited=40)
    in_time = [asked(ada, "here"), asked(ben, "found")]
    assert not any(settled(in_time, AT, INTERVALS, lambda _: False))
    come = settled([asked(ada, "here", left=0), asked(ben, "found", left=0)], AT, INTERVALS, lambda _: False)
    assert come.missed == {"ben"}
    assert [(one.person, one.made_at) for one in come.waiting] == [("ada", ada.made_at)]


def test_when_one_of_three_withdraws_the_others_wait_on_whatever_they_have_said() -> None:
    ada, ben = seek("ada", waited=50, players=3), seek("ben", waited=60, players=3)
    come = settled([asked(ada, "here"), asked(ben, "found")], AT, INTERVALS, lambda _: False)
    assert ([one.person for one in come.waiting], come.missed) == (["ben", "ada"], frozenset())


def test_a_table_is_ready_when_all_are_here_and_not_before() -> None:
    crowd = [asked(seek(name, players=3), "here", left=-5) for name in "abc"]
    assert settled(crowd, AT, INTERVALS, lambda _: False).ready == ("t",)
    assert settled(crowd[:2], AT, INTERVALS, lambda _: False).ready == ()


def test_what_became_of_a_seek_is_kept_as_long_as_it_is_told() -> None:
    told = [asked(seek("ada"), "missed", left=1), asked(seek("ben"), "open", left=1)]
    assert settled(told, AT, INTERVALS, lambda _: False).gone == frozenset()
    assert settled(told, AT + timedelta(seconds=1), INTERVALS, lambda _: False).gone == {"ada", "ben"}
