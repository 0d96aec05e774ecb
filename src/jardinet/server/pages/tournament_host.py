"""Host's pages of a tournament: all tables at a glance, and what the host alone can do; opened by a cookie or by the PIN."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect

from jardinet.games.parameters import GameError
from jardinet.server.guards.counters import Counters
from jardinet.server.introductions import Introductions
from jardinet.server.keys import Keys
from jardinet.server.pages.ending import picture_url
from jardinet.server.pages.forms import Form, PageRequest, name_in, to_table
from jardinet.server.pages.render import page
from jardinet.server.pages.tournament_told import MatchTableTold, tournament_told
from jardinet.server.pages.tournaments import HOSTS_KEY, MOST_HOSTED, PIN_KEY, REFRESH, is_host_of
from jardinet.server.people.names import UnusableNameError
from jardinet.server.people.reader import Reader, reader_of
from jardinet.server.qr import svg_of
from jardinet.server.reach import way_of
from jardinet.server.statuses import status_of
from jardinet.server.tables.errors import NoSuchTableError, NotYoursError
from jardinet.server.tables.service import TableService
from jardinet.server.tournaments.held import HOST_FACTS, HeldTournament, only_host
from jardinet.server.tournaments.pins import WrongPinError, count_try, is_pin
from jardinet.server.tournaments.substitutes import substitute_key
from jardinet.server.tournaments.tournaments import Tournaments
from jardinet.tournaments.facts import EntryLeft, EntryReturned, TableCorrected
from jardinet.tournaments.plan import TournamentError
from jardinet.words.language import Language, isolated

MOST_POINTS = 9999  # that a host can enter for a seat, and as many below 0


class Miniature(NamedTuple):
    """Running table at a glance: its picture's address, empty before its first turn, and whose turn it is, in a sentence."""

    table: MatchTableTold
    picture: str
    told: str


