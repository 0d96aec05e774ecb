"""Curtain between people who play at one screen: while all choose at once, nobody sees another's hand or choice there.

Its page is a spectator's page. Whoever is next lifts it by one press, and then has their own things before them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from jardinet.games.api import SIMULTANEOUS
from jardinet.server.tables.table import TableState


@dataclass(frozen=True)
class Curtain:
    """A curtain that hangs.

    Attributes:
        coming: the seat whose person is to lift it; None: everybody at this screen has chosen.
        again: the seats whose people may lift it to choose anew.
    """

    coming: int | None
    again: Sequence[int]


def sharing(table: TableState, seats: Sequence[int]) -> list[int]:
    """Those of a reader's seats that several people play at one screen, told apart by their names; none for one person."""
    played = [seat for seat in seats if table.seats[seat].level is None]
    return played if len({table.seats[seat].name for seat in played}) > 1 else []


def hand_of(table: TableState, seat: int) -> str:
    """The name of a seat's hand at the present ply, by which a page's address lifts the curtain: `12-0`."""
    return f"{table.ply}-{seat}"


def seat_of_hand(hand: str) -> int | None:
    """The seat that a hand is of; None if it is no hand."""
    seat = hand.rpartition("-")[2]
    return int(seat) if seat.isdecimal() else None


def lifted_seat(table: TableState, seats: Sequence[int], hand: str) -> int | None:
    """The seat whose person has lifted the curtain; None if nobody has whose turn it is.

    Args:
        table: as it stands.
        seats: the reader's.
        hand: what the page's address asks for, see `hand_of`.
    """
    curtain = curtain_of(table, seats)
    if curtain is None:
        return None
    may_lift = curtain.again if curtain.coming is None else [curtain.coming]
    return next((seat for seat in may_lift if hand == hand_of(table, seat)), None)


def curtain_of(table: TableState, seats: Sequence[int]) -> Curtain | None:
    """The curtain that hangs before a reader's seats unless somebody lifts it; None where there is nothing to hide."""
    if table.state is None or table.state.current_player() != SIMULTANEOUS:
        return None
    choosing = [seat for seat in sharing(table, seats) if seat in table.acting()]
    if not choosing:
        return None
    missing = [seat for seat in choosing if seat not in table.choices]
    return Curtain(missing[0] if missing else None, choosing)
