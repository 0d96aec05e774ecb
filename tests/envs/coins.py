"""A game of nothing but a coin, in plain Python, that does what our own games do not: it ends on a chance outcome.

The coin is thrown, and may fall through a crack in the floor: then the game is over, possibly before anybody
could choose. Else a seat calls a number (or all seats at once do), and the coin is thrown again.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import numpy as np
from numpy.typing import NDArray

from jardinet.games import api
from jardinet.games.api import CHANCE, SIMULTANEOUS, TERMINAL, Action, Event, Move, Turn

STAYS, FALLS = 0, 1
THROWS = 10  # of which so many fall as is agreed
NUMBERS = 5

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
        ("legal", "i8"),
    ],
    align=True,
)


def start(states: NDArray[Any], i: int) -> None:
    state = states[i]
    state["turn"] = state["score"] = state["end"] = state["winners"] = 0
    _throw(state)


def _throw(state: Any) -> None:
    state["player"], state["legal"] = CHANCE, 1 << STAYS | 1 << FALLS


def apply(states: NDArray[Any], i: int, action: int) -> bool:
    state = states[i]
    if action < 0 or not int(state["legal"]) >> action & 1:
        return False
    if state["player"] >= 0:
        _call(state, int(state["player"]), action)
    elif action == STAYS:
        state["player"] = SIMULTANEOUS if state["at_once"] else state["turn"] % state["players"]
        state["legal"] = 0 if state["at_once"] else _callable(state, int(state["player"]))
    else:
        state["player"], state["legal"], state["end"] = TERMINAL, 0, 1
        state["winners"] = 1 << int(state["score"]) % int(state["players"])
    return True


def apply_joint(states: NDArray[Any], i: int, actions: NDArray[np.int64]) -> bool:
    state = states[i]
    if state["player"] != SIMULTANEOUS or not all(_callable(state, s) >> int(a) & 1 for s, a in enumerate(actions)):
        return False
    for seat, action in enumerate(actions):
        _call(state, seat, int(action))
    return True


def _call(state: Any, seat: int, number: int) -> None:
    state["score"] = (int(state["score"]) * 31 + 7 * seat + number + 1) % 2**31
    state["turn"] += 1
    _throw(state)


def _callable(state: Any, seat: int) -> int:
    """The numbers that a seat may call: bits."""
    return sum(1 << number for number in range(NUMBERS) if (number + int(state["turn"]) + seat) % 2)


def legal_mask(states: NDArray[Any], i: int, player: int) -> int:
    state = states[i]
    if state["player"] == SIMULTANEOUS:
        return _callable(state, player)
    return int(state["legal"]) if player == state["player"] else 0


def chance_weight(states: NDArray[Any], i: int, action: int) -> int:
    falls = int(states[i]["falls"])
    return falls if action == FALLS else THROWS - falls


def reveal(states: NDArray[Any], i: int, generator: np.random.Generator) -> int:
    return FALLS if generator.random() * THROWS < states[i]["falls"] else STAYS


def reveal_all(states: NDArray[Any], generator: np.random.Generator) -> None:
    for i in range(len(states)):
        while states[i]["player"] == CHANCE:
            apply(states, i, reveal(states, i, generator))


def apply_all(states: NDArray[Any], indices: NDArray[np.int64], actions: NDArray[np.int64]) -> int:
    return next((k for k in range(len(indices)) if not apply(states, indices[k], int(actions[k]))), -1)


def apply_joint_all(states: NDArray[Any], indices: NDArray[np.int64], actions: NDArray[np.int64]) -> int:
    return next((k for k in range(len(indices)) if not apply_joint(states, indices[k], actions[k])), -1)


def random_actions(
    states: NDArray[Any],
    indices: NDArray[np.int64],
    seats: NDArray[np.int64],
    generator: np.random.Generator,
    actions: NDArray[np.int64],
) -> None:
    for k, (i, seat) in enumerate(zip(indices, seats, strict=True)):
        actions[k] = generator.choice([n for n in range(NUMBERS) if legal_mask(states, i, seat) >> n & 1])


def legal_masks(states: NDArray[Any], seats: NDArray[np.int64], masks: NDArray[np.int64]) -> None:
    for k, seat in enumerate(seats):
        masks[k] = legal_mask(states, k, int(seat))


def encode(states: NDArray[Any], i: int, player: int, out: NDArray[np.float32]) -> None:
    state = states[i]
    out[:] = [state["player"] == player, state["turn"] % 97 / 97, int(state["score"]) % 997 / 997]


def encode_all(states: NDArray[Any], players: NDArray[np.int64], out: NDArray[np.float32]) -> None:
    for k, player in enumerate(players):
        encode(states, k, int(player), out[k])


_ALONE: dict[str, Any] = {
    function.__name__: function
    for function in (
        start,
        apply,
        legal_mask,
        chance_weight,
        reveal,
        reveal_all,
        apply_all,
        random_actions,
        legal_masks,
    )
}
_RULES = SimpleNamespace(STATE=STATE, NUM_ACTIONS=NUMBERS, **_ALONE, apply_joint_all=apply_joint_all)


class CoinGame(api.Game):
    """Agreed are `players` (3), `falls`: how many throws of ten end the game (3), and `at_once` (False)."""

    name = "coin"
    declared = ()
    rules = cast(api.Rules, _RULES)
    encoding = cast(api.Encoding, SimpleNamespace(encode=encode, encode_all=encode_all))
    player_texts = {number: f"call-{number}" for number in range(NUMBERS)}  # noqa: RUF012
    chance_texts = {STAYS: "stays", FALLS: "falls"}  # noqa: RUF012
    ends = {1: "fell"}  # noqa: RUF012

    @classmethod
    def settle(cls, given: dict[str, object]) -> dict[str, int | str]:
        return cast(dict[str, int | str], {"players": 3, "falls": 3, "at_once": False, **given})

    def new_initial_state(self) -> CoinState:
        records = np.zeros(1, STATE)
        for name, value in self.parameters.items():
            records[name] = value
        start(records, 0)
        return CoinState(self, records, [])

    def deck(self) -> list[Action]:
        return []

    def turns(self, moves: Sequence[Move]) -> list[Turn]:
        return []

    def read_turn(self, state: api.State, text: str) -> None:
        raise api.TextError(text)

    def max_chance_outcomes(self) -> int:
        return 2

    def max_game_length(self) -> int:
        return 1000

    def max_chance_nodes_in_history(self) -> int:
        return 1000

    def observation_tensor_shape(self) -> tuple[int, ...]:
        return (3,)

    def min_utility(self) -> float:
        return -1 / (self.num_players() - 1)

    def max_utility(self) -> float:
        return 1.0


class CoinState(api.State):
    def apply_actions(self, actions: Sequence[Action]) -> None:
        if not apply_joint(self._record, 0, np.array(actions)):
            raise api.IllegalActionError(f"{actions} is not possible.")
        self._moves.append(tuple(actions))

    def match_points(self) -> list[int]:
        return [0] * self.num_players()

    def observation_tensor(self, player: int | None = None) -> NDArray[np.float32]:
        tensor = np.zeros(3, np.float32)
        encode(self._record, 0, 0 if player is None else player, tensor)
        return tensor

    def view(self, player: int | None = None) -> msgspec.Struct:
        raise NotImplementedError

    def events(self, move: Move) -> list[Event]:
        return []
