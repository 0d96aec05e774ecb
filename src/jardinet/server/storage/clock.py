"""The database's clock, reckoned between two askings by this process' own."""

from __future__ import annotations

from datetime import datetime, timedelta

UNIT = timedelta(milliseconds=1)  # in which SQLite tells the time, cutting off the rest


class Reckoning:
    """What time another clock shows, by what it told and a clock of one's own that only counts seconds.

    An answer tells the time within the span between question and answer, which is long where the machine is busy. So it moves
    the reckoning only as far as the two contradict each other: one that went by the middle of each span would step back and
    forth, and what was made later would seem to have been made before.
    """

    def __init__(self, told: datetime, at: float) -> None:
        """The other clock shows `told` when one's own shows `at`, in seconds: a first guess."""
        self._start = told - timedelta(seconds=at)
        self._is_guess = True

    def at(self, seconds: float) -> datetime:
        """What the other clock shows when one's own shows so many seconds."""
        return self._start + timedelta(seconds=seconds)

    def learn(self, told: datetime, asked_at: float, answered_at: float) -> None:
        """Go by what the other clock told between these two moments of one's own."""
        earliest = told - timedelta(seconds=answered_at)
        latest = told + UNIT - timedelta(seconds=asked_at)
        if self._is_guess:
            self._start = earliest + (latest - earliest) / 2
            self._is_guess = False
        else:
            self._start = min(max(self._start, earliest), latest)
