"""Response models of the API: what a program may know of a table, as JSON and line by line in the game stream.

Every response is made for one account, or for a spectator. It contains a deal's secret only when the game is over, and
never the pile's order. A seat's secret choice is shown to that seat only; the others learn only that it has chosen.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Annotated, Any, Literal, cast

import msgspec
from msgspec import Meta

from jardinet.games.api import State
from jardinet.games.information import known_texts
from jardinet.server.people.tokens import Account
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.clocks import clock_of
from jardinet.server.tables.presence import Presence
from jardinet.server.tables.table import TableState
from jardinet.server.tables.table_game import TableGame
from jardinet.words.language import load_language
from jardinet.words.phrases import phrases

Back = Literal["asked", "agreed", "refused", "never"]
Status = Literal["created", "started", "between", "finished"]


class SeatResponse(msgspec.Struct, frozen=True):
    """A seat at a table; it is free if it has neither a name nor a level."""

    number: Annotated[int, Meta(description="From 0.")]
    name: Annotated[str | None, Meta(description="The name of the person who sits here.")]
    level: Annotated[
        str | None, Meta(description="The bot of this server that plays here, for good or while a person is away.")
    ]
    is_yours: Annotated[bool, Meta(description="Whether the seat is yours.")]
    is_present: Annotated[
        bool,
        Meta(
            description="Whether the person who sits here is there: they have a page or game stream open, or had one in the "
            "last minute, and their time to think was not up twice in a row. Always true for a bot, false for a free seat."
        ),
    ]
    asked: Annotated[
        str | None,
        Meta(description="The bot that the host proposes to play in this person's place; only the two of them see it."),
    ]
    off_until: Annotated[
        datetime | None,
        Meta(
            description="When the person's vacation ends at the latest, or has ended: where a turn takes days their clock stands still until then."
        ),
    ]
    back: Annotated[
        Back | None,
        Meta(
            description="What the person has said of taking back: they ask (`askBack`), have agreed or refused at this position, or "
            "do not want to be asked again."
        ),
    ]


class RemarkResponse(msgspec.Struct, frozen=True):
    """Remark at a table, one of the preset phrases; a front end may show it in its own language."""

    number: Annotated[int, Meta(description="The remark's own number; later remarks have greater numbers.")]
    seat: int
    phrase: Annotated[str, Meta(description="The name of the phrase.")]
    text: Annotated[str, Meta(description="The phrase in English.")]


class StandInResponse(msgspec.Struct, frozen=True):
    """A move that a bot of this server made in the place of a person."""

    seq: Annotated[int, Meta(description="The number of the move.")]
    seat: int
    level: Annotated[str, Meta(description="The bot.")]
    is_late: Annotated[
        bool, Meta(description="True: the person's time was up. False: the bot has the seat in their place.")
    ]


class ClockResponse(msgspec.Struct, frozen=True):
    """Clock of a seat at a table with a time to think."""

    deadline: Annotated[
        datetime | None,
        Meta(
            description="When a bot will play for the seat, by the server's clock; null while its clock stands still."
        ),
    ]
    seconds: Annotated[float, Meta(description="The seconds that were left when the position came.")]


class InvitationResponse(msgspec.Struct, frozen=True):
    """A free seat that is offered to somebody."""

    seat: int
    name: Annotated[str, Meta(description="The name of the invited account.")]
    account: Annotated[str | None, Meta(description="Its id; null for everybody but the host.")]


class DealResponse(msgspec.Struct, frozen=True):
    """Public part of a game's shuffle; the page /t/ID/proof says how to check it."""

    commitment: Annotated[str, Meta(description="SHA-256 of the secret, in hexadecimal.")]
    nonces: Annotated[
        list[str], Meta(description="One for each seat; empty until all seats are taken, and in a deal of the day.")
    ]
    secret: Annotated[
        str | None,
        Meta(
            description="In hexadecimal, once the game is over; of a deal of the day once its day is over everywhere."
        ),
    ]


class PositionResponse(msgspec.Struct, frozen=True, tag_field="type", tag="gameState"):
    """Position of a table: the game stream sends one as a line after every change."""

    seq: Annotated[int, Meta(description="The number of the next move, counted on through all games of the table.")]
    status: Annotated[
        Status,
        Meta(description="`created` (seats are free), `started`, `between` (two games of a match), `finished`."),
    ]
    seats: Annotated[list[SeatResponse], Meta(description="The seats in order, with who sits there now.")]
    game: Annotated[int, Meta(description="Which game of the match this is, from 1.")]
    parameters: Annotated[
        dict[str, bool | int | str],
        Meta(description="The parameters of this game as `load_game` takes them, the seat that begins included."),
    ]
    moves: Annotated[
        str,
        Meta(
            description="All moves of this game, chance included, joined by spaces; moves that several seats "
            "revealed at once are joined by `+`. While a game with hidden cards runs, `?` stands for moves you may not know."
        ),
    ]
    stand_ins: Annotated[list[StandInResponse], Meta(description="The moves of this game that bots made for people.")]
    turn: Annotated[list[int], Meta(description="The seats that have to act.")]
    chosen: Annotated[
        list[int], Meta(description="When all move at once: the seats that have made their secret choice.")
    ]
    clocks: Annotated[
        list[ClockResponse | None],
        Meta(
            description="One for each seat, null for a bot's; empty when nothing is played, or there is no time limit."
        ),
    ]
    seat: Annotated[
        int | None,
        Meta(
            description="The seat that you play; of several, the one that has to act. Null if you watch, "
            "and while a bot plays in your place."
        ),
    ]
    choice: Annotated[str | None, Meta(description="Your seat's secret choice, which may still be changed.")]
    legal: Annotated[list[str], Meta(description="The moves that your seat may play now.")]
    end: Annotated[str | None, Meta(description="How the game ended; null while it runs.")]
    winners: Annotated[list[int], Meta(description="The seats that won this game.")]
    totals: Annotated[
        list[int], Meta(description="The points of the match so far, one for each seat; empty without a match.")
    ]
    match_winners: Annotated[list[int], Meta(description="The seats that won the match, once it is over.")]
    deal: DealResponse
    view: Annotated[
        dict[str, Any] | None,
        Meta(description="The position as your seat sees it, as plain data of the game; null before it begins."),
    ]
    remarks: Annotated[list[RemarkResponse], Meta(description="The last remarks at the table, the latest last.")]
    rematch: Annotated[
        str | None, Meta(description="The table at which the same people play once more; null while there is none.")
    ]


