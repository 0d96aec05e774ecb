"""The database's clock as a process reckons it: near the truth, and never back and forth because answers take their time."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from jardinet.server.storage.clock import UNIT, Reckoning

START = datetime(2026, 11, 29, tzinfo=UTC)
WAYS = st.tuples(st.floats(0, 2), st.floats(0, 2))  # seconds of a question on its way, and of the answer


def cut(at: datetime) -> datetime:
    """The time as SQLite tells it."""
    return at.replace(microsecond=at.microsecond // 1000 * 1000)


@given(st.lists(WAYS, min_size=1, max_size=20))
def test_however_long_answers_take_each_brings_the_clock_nearer_to_the_truth_or_leaves_it(
    ways: list[tuple[float, float]],
) -> None:
    clock, own = Reckoning(START, 0), 0.0
    for k, (there, back) in enumerate(ways):
        own += there
        before = clock.at(own + back)
        clock.learn(cut(START + timedelta(seconds=own)), own - there, own + back)
        own += back
        if k > 0:
            truth = START + timedelta(seconds=own)
            slack = timedelta(microseconds=10)
            assert abs(clock.at(own) - truth) <= abs(before - truth) + slack
    assert abs(clock.at(own) - START - timedelta(seconds=own)) <= timedelta(seconds=2) + UNIT


def test_answers_that_contradict_nothing_change_nothing() -> None:
    clock = Reckoning(START, 0)
    clock.learn(START, 0, 0)
    known = clock.at(100)
    clock.learn(START + timedelta(seconds=5), 5, 5.8)  # slow on its way back: by its middle .4 s would be lost
    clock.learn(START + timedelta(seconds=9), 8.2, 9)
    assert clock.at(100) == known


def test_a_clock_that_is_set_is_followed() -> None:
    clock = Reckoning(START, 0)
    clock.learn(START, 0, 0.01)
    for ahead in (3600, -3600):
        clock.learn(START + timedelta(seconds=10 + ahead), 10, 10.01)
        assert abs(clock.at(10) - START - timedelta(seconds=10 + ahead)) <= timedelta(seconds=0.02)
