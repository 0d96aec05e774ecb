"""Another game with people one has played with: the same agreement, with seats that are offered to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from jardinet.server.tables.agreement import PERSON, Agreement
from jardinet.server.tables.table import TableState


@dataclass(frozen=True)
class Again:
    """What `TableService.open_table` needs for another game with the people of a table.

    Attributes:
        agreement: as it was agreed there; nobody else is asked to join.
        beside: by seat the name of somebody who plays at the host's screen.
        guests: by seat the id and the name of whom it is offered to.
    """

    agreement: Agreement
    beside: Mapping[int, str]
    guests: Mapping[int, tuple[str, str]]


def again(table: TableState, host: str, called: Mapping[str, str]) -> Again:
    """Another game with the people and bots of a table; the host sits in front of the others, who keep their order.

    Args:
        table: where a game has begun.
        host: who asks, and sits there.
        called: the names of those who are asked, by their ids; the seats of all others stay free.
    """
    agreement = table.agreement.once_more()
    seats = [PERSON if seat.person or not seat.level else seat.level for seat in table.seats]
    people = [seat for seat in table.seats if seat.person == host] + [
        seat for seat in table.seats if seats[seat.number] == PERSON and seat.person != host
    ]
    places = [number for number, seat in enumerate(seats) if seat == PERSON]
    beside, guests = dict[int, str](), dict[int, tuple[str, str]]()
    for place, seat in list(zip(places, people, strict=True))[1:]:
        person = seat.person or ""
        if person == host:
            beside[place] = seat.name or "?"
        elif person in called and (person, called[person]) not in guests.values():
            guests[place] = person, called[person]
    return Again(msgspec.structs.replace(agreement, seats=seats, is_listed=False), beside, guests)
