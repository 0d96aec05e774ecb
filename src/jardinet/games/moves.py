"""What a move is: actions and their texts, how they are refused, what they bring about, and a turn in a record."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

import msgspec

from jardinet.games.parameters import GameError

Action = int
Move = int | tuple[int, ...]  # one action, or one of every player where all move at once (else NO_ACTION)
NOTHING_TO_CHOOSE = "-"  # the text of NO_ACTION


class IllegalActionError(GameError):
    """The action is not legal now; nothing has changed. The message says what is possible and why."""


class TextError(GameError):
    """A text is not one of this game's actions, or not a state of it."""


@lru_cache(65536)  # positions repeat their masks, and counting bits costs more than a play
def actions_in(mask: int) -> tuple[int, ...]:
    """The actions of a mask, the numbers of its bits that are set, rising."""
    bits: tuple[int, ...] = ()
    first = 0
    while mask:
        bits += _bits_of_piece(mask & 0x1FFF, first)
        mask >>= 13
        first += 13
    return bits


@cache
def _bits_of_piece(piece: int, first: int) -> tuple[int, ...]:
    """Of 13 bits, of which there are few: what most masks are put together from without counting."""
    return tuple(first + bit for bit in range(13) if piece >> bit & 1)


class Turn(msgspec.Struct, frozen=True):
    """One line of a record: a turn with what chance revealed in it, in the game's compact form."""

    seat: int | None  # None: a turn of all players together
    text: str


def check_is_one_turn(text: str, written: Sequence[Turn]) -> None:
    """What was read from `text` must be one turn that is written just so; raise TextError else."""
    texts = [turn.text for turn in written]
    if texts != [text]:
        raise TextError(f"{text!r} is not one turn as it is written: it reads {' and then '.join(texts)!r}.")


class Event(msgspec.Struct, frozen=True, tag_field="kind", tag=str.lower):
    """Something that happened, as plain data; each game adds its own kinds in view.py."""
