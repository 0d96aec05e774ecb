"""Announcer: tells live pages and streams of all processes that a table has changed, or that something concerns a person.

An announcement says no more than that. Its receivers read the state anew, so a lost one costs no more than a moment.
"""

from __future__ import annotations

from litestar.channels import ChannelsPlugin

from jardinet.server.tables.happenings import (
    Changed,
    GameBegun,
    OfferEnded,
    Played,
    SeatLeft,
    SeatOffered,
    SeatTaken,
    Subscribers,
    TurnCame,
)
from jardinet.server.tables.table import TableState


def channel_of(table_id: str) -> str:
    """The channel that tells of a table's changes."""
    return f"table:{table_id}"


def channel_of_person(person: str) -> str:
    """The channel that tells a person of invitations, seats and games of theirs, and of tokens that they revoke."""
    return f"person:{person}"


def channel_of_turns(person: str) -> str:
    """The channel that tells a person's pages that a turn of theirs has come, or is over."""
    return f"turns:{person}"


class Announcer:
    """Announcer of changes at tables, and of news for a person, to the pages and streams of all processes."""

    def __init__(self, channels: ChannelsPlugin) -> None:
        """Announce over `channels`, which reach all processes."""
        self._channels = channels

    def announce_table(self, table_id: str) -> None:
        """Tell those who look at a table that something is different there."""
        self._channels.publish({"table": table_id}, channel_of(table_id))

    def announce_person(self, person: str) -> None:
        """Tell a person's streams that something concerns them."""
        self._channels.publish({}, channel_of_person(person))

    def subscribe(self, subscribers: Subscribers) -> None:
        """Announce from now on what happens at tables."""
        subscribers.subscribe(Changed, self._hear_change)
        subscribers.subscribe(SeatOffered, self._hear_of_person)
        subscribers.subscribe(OfferEnded, self._hear_of_person)
        subscribers.subscribe(SeatTaken, self._hear_of_person)
        subscribers.subscribe(SeatLeft, self._hear_of_person)
        subscribers.subscribe(GameBegun, self._hear_of_game)
        subscribers.subscribe(TurnCame, self._hear_of_turn)
        subscribers.subscribe(Played, self._hear_of_play)

    async def remind(self, came: TurnCame) -> None:
        """Announce a turn that is counted in days once more: the process that stored it may have ended before it could."""
        if came.person is not None:
            self.announce_person(came.person)
            self._announce_turn(came.person)

    def _hear_change(self, one: Changed, _table: TableState) -> None:
        self.announce_table(one.table_id)

    def _hear_of_person(self, one: SeatOffered | OfferEnded | SeatTaken | SeatLeft, _table: TableState) -> None:
        self.announce_person(one.person)

    def _hear_of_game(self, _one: GameBegun, table: TableState) -> None:
        for person in {seat.person for seat in table.seats if seat.person}:
            self.announce_person(person)

    def _hear_of_turn(self, one: TurnCame, _table: TableState) -> None:
        if one.person is not None:
            self._announce_turn(one.person)

    def _hear_of_play(self, one: Played, table: TableState) -> None:
        if person := table.seats[one.seat].person:
            self._announce_turn(person)

    def _announce_turn(self, person: str) -> None:
        self._channels.publish({}, channel_of_turns(person))
