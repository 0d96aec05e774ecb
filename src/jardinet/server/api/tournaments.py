"""API controller of tournaments: open and enter them, see rounds and standings, and what the host alone can do."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from jardinet.server.api.authentication import MAY_HAVE_TOKEN, NEEDS_TOKEN
from jardinet.server.api.bot_streams import Done
from jardinet.server.api.problems import problems
from jardinet.server.api.tournament_responses import (
    EntrantRequest,
    EntryRequest,
    HostRequest,
    OpenedResponse,
    PointsRequest,
    SubstituteKeyResponse,
    TakeRequest,
    TournamentEntry,
    TournamentRequest,
    TournamentResponse,
    tournament_entry,
    tournament_response,
)
from jardinet.server.guards.limits import Limits
from jardinet.server.introductions import Introductions
from jardinet.server.keys import Keys
from jardinet.server.people.tokens import Account
from jardinet.server.tournaments.held import HOST_FACTS, Timing, agreement_for, new_plan, only_host
from jardinet.server.tournaments.substitutes import check_substitute, substitute_key
from jardinet.server.tournaments.tournaments import Tournaments
from jardinet.tournaments.facts import EntryLeft, EntryReturned, TableCorrected


class TournamentsApi(Controller):
    """Controller of tournaments."""

    path = "/tournaments"
    tags = ("tournaments",)

    @get(
        "/",
        operation_id="listTournaments",
        summary="Tournaments",
        security=MAY_HAVE_TOKEN,
        responses=problems(401),
    )
    async def listed(self, tournaments: NamedDependency[Tournaments]) -> list[TournamentEntry]:
        """The tournaments that are open or run, the latest first; 50 at most."""
        return [tournament_entry(one) for one in await tournaments.listed()]

    @post("/", operation_id="openTournament", summary="Open one", security=NEEDS_TOKEN, responses=problems(401, 422))
    async def open(
        self,
        request: Request[Any, Any, Any],
        caller: NamedDependency[Account],
        limits: NamedDependency[Limits],
        tournaments: NamedDependency[Tournaments],
        data: JSONBody[TournamentRequest],
    ) -> OpenedResponse:
        """Open a tournament, whose host you are. You do not take part in it unless you enter."""
        plan = new_plan(data.game, data.form, data.seats, data.rounds, data.ties)
        timing = Timing(data.begins_after, data.by_itself, data.pause, data.no_show, data.lasts)
        agreement = agreement_for(data.game, data.pace, rated=data.rated, weekends_off=data.weekends_off)
        plan.check()
        await limits.count("tables", request, caller.id)
        opened = await tournaments.open(caller.id, data.title, plan, agreement, timing)
        return OpenedResponse(opened.id, opened.pin)

    @get(
        "/{tournament_id:str}",
        operation_id="getTournament",
        summary="A tournament",
        security=MAY_HAVE_TOKEN,
        responses=problems(401, 404),
    )
    async def tournament(
        self,
        visitor: NamedDependency[Account | None],
        tournaments: NamedDependency[Tournaments],
        tournament_id: FromPath[str],
    ) -> TournamentResponse:
        """The tournament as it stands: entries, rounds with their tables, and standings."""
        return tournament_response(await tournaments.load(tournament_id), visitor.id if visitor else None)

    @post(
        "/{tournament_id:str}/enter",
        operation_id="enterTournament",
        summary="Take part",
        security=NEEDS_TOKEN,
        status_code=200,
        responses=problems(401, 404, 422),
    )
    async def enter(
        self,
        caller: NamedDependency[Account],
        tournaments: NamedDependency[Tournaments],
        tournament_id: FromPath[str],
    ) -> TournamentResponse:
        """Take part, until half of the rounds have begun; who has left comes back. No program may enter a rated one.

        Your event stream tells by `gameStart` that you sit at a table of it.
        """
        return tournament_response(await tournaments.enter(tournament_id, caller.id, by_program=True), caller.id)

    @post(
        "/{tournament_id:str}/leave",
        operation_id="leaveTournament",
        summary="Take part no more",
        security=NEEDS_TOKEN,
        status_code=200,
        responses=problems(401, 404, 422),
    )
    async def leave(
        self,
        caller: NamedDependency[Account],
        tournaments: NamedDependency[Tournaments],
        tournament_id: FromPath[str],
    ) -> TournamentResponse:
        """Take part no more, from the next round on; your points stay."""
        return tournament_response(await tournaments.leave(tournament_id, caller.id), caller.id)

    @post(
        "/{tournament_id:str}/host",
        operation_id="hostTournament",
        summary="Begin a round, pause, end",
        security=NEEDS_TOKEN,
        status_code=200,
        responses=problems(401, 404, 422),
    )
    async def host(
        self,
        caller: NamedDependency[Account],
        tournaments: NamedDependency[Tournaments],
        tournament_id: FromPath[str],
        data: JSONBody[HostRequest],
    ) -> TournamentResponse:
        """Do what the host alone can do."""
        await _check_host(tournaments, tournament_id, caller)
        if data.do == "begin":
            return tournament_response(await tournaments.begin_round(tournament_id), caller.id)
        return tournament_response(await tournaments.tell(tournament_id, HOST_FACTS[data.do]), caller.id)

    @post(
        "/{tournament_id:str}/rounds/{round_number:int}/tables/{number:int}/points",
        operation_id="setPoints",
        summary="Set a result",
        security=NEEDS_TOKEN,
        status_code=200,
        responses=problems(401, 404, 422),
    )
    async def set_points(
        self,
        caller: NamedDependency[Account],
        tournaments: NamedDependency[Tournaments],
        tournament_id: FromPath[str],
        round_number: FromPath[int],
        number: FromPath[int],
        data: JSONBody[PointsRequest],
    ) -> TournamentResponse:
        """Set or correct the result of a table, as its host: for tables of wood, or after a mistake. Everybody sees that you have."""
        await _check_host(tournaments, tournament_id, caller)
        fact = TableCorrected(round_number, number, tuple(data.points))
        return tournament_response(await tournaments.tell(tournament_id, fact), caller.id)

    @post(
        "/{tournament_id:str}/rounds/{round_number:int}/tables/{number:int}/close",
        operation_id="closeMatch",
        summary="Let bots finish a table",
        security=NEEDS_TOKEN,
        status_code=200,
        responses=problems(401, 404, 422),
    )
    async def close(
        self,
        caller: NamedDependency[Account],
        tournaments: NamedDependency[Tournaments],
        tournament_id: FromPath[str],
        round_number: FromPath[int],
        number: FromPath[int],
    ) -> Done:
        """Let bots play a table to its end, as its host; not in a rated tournament."""
        await _check_host(tournaments, tournament_id, caller)
        await tournaments.close_table(tournament_id, round_number, number)
        return Done()

    @post(
        "/{tournament_id:str}/entries",
        operation_id="addEntry",
        summary="Enter somebody by their name",
        security=NEEDS_TOKEN,
        status_code=200,
        responses=problems(401, 404, 422),
    )
    async def add_entry(
        self,
        request: Request[Any, Any, Any],
        caller: NamedDependency[Account],
        tournaments: NamedDependency[Tournaments],
        introductions: NamedDependency[Introductions],
        tournament_id: FromPath[str],
        data: JSONBody[EntrantRequest],
    ) -> TournamentResponse:
        """Enter somebody, as the host, who has no device of their own: a tablet at their table is enough. Not in a rated tournament."""
        await _check_host(tournaments, tournament_id, caller)
        (await tournaments.load(tournament_id)).check_takes_names()
        person, _name = await introductions.meet(request, data.name)
        return tournament_response(await tournaments.enter(tournament_id, person), caller.id)

    @post(
        "/{tournament_id:str}/entries/{entry:int}",
        operation_id="changeEntry",
        summary="Let somebody leave, or come back",
        security=NEEDS_TOKEN,
        status_code=200,
        responses=problems(401, 404, 422),
    )
    async def change_entry(
        self,
        caller: NamedDependency[Account],
        tournaments: NamedDependency[Tournaments],
        tournament_id: FromPath[str],
        entry: FromPath[int],
        data: JSONBody[EntryRequest],
    ) -> TournamentResponse:
        """Note, as the host, that somebody has left or is back."""
        await _check_host(tournaments, tournament_id, caller)
        fact = EntryLeft(entry) if data.do == "left" else EntryReturned(entry)
        return tournament_response(await tournaments.tell(tournament_id, fact), caller.id)

    @get(
        "/{tournament_id:str}/entries/{entry:int}/key",
        operation_id="getSubstituteKey",
        summary="A key for a substitute",
        security=NEEDS_TOKEN,
        responses=problems(401, 404, 422),
    )
    async def substitute_key(
        self,
        caller: NamedDependency[Account],
        tournaments: NamedDependency[Tournaments],
        keys: NamedDependency[Keys],
        tournament_id: FromPath[str],
        entry: FromPath[int],
    ) -> SubstituteKeyResponse:
        """A key, for the host to hand on, by which somebody takes an entry over, once."""
        await _check_host(tournaments, tournament_id, caller)
        key = substitute_key(keys, await tournaments.load(tournament_id), entry)
        return SubstituteKeyResponse(key, f"/tournaments/{tournament_id}/take/{entry}/{key}")

    @post(
        "/{tournament_id:str}/entries/{entry:int}/take",
        operation_id="takeEntry",
        summary="Play on for somebody",
        security=NEEDS_TOKEN,
        status_code=200,
        responses=problems(401, 404, 422),
    )
    async def take(
        self,
        caller: NamedDependency[Account],
        tournaments: NamedDependency[Tournaments],
        keys: NamedDependency[Keys],
        tournament_id: FromPath[str],
        entry: FromPath[int],
        data: JSONBody[TakeRequest],
    ) -> TournamentResponse:
        """Take an entry over by the key that its host gave you, with its points, and its seat if its table plays."""
        held = await tournaments.load(tournament_id)
        check_substitute(keys, held, entry, data.key)
        taken = await tournaments.substitute(tournament_id, entry, caller.id, caller.name, by_program=True)
        return tournament_response(taken, caller.id)


async def _check_host(tournaments: Tournaments, tournament_id: str, caller: Account) -> None:
    if (await tournaments.load(tournament_id)).host != caller.id:
        raise only_host()