class TournamentHostPages(Controller):
    """Controller of the host's pages."""

    path = "/tournaments/{tournament_id:str}/host"

    @get("/", name="tournament-host")
    async def show(
        self,
        request: PageRequest,
        tournaments: NamedDependency[Tournaments],
        service: NamedDependency[TableService],
        tournament_id: FromPath[str],
    ) -> Response[str]:
        """The host's page; others are asked for the PIN."""
        return await _host_page(request, tournaments, service, tournament_id)

    @get("/now")
    async def now(
        self,
        request: PageRequest,
        tournaments: NamedDependency[Tournaments],
        service: NamedDependency[TableService],
        tournament_id: FromPath[str],
    ) -> Response[str]:
        """What changes on the host's page."""
        held = await _hosted(request, tournaments, tournament_id)
        shown = await _glance(request, tournaments, service, held)
        return page("parts/tournament_host.html", reader_of(request), **shown)

    @post("/pin")
    async def give_pin(
        self,
        request: PageRequest,
        tournaments: NamedDependency[Tournaments],
        service: NamedDependency[TableService],
        counters: NamedDependency[Counters],
        tournament_id: FromPath[str],
        data: Form,
    ) -> Any:
        """Be the host on another device, by the PIN."""
        try:
            held = await tournaments.load(tournament_id)
            await count_try(counters, request, tournament_id)
            if not await asyncio.to_thread(is_pin, data.get("pin", ""), held.pin, held.id):
                raise WrongPinError("wrong-pin", "that is not the PIN of this tournament.")
        except WrongPinError as error:
            return await _host_page(request, tournaments, service, tournament_id, error)
        hosted = [one for one in request.session.get(HOSTS_KEY, []) if one != held.id]
        request.session[HOSTS_KEY] = [*hosted, held.id][-MOST_HOSTED:]
        return Redirect(f"/tournaments/{held.id}/host", status_code=303)

    @post("/do")
    async def do(
        self,
        request: PageRequest,
        tournaments: NamedDependency[Tournaments],
        service: NamedDependency[TableService],
        tournament_id: FromPath[str],
        data: Form,
    ) -> Any:
        """Begin a round, pause, go on, end or call off."""
        asked = data.get("do", "")
        try:
            await _hosted(request, tournaments, tournament_id)
            if asked == "begin":
                await tournaments.begin_round(tournament_id)
            elif asked in HOST_FACTS:
                await tournaments.tell(tournament_id, HOST_FACTS[asked])
        except TournamentError as error:
            return await _host_page(request, tournaments, service, tournament_id, error)
        return Redirect(f"/tournaments/{tournament_id}/host", status_code=303)

    @post("/add")
    async def add(
        self,
        request: PageRequest,
        tournaments: NamedDependency[Tournaments],
        service: NamedDependency[TableService],
        introductions: NamedDependency[Introductions],
        tournament_id: FromPath[str],
        data: Form,
    ) -> Any:
        """Let somebody take part who has no device: a tablet at their table is enough."""
        held = await _hosted(request, tournaments, tournament_id)
        try:
            held.check_takes_names()
            person, _name = await introductions.meet(request, data.get("name", ""))
            await tournaments.enter(tournament_id, person)
        except (TournamentError, UnusableNameError, NotYoursError) as error:
            return await _host_page(request, tournaments, service, tournament_id, error)
        return Redirect(f"/tournaments/{tournament_id}/host", status_code=303)

    @get("/table/{round_number:int}/{number:int}")
    async def table(
        self,
        request: PageRequest,
        tournaments: NamedDependency[Tournaments],
        service: NamedDependency[TableService],
        tournament_id: FromPath[str],
        round_number: FromPath[int],
        number: FromPath[int],
    ) -> Response[str]:
        """A table with its QR code, and what the host can do there."""
        return await _table_page(request, tournaments, service, tournament_id, (round_number, number))

    @post("/table/{round_number:int}/{number:int}")
    async def change_table(
        self,
        request: PageRequest,
        tournaments: NamedDependency[Tournaments],
        service: NamedDependency[TableService],
        introductions: NamedDependency[Introductions],
        tournament_id: FromPath[str],
        round_number: FromPath[int],
        number: FromPath[int],
        data: Form,
    ) -> Any:
        """Set the result of a table, let bots play it to its end, or let those play at this device who have not come."""
        try:
            held = await _hosted(request, tournaments, tournament_id)
            if "here" in data:
                reader = await introductions.introduce(request, name_in(data, reader_of(request)))
                table_id = await tournaments.play_here(tournament_id, round_number, number, str(reader.person))
                return to_table(table_id)
            if "close" in data:
                await tournaments.close_table(tournament_id, round_number, number)
            else:
                seats = len(held.state.table(round_number, number).entries)
                points = tuple(_points_in(data.get(f"points{seat}", "")) for seat in range(seats))
                await tournaments.tell(tournament_id, TableCorrected(round_number, number, points))
        except (TournamentError, NotYoursError) as error:
            return await _table_page(request, tournaments, service, tournament_id, (round_number, number), error)
        return Redirect(f"/tournaments/{tournament_id}/host", status_code=303)

    @get("/entry/{entry:int}")
    async def entry(
        self,
        request: PageRequest,
        tournaments: NamedDependency[Tournaments],
        keys: NamedDependency[Keys],
        tournament_id: FromPath[str],
        entry: FromPath[int],
    ) -> Response[str]:
        """An entry, with a link by which a substitute takes it over."""
        held = await _hosted(request, tournaments, tournament_id)
        return _entry_page(request, held, keys, entry)

    @post("/entry/{entry:int}")
    async def change_entry(
        self,
        request: PageRequest,
        tournaments: NamedDependency[Tournaments],
        tournament_id: FromPath[str],
        entry: FromPath[int],
        data: Form,
    ) -> Any:
        """Let an entry leave, or come back."""
        await _hosted(request, tournaments, tournament_id)
        fact = EntryReturned(entry) if "back" in data else EntryLeft(entry)
        with suppress(TournamentError):  # it has already, or all is over: the host's page shows it
            await tournaments.tell(tournament_id, fact)
        return Redirect(f"/tournaments/{tournament_id}/host", status_code=303)


async def _hosted(request: PageRequest, tournaments: Tournaments, tournament_id: str) -> HeldTournament:
    """The tournament, of which the reader is the host.

    Raises:
        NoSuchTournamentError: there is none.
        NotYoursError: they are not.
    """
    held = await tournaments.load(tournament_id)
    if not is_host_of(request, held):
        raise only_host()
    return held


