"""Joining a server's table: at the player's own seat, else at a free one, else as a spectator."""

from __future__ import annotations

from collections.abc import Container, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from jardinet.games import registered_games
from jardinet.terminal.api import MovedOnError
from jardinet.terminal.connection import Connection, Server, ServerError
from jardinet.terminal.identities import keep_guest, known_guest
from jardinet.terminal.remote_table import RemoteTable, return_sentence
from jardinet.terminal.screen import Screen, getting_ready
from jardinet.terminal.seen import AgreementSeen, OpenTable, TableSeen, harmless
from jardinet.words.agreements import options_of, pace_name, tie_option, time_left
from jardinet.words.game_words import squeeze, taken_names, title_in
from jardinet.words.language import Language
from jardinet.words.typed import shown_words, understood_words

_LONGEST_TOLD = 3600  # seconds; longer times to answer are not worth a warning


class Offered(NamedTuple):
    """A table that the player can join, and its description."""

    table_id: str
    told: str


class Comer(NamedTuple):
    """Person who comes to a server: with a token, else as a named guest, else only to watch."""

    token: str = ""
    guest: str = ""


def as_guest(server: str, name: str, screen: Screen, language: Language) -> Comer:
    """A guest of a server: the same as before if one of that name already came from this machine.

    Raises:
        ServerError: there is no such server, or the name is not possible.
    """
    site, name = Server(server, "", language, screen.say), " ".join(name.split())
    token = known_guest(site.address, name)
    if token is None or not Server(server, token, language, screen.say).knows():
        token = site.new_guest(name).token
        keep_guest(site.address, name, token)
    return Comer(token, name)


def join(
    server: str, table_id: str, comer: Comer, screen: Screen, language: Language, *, watch: bool = False
) -> RemoteTable | None:
    """Sit down, or watch if every seat is taken; None if the player does not want to.

    Args:
        server: its address, such as `http://localhost:8012`.
        table_id: as in the address of the table's page, `/t/ID`.
        comer: the person who joins; anybody may watch.
        screen: on which the seat and the agreement are told.
        language: of the messages.
        watch: whether to watch even if a seat is free.

    Raises:
        ServerError: there is no such server, table or account, or the seat cannot be played.
    """
    connection = Connection(server, table_id, comer.token, language, screen.say, guest=comer.guest)
    if not (comer.token or watch):
        raise ServerError(
            "token-needed-there",
            "who are you? As a guest you need only --name NAME; with a token, made at {page}, --token or JARDINET_TOKEN. "
            "To watch you need neither: --watch.",
            page=connection.account_page,
        )
    return _come(connection, connection.table(), screen, language, watch=watch)


def choose(
    address: str, comer: Comer, screen: Screen, language: Language, *, watch: bool = False
) -> RemoteTable | None:
    """Let the player choose one of the available tables, and join it; None if they want none of them.

    Without token and name one watches. If a bot plays in the player's place, they may take their seat back.

    Raises:
        ServerError: see `join`.
    """
    server, is_known = Server(address, comer.token, language, screen.say), bool(comer.token)
    if not is_known:
        sentence = language.gettext(
            "Without a name you can only watch. To sit down, give --name NAME, or --token with a token made at {page}."
        )
        screen.say(sentence.format(page=server.account_page))
    table_id = _chosen(_offered(server, screen, language, has_token=is_known), screen, language)
    if table_id is None:
        return None
    connection = Connection(address, table_id, comer.token, language, screen.say, guest=comer.guest)
    seen = connection.table()
    if lost := seen.state.lost_seats:
        screen.say(language.gettext("A bot is playing in your place."))
        if not _agrees(
            language.gettext("Press Enter to take your seat back, or type {quit} to leave:"), screen, language
        ):
            return None
        for seat in lost:
            seen = connection.post("return", seat=seat)
    return _come(connection, seen, screen, language, watch=watch or not is_known)


# At the table


def _come(
    connection: Connection, before: TableSeen, screen: Screen, language: Language, *, watch: bool
) -> RemoteTable | None:
    seen = before if watch or before.state.own_seats else _seated(connection, before)
    own = seen.state.own_seats
    if not (own or watch):
        screen.say(language.gettext("Every seat of this table is taken."))
        if not _agrees(language.gettext("Press Enter to watch, or type {quit} to leave:"), screen, language):
            return None
    with screen.leaving(return_sentence(language, connection, is_seated=bool(own))):
        screen.say(*_agreed(language, seen.agreement))
        for seat in own:
            sentence = language.gettext("You have seat {number}, as {name}.")
            screen.say(sentence.format(number=seat + 1, name=seen.state.seats[seat].called))
        is_new = before.state.own_seats != own
        with screen.waiting(getting_ready(language)):
            return RemoteTable(connection, seen, language, screen.say, is_new=is_new)


