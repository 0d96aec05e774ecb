"""API controller of accounts, with an event stream: invitations, and games that begin and end."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Set
from functools import partial
from typing import Annotated, Any, Literal

import msgspec
from litestar import Controller, Request, get, post
from litestar.channels import ChannelsPlugin
from litestar.di import NamedDependency
from litestar.params import JSONBody, Parameter
from litestar.response import Stream
from msgspec import Meta
from sqlalchemy import Connection

from jardinet.games import title_of
from jardinet.server.announcer import channel_of, channel_of_person
from jardinet.server.api.authentication import NEEDS_TOKEN
from jardinet.server.api.examples import example
from jardinet.server.api.paging import Before
from jardinet.server.api.perfs import Perf, perfs_of
from jardinet.server.api.problems import problems
from jardinet.server.api.responses import TableResponse, public, response_of
from jardinet.server.api.seeks import SeekResponse, seek_response
from jardinet.server.api.streams import EMPTY, NDJSON, line, lines_of, listening, streamed, while_open
from jardinet.server.guards.bans import Bans
from jardinet.server.guards.limits import Limits
from jardinet.server.intervals import Intervals
from jardinet.server.introductions import Introductions
from jardinet.server.keys import Keys
from jardinet.server.lobby.lobby import Lobby
from jardinet.server.people.devices import Devices, NoAccountsError
from jardinet.server.people.guests import guest_token
from jardinet.server.people.links import use_link
from jardinet.server.people.tokens import LONGEST_LABEL, Account, Accounts
from jardinet.server.storage.database import Database, when_it_answers
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.errors import BannedError
from jardinet.server.tables.invitations import Invitation, open_to
from jardinet.server.tables.lists import MOST_FOLLOWED, followed_by, still_running, tables_of, waiting_tables
from jardinet.server.tables.service import TableService


class AccountResponse(msgspec.Struct, frozen=True, rename="camel"):
    """An account, with the field names of Lichess."""

    id: Annotated[str, Meta(description="The id by which hosts invite the account.")]
    username: str
    created_at: Annotated[int, Meta(description="In milliseconds since 1970.")]
    perfs: Annotated[dict[str, Perf], Meta(description="Your ratings, by game; those you have.")]
    title: Literal["BOT"] = "BOT"  # clients ask for it before they play by an API


class Variant(msgspec.Struct, frozen=True):
    """The game that is played: the name that `load_game` takes, and its title."""

    key: str
    name: str


class Challenger(msgspec.Struct, frozen=True):
    """The host who invites."""

    id: str
    name: str


class Challenge(msgspec.Struct, frozen=True):
    """An invitation to a table; accept or decline it by its id, which is the table's."""

    id: str
    challenger: Challenger
    variant: Variant
    seat: int
    agreement: Agreement
    status: Literal["created"] = "created"
    rated: bool = False


class GameInfo(msgspec.Struct, frozen=True, rename="camel"):
    """A table of the account at which a game or match has begun."""

    id: str
    game_id: str
    variant: Variant


class ChallengeEvent(msgspec.Struct, frozen=True):
    """`challenge`: you are invited; `challengeCanceled`: the invitation was taken back, or is over."""

    type: Literal["challenge", "challengeCanceled"]
    challenge: Challenge


class GameEvent(msgspec.Struct, frozen=True):
    """`gameStart`: all seats are taken; `gameFinish`: the game or the whole match is over."""

    type: Literal["gameStart", "gameFinish"]
    game: GameInfo


class SeekEvent(msgspec.Struct, frozen=True):
    """`seek`: what became of your seek; null: it is over, as you have stopped it or were not seen for a minute."""

    seek: SeekResponse | None
    type: Literal["seek"] = "seek"


class AccountState(msgspec.Struct, frozen=True):
    """State of an account: invitations and running games by the table's id, the tables where it waits for others, and its seek."""

    challenges: dict[str, Challenge]
    games: dict[str, GameInfo]
    waiting: frozenset[str]
    seek: SeekResponse | None = None

    def tables(self) -> frozenset[str]:
        """The ids of all tables in the state."""
        return frozenset(self.challenges) | frozenset(self.games) | self.waiting


