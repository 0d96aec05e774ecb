"""Clocks: when a bot plays for an awaited player, by the agreed time to think.

A turn has a time of its own, or each seat a bank for the whole game (`Bank`). Nothing here reads a clock: the time is passed
in. A seat's clock runs from the moment its ply comes until the seat has played or chosen, no matter who plays there: so nobody
gains time by a bot in their place, by coming back, by choosing again or by taking back. Where a turn takes days the clock stands still
on days off (days_off.py).
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple

from jardinet.games.api import CHANCE, SIMULTANEOUS
from jardinet.server.tables.days_off import Pauses, end_after, left_until
from jardinet.server.tables.table import TableState
from jardinet.server.tables.table_game import BackStep

MILLISECOND = timedelta(milliseconds=1)
_NEVER = Pauses()


class Clock(NamedTuple):
    """Clock of a seat: when its time is up, None while it stands still, and how many seconds were left when the ply came."""

    deadline: datetime | None
    seconds: float

    def left(self, at: datetime) -> float:
        """The seconds that are left at a time."""
        return self.seconds if self.deadline is None else max(0.0, (self.deadline - at).total_seconds())


def settled(before: TableState, after: TableState, at: datetime) -> TableState:
    """The table with the clocks and the deadline of its ply, which nothing moves but the next ply."""
    if after.agreement.bank is None:
        deadline = _of_a_turn(before, after, at)
        return after if deadline == after.deadline else replace(after, deadline=deadline)
    is_new = after.games_begun != before.games_begun
    since = at if is_new or after.ply != before.ply else _since(before) or at
    after = replace(after, clocks=_full(after) if is_new else _wound(before, after, at))
    ends = [_end(after, seat, since) for seat in _running(after)]
    return replace(after, deadline=min(ends, default=None))


def clock_of(table: TableState, seat: int) -> Clock | None:
    """The clock of a seat; None if it has none: no time limit was agreed on, a bot has the seat, or nothing is played."""
    seconds = table.clocks[seat] / 1000 if table.clocks else table.agreement.seconds_a_turn
    if seconds is None or table.is_waiting or table.is_game_over or table.seats[seat].person is None:
        return None
    return Clock(deadline_of(table, seat), float(seconds))


def deadline_of(table: TableState, seat: int) -> datetime | None:
    """When a bot plays for that seat; None if nobody waits for it, or there is no time limit."""
    if seat not in _running(table):
        return None
    since = _since(table)
    return table.deadline if since is None else _end(table, seat, since)


def goes_on_late(table: TableState, seat: int) -> bool:
    """Whether a seat is in the midst of a turn that a bot has begun, as its time was up: the bot plays the rest of it too."""
    game = table.game
    if game is None or table.state is None or table.state.current_player() != seat:
        return False
    last = next((one for one in reversed(game.log) if one.seat != CHANCE), None)
    if last is None or last.seat != seat:
        return False
    return any(one.is_late and (one.ply, one.seat) == (last.ply, seat) for one in game.stand_ins)


def _of_a_turn(before: TableState, after: TableState, at: datetime) -> datetime | None:
    """The deadline where every turn has a time of its own, also one that the others have given back.

    Where turns take days the next game of a match has one too.
    """
    seconds = after.agreement.seconds_a_turn
    if seconds is None:
        return None
    is_same = after.ply == before.ply or (after.agreement.has_take_back and _taken_back(before, after) is not None)
    is_same = is_same or any(goes_on_late(after, seat) for seat in after.acting())
    is_between = after.is_between and after.agreement.is_for_days
    if is_same and before.deadline is not None and (is_between or after.awaited()):
        then, now = _pauses(before, at), _pauses(after, at)
        return before.deadline if then == now else end_after(left_until(before.deadline, at, then), at, now)
    if not (is_between or _running(after)):
        return None
    return end_after(timedelta(seconds=seconds), at, _pauses(after, at))


def _pauses(table: TableState, at: datetime) -> Pauses:
    """When the clock of a table stands still: while anybody whom it waits for is on vacation, where a turn takes days."""
    if not table.agreement.is_for_days:
        return _NEVER
    ends = [end for seat in _running(table) if (end := table.seats[seat].off_until) is not None and end > at]
    return Pauses(table.agreement.weekends_off, max(ends, default=None))


def _running(table: TableState) -> list[int]:
    """The seats whose clocks run: those that are awaited and have a person, as soon as all have agreed to play."""
    if table.is_offer:
        return []
    return [seat for seat in table.awaited() if table.seats[seat].person is not None]


def _full(table: TableState) -> tuple[int, ...]:
    """A full bank for each seat."""
    return (table.agreement.bank.seconds * 1000,) * len(table.seats) if table.agreement.bank else ()


def _since(table: TableState) -> datetime | None:
    """When the present ply came, which follows from the table's deadline; None if no bank is being used up."""
    running = _running(table)
    if table.deadline is None or not running or not table.clocks:
        return None
    return table.deadline - min(table.clocks[seat] for seat in running) * MILLISECOND


def _end(table: TableState, seat: int, since: datetime) -> datetime:
    return since + table.clocks[seat] * MILLISECOND


def _taken_back(before: TableState, after: TableState) -> BackStep | None:
    """What the change from `before` to `after` takes back; None if it is no such change."""
    if after.game is None or before.game is None or after.ply == before.ply:
        return None
    return next(iter(after.game.backs_since(before.ply)), None)


def _wound(before: TableState, after: TableState, at: datetime) -> tuple[int, ...]:
    """The banks after a change: less the time spent thinking, plus the increment for each turn that is over.

    The time that a bot in a person's place takes costs the person nothing. If all choose at once, each of them has a turn. Else
    a turn is over when another seat's begins: drawing a tile and then placing it is one turn.
    """
    has_moved, since, clocks = after.ply != before.ply, _since(before), list(before.clocks)
    bank = after.agreement.bank
    spent = max(0, (at - since) // MILLISECOND) if since else 0
    for seat in before.awaited() if has_moved else set(after.choices) - set(before.choices):
        if before.seats[seat].level is None:
            clocks[seat] = max(0, clocks[seat] - spent)
    is_joint = before.state is not None and before.state.current_player() == SIMULTANEOUS
    if bank and (step := _taken_back(before, after)):
        if before.acting() != after.acting() or any(one.seat != step.seat for one in step.moves):
            clocks[step.seat] = max(0, clocks[step.seat] - bank.increment * 1000)  # that turn is not over after all
    elif bank and has_moved and (is_joint or after.acting() != before.acting()):
        for seat in before.acting():
            clocks[seat] += bank.increment * 1000
    return tuple(clocks)
