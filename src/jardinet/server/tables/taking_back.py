"""Taking back at a table: what may be taken back, and the decision on the command (decide.py).

Nothing is lost by it: that a play was taken back is one more ply of the table. Who plays against bots alone may do it once in a game;
among people one asks the others, and all have to agree.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from random import Random

from jardinet.play.taking_back import TakeBackError, check_take_back, moves_to_take_back, nothing_to_take_back
from jardinet.server.tables import commands
from jardinet.server.tables.errors import moved_on, watching
from jardinet.server.tables.table import TableState

ASKED, AGREED, REFUSED, NEVER = "asked", "agreed", "refused", "never"  # see Seat.back


def may_take_back(table: TableState, person: str | None) -> bool:
    """Whether a person may take back their last play now."""
    game, is_agreed = table.game, table.agreement.has_take_back
    return is_agreed and game is not None and not game.taken_back and _moves(table, person) > 0


def take_back(command: commands.TakeBack, table: TableState, at: datetime, random: Random) -> TableState:
    """Take back a person's last play; see commands.TakeBack."""
    if not table.seats_of(command.person):
        raise watching()
    if table.game is None or table.is_game_over or command.ply not in (None, table.ply):
        raise moved_on()
    moves, has_happened = _moves(table, command.person), bool(table.game.taken_back)
    check_take_back(is_agreed=table.agreement.has_take_back, has_happened=has_happened, moves=moves)
    return table.back(table.game.number, moves)


def _moves(table: TableState, person: str | None) -> int:
    """How many moves go if a person takes their last play back: none if a bot has made it in their place."""
    game, seats = table.game, [seat for seat in table.seats_of(person) if table.seats[seat].level is None]
    if game is None or not seats or table.is_game_over:
        return 0
    players = [one.seat for one in game.log]
    moves = min((count for seat in seats if (count := moves_to_take_back(players, seat))), default=0)
    return 0 if moves and any(one.ply >= game.log[-moves].ply for one in game.stand_ins) else moves


# Among people: by asking -------------------------------------------------------------------------


def asks_back(table: TableState) -> str | None:
    """Who asks now to take their last play back; None: nobody does. A question is over as soon as anything is played."""
    return next((seat.person for seat in table.seats if seat.back == ASKED and seat.back_ply == table.ply), None)


def may_ask_back(table: TableState, person: str | None) -> bool:
    """Whether a person may ask the others now to take their last play back."""
    return asks_back(table) is None and person is not None and _why_not(table, person) is None


def is_asked_back(table: TableState, person: str | None) -> bool:
    """Whether a person is asked now whether somebody else may take their last play back, and has not answered."""
    asking = asks_back(table)
    own = [table.seats[seat] for seat in table.seats_of(person)]
    return asking not in (None, person) and any(
        seat.level is None and (seat.back, seat.back_ply) != (AGREED, table.ply) for seat in own
    )


def is_refused_back(table: TableState) -> bool:
    """Whether somebody has said no to that since anything was played last."""
    return any(seat.back == REFUSED and seat.back_ply == table.ply for seat in table.seats)


def ask_back(command: commands.AskBack, table: TableState, at: datetime, random: Random) -> TableState:
    """Let a person ask the others; see commands.AskBack."""
    seats = table.seats_of(command.person)
    if not seats:
        raise watching()
    if table.game is None or table.is_game_over or command.ply not in (None, table.ply):
        raise moved_on()
    if asks_back(table) is not None:
        return table
    if (error := _why_not(table, command.person)) is not None:
        raise error
    return table.with_seat(replace(table.seats[seats[0]], back=ASKED, back_ply=table.ply))


def answer_back(command: commands.AnswerBack, table: TableState, at: datetime, random: Random) -> TableState:
    """Take a person's answer to such a question; see commands.AnswerBack."""
    own = table.seats_of(command.person)
    if not own:
        raise watching()
    if command.ply not in (None, table.ply):
        raise moved_on()
    if not is_asked_back(table, command.person) or table.game is None:
        return table
    said = AGREED if command.agrees else REFUSED if command.again else NEVER
    for seat in own:
        table = table.with_seat(replace(table.seats[seat], back=said, back_ply=None if said == NEVER else table.ply))
    asking = asks_back(table)
    if command.agrees and any(is_asked_back(table, person) for person in _others(table, asking)):
        return table
    game, moves = table.game, _moves(table, asking)
    assert game is not None
    for seat in table.seats_of(asking):
        table = table.with_seat(replace(table.seats[seat], back=None, back_ply=None))
    return table.back(game.number, moves) if command.agrees and moves else table


def _others(table: TableState, person: str | None) -> list[str]:
    """The other people who play at a table."""
    return [seat.person for seat in table.seats if seat.person not in (None, person) and seat.level is None]


def _why_not(table: TableState, person: str) -> TakeBackError | None:
    """Why a person cannot ask the others now; None: they can."""
    agreement = table.agreement
    if agreement.rated or agreement.tournament is not None:
        return TakeBackError("back-not-here", "at a rated table, or in a tournament, no play is taken back.")
    if not _others(table, person):
        return TakeBackError("back-nobody", "nobody plays here who could be asked whether a play may be taken back.")
    if any(seat.back == NEVER and seat.level is None for seat in table.seats):
        return TakeBackError("back-never", "somebody here does not want to be asked again for taking back.")
    if is_refused_back(table):
        return TakeBackError("back-refused", "not everybody agrees: ask again after your next play.")
    return None if _moves(table, person) else nothing_to_take_back()