class GuestRequest(msgspec.Struct, frozen=True):
    """Request of a new guest, by a name."""

    name: Annotated[str, Meta(max_length=200, description="1 to 40 printable characters.")]


class GuestResponse(msgspec.Struct, frozen=True):
    """A guest, and the token that acts for them: keep it, it is shown only once."""

    id: str
    name: str
    token: str


class GuestApi(Controller):
    """Controller of guests, so that a person without an account can sit down too."""

    path = "/guests"
    tags = ("account",)

    @post("/", operation_id="comeAsGuest", summary="Come as a guest", responses=problems(422))
    async def come(
        self,
        request: Request[Any, Any, Any],
        introductions: NamedDependency[Introductions],
        keys: NamedDependency[Keys],
        data: JSONBody[GuestRequest],
    ) -> GuestResponse:
        """Make a new guest from a name alone, as a first visit by browser does. It needs no token, and returns one.

        A guest may do all that an account may. The token cannot be revoked, except by giving the server another key.
        """
        person, name = await introductions.meet(request, data.name)
        return GuestResponse(person, name, guest_token(keys, person))


class GoOnRequest(msgspec.Struct, frozen=True):
    """Request to go on as a person, by a link that they have made on another device, `/go-on/KEY`."""

    key: Annotated[str, Meta(max_length=200, description="The end of the link's address. It works once.")]
    label: Annotated[
        str, Meta(max_length=200, description=f"What the token is for, in 1 to {LONGEST_LABEL} printable characters.")
    ] = "Terminal"


class SignedInResponse(msgspec.Struct, frozen=True):
    """A person, and a new token that acts for them: keep it, it is shown only once."""

    id: str
    name: str
    token: str


class GoOnApi(Controller):
    """Controller of links by which a person goes on on another device, for terminals and other front ends."""

    path = "/go-on"
    tags = ("account",)

    @post(
        "/",
        operation_id="goOn",
        summary="Go on on another device",
        responses={201: example(SignedInResponse, "signed-in", "The person and the token."), **problems(404, 422)},
    )
    async def go_on(
        self,
        request: Request[Any, Any, Any],
        database: NamedDependency[Database],
        devices: NamedDependency[Devices],
        bans: NamedDependency[Bans],
        limits: NamedDependency[Limits],
        kiosk_minutes: NamedDependency[int | None],
        data: JSONBody[GoOnRequest],
    ) -> SignedInResponse:
        """Use up a link that its person made on the page *Account*, and get a token that acts for them.

        It needs no token. The new one is listed at /account/tokens, and can be revoked there. What is refused leaves the link as it was.
        """
        devices.check_signs_in()
        if kiosk_minutes is not None:
            raise NoAccountsError(
                "kiosk-keeps-nobody",
                "this server forgets its players after a while, and a terminal would not: open the link in a browser.",
            )
        await limits.count("tokens", request, None)

        def used(connection: Connection) -> str:
            person = use_link(connection, data.key, database.now())
            if bans.has(person):
                raise BannedError
            return person

        return SignedInResponse(*await devices.sign_in_program(used, data.label))


