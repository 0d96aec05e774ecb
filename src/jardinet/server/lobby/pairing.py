"""Pairing of people who seek: pure functions from what everybody wishes to who plays with whom, and to what has ended.

A range begins at ± BEGIN points and the doubts of both strengths, and widens by WIDER points with every interval of waiting; so
whoever wants somebody about as strong finds somebody in the end. Both must be within the other's range. Who has been waiting
longest is served first.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from itertools import combinations, groupby
from typing import NamedTuple

from jardinet.ratings.scale import MIDDLE
from jardinet.server.intervals import Intervals
from jardinet.server.lobby.seek import KnownStrength, Seek

BEGIN = 150.0  # points of a range at first
WIDER = 50.0  # by which it widens
MOST_TRIED = 12  # of the others who might do are tried in all combinations: 220 for a table of four
UNKNOWN = KnownStrength(
    MIDDLE, 372.0
)  # of somebody whose strength nobody knows: 1.96 times the 190 with which a rating begins

NeverMeet = Callable[[str], Collection[str]]


class Settled(NamedTuple):
    """What has come of seeks by themselves, by people.

    Attributes:
        gone: are not there any more, or banned, or have been shown what came of it.
        missed: were found, and have not said in time that they are there.
        waiting: wait, from now on again or still; the longest first.
        ready: tables whose people have all said that they are there.
    """

    gone: frozenset[str]
    missed: frozenset[str]
    waiting: tuple[Seek, ...]
    ready: tuple[str, ...]


def reach(seek: Seek, at: datetime, intervals: Intervals) -> float:
    """How far from their own strength somebody looks at a time, in points, without the doubts."""
    return BEGIN + WIDER * max(0, (at - seek.made_at) // timedelta(seconds=intervals.seek_widens))


def accepts(one: Seek, other: Seek, at: datetime, intervals: Intervals) -> bool:
    """Whether `other` is within the range of `one` at a time."""
    if not one.wish.is_alike:
        return True
    own, theirs = one.strength or UNKNOWN, other.strength or UNKNOWN
    return abs(own.value - theirs.value) <= reach(one, at, intervals) + own.doubt + theirs.doubt


def paired(
    seeks: Sequence[Seek],
    at: datetime,
    intervals: Intervals = Intervals(),  # noqa: B008 - it is frozen
    never_meet: NeverMeet = lambda _person: (),
) -> list[tuple[Seek, ...]]:
    """Those who are to play with each other, a group for each table, from people who all wait.

    Args:
        seeks: in any order.
        at: the time.
        intervals: how soon ranges widen.
        never_meet: the people whom somebody is never to meet; asked only of those who would meet otherwise.
    """

    def suit(one: Seek, other: Seek) -> bool:
        return (
            accepts(one, other, at, intervals)
            and accepts(other, one, at, intervals)
            and other.person not in never_meet(one.person)
            and one.person not in never_meet(other.person)
        )

    groups: list[tuple[Seek, ...]] = []
    for _wish, alike in groupby(sorted(seeks, key=_by_wish), lambda one: one.wish[:3]):
        waiting = list(alike)
        while waiting:
            first = waiting.pop(0)
            others = [one for one in waiting if suit(first, one)]
            for some in combinations(others[:MOST_TRIED], first.wish.players - 1):
                if all(suit(one, other) for one, other in combinations(some, 2)):
                    groups.append((first, *some))
                    waiting = [one for one in waiting if one not in some]
                    break
    return groups


def settled(seeks: Sequence[Seek], at: datetime, intervals: Intervals, is_banned: Callable[[str], bool]) -> Settled:
    """What has come of all seeks by a time; see Settled."""
    kept = at - timedelta(seconds=intervals.seek_kept)
    gone, missed, waiting, ready = set[str](), set[str](), list[Seek](), list[str]()
    asked: dict[str, list[Seek]] = {}
    for one in seeks:
        is_over = one.state in ("open", "missed") and one.until is not None and one.until <= at
        if is_over or is_banned(one.person) or (one.state not in ("open", "missed") and one.seen_at <= kept):
            gone.add(one.person)
        elif one.state == "waiting":
            waiting.append(one)
        elif one.state in ("found", "here"):
            asked.setdefault(str(one.table_id), []).append(one)
    for table_id, group in asked.items():
        is_whole = len(group) == group[0].wish.players
        is_late = any(one.until is None or one.until <= at for one in group)
        if is_whole and all(one.state == "here" for one in group):
            ready.append(table_id)
        elif is_whole and not is_late:
            continue
        else:
            waiting += [one for one in group if one.state == "here" or not is_late]
            missed.update(one.person for one in group if one.state == "found" and is_late)
    return Settled(frozenset(gone), frozenset(missed), tuple(sorted(waiting, key=_by_waiting)), tuple(ready))


def _by_wish(one: Seek) -> tuple[tuple[str, int, str], datetime, str]:
    return one.wish[:3], one.made_at, one.person


def _by_waiting(one: Seek) -> tuple[datetime, str]:
    return one.made_at, one.person
