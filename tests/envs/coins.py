"""A game of nothing but a coin, that does what our own games do not.

The coin is thrown, and may fall through a crack in the floor: then the game is over, possibly before anybody
could choose. Else a seat calls one of 130 numbers, or all seats at once do but one, which has nothing to choose;
and the coin is thrown again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from jardinet.games import api
from jardinet.games.api import Event, Move, Turn
from jardinet.games.chance import Die
from jardinet.games.compiled import compiled
from jardinet.games.kernels import CHANCE, NO_ACTION, SIMULTANEOUS, TERMINAL, WORD_BITS, encoding_of, rules_of

STAYS, FALLS = 0, 1
THROWS = 10  # of which so many fall as is agreed
NUM_ACTIONS = 130
STRIDE = 26  # between the numbers that may be called

STATE = np.dtype(
    [
        ("players", "i1"),
        ("falls", "i1"),
        ("at_once", "?"),
        ("player", "i1"),
        ("turn", "i4"),
        ("score", "i8"),
        ("end", "i1"),
        ("winners", "i1"),
    ],
    align=True,
)
KEY = np.dtype([("player", "i1"), ("turn", "i4"), ("score", "i8")])


@compiled
def _start(state: Any) -> None:
    state["turn"] = 0
    state["score"] = 0
    state["end"] = 0
    state["winners"] = 0
    state["player"] = CHANCE


@compiled
def _apply(state: Any, action: int) -> bool:
    player = int(state["player"])
    if player < CHANCE or action < 0 or action >= NUM_ACTIONS:
        return False
    if (_legal_word(state, player, action // WORD_BITS) >> (action % WORD_BITS)) & 1 == 0:
        return False
    if player >= 0:
        _call(state, player, action)
        state["turn"] += 1
        state["player"] = CHANCE
    elif action == STAYS:
        state["player"] = SIMULTANEOUS if state["at_once"] else state["turn"] % state["players"]
    else:
        state["player"] = TERMINAL
        state["end"] = 1
        state["winners"] = 1 << (int(state["score"]) % int(state["players"]))
    return True


@compiled
def _apply_joint(state: Any, actions: NDArray[np.int64]) -> bool:
    if state["player"] != SIMULTANEOUS:
        return False
    for seat in range(len(actions)):
        action = actions[seat]
        if _is_idle(state, seat):
            if action != NO_ACTION:
                return False
        elif action < 0 or action >= NUM_ACTIONS or (action - _lowest(state, seat)) % STRIDE != 0:
            return False
    for seat in range(len(actions)):
        _call(state, seat, actions[seat])
    state["turn"] += 1
    state["player"] = CHANCE
    return True


@compiled
def _call(state: Any, seat: int, number: int) -> None:
    state["score"] = (int(state["score"]) * 31 + 7 * seat + number + 2) % 1000003


@compiled
def _is_idle(state: Any, seat: int) -> bool:
    return (int(state["turn"]) + seat) % int(state["players"]) == 0


@compiled
def _lowest(state: Any, seat: int) -> int:
    """The lowest number that a seat may call."""
    return (5 * int(state["turn"]) + seat) % STRIDE


@compiled
def _legal_word(state: Any, player: int, word: int) -> int:
    if player == CHANCE:
        return (1 << STAYS | 1 << FALLS) if state["player"] == CHANCE and word == 0 else 0
    if state["player"] == SIMULTANEOUS:
        if player < 0 or _is_idle(state, player):
            return 0
    elif player < 0 or state["player"] != player:
        return 0
    mask = 0
    for number in range(_lowest(state, player), NUM_ACTIONS, STRIDE):
        if number // WORD_BITS == word:
            mask |= 1 << (number % WORD_BITS)
    return mask


@compiled
def _chance_weight(state: Any, action: int) -> int:
    falls = int(state["falls"])
    return falls if action == FALLS else THROWS - falls


@compiled
def _reveal(state: Any, generator: np.random.Generator) -> int:
    return FALLS if generator.random() * THROWS < state["falls"] else STAYS


@compiled
def _write_key(state: Any, key: Any) -> None:
    key["player"] = state["player"]
    key["turn"] = state["turn"]
    key["score"] = state["score"]


@compiled
def _encode(state: Any, player: int, out: NDArray[np.float32]) -> None:
    out[0] = state["player"] == player
    out[1] = state["turn"] % 97 / 97
    out[2] = state["score"] % 997 / 997


RULES = rules_of(globals())
ENCODING = encoding_of(globals())


class CoinGame(api.Game):
    """Agreed are `players` (3), `falls`: how many throws of ten end the game (3), and `at_once` (False)."""

    name = "coin"
    declared = ()
    rules = RULES
    encoding = ENCODING
    player_texts = {number: f"call-{number}" for number in range(NUM_ACTIONS)}  # noqa: RUF012
    chance_texts = {STAYS: "stays", FALLS: "falls"}  # noqa: RUF012
    ends = {1: "fell"}  # noqa: RUF012

    @classmethod
    def settle(cls, given: dict[str, object]) -> dict[str, Any]:
        return {"players": 3, "falls": 3, "at_once": False, **given}

    def _initial_state(self) -> CoinState:
        records = np.zeros(1, STATE)
        for name, value in self.parameters.items():
            records[name] = value
        RULES.start(records, 0)
        return CoinState(self, records)

    def chance_sources(self) -> tuple[Die, ...]:
        falls = int(self.parameters["falls"])
        return (Die("coin", (STAYS,) * (THROWS - falls) + (FALLS,) * falls),)

    def turns(self, moves: Sequence[Move]) -> list[Turn]:
        return []

    def read_turn(self, state: api.State, text: str) -> None:
        raise api.TextError("no-side", "{text!r} is no side.", text=text)

    def max_chance_outcomes(self) -> int:
        return 2

    def max_game_length(self) -> int:
        return 1000

    def max_chance_nodes_in_history(self) -> int:
        return 1000

    def observation_tensor_shape(self) -> tuple[int, ...]:
        return (3,)

    def match_points_of(self, states: NDArray[Any]) -> NDArray[np.int64]:
        return np.zeros((len(states), self.num_players()), np.int64)

    def min_utility(self) -> float:
        return -1 / (self.num_players() - 1)

    def max_utility(self) -> float:
        return 1.0


class CoinState(api.State):
    def view(self, player: int | None = None) -> msgspec.Struct:
        raise NotImplementedError

    def events(self, move: Move, viewer: int | None = None) -> list[Event]:
        return []
