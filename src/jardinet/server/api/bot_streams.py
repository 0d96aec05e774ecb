"""API controller for bots, in the shape of Lichess' Bot API: invitations, the stream of a game, and moves."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, get, post
from litestar.channels import ChannelsPlugin
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, Parameter
from litestar.response import Stream

from jardinet.games.parameters import GameError
from jardinet.server.announcer import channel_of, channel_of_person
from jardinet.server.api.authentication import MAY_HAVE_TOKEN, NEEDS_TOKEN
from jardinet.server.api.problems import problems
from jardinet.server.api.responses import GoneResponse, PositionResponse, TableResponse, table_response
from jardinet.server.api.streams import EMPTY, NDJSON, line, lines_of, listening, streamed, while_open
from jardinet.server.guards.limits import Limits
from jardinet.server.http.problem import problem_in
from jardinet.server.intervals import Intervals
from jardinet.server.people.reader import language_of
from jardinet.server.people.tokens import Account, Accounts
from jardinet.server.storage.database import when_it_answers
from jardinet.server.tables import commands
from jardinet.server.tables.errors import NoSuchTableError
from jardinet.server.tables.service import TableService
from jardinet.words.language import Language

Seq = Annotated[int | None, Parameter(ge=0, le=1_000_000)]


class Done(msgspec.Struct, frozen=True):
    """The answer that the request was carried out."""

    ok: bool = True


class BotApi(Controller):
    """Controller for bots, in the shape of Lichess' Bot API: game streams, moves and invitations."""

    path = "/"
    tags = ("bot",)

    @get(
        "/bot/game/stream/{table_id:str}",
        operation_id="streamGame",
        summary="A game, line by line",
        security=MAY_HAVE_TOKEN,
        media_type=NDJSON,
        responses=lines_of(TableResponse | PositionResponse | GoneResponse, problems(401, 404)),
        middleware=[while_open],
        opt={"exclude_from_compression": True},
    )
    async def stream(
        self,
        request: Request[Any, Any, Any],
        limits: NamedDependency[Limits],
        visitor: NamedDependency[Account | None],
        service: NamedDependency[TableService],
        accounts: NamedDependency[Accounts],
        channels: NamedDependency[ChannelsPlugin],
        intervals: NamedDependency[Intervals],
        table_id: FromPath[str],
        since: Seq = None,
        everything: FromQuery[bool] = False,
    ) -> Stream:
        """Stream of a table: first `gameFull`, then a `gameState` after every change, until the game or match is over.

        With `since`, the `seq` of the last line you have read, the stream resumes there: it sends no `gameFull`, and
        its first line only when something has changed. Every six seconds without a change it sends an empty line. If
        the server's operator removes the table, the last line says so (`gameClosed`). Without a seat you watch, and
        need no token. The stream ends when your token is revoked.

        Each line that says that it is your turn asks for a new decision: answer each one once. So secret choices and
        remarks of others make no line, and changes of seats make none while it is your turn: the next line has them.
        With `everything=true` all of these make lines too, the first line always comes, and the stream goes on after
        the end.
        """
        await service.load(table_id)  # what does not exist is answered before the stream begins
        await limits.hold(request, visitor.id if visitor else None)
        return streamed(
            _game_lines(
                visitor,
                service,
                accounts,
                channels,
                table_id,
                since,
                language_of(request.scope),
                everything=everything,
                keep_alive=intervals.keep_alive,
            )
        )

    @post(
        "/bot/game/{table_id:str}/move/{move:str}",
        operation_id="makeMove",
        summary="Play a move",
        security=NEEDS_TOKEN,
        status_code=200,
        responses=problems(401, 403, 404, 409, 422),
    )
    async def move(
        self,
        caller: NamedDependency[Account],
        service: NamedDependency[TableService],
        table_id: FromPath[str],
        move: FromPath[str],
        seq: Seq = None,
    ) -> Done:
        """Play one move of your seat: one of `legal`, such as `draw`, `take-13`, `place-b3`, `bid-4`.

        When all move at once, it is your secret choice, which you may change until the last seat has chosen.
        With `seq`, the number of the position you saw, a move that comes too late is refused (409).
        """
        table = await service.do(table_id, commands.Play(None, seq, (move,), caller.id, by_program=True))
        service.presence.saw(table, caller.id)
        return Done()

    @post(
        "/challenge/{table_id:str}/accept",
        operation_id="acceptChallenge",
        summary="Accept an invitation",
        security=NEEDS_TOKEN,
        status_code=200,
        responses=problems(401, 403, 404, 409),
    )
    async def accept(
        self,
        caller: NamedDependency[Account],
        service: NamedDependency[TableService],
        table_id: FromPath[str],
    ) -> Done:
        """Accept an invitation: you sit down at the seat that it offers."""
        await service.accept(table_id, caller.id, caller.name, by_program=True)
        return Done()

    @post(
        "/challenge/{table_id:str}/decline",
        operation_id="declineChallenge",
        summary="Decline an invitation",
        security=NEEDS_TOKEN,
        status_code=200,
        responses=problems(401, 404),
    )
    async def decline(
        self,
        caller: NamedDependency[Account],
        service: NamedDependency[TableService],
        table_id: FromPath[str],
    ) -> Done:
        """Decline an invitation; the seat stays free."""
        await service.do(table_id, commands.Uninvite(caller.id, caller.id))
        return Done()


async def _game_lines(
    visitor: Account | None,
    service: TableService,
    accounts: Accounts,
    channels: ChannelsPlugin,
    table_id: str,
    since: int | None,
    language: Language,
    *,
    everything: bool,
    keep_alive: float,
) -> AsyncIterator[bytes]:
    sent: PositionResponse | None = None
    listened = [channel_of(table_id)] if visitor is None else [channel_of(table_id), channel_of_person(visitor.id)]
    with service.presence.page(table_id, visitor.id if visitor else None):
        async with listening(channels, listened, keep_alive) as change:
            while visitor is None or await when_it_answers(partial(accounts.still, visitor)):
                try:
                    standing = await when_it_answers(partial(service.load, table_id))
                except NoSuchTableError:
                    closed = problem_in(language, GameError("table-closed", "this table was closed."))
                    yield line(GoneResponse(closed.error, closed.code))
                    return
                standing = await service.come(standing, visitor.id if visitor else None, by_program=True)
                table = table_response(standing, visitor, service.presence)
                if sent is None and since is None:
                    yield line(table)
                elif table.state != sent if everything else _is_news(table.state, sent, since):
                    yield line(table.state)
                else:
                    yield EMPTY
                sent = table.state
                if sent.status == "finished" and not everything:
                    return
                await change()


def _is_news(state: PositionResponse, sent: PositionResponse | None, since: int | None) -> bool:
    """Whether a bot's stream gets a line for a position; `sent` is the last position sent, `since` where the stream began.

    A bot answers every line that says that it is its turn. So while it is, only a new decision makes a line: else the bot
    would answer twice.
    """
    if sent is None:
        return state.seq != since
    if (state.seq, state.status, state.seat, state.choice) != (sent.seq, sent.status, sent.seat, sent.choice):
        return True
    return state.seats != sent.seats and state.seat not in state.turn
