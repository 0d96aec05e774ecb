"""API controller of seats: sit down, give a seat up or take it back; as the host, invite people and seat bots."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from jardinet.server.api.authentication import NEEDS_TOKEN
from jardinet.server.api.authorization import check_sits
from jardinet.server.api.examples import example
from jardinet.server.api.problems import problems
from jardinet.server.api.responses import TableResponse, table_response
from jardinet.server.people.tokens import Account
from jardinet.server.tables import commands
from jardinet.server.tables.agreement import MOST_SEATS
from jardinet.server.tables.errors import StaleError
from jardinet.server.tables.service import TableService

SeatNumber = Annotated[int, Meta(ge=0, le=MOST_SEATS - 1, description="From 0.")]
AccountId = Annotated[str, Meta(max_length=32, description="The id of the bot's account.")]


class SitRequest(msgspec.Struct, frozen=True):
    """Seat to sit down at."""

    seat: Annotated[SeatNumber | None, Meta(description="Null: the first that is free.")] = None
    nonce: Annotated[
        Annotated[str, Meta(max_length=64)] | None,
        Meta(description="Your word for the shuffle; null: one is made for you."),
    ] = None
    beside: Annotated[
        bool, Meta(description="If you sit there already: the seat is for somebody else who plays by the same account.")
    ] = False


class NonceRequest(msgspec.Struct, frozen=True):
    """Nonce that one of your seats adds to the shuffle."""

    seat: SeatNumber
    nonce: Annotated[str, Meta(max_length=64, description="Your word, without spaces, quotes and backslashes.")]


class OwnSeatRequest(msgspec.Struct, frozen=True):
    """One of your seats."""

    seat: SeatNumber


class SeatBotRequest(msgspec.Struct, frozen=True):
    """Bot of this server, and the seat that it is to take."""

    seat: SeatNumber
    level: Annotated[str, Meta(max_length=20, description="`novice`, `casual`, `skilled`, `expert` or `master`.")]


class AnswerRequest(msgspec.Struct, frozen=True):
    """Answer to the host's question whether a bot may play for you."""

    seat: SeatNumber
    agrees: bool


class InviteRequest(msgspec.Struct, frozen=True):
    """Invitation of an account to a seat."""

    account: AccountId
    seat: SeatNumber


class UninviteRequest(msgspec.Struct, frozen=True):
    """Account whose invitation is taken back."""

    account: AccountId


