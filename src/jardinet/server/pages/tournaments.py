"""Tournaments: those that are open, a page for each, its standings, and the wall to project."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from io import StringIO
from typing import Any

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect

from jardinet.games import entry_of, playable_games
from jardinet.games.parameters import GameError
from jardinet.server.guards.limits import Limits
from jardinet.server.intervals import Intervals
from jardinet.server.introductions import Introductions
from jardinet.server.pages.days import weekends_in, weekends_option
from jardinet.server.pages.forms import Form, PageRequest, name_in, number_in
from jardinet.server.pages.render import page
from jardinet.server.pages.tournament_told import lines_of, title_of, tournament_told, what_told
from jardinet.server.people.reader import reader_of
from jardinet.server.qr import svg_of
from jardinet.server.reach import way_of
from jardinet.server.statuses import status_of
from jardinet.server.tournaments.held import HeldTournament, Timing, agreement_for, new_plan
from jardinet.server.tournaments.tournaments import Tournaments
from jardinet.tournaments.plan import EVENING, EVERYBODY, FORMS, LOTS, SEATS, TIES, TournamentPlan
from jardinet.words.agreements import pace_option
from jardinet.words.game_words import title_in
from jardinet.words.tournaments import form_name

HOSTS_KEY = "hosts"  # in the session: tournaments for whose host the reader has given the PIN
PIN_KEY = "pin"  # in the session: the PIN of a tournament that was just opened, until it is shown
MOST_HOSTED = 10  # in a session
TABLES, LINES, NAMES = 7, 10, 20  # of each list on the wall at a time
TURN = 10  # seconds until the next ones are shown
REFRESH = 5  # seconds between two looks of a page


class TournamentPages(Controller):
    """Controller of tournaments for those who take part or watch; the host's pages are TournamentHostPages."""

    path = "/tournaments"

    @get("/", name="tournaments")
    async def show(self, request: PageRequest, tournaments: NamedDependency[Tournaments]) -> Response[str]:
        """The tournaments that are open or run, and the form that opens one."""
        return await _list(request, tournaments, {})

    @post("/")
    async def open(
        self,
        request: PageRequest,
        tournaments: NamedDependency[Tournaments],
        introductions: NamedDependency[Introductions],
        limits: NamedDependency[Limits],
        data: Form,
    ) -> Any:
        """Open a tournament, and go to its host's page, or say above the form why that cannot be."""
        reader = reader_of(request)
        try:
            plan, timing = _plan_in(data), _timing_in(data)
            game, pace, is_rated = data.get("game", ""), data.get("pace", ""), data.get("rated") == "yes"
            agreement = agreement_for(game, pace, rated=is_rated, weekends_off=weekends_in(data))
            plan.check()
            timing.check()
            reader = await introductions.introduce(request, name_in(data, reader))
            await limits.count("tables", request, reader.person)
            opened = await tournaments.open(str(reader.person), data.get("title", ""), plan, agreement, timing)
        except GameError as error:
            told = reader.language.tell_alone(error)
            return await _list(request, tournaments, data, told, status_of(error))
        request.session[PIN_KEY] = [opened.id, opened.pin]
        return Redirect(f"/tournaments/{opened.id}/host", status_code=303)

    @get("/{tournament_id:str}", name="tournament")
    async def tournament(
        self,
        request: PageRequest,
        tournaments: NamedDependency[Tournaments],
        intervals: NamedDependency[Intervals],
        tournament_id: FromPath[str],
    ) -> Response[str]:
        """The page of a tournament."""
        return await _tournament(request, tournaments, intervals, tournament_id)

    @get("/{tournament_id:str}/now")
    async def now(
        self, request: PageRequest, tournaments: NamedDependency[Tournaments], tournament_id: FromPath[str]
    ) -> Response[str]:
        """What changes on the page of a tournament: it asks for it again and again."""
        told = await _told(request, tournaments, tournament_id)
        return page("parts/tournament.html", reader_of(request), one=told, refresh=REFRESH)

    @post("/{tournament_id:str}/enter")
    async def enter(
        self,
        request: PageRequest,
        tournaments: NamedDependency[Tournaments],
        introductions: NamedDependency[Introductions],
        intervals: NamedDependency[Intervals],
        tournament_id: FromPath[str],
        data: Form,
    ) -> Any:
        """Take part, by a name as guests do; or learn why not."""
        reader = reader_of(request)
        try:
            await tournaments.load(tournament_id)
            reader = await introductions.introduce(request, name_in(data, reader))
            await tournaments.enter(tournament_id, str(reader.person))
        except GameError as error:
            return await _refused(request, tournaments, intervals, tournament_id, error)
        return Redirect(f"/tournaments/{tournament_id}", status_code=303)

    @post("/{tournament_id:str}/leave")
    async def leave(
        self,
        request: PageRequest,
        tournaments: NamedDependency[Tournaments],
        intervals: NamedDependency[Intervals],
        tournament_id: FromPath[str],
    ) -> Any:
        """Take part no more."""
        try:
            await tournaments.leave(tournament_id, reader_of(request).person or "")
        except GameError as error:
            return await _refused(request, tournaments, intervals, tournament_id, error)
        return Redirect(f"/tournaments/{tournament_id}", status_code=303)

    @get("/{tournament_id:str}/standings")
    async def standings(
        self, request: PageRequest, tournaments: NamedDependency[Tournaments], tournament_id: FromPath[str]
    ) -> Response[str]:
        """The standings as a page to keep or print."""
        told = await _told(request, tournaments, tournament_id)
        return page("tournament_standings.html", reader_of(request), one=told)

    @get("/{tournament_id:str}/standings.csv")
    async def standings_csv(
        self, tournaments: NamedDependency[Tournaments], tournament_id: FromPath[str]
    ) -> Response[str]:
        """The standings for a spreadsheet: comma-separated, UTF-8."""
        held = await tournaments.load(tournament_id)
        text = StringIO()
        writer = csv.writer(text)
        writer.writerow(["place", "name", "points", "wins", "matches", "entry"])
        for line in lines_of(held):
            points = line.points.replace("−", "-")
            writer.writerow([line.place, _cell(line.name), points, line.wins, line.matches, line.entry])
        headers = {"Content-Disposition": f'attachment; filename="{held.id}.csv"', "Cache-Control": "no-store"}
        return Response(text.getvalue(), media_type="text/csv; charset=utf-8", headers=headers)

    @get("/{tournament_id:str}/standings.json")
    async def standings_json(self, tournament_id: FromPath[str]) -> Redirect:
        """The standings for a program: the API has them."""
        return Redirect(f"/api/tournaments/{tournament_id}", status_code=303)

    @get("/{tournament_id:str}/wall", name="tournament-wall")
    async def wall(
        self,
        request: PageRequest,
        tournaments: NamedDependency[Tournaments],
        intervals: NamedDependency[Intervals],
        tournament_id: FromPath[str],
    ) -> Response[str]:
        """The wall of a tournament, to be projected: tables, standings and the time."""
        shown = await _wall(request, tournaments, tournament_id)
        return page("tournament_wall.html", reader_of(request), reload=intervals.reload, **shown)

    @get("/{tournament_id:str}/wall/now")
    async def wall_now(
        self, request: PageRequest, tournaments: NamedDependency[Tournaments], tournament_id: FromPath[str]
    ) -> Response[str]:
        """What changes on the wall."""
        return page("parts/wall.html", reader_of(request), **await _wall(request, tournaments, tournament_id))


