"""API controller of analyses: luck and errors in a finished game, the same as `jardinet analyse` tells."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Response, get
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath
from msgspec import Meta

from jardinet.analysis.model import Analysis, to_json
from jardinet.server.analyses.runner import LOOK_AGAIN, AnalysisRunner, BrokenAnalysisError, can_be_analysed
from jardinet.server.api.authentication import MAY_HAVE_TOKEN
from jardinet.server.api.problems import problems
from jardinet.server.http.request_error import RequestError
from jardinet.server.people.tokens import Account
from jardinet.server.tables.service import TableService
from jardinet.server.tables.table import TableState
from jardinet.server.tables.table_game import TableGame


class BeingMadeResponse(msgspec.Struct, frozen=True):
    """Analysis that is being made."""

    retry_after: Annotated[int, Meta(description="The number of seconds after which to ask again.")]


class AnalysisApi(Controller):
    """Controller of the analyses of finished games."""

    path = "/tables/{table_id:str}"
    tags = ("tables",)

    @get(
        "/analysis/{number:int}",
        operation_id="getAnalysis",
        summary="Luck or skill: the analysis of a game",
        security=MAY_HAVE_TOKEN,
        responses={
            200: ResponseSpec(list[Analysis], generate_examples=False, description="The analysis, in a list."),
            202: ResponseSpec(BeingMadeResponse, generate_examples=False, description="It is being made."),
            **problems(401, 404, 409),
        },
    )
    async def show(
        self,
        visitor: NamedDependency[Account | None],
        service: NamedDependency[TableService],
        analyses: NamedDependency[AnalysisRunner],
        table_id: FromPath[str],
        number: FromPath[int],
    ) -> Response[Any]:
        """Luck and errors in a finished game: byte for byte what `jardinet analyse --json` prints for its record.

        The analysis is made at the first request and kept: until it is ready the status is 202, and `Retry-After` says when
        to ask again. A running game has none (409), since it would tell what is hidden; a game that no bot can judge never
        gets one (404). All figures are shares of the victory, 0 to 1.
        """
        table = await service.load(table_id)
        game = _finished(table, number)
        if not can_be_analysed(table, game):
            raise _no_analysis()
        try:
            found = await analyses.find(table, game)
        except BrokenAnalysisError:
            raise _no_analysis() from None
        if found is None:
            return Response(BeingMadeResponse(LOOK_AGAIN), status_code=202, headers={"Retry-After": str(LOOK_AGAIN)})
        return Response(to_json([found.analysis]), media_type="application/json")


def _finished(table: TableState, number: int) -> TableGame:
    """The finished game of a table by its number; raises RequestError if there is none, or it still runs."""
    game = next((one for one in table.games if one.number == number and one.state), None)
    if game is None or game.state is None:
        raise RequestError(404, "no-game-at-table", "there is no game {number} at this table.", number=number)
    if not game.state.is_terminal():
        raise RequestError(409, "not-over-to-analyse", "the game is not over: only a finished one can be analysed.")
    return game


def _no_analysis() -> RequestError:
    return RequestError(404, "no-analysis", "this game cannot be analysed.")