class SeatApi(Controller):
    """Controller of seats: sit down, leave, come back; as the host, invite people and seat bots."""

    path = "/tables/{table_id:str}"
    tags = ("seats",)
    security = NEEDS_TOKEN

    @post("/sit", operation_id="sit", summary="Sit down", status_code=200, responses=problems(401, 403, 404, 409, 422))
    async def sit(
        self,
        caller: NamedDependency[Account],
        service: NamedDependency[TableService],
        table_id: FromPath[str],
        data: JSONBody[SitRequest],
    ) -> TableResponse:
        """Sit down at a free seat; 409 if you sit there already, unless with `beside`; 403 if the seat is not for you."""
        free = (await service.load(table_id)).free_seats() if data.seat is None else [data.seat]
        if not free:
            raise StaleError("no-free-seat", "no seat is free.")
        table = await service.sit(
            table_id, free[0], caller.id, caller.name, data.nonce, beside=data.beside, by_program=True
        )
        return table_response(table, caller, service.presence)

    @post(
        "/leave", operation_id="leave", summary="Give a seat back", status_code=200, responses=problems(401, 404, 409)
    )
    async def leave(
        self,
        caller: NamedDependency[Account],
        service: NamedDependency[TableService],
        table_id: FromPath[str],
        data: JSONBody[OwnSeatRequest],
    ) -> TableResponse:
        """Give your seat back before the game begins."""
        return table_response(
            await service.do(table_id, commands.Leave(data.seat, caller.id)), caller, service.presence
        )

    @post(
        "/nonce",
        operation_id="addNonce",
        summary="Say your word for the shuffle",
        status_code=200,
        responses=problems(401, 404, 409, 422),
    )
    async def add_nonce(
        self,
        caller: NamedDependency[Account],
        service: NamedDependency[TableService],
        table_id: FromPath[str],
        data: JSONBody[NonceRequest],
    ) -> TableResponse:
        """Give your seat's nonce for the shuffle, before the game begins; it replaces the one that was made for you."""
        return table_response(
            await service.do(table_id, commands.AddNonce(data.seat, caller.id, data.nonce)), caller, service.presence
        )

    @post(
        "/return",
        operation_id="comeBack",
        summary="Take your seat back",
        status_code=200,
        responses={200: example(TableResponse, "returned", "The table after it."), **problems(401, 403, 404)},
    )
    async def come_back(
        self,
        caller: NamedDependency[Account],
        service: NamedDependency[TableService],
        table_id: FromPath[str],
        data: JSONBody[OwnSeatRequest],
    ) -> TableResponse:
        """Take your seat back from the bot that plays in your place; nothing happens if none does."""
        check_sits(await service.load(table_id), caller, data.seat)
        return table_response(
            await service.do(table_id, commands.ComeBack(data.seat, caller.id)), caller, service.presence
        )

    @post(
        "/key",
        operation_id="renewKey",
        summary="Make your seat's link worthless",
        status_code=200,
        responses=problems(401, 403, 404),
    )
    async def renew_key(
        self,
        caller: NamedDependency[Account],
        service: NamedDependency[TableService],
        table_id: FromPath[str],
        data: JSONBody[OwnSeatRequest],
    ) -> TableResponse:
        """Replace your seat's own link: the old one stops working."""
        return table_response(
            await service.do(table_id, commands.RenewKey(data.seat, caller.id)), caller, service.presence
        )

    @post(
        "/bot",
        operation_id="seatBot",
        summary="Seat a bot of this server",
        status_code=200,
        responses=problems(401, 403, 404, 409, 422),
    )
    async def seat_bot(
        self,
        caller: NamedDependency[Account],
        service: NamedDependency[TableService],
        table_id: FromPath[str],
        data: JSONBody[SeatBotRequest],
    ) -> TableResponse:
        """Let a bot of this server play at your own seat; as the host, also at a free seat, or for somebody who is away.

        A person is away if their seat is not `is_present`; the others have to be asked first (`ask`). A person for whom a
        bot plays keeps the seat and may take it back at any time.
        """
        return table_response(
            await service.seat_bot(table_id, data.seat, caller.id, data.level), caller, service.presence
        )

    @post(
        "/ask",
        operation_id="askForBot",
        summary="Ask whether a bot may play for somebody",
        status_code=200,
        responses=problems(401, 403, 404, 409, 422),
    )
    async def ask_for_bot(
        self,
        caller: NamedDependency[Account],
        service: NamedDependency[TableService],
        table_id: FromPath[str],
        data: JSONBody[SeatBotRequest],
    ) -> TableResponse:
        """Ask, as the host, somebody who is there whether a bot may play in their place: they see it as `asked` of their seat.

        After a no you may ask the same person again only when the table has moved on.
        """
        table = await service.do(table_id, commands.AskForBot(data.seat, caller.id, data.level))
        return table_response(table, caller, service.presence)

    @post(
        "/answer",
        operation_id="answerHost",
        summary="Say whether a bot may play for you",
        status_code=200,
        responses=problems(401, 403, 404),
    )
    async def answer_host(
        self,
        caller: NamedDependency[Account],
        service: NamedDependency[TableService],
        table_id: FromPath[str],
        data: JSONBody[AnswerRequest],
    ) -> TableResponse:
        """Answer the host: with `agrees` the bot sits down in your place; nothing happens if the host has not asked."""
        table = await service.do(table_id, commands.AnswerHost(data.seat, caller.id, agrees=data.agrees))
        return table_response(table, caller, service.presence)

    @post(
        "/invite",
        operation_id="invite",
        summary="Invite a bot",
        status_code=200,
        responses=problems(401, 403, 404, 409),
    )
    async def invite(
        self,
        caller: NamedDependency[Account],
        service: NamedDependency[TableService],
        table_id: FromPath[str],
        data: JSONBody[InviteRequest],
    ) -> TableResponse:
        """Offer a free seat of your table to an account, which gets a `challenge` in its event stream."""
        table = await service.invite(table_id, data.seat, caller.id, data.account)
        return table_response(table, caller, service.presence)

    @post(
        "/uninvite",
        operation_id="uninvite",
        summary="Take an invitation back",
        status_code=200,
        responses=problems(401, 403, 404),
    )
    async def uninvite(
        self,
        caller: NamedDependency[Account],
        service: NamedDependency[TableService],
        table_id: FromPath[str],
        data: JSONBody[UninviteRequest],
    ) -> TableResponse:
        """Take an invitation to your table back (`challengeCanceled`); nothing happens if there is none."""
        return table_response(
            await service.do(table_id, commands.Uninvite(data.account, caller.id)), caller, service.presence
        )