class TableResponse(msgspec.Struct, frozen=True, tag_field="type", tag="gameFull"):
    """A table: its agreement, its seats and its position. It is the first line of a game stream."""

    id: str
    agreement: Agreement
    seats: Annotated[list[SeatResponse], Meta(description="The same as in `state`.")]
    is_host: Annotated[bool, Meta(description="Whether you are the host, who may invite and seat bots.")]
    invitations: Annotated[list[InvitationResponse], Meta(description="The free seats that are offered to somebody.")]
    state: PositionResponse


class GoneResponse(msgspec.Struct, frozen=True, tag_field="type", tag="gameClosed"):
    """The last line of a game stream when the server's operator has removed the table."""

    error: Annotated[str, Meta(description="A sentence for people, in the language of `Accept-Language`.")]
    code: Annotated[str, Meta(description="A code for programs.")]


def table_response(table: TableState, account: Account | None, presence: Presence) -> TableResponse:
    """The table as an account may see it (None: a spectator); the request itself counts as a sign of the account's presence."""
    presence.saw(table, account.id if account else None)
    return response_of(table, account, presence.unseen(table), presence.now())


def response_of(table: TableState, account: Account | None, unseen: Collection[str], at: datetime) -> TableResponse:
    """The table as an account may see it at a time; `unseen`: the people not seen there lately, see `Presence.unseen`."""
    is_host = account is not None and account.id == table.host
    state = _position(table, account, unseen, at)
    invitations = [InvitationResponse(one.seat, one.name, one.person if is_host else None) for one in table.offers]
    return TableResponse(table.id, public(table.agreement), state.seats, is_host, invitations, state)


def public(agreement: Agreement) -> Agreement:
    """The agreement without its seed, for everybody to see: a lesson's seed would tell its deals."""
    return msgspec.structs.replace(agreement, seed=None)


def _position(table: TableState, account: Account | None, unseen: Collection[str], at: datetime) -> PositionResponse:
    game, state, match = table.game or table.games[0], table.state, table.match
    seat = table.played_seat(table.seats_of(account.id if account else None))
    return PositionResponse(
        seq=table.ply,
        status=_status(table),
        seats=_seats(table, account, unseen),
        game=game.number,
        parameters=dict(state.get_game().parameters) if state else {},
        moves=known_texts(state, seat) if state and state.get_game().has_secrets() else game.moves,
        stand_ins=[StandInResponse(*one) for one in game.stand_ins],
        turn=table.awaited(),
        chosen=sorted(table.chosen),
        clocks=_clocks(table),
        seat=seat,
        choice=table.choice_of(seat),
        legal=_legal(table, state, seat),
        end=state.end() if state else None,
        winners=state.winners() if state else [],
        totals=match.totals if match else [],
        match_winners=match.winners if match and match.is_over else [],
        deal=_deal(table, game, at),
        view=cast("dict[str, Any]", state.view(seat)) if state else None,  # a Struct, which JSON shows as such a dict
        remarks=_remarks(table),
        rematch=table.followed_by,
    )


def _clocks(table: TableState) -> list[ClockResponse | None]:
    if table.deadline is None and not table.clocks:
        return []
    clocks = [clock_of(table, seat.number) for seat in table.seats]
    return [clock and ClockResponse(clock.deadline, clock.seconds) for clock in clocks] if any(clocks) else []


def _seats(table: TableState, account: Account | None, unseen: Collection[str]) -> list[SeatResponse]:
    person, away = account and account.id, table.away(unseen)
    return [
        SeatResponse(
            seat.number,
            seat.name,
            seat.level,
            is_yours=person is not None and seat.person == person,
            is_present=not seat.is_free and seat.number not in away,
            asked=seat.asked if person in (seat.person, table.host) else None,
            off_until=seat.off_until if table.agreement.is_for_days else None,
            back=cast("Back | None", seat.back if seat.back_ply in (None, table.ply) else None),
        )
        for seat in table.seats
    ]


def _remarks(table: TableState) -> list[RemarkResponse]:
    if not table.remarks:
        return []
    known = phrases(load_language("en"))
    return [
        RemarkResponse(one.number, one.seat, one.phrase, known[one.phrase].text)
        for one in table.remarks
        if one.phrase in known
    ]


def _status(table: TableState) -> Status:
    if table.is_waiting:
        return "created"
    if table.is_over:
        return "finished"
    return "between" if table.is_game_over else "started"


def _legal(table: TableState, state: State | None, seat: int | None) -> list[str]:
    if state is None or seat is None or seat not in table.acting():
        return []
    return [state.action_to_string(seat, action) for action in state.legal_actions(seat)]


def _deal(table: TableState, game: TableGame, at: datetime) -> DealResponse:
    deal = table.public_deal(game, at)
    return DealResponse(deal.commitment, list(deal.nonces), deal.secret.hex() if deal.secret else None)
