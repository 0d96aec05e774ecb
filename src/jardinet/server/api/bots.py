"""How a bot plays: invitations, the stream of a game, and moves, in the shape of Lichess' Bot API."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.channels import ChannelsPlugin
from litestar.di import NamedDependency
from litestar.params import FromPath, Parameter
from litestar.response import Stream

from jardinet.server.api.access import NEEDS_TOKEN
from jardinet.server.api.accounts import channel_of_person
from jardinet.server.api.invitations import accept, decline
from jardinet.server.api.problems import problems
from jardinet.server.api.seen import Position, TableSeen, see_table
from jardinet.server.api.streams import EMPTY, NDJSON, line, lines_of, listening, streamed
from jardinet.server.live import channel_of
from jardinet.server.people.tokens import Account
from jardinet.server.storage.database import Database
from jardinet.server.tables.keeper import Keeper, NotYoursError

Seq = Annotated[int | None, Parameter(ge=0, le=1_000_000)]


class Done(msgspec.Struct, frozen=True):
    """It is done."""

    ok: bool = True


class BotApi(Controller):
    """See the module."""

    path = "/"
    tags = ("bot",)
    security = NEEDS_TOKEN

    @get(
        "/bot/game/stream/{table_id:str}",
        operation_id="streamGame",
        summary="A game, line by line",
        media_type=NDJSON,
        responses=lines_of(TableSeen | Position, problems(401, 404)),
        opt={"exclude_from_compression": True},
    )
    async def stream(
        self,
        account: NamedDependency[Account],
        keeper: NamedDependency[Keeper],
        channels: NamedDependency[ChannelsPlugin],
        table_id: FromPath[str],
        since: Seq = None,
    ) -> Stream:
        """The table (`gameFull`), then after every change how it stands (`gameState`), until all is over.

        With `since`, the `seq` of the last line you have read, the stream goes on from there: there is no
        `gameFull`, and where nothing has changed nothing comes first. Every six seconds without a change it
        sends an empty line. Where you have no seat you watch. That others have chosen secretly is no line: every
        line that says that it is your turn is a new decision.
        """
        await keeper.load(table_id)  # what does not exist is answered before the stream begins
        return streamed(_game_lines(account, keeper, channels, table_id, since))

    @post(
        "/bot/game/{table_id:str}/move/{move:str}",
        operation_id="makeMove",
        summary="Play a move",
        status_code=200,
        responses=problems(401, 403, 404, 409, 422),
    )
    async def move(
        self,
        account: NamedDependency[Account],
        keeper: NamedDependency[Keeper],
        table_id: FromPath[str],
        move: FromPath[str],
        seq: Seq = None,
    ) -> Done:
        """Play one move of your seat: one of `legal`, such as `draw`, `take-13`, `place-b3`, `bid-4`.

        Where all move at once it is your secret choice, which you may change until the last seat has chosen.
        With `seq`, that of the position you saw, a move that comes too late is refused (409).
        """
        table = await see_table(keeper, table_id, account)
        if table.state.seat is None:
            raise NotYoursError("you do not sit at this table: you are watching.")
        await keeper.play(table_id, table.state.seat, table.state.seq if seq is None else seq, [move])
        return Done()

    @post(
        "/challenge/{table_id:str}/accept",
        operation_id="acceptChallenge",
        summary="Accept an invitation",
        status_code=200,
        responses=problems(401, 404, 409),
    )
    async def accept(
        self,
        account: NamedDependency[Account],
        keeper: NamedDependency[Keeper],
        database: NamedDependency[Database],
        channels: NamedDependency[ChannelsPlugin],
        table_id: FromPath[str],
    ) -> Done:
        """Sit down where you were invited to."""
        await accept(database, keeper, table_id, account)
        channels.publish({}, channel_of_person(account.id))
        return Done()

    @post(
        "/challenge/{table_id:str}/decline",
        operation_id="declineChallenge",
        summary="Decline an invitation",
        status_code=200,
        responses=problems(401),
    )
    async def decline(
        self,
        account: NamedDependency[Account],
        database: NamedDependency[Database],
        channels: NamedDependency[ChannelsPlugin],
        table_id: FromPath[str],
    ) -> Done:
        """Turn an invitation down; the seat stays free."""
        await decline(database, table_id, account)
        channels.publish({}, channel_of_person(account.id))
        return Done()


async def _game_lines(
    account: Account, keeper: Keeper, channels: ChannelsPlugin, table_id: str, since: int | None
) -> AsyncIterator[bytes]:
    sent: Position | None = None
    async with listening(channels, [channel_of(table_id)]) as change:
        while True:
            table = await see_table(keeper, table_id, account)
            if sent is None and since is None:
                yield line(table)
            elif _is_news(table.state, sent, since):
                yield line(table.state)
            else:
                yield EMPTY
            sent = table.state
            if sent.status == "finished":
                return
            await change()


def _is_news(state: Position, sent: Position | None, since: int | None) -> bool:
    """Whether a position is worth a line: that others have chosen meanwhile is none.

    A line that says that it is your turn is therefore always a new decision, and a bot that answers each of
    them once never answers twice.
    """
    if sent is None:
        return state.seq != since
    return (state.seq, state.status, state.seat, state.choice) != (sent.seq, sent.status, sent.seat, sent.choice)