def is_host_of(request: PageRequest, held: HeldTournament) -> bool:
    """Whether the reader is a tournament's host: who opened it, or somebody who has given its PIN."""
    return reader_of(request).person == held.host or held.id in request.session.get(HOSTS_KEY, [])


def _cell(text: str) -> str:
    """A text in a cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in "=+-@\t\r" else text


async def _told(request: PageRequest, tournaments: Tournaments, tournament_id: str) -> Any:
    held, reader = await tournaments.load(tournament_id), reader_of(request)
    is_host = is_host_of(request, held)
    return tournament_told(held, reader.language, tournaments.now(), reader.person, is_host=is_host)


async def _tournament(
    request: PageRequest,
    tournaments: Tournaments,
    intervals: Intervals,
    tournament_id: str,
    problem: str = "",
    status: int = 200,
) -> Response[str]:
    told = await _told(request, tournaments, tournament_id)
    return page(
        "tournament.html",
        reader_of(request),
        status,
        one=told,
        problem=problem,
        refresh=REFRESH,
        reload=intervals.reload,
    )


async def _refused(
    request: PageRequest, tournaments: Tournaments, intervals: Intervals, tournament_id: str, error: GameError
) -> Response[str]:
    problem = reader_of(request).language.tell_alone(error)
    return await _tournament(request, tournaments, intervals, tournament_id, problem, status_of(error))


async def _wall(request: PageRequest, tournaments: Tournaments, tournament_id: str) -> dict[str, Any]:
    """What parts/wall.html shows: of long lists so many lines as have room, and the next ones some seconds later."""
    told = await _told(request, tournaments, tournament_id)
    tables = told.rounds[0].tables if told.rounds else ()
    if told.phase == "running" and any(not table.is_over for one in told.rounds for table in one.tables):
        tables = tuple(
            table for one in told.rounds for table in one.tables if not table.is_over or one is told.rounds[0]
        )
    moment = int(tournaments.now().timestamp()) // TURN
    address = f"{way_of(request).best}tournaments/{told.id}"
    return {
        "one": told,
        "tables": _shown(tables, TABLES, moment),
        "lines": _shown(told.lines, LINES, moment),
        "names": _shown(told.entrants, NAMES, moment),
        "address": address,
        "qr": svg_of(address, fills=True) if not told.rounds else "",
    }


def _shown(lines: Sequence[Any], most: int, moment: int) -> Sequence[Any]:
    """The lines that are shown at a moment."""
    pages = max(1, -(-len(lines) // most))
    first = most * (moment % pages)
    return lines[first : first + most]


async def _list(
    request: PageRequest, tournaments: Tournaments, given: Mapping[str, str], problem: str = "", status: int = 200
) -> Response[str]:
    reader = reader_of(request)
    language, games = reader.language, playable_games()
    usual = {
        "name": reader.name,
        "title": "",
        "game": next(iter(games), ""),
        "form": LOTS,
        "seats": "2",
        "rounds": "3",
        "pace": "300+10",
        "begins_after": "0",
        "by_itself": "yes",
        "no_show": "5",
        "lasts": "180",
        "ties": TIES[0],
        "rated": "no",
        "weekends": "",
        "zone": "UTC",
    }
    listed = [
        (one.id, title_of(language, one.title, one.agreement.game), what_told(language, one), one.entries, one.phase)
        for one in await tournaments.listed()
    ]
    possible = [count for count in SEATS if any(count in entry_of(name).players for name in games)]
    _ = language.gettext
    return page(
        "tournaments.html",
        reader,
        status,
        problem=problem,
        chosen=usual | dict(given),
        listed=listed,
        games=[(name, title_in(language, name)) for name in games],
        forms=[(form, form_name(language, form)) for form in FORMS],
        seats=possible,
        pace=pace_option(language),
        weekends=weekends_option(language),
        ties=list(zip(TIES, (_("share a place"), _("matches won, then direct meetings")), strict=True)),
    )


def _plan_in(data: dict[str, str]) -> TournamentPlan:
    """The plan that a form asks for."""
    form = data.get("form", "")
    seats = 2 if form == EVERYBODY else number_in(data, "seats")
    return new_plan(data.get("game", ""), form, seats, number_in(data, "rounds"), data.get("ties", ""))


def _timing_in(data: dict[str, str]) -> Timing:
    """The timing that a form asks for."""
    lasts = number_in(data, "lasts") if data.get("form") == EVENING else Timing().lasts
    return Timing(
        number_in(data, "begins_after"), data.get("by_itself") == "yes", 60, number_in(data, "no_show"), lasts
    )
