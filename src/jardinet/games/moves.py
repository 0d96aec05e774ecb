"""Moves: actions and their texts, the errors for bad ones, events, and a turn in a record."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from jardinet.games.parameters import GameError
from jardinet.games.sentences import Every

Action = int
Move = int | tuple[int, ...]  # one action, or one of every player where all move at once (else NO_ACTION)
NOTHING_TO_CHOOSE = "-"  # the text of NO_ACTION


class IllegalActionError(GameError):
    """The action is not legal now; nothing has changed. The message says what is possible and why."""


class TextError(GameError):
    """A text is not one of this game's actions, or not a state of it."""


def _bits_of_bytes(first: int) -> tuple[list[int], ...]:
    """For every byte, the numbers of its set bits, counted from `first` on, rising."""
    return tuple([first + bit for bit in range(8) if byte >> bit & 1] for byte in range(256))


_FIRST, _SECOND, _THIRD, _FOURTH, _FIFTH = map(_bits_of_bytes, range(0, 40, 8))


def actions_in(mask: int) -> list[Action]:
    """The actions of a mask, that is, the numbers of its set bits, rising; a new list.

    Looked up byte by byte, as this is asked before every move: that takes a third of the time of a cache of masks,
    since in random games one position in three has a mask that was not there before.
    """
    if mask < 1 << 16:
        return _FIRST[mask & 255] + _SECOND[mask >> 8]
    if mask < 1 << 24:
        return [*_FIRST[mask & 255], *_SECOND[mask >> 8 & 255], *_THIRD[mask >> 16]]
    low = [
        *_FIRST[mask & 255],
        *_SECOND[mask >> 8 & 255],
        *_THIRD[mask >> 16 & 255],
        *_FOURTH[mask >> 24 & 255],
        *_FIFTH[mask >> 32 & 255],
    ]
    return low if mask < 1 << 40 else [*low, *(40 + action for action in actions_in(mask >> 40))]


def flat(moves: Iterable[Move]) -> list[Action]:
    """The moves as one list of actions; a joint move gives each seat's, in seat order."""
    return [action for move in moves for action in (move if isinstance(move, tuple) else (move,))]


class Turn(msgspec.Struct, frozen=True):
    """One line of a record: a turn with what chance revealed in it, in the game's compact form."""

    seat: int | None  # None: a turn of all players together
    text: str


def check_is_one_turn(text: str, written: Sequence[Turn]) -> None:
    """Raise TextError unless `text` is exactly one turn as it is written: `written` are the turns read from it."""
    texts = [turn.text for turn in written]
    if texts != [text]:
        raise TextError(
            "not-one-turn",
            "{text!r} is not one turn as it is written: it reads {turns}.",
            text=text,
            turns=Every([repr(written) for written in texts]),
        )


class NamedError(msgspec.Struct, frozen=True):
    """Error that has a name.

    Attributes:
        kind: the name, a word by which errors are counted.
        proof: what can be seen in the position that bears it out: numbers, and texts of the game, by name.
    """

    kind: str
    proof: dict[str, int | str]


class Event(msgspec.Struct, frozen=True, tag_field="kind", tag=str.lower):
    """Event, something that happened, as plain data; each game adds its own kinds in view.py."""