class AccountApi(Controller):
    """Controller of accounts: who one is, one's tables, and the stream of events."""

    path = "/"
    tags = ("account",)
    security = NEEDS_TOKEN

    @get("/account", operation_id="getAccount", summary="Your account", responses=problems(401))
    async def account(self, caller: NamedDependency[Account], database: NamedDependency[Database]) -> AccountResponse:
        """The account that your token acts for."""
        created_at = round(caller.created_at.timestamp() * 1000)
        return AccountResponse(caller.id, caller.name, created_at, await perfs_of(database, caller.id))

    @get(
        "/account/tables",
        operation_id="listOwnTables",
        summary="Your tables",
        responses={200: example(list[TableResponse], "own", "The tables, the latest first."), **problems(401, 404)},
    )
    async def tables(
        self,
        caller: NamedDependency[Account],
        service: NamedDependency[TableService],
        database: NamedDependency[Database],
        before: Before = None,
        waiting: Annotated[
            bool, Parameter(description="Only those that wait for you, 100 at most, with the least time left first.")
        ] = False,
    ) -> list[TableResponse]:
        """The tables at which you sit and that are not over, as you may see them; 20 at most."""
        if waiting:
            ids = [one.table.id for one in await waiting_tables(database, caller.id)]
        else:
            ids = [own.table.id for own in (await tables_of(database, caller.id, before)).entries]
        tables = [await service.load(table_id) for table_id in ids]
        return [response_of(table, caller, service.presence.unseen(table), service.now()) for table in tables]

    @get(
        "/stream/event",
        operation_id="streamEvents",
        summary="Your invitations and games",
        media_type=NDJSON,
        responses=lines_of(GameEvent | ChallengeEvent | SeekEvent, problems(401)),
        middleware=[while_open],
        opt={"exclude_from_compression": True},
    )
    async def events(
        self,
        request: Request[Any, Any, Any],
        limits: NamedDependency[Limits],
        caller: NamedDependency[Account],
        accounts: NamedDependency[Accounts],
        database: NamedDependency[Database],
        channels: NamedDependency[ChannelsPlugin],
        intervals: NamedDependency[Intervals],
        lobby: NamedDependency[Lobby],
    ) -> Stream:
        """Events of your invitations (`challenge`) and games (`gameStart`, `gameFinish`); those already open or running come first.

        If you seek somebody, a `seek` tells whenever its state changes; while the stream is open, your seek stays.

        The stream covers the latest 100 invitations and the latest 100 tables: earlier ones follow when some of these are over.
        It ends only when the token is revoked; every six seconds without an event it sends an empty line.
        """
        await limits.hold(request, caller.id)
        return streamed(_event_lines(caller, accounts, database, channels, lobby, intervals.keep_alive))


async def _event_lines(
    account: Account,
    accounts: Accounts,
    database: Database,
    channels: ChannelsPlugin,
    lobby: Lobby,
    keep_alive: float,
) -> AsyncIterator[bytes]:
    told, person = AccountState({}, {}, frozenset()), account.id
    is_open, state = partial(accounts.still, account), partial(_account_state, database, lobby, person)
    while await when_it_answers(is_open):
        listened = (await when_it_answers(state)).tables()
        names = [channel_of_person(person), *map(channel_of, listened)]
        async with listening(channels, names, keep_alive) as change:
            while await when_it_answers(is_open):
                standing = await when_it_answers(state)
                ended = told.games.keys() - standing.games.keys()
                if ended and len(standing.tables()) >= MOST_FOLLOWED:
                    ended -= await when_it_answers(partial(still_running, database, person, list(ended)))
                yield b"".join(map(line, _news(told, standing, ended))) or EMPTY
                told = standing
                if not standing.tables() <= listened:
                    break  # to listen to the new ones too
                await change()


def _news(
    told: AccountState, standing: AccountState, ended: Set[str]
) -> Iterator[ChallengeEvent | GameEvent | SeekEvent]:
    if standing.seek != told.seek:
        yield SeekEvent(standing.seek)
    for table_id, challenge in told.challenges.items():
        if table_id not in standing.tables():
            yield ChallengeEvent("challengeCanceled", challenge)
    for table_id, challenge in standing.challenges.items():
        if told.challenges.get(table_id) != challenge:
            yield ChallengeEvent("challenge", challenge)
    for table_id, game in told.games.items():
        if table_id in ended:
            yield GameEvent("gameFinish", game)
    for table_id, game in standing.games.items():
        if table_id not in told.games:
            yield GameEvent("gameStart", game)


async def _account_state(database: Database, lobby: Lobby, person: str) -> AccountState:
    challenges = {one.table_id: _challenge(one) for one in await open_to(database, person)}
    tables = await followed_by(database, person)
    games = {one.id: GameInfo(one.id, one.id, _variant(one.game)) for one in tables if not one.is_waiting}
    seek = await lobby.of(person)
    waiting = frozenset(one.id for one in tables if one.is_waiting)
    return AccountState(challenges, games, waiting, seek_response(seek) if seek else None)


def _challenge(one: Invitation) -> Challenge:
    challenger = Challenger(one.host, one.host_name)
    return Challenge(one.table_id, challenger, _variant(one.agreement.game), one.seat, public(one.agreement))


def _variant(game: str) -> Variant:
    return Variant(game, title_of(game))
