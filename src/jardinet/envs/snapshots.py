"""Snapshots of a VectorEnv, to continue from later: plain bytes, no pickle."""

from __future__ import annotations

import json

import msgspec
import numpy as np

from jardinet.games.parameters import GameError


class Snapshot(msgspec.Struct, frozen=True, tag="jardinet snapshot 2"):
    """Snapshot of the games of a VectorEnv, mid-game.

    Attributes:
        game: the `repr` of the game with its parameters.
        layout: the fields of its record, so that a snapshot of another version is not misread.
        opponents: the seats at which bots play.
        states: the records as bytes.
        seats: the seat that acts next in each game, int64 as bytes.
        waiting: the actions of the joint moves so far, int64 as bytes.
        chance: the state of the generator that all games share, as JSON.
        choices: that of the bots.
        streams: those of the games' own generators, uint64 as bytes; empty if they have none.
    """

    game: str
    layout: str
    opponents: list[int]
    states: bytes
    seats: bytes
    waiting: bytes
    chance: str
    choices: str
    streams: bytes

    def encode(self) -> bytes:
        """The snapshot as MessagePack."""
        return msgspec.msgpack.encode(self)

    @staticmethod
    def decode(snapshot: bytes) -> Snapshot:
        """The inverse of `encode`; raises GameError if the bytes are something else."""
        try:
            return _DECODER.decode(snapshot)
        except (msgspec.MsgspecError, TypeError) as error:
            raise GameError("no-snapshot", "this is no snapshot of a VectorEnv: {reason}.", reason=error) from None

    def check(self, game: str, layout: str, opponents: list[int], size: int) -> None:
        """Raise GameError unless it has this game, layout and size in bytes, and opponents at these seats."""
        if self.game != game:
            raise GameError(
                "snapshot-game",
                "the snapshot is of {snapshot}, and here {game} is played.",
                snapshot=self.game,
                game=game,
            )
        if self.layout != layout:
            raise GameError(
                "snapshot-version",
                "the snapshot is of another version of Jardinet, whose records are not those of this one.",
            )
        if self.opponents != opponents:
            raise GameError(
                "snapshot-opponents",
                "the snapshot has opponents at the seats {snapshot}, and here they are at {opponents}.",
                snapshot=self.opponents,
                opponents=opponents,
            )
        if len(self.states) != size:
            given, here = (number * len(self.seats) // len(self.states) // 8 for number in (len(self.states), size))
            raise GameError(
                "snapshot-size", "the snapshot is of {given} games, and here are {here}.", given=given, here=here
            )


def written(generator: np.random.Generator) -> str:
    """The state of a generator as JSON."""
    return json.dumps(generator.bit_generator.state)


def read(text: str) -> np.random.Generator:
    """The generator of a state: the inverse of `written`."""
    generator = np.random.default_rng()
    generator.bit_generator.state = json.loads(text)
    return generator


_DECODER = msgspec.msgpack.Decoder(Snapshot)
