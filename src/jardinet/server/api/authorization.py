"""Authorization at a table: which seats an account plays, and which it does not."""

from __future__ import annotations

from jardinet.server.boards.context import in_front
from jardinet.server.people.tokens import Account
from jardinet.server.tables.errors import NotYoursError, StaleError
from jardinet.server.tables.table import TableState


def played_seat(table: TableState, account: Account | None) -> int | None:
    """The seat that an account plays, of several the one that has to act.

    None for a spectator, and while a bot plays in its place.
    """
    own = table.seats_of(account.id if account else None)
    return in_front(table, [seat for seat in own if table.seats[seat].level is None])


def seat_to_play(table: TableState, account: Account, wanted: int | None) -> int:
    """The seat that a play is for: the `wanted` one, else the one that the account plays.

    Raises:
        NotYoursError: it is not this account's.
        StaleError: a bot plays there meanwhile.
    """
    seat = played_seat(table, account) if wanted is None else wanted
    own = table.seats_of(account.id)
    if not own or (seat is not None and seat not in own):
        raise NotYoursError("that seat is not yours: you do not sit there.")
    if seat is None or table.seats[seat].level is not None:
        raise StaleError("a bot plays in your place: take your seat back first.")
    return seat


def check_sits(table: TableState, account: Account, seat: int | None = None) -> None:
    """Raise NotYoursError where the account does not sit at the table, or not at that seat."""
    own = table.seats_of(account.id)
    if not own:
        raise NotYoursError("you do not sit at this table: you are watching.")
    if seat is not None and seat not in own:
        raise NotYoursError("that seat is not yours: you do not sit there.")
