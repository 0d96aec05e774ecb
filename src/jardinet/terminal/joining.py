"""Sitting down at a table of a server: at one's own seat, else at a free one, else to watch."""

from __future__ import annotations

from jardinet.terminal.api import MovedOnError
from jardinet.terminal.connection import Agreement, Connection, TableSeen
from jardinet.terminal.remote import RemoteTable
from jardinet.terminal.screen import Screen
from jardinet.words.agreements import options_of, tie_option
from jardinet.words.game_words import squeeze
from jardinet.words.language import Language

_LONGEST_TOLD = 3600  # seconds; whoever has days need not hurry


def join(server: str, table_id: str, token: str, screen: Screen, language: Language) -> RemoteTable | None:
    """Sit down, or watch where every seat is taken; None where the player does not want to.

    Args:
        server: its address, such as `http://localhost:8012`.
        table_id: as in the address of the table's page, `/t/ID`.
        token: made at the account page of that server.
        screen: says where one sits and what was agreed.
        language: of what is said.

    Raises:
        ServerError: there is no such server, table or account, or the seat cannot be played.
    """
    connection = Connection(server, table_id, token, language, screen.say)
    before = connection.table()
    seen = before if before.own_seats else _seated(connection, before)
    if not seen.own_seats and not _watches(screen, language):
        return None
    screen.say(*_agreed(language, seen.agreement))
    for seat in seen.own_seats:
        sentence = language.gettext("You have seat {number}, as {name}.")
        screen.say(sentence.format(number=seat + 1, name=seen.seats[seat].called))
    is_new = before.own_seats != seen.own_seats
    with screen.waiting(language.gettext("Getting the rules ready (a few seconds, the first time only) …")):
        return RemoteTable(connection, seen, language, screen.say, is_new=is_new)


def _seated(connection: Connection, seen: TableSeen) -> TableSeen:
    """The table with the player at the first free seat; as it stands where there is none."""
    while not seen.own_seats and (free := [seat.number for seat in seen.seats if seat.is_free]):
        try:
            seen = connection.post("sit", seat=free[0])
        except MovedOnError:  # somebody was quicker, or an answer was lost and it is ours
            seen = connection.table()
    return seen


def _watches(screen: Screen, language: Language) -> bool:
    leave = language.pgettext("command", "quit")
    screen.say(language.gettext("Every seat of this table is taken."))
    try:
        line = screen.ask(language.gettext("Enter to watch, {quit} to leave:").format(quit=leave))
    except EOFError:
        return False
    return squeeze(line) not in {"quit", squeeze(leave)}


def _agreed(language: Language, agreement: Agreement) -> list[str]:
    """What is not as usual at this table, a line each."""
    given = {name: str(value).lower() for name, value in agreement.parameters.items()} | {"tie": agreement.tie or ""}
    lines = [
        language.entry(option.label, choice.label)
        for option in (*options_of(language, agreement.game), tie_option(language))
        for choice in option.choices
        if given.get(option.name, option.usual) == choice.value != option.usual
    ]
    seconds = agreement.seconds_a_turn
    if seconds and seconds < _LONGEST_TOLD:
        told = language.ngettext("{count} second a turn", "{count} seconds a turn", seconds).format(count=seconds)
        lines.append(language.entry(language.gettext("Time to think"), told))
    return lines
