"""Taking back at a table: what may be taken back, and the decision on the command (decide.py).

Nothing is lost by it: that a play was taken back is one more ply of the table.
"""

from __future__ import annotations

from datetime import datetime
from random import Random

from jardinet.play.taking_back import check_take_back, moves_to_take_back
from jardinet.server.tables import commands
from jardinet.server.tables.errors import NotYoursError, StaleError
from jardinet.server.tables.table import TableState


def may_take_back(table: TableState, person: str | None) -> bool:
    """Whether a person may take back their last play now."""
    game, is_agreed = table.game, table.agreement.has_take_back
    return is_agreed and game is not None and not game.taken_back and _moves(table, person) > 0


def take_back(command: commands.TakeBack, table: TableState, at: datetime, random: Random) -> TableState:
    """Take back a person's last play; see commands.TakeBack."""
    if not table.seats_of(command.person):
        raise NotYoursError("watching", "You do not sit at this table: you are watching.")
    if table.game is None or table.is_game_over or command.ply not in (None, table.ply):
        raise StaleError("moved-on", "the table has moved on.")
    moves, has_happened = _moves(table, command.person), bool(table.game.taken_back)
    check_take_back(is_agreed=table.agreement.has_take_back, has_happened=has_happened, moves=moves)
    return table.back(table.game.number, moves)


def _moves(table: TableState, person: str | None) -> int:
    """How many moves go if a person takes their last play back: none if a bot has made it in their place."""
    game, seats = table.game, table.seats_of(person)
    if game is None or not seats or table.is_game_over or table.seats[seats[0]].level is not None:
        return 0
    moves = moves_to_take_back([one.seat for one in game.log], seats[0])
    return 0 if moves and any(one.ply >= game.log[-moves].ply for one in game.stand_ins) else moves