def _seated(connection: Connection, seen: TableSeen) -> TableSeen:
    """The table with the player at the first free seat; unchanged if there is none."""
    while not seen.state.own_seats and (free := [seat.number for seat in seen.state.seats if seat.is_free]):
        try:
            seen = connection.post("sit", seat=free[0])
        except MovedOnError:  # somebody was quicker, or our own request succeeded but its answer was lost
            seen = connection.table()
    return seen


def _agrees(question: str, screen: Screen, language: Language) -> bool:
    """Whether the player presses Enter; `question` names the word that leaves."""
    try:
        line = screen.ask(question.format(quit=shown_words(language)["quit"][0]))
    except EOFError:
        return False
    return squeeze(line) not in understood_words(language)["quit"]


def _agreed(language: Language, agreement: AgreementSeen) -> list[str]:
    """The unusual settings of this table, one per line."""
    given = {name: str(value).lower() for name, value in agreement.parameters.items()} | {"tie": agreement.tie or ""}
    lines = [
        language.entry(option.label, choice.label)
        for option in (*options_of(language, agreement.game), tie_option(language))
        for choice in option.choices
        if given.get(option.name, option.usual) == choice.value != option.usual
    ]
    seconds, bank = agreement.seconds_a_turn, agreement.bank
    if bank or (seconds and seconds < _LONGEST_TOLD):
        told = pace_name(language, seconds, (bank.seconds, bank.increment) if bank else None)
        lines.append(language.entry(language.gettext("Time to think"), told))
    return lines


# Which table


def _offered(server: Server, screen: Screen, language: Language, *, has_token: bool) -> list[Offered]:
    """List the tables, the player's own first, each with the number to choose it by."""
    own = [one for one in server.own_tables() if one.agreement.game in registered_games()] if has_token else []
    ids = {one.id for one in own}
    others = [one for one in server.open_tables() if one.id not in ids and one.agreement.game in registered_games()]
    offered = [Offered(one.id, _own_line(one, language)) for one in own]
    offered += [Offered(one.id, open_line(one, language)) for one in others]
    # Without own tables the second heading takes the place of the first.
    headings = {0: language.gettext("Your tables"), len(own): language.gettext("Tables waiting for players")}
    for number, one in enumerate(offered):
        if number in headings:
            screen.say(headings[number], style="bold")
        screen.say(f"{number + 1}. {one.told}")
    return offered


def _own_line(table: TableSeen, language: Language) -> str:
    state = table.state
    bots = [seat.number for seat in state.seats if seat.level and not seat.name]
    line = _line(table.agreement.game, [seat.name or seat.level for seat in state.seats], bots, language)
    if state.lost_seats:
        stands_in = language.gettext("A bot is playing in your place.")
        return f"{line} {stands_in}"
    if state.seat not in state.turn:
        return line
    yours = language.gettext("It is your turn.")
    if state.deadline is None:
        return f"{line} {yours}"
    return f"{line} {yours} {time_left(language, state.deadline - datetime.now(UTC))}."


def open_line(table: OpenTable, language: Language) -> str:
    """A table that anybody may join, in a line."""
    line = _line(table.agreement.game, table.seats, table.bots, language)
    away = language.gettext("The host is away.")
    return line if table.host_is_here else f"{line} {away}"


def _line(game: str, seats: Sequence[str | None], bots: Container[int], language: Language) -> str:
    """A line with the game, the players, and how many seats are free."""
    told = taken_names(language, [called and harmless(called) for called in seats], bots)
    if free := len(seats) - len(told):
        told.append(language.ngettext("{count} free seat", "{count} free seats", free).format(count=free))
    return language.entry(title_in(language, game), language.every(told)) + "."


def _chosen(offered: list[Offered], screen: Screen, language: Language) -> str | None:
    """The table that the player wants; None for none."""
    if not offered:
        screen.say(language.gettext("No table is open there at the moment."))
        return None
    leave = shown_words(language)["quit"][0]
    question = language.gettext("Which table? Its number, or {quit} to leave:").format(quit=leave)
    numbers = {str(number): one.table_id for number, one in enumerate(offered, 1)}
    while True:
        try:
            line = screen.ask(question, [*numbers, leave])
        except EOFError:
            return None
        if squeeze(line) in understood_words(language)["quit"]:
            return None
        if line.strip() in numbers:
            return numbers[line.strip()]
        sentence = language.gettext("It must be a number from 1 to {most}.")
        screen.say(sentence.format(most=len(numbers)), style="yellow")