async def _host_page(
    request: PageRequest,
    tournaments: Tournaments,
    service: TableService,
    tournament_id: str,
    error: GameError | None = None,
) -> Response[str]:
    """The host's page, or that which asks for the PIN; `error`: why what was asked there is not possible."""
    held, reader = await tournaments.load(tournament_id), reader_of(request)
    problem, status = _refusal(reader, error)
    if not is_host_of(request, held):
        told = tournament_told(held, reader.language, tournaments.now(), reader.person, is_host=False)
        return page("tournament_pin.html", reader, status, one=told, problem=problem)
    kept = request.session.pop(PIN_KEY, None)
    address = f"{way_of(request).best}tournaments/{held.id}"
    return page(
        "tournament_host.html",
        reader,
        status,
        problem=problem,
        pin=kept[1] if kept and kept[0] == held.id else "",
        address=address,
        qr=svg_of(address),
        **await _glance(request, tournaments, service, held),
    )


def _refusal(reader: Reader, error: GameError | None) -> tuple[str, int]:
    """What a page says of an error, and its status; of none nothing, and 200."""
    return (reader.language.tell_alone(error), status_of(error)) if error else ("", 200)


async def _glance(
    request: PageRequest, tournaments: Tournaments, service: TableService, held: HeldTournament
) -> dict[str, Any]:
    """What parts/tournament_host.html shows."""
    reader = reader_of(request)
    told = tournament_told(held, reader.language, tournaments.now(), reader.person, is_host=True)
    running = [table for one in told.rounds for table in one.tables if not table.is_over and table.address]
    entries = [(entry, held.names[entry], entry in held.state.gone) for entry in range(1, held.state.entries + 1)]
    return {
        "one": told,
        "entries": entries,
        "running": [await _miniature(service, table, reader.language) for table in running],
        "refresh": REFRESH,
    }


async def _miniature(service: TableService, told: MatchTableTold, language: Language) -> Miniature:
    try:
        table = await service.recall(told.address.removeprefix("/t/"))
        if table.awaited() == []:
            table = await service.load(table.id)
    except NoSuchTableError:
        return Miniature(told, "", language.gettext("This table was closed."))
    awaited: Sequence[str] = [isolated(told.names[seat]) for seat in table.awaited()]
    if table.is_game_over:
        sentence = language.gettext("A game is over: the next one begins.")
    elif awaited:
        sentence = language.gettext("Awaited: {names}").format(names=language.every(awaited))
    else:
        sentence = ""
    missing = [isolated(told.names[seat.number]) for seat in table.seats if not seat.has_come and seat.level is None]
    if missing:
        sentence = language.gettext("Not here yet: {names}").format(names=language.every(missing))
    picture = picture_url(table.id, table.game, language) if table.game else ""
    return Miniature(told, picture, sentence)


async def _table_page(
    request: PageRequest,
    tournaments: Tournaments,
    service: TableService,
    tournament_id: str,
    where: tuple[int, int],
    error: GameError | None = None,
) -> Response[str]:
    held, reader = await _hosted(request, tournaments, tournament_id), reader_of(request)
    problem, status = _refusal(reader, error)
    held.state.table(*where)
    told = tournament_told(held, reader.language, tournaments.now(), reader.person, is_host=True)
    table = next(table for one in told.rounds for table in one.tables if (table.round, table.number) == where)
    address = f"{way_of(request).best}{table.address.removeprefix('/')}" if table.address else ""
    return page(
        "tournament_table.html",
        reader,
        status,
        one=told,
        table=table,
        miniature=await _miniature(service, table, reader.language) if table.address else None,
        address=address,
        qr=svg_of(address) if address else "",
        problem=problem,
        can_close=not table.is_over and not held.agreement.rated,
    )


def _points_in(text: str) -> int:
    """Points that a form carries, with any minus sign.

    Raises:
        TournamentError: they are no whole number, or too many.
    """
    text = text.strip().replace("−", "-")
    digits = text.removeprefix("-")
    if not digits.isdecimal() or len(digits) > 4:
        raise TournamentError(
            "points-no-number",
            "{given!r} is no number of points: give a whole one, {most} at most.",
            given=text[:20],
            most=MOST_POINTS,
        )
    return int(text)


def _entry_page(request: PageRequest, held: HeldTournament, keys: Keys, entry: int) -> Response[str]:
    reader, key = reader_of(request), substitute_key(keys, held, entry)
    address = f"{way_of(request).best}tournaments/{held.id}/take/{entry}/{key}"
    return page(
        "tournament_entry.html",
        reader,
        id=held.id,
        entry=entry,
        name=held.names[entry],
        is_gone=entry in held.state.gone,
        is_over=held.state.is_over,
        address=address,
        qr=svg_of(address),
    )
