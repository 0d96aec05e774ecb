"""Authorization at a table: the check that an account sits there."""

from __future__ import annotations

from jardinet.server.people.tokens import Account
from jardinet.server.tables.errors import NotYoursError, watching
from jardinet.server.tables.table import TableState


def check_sits(table: TableState, account: Account, seat: int | None = None) -> None:
    """Raise NotYoursError if the account does not sit at the table, or not at that seat."""
    own = table.seats_of(account.id)
    if not own:
        raise watching()
    if seat is not None and seat not in own:
        raise NotYoursError("not-your-seat", "that seat is not yours: you do not sit there.")
