"""Taking back: how far a person may take their last play back in a game against bots.

It is possible once in a game, and as long as nothing hidden has shown since the play: no tile or card was turned over, and no
choice that all made in secret. What bots have played on it is taken back with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from jardinet.games.api import CHANCE, SIMULTANEOUS
from jardinet.games.parameters import GameError


class TakeBackError(GameError):
    """A play cannot be taken back; the message says why."""


def moves_to_take_back(players: Sequence[int], seat: int) -> int:
    """How many of the last moves go when a seat takes its last play back: its own in a row, and the bots' since; 0 for none.

    Args:
        players: who made each move of the game, as `State.current_player` tells it.
        seat: the person's.

    >>> moves_to_take_back([CHANCE, 1, 0, 0, 1], 0), moves_to_take_back([0, CHANCE, 1], 0)
    (3, 0)
    """
    since = list(takewhile(lambda player: player not in (CHANCE, SIMULTANEOUS), reversed(players)))
    replies = len(list(takewhile(lambda player: player != seat, since)))
    own = len(list(takewhile(lambda player: player == seat, since[replies:])))
    return replies + own if own else 0


def check_take_back(*, is_agreed: bool, has_happened: bool, moves: int) -> None:
    """Raise TakeBackError unless a play can be taken back.

    Args:
        is_agreed: the table allows it, and one person plays against bots.
        has_happened: one was taken back in this game before.
        moves: how many would go; see `moves_to_take_back`.
    """
    if not is_agreed:
        raise TakeBackError(
            "no-take-back", "nothing is taken back here: it was not agreed on, or several people play, or only bots."
        )
    if has_happened:
        raise TakeBackError("taken-back-once", "one play a game can be taken back, and one was.")
    if not moves:
        raise nothing_to_take_back()


def nothing_to_take_back() -> TakeBackError:
    """The error that there is no play to take back."""
    return TakeBackError(
        "nothing-to-take-back",
        "nothing can be taken back now: you have played nothing, or something hidden has shown since.",
    )
