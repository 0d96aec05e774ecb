"""Kernels that all games share, written once and compiled anew for each game's rules.

A game's rules.py writes what only it knows, as kernels on one record (`_start`, `_apply`, … below); `rules_of`
makes all the rest from them. The functions under "Templates" call these names, which are not defined here: a game
gets copies of them that look names up among its own. Both files decide what is compiled, and Numba's cache
is told of both (docs/decisions/0008-kernels-from-a-template.md).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from jardinet.games.compiled import compiled

# Who moves next, where it is no seat.
CHANCE = -1
SIMULTANEOUS = -2
TERMINAL = -4

NO_ACTION = -1  # stands in a joint move for a seat that has nothing to choose
WORD_BITS = 63  # of a mask's word, so that none is negative: action a is bit a % 63 of word a // 63

States = NDArray[Any]  # shape (games,), dtype STATE
Indices = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Rules:
    """A game's compiled functions. They work on game `i` of `states`, an array of its records.

    Nothing here checks types: indices and actions are whole numbers, arrays of them int64. n is the number of
    games, or of `indices` where there are any; functions that end in `_all`, and those that say so, do one
    call's work for all of them. A function that refuses an action has changed nothing in that game.

    Attributes:
        STATE: the dtype of a record: everything that is known of a position. It has the fields `players`,
            `player` (a seat, CHANCE, SIMULTANEOUS or TERMINAL), `end` (0 while the game runs) and `winners` (bit s:
            seat s wins). What was agreed is filled in before `start`.
        KEY: the dtype of what decides a position's future: see `State.key`.
        NUM_ACTIONS: actions of players and of chance are numbered below this.
        NUM_WORDS: how many words a mask of actions has: NUM_ACTIONS / 63, rounded up.
        has_joint_moves: whether all players move at once somewhere.
        hides: whether a record holds what some seat may not know: then `hide` wipes it out.
        start: (states, i): set the game up, to the first decision or chance.
        apply: (states, i, action) -> bool: play it for the player that moves; False if it is not legal.
        apply_joint: (states, i, actions) -> bool: shape (players,), NO_ACTION for a seat with nothing to choose.
        step, step_joint: the same, for `State`: they return (whether it was legal, who moves next, a mask of their
            legal actions). Where all move at once the mask joins those of all seats, NUM_ACTIONS bits each, from seat 0
            up; -1 if it is too long for a word. A joint move is a Python tuple here.
        legal_word: (states, i, player, word) -> int: which of the word's actions a seat or CHANCE may play now.
        is_legal: (states, i, player, action) -> bool, for any whole number.
        chance_outcomes: (states, i) -> list of each legal outcome, rising, and its probability; empty if chance does
            not move.
        reveal: (states, i, generator) -> int: an outcome drawn by its probability; nothing is changed.
        reveal_all: (states, generator): let chance move in every game until none waits for it.
        reveal_each: (states, generator, memory, streams): the same, each game with a generator of its own: row i of
            `streams`, uint64 (n, words), is put into `memory`, the words of `generator`, while game i is served.
        apply_all: (states, indices, actions) -> int: play `actions[k]`, (n,), in game `indices[k]`; -1, or the first k
            that was not legal, before which all have been played.
        apply_joint_all: the same with `actions` of shape (n, players).
        first_illegal: (states, indices, actions) -> int: the first k whose `actions[k]` is not legal in game
            `indices[k]`; -1: all are. first_illegal_joint: the same with `actions` of shape (n, players).
        random_actions: (states, indices, seats, generator, actions): fill `actions`, (n,), with a legal action of
            `seats[k]` in game `indices[k]`, all equally likely; NO_ACTION where it has none.
        legal_masks: (states, seats, masks): fill int64 (n, NUM_WORDS) with what `seats[k]` may play in game k.
        legal_table: (states, seats, table): the same as 0 and 1, int8 (n, NUM_ACTIONS).
        play_random: (states, games, generator) -> int: play so many games one after another in record 0, every legal
            action equally likely; returns how many actions, each seat's of a joint move and chance's counted.
        observe_all: (states, seats): wipe out of record k what `seats[k]`, -1 for a spectator, may not know; see `hide`.
        rollouts: (states, generator, lengths): play every game on from where it is to its end, likewise; fill int64
            (n,) with how many actions each had.
        write_keys: (states, keys): fill an array of dtype KEY, (n,), zeros before.
    """

    STATE: np.dtype[np.void]
    KEY: np.dtype[np.void]
    NUM_ACTIONS: int
    NUM_WORDS: int
    has_joint_moves: bool
    hides: bool
    start: Callable[[States, int], None]
    apply: Callable[[States, int, int], bool]
    apply_joint: Callable[[States, int, Indices], bool]
    step: Callable[[States, int, int], tuple[bool, int, int]]
    step_joint: Callable[[States, int, tuple[int, ...]], tuple[bool, int, int]]
    legal_word: Callable[[States, int, int, int], int]
    is_legal: Callable[[States, int, int, int], bool]
    chance_outcomes: Callable[[States, int], list[tuple[int, float]]]
    reveal: Callable[[States, int, np.random.Generator], int]
    reveal_all: Callable[[States, np.random.Generator], None]
    reveal_each: Callable[[States, np.random.Generator, NDArray[np.uint64], NDArray[np.uint64]], None]
    apply_all: Callable[[States, Indices, Indices], int]
    apply_joint_all: Callable[[States, Indices, Indices], int]
    first_illegal: Callable[[States, Indices, Indices], int]
    first_illegal_joint: Callable[[States, Indices, Indices], int]
    random_actions: Callable[[States, Indices, Indices, np.random.Generator, Indices], None]
    legal_masks: Callable[[States, Indices, Indices], None]
    legal_table: Callable[[States, Indices, NDArray[np.int8]], None]
    play_random: Callable[[States, int, np.random.Generator], int]
    rollouts: Callable[[States, np.random.Generator, Indices], None]
    observe_all: Callable[[States, Indices], None]
    write_keys: Callable[[States, NDArray[Any]], None]

    def hide(self, states: States, seats: Indices) -> None:
        """Reduce record k, a copy, to what `seats[k]` may know; does nothing in a game without secrets."""
        if self.hides:
            self.observe_all(states, seats)


@dataclass(frozen=True, eq=False)
class Encoding:
    """A game's compiled functions that write a position as a tensor: see `State.observation_tensor`.

    Attributes:
        encode: (states, i, player, out): game i as seat `player` sees it, float32, `Game.observation_tensor_shape`.
        encode_all: (states, players, out): every game k as seat `players[k]` sees it, into row k.
    """

    encode: Callable[[States, int, int, NDArray[np.float32]], None]
    encode_all: Callable[[States, Indices, NDArray[np.float32]], None]


def rules_of(module: Mapping[str, Any]) -> Rules:
    """The rules that a game's rules.py makes, for its last line: `RULES = rules_of(globals())`.

    Args:
        module: has STATE, KEY, NUM_ACTIONS and the kernels described below under "What a game's files define";
            `_apply_joint` only where all players move at once somewhere, `_observe` only where something is hidden.
    """
    words = -(-module["NUM_ACTIONS"] // WORD_BITS)
    names = {
        "_apply_joint": module.get("_apply_joint", _no_joint_move),
        "_observe": module.get("_observe", _nothing_hidden),
        "_NUM_ACTIONS": module["NUM_ACTIONS"],
        "_NUM_WORDS": words,
    }
    return Rules(
        STATE=module["STATE"],
        KEY=module["KEY"],
        NUM_ACTIONS=module["NUM_ACTIONS"],
        NUM_WORDS=words,
        has_joint_moves="_apply_joint" in module,
        hides="_observe" in module,
        **_compiled_for(module, names, _INNER, _OF_ONE_GAME, _OF_MANY),
    )


def encoding_of(module: Mapping[str, Any]) -> Encoding:
    """The encoding that a game's encoding.py makes of its kernel `_encode`: `ENCODING = encoding_of(globals())`."""
    return Encoding(**_compiled_for(module, {}, (), (encode,), (encode_all,)))


def _compiled_for(
    module: Mapping[str, Any],
    more: Mapping[str, Any],
    inner: tuple[Callable[..., Any], ...],
    of_one: tuple[Callable[..., Any], ...],
    of_many: tuple[Callable[..., Any], ...],
) -> dict[str, Callable[..., Any]]:
    """Copies of the templates for a game's file, by name, without the `inner` ones, which others call.

    A copy looks a name up among its own copies, then in `more`, in this file, and in the game's.

    Numba's cache only checks whether the file that contains a function has changed: this one. So the copy's qualified
    name contains a hash of the game's file: after an edit there it is another kernel.
    """
    source = module["__loader__"].get_source(module["__name__"])
    stamp = hashlib.sha256(source.encode()).hexdigest()[:12]
    names = {**module, **globals(), **more, "__name__": module["__name__"]}
    for template in (*inner, *of_one, *of_many):
        assert isinstance(template, FunctionType)
        copy = FunctionType(template.__code__, names, template.__name__)
        copy.__qualname__ = f"{template.__name__}_{stamp}"
        copy.__doc__ = template.__doc__
        names[template.__name__] = compiled(copy, nogil=template in of_many)
    return {template.__name__: names[template.__name__] for template in (*of_one, *of_many)}


# What a game's files define: kernels on one record ---------------------------------------------

_NUM_ACTIONS = 1
_NUM_WORDS = 1  # of the game's masks

if TYPE_CHECKING:

    def _start(state: Any) -> None:
        """Set up a record whose parameter fields are filled in already, up to the first decision or chance node."""

    def _apply(state: Any, action: int) -> bool:
        """Play the action of the player that moves, chance included; False, and nothing changed, if it is not legal."""

    def _apply_joint(state: Any, actions: Indices | tuple[int, ...]) -> bool:
        """Play the actions of all seats at once; False, and nothing changed, if one is not legal."""

    def _observe(state: Any, player: int) -> None:
        """Wipe out what `player`, a seat or -1 for a spectator, may not know: the result is the same for every secret."""

    def _legal_word(state: Any, player: int, word: int) -> int:
        """One word of the mask of legal actions of `player`, a seat or CHANCE; 0 if that player does not move now."""

    def _chance_weight(state: Any, action: int) -> int:
        """The weight of a legal outcome: its probability is its share of all weights."""

    def _reveal(state: Any, generator: np.random.Generator) -> int:
        """An outcome drawn with those weights; nothing is changed."""

    def _write_key(state: Any, key: Any) -> None:
        """Fill a record of KEY, zeros before, with all that the future depends on, and nothing else."""

    def _encode(state: Any, player: int, out: NDArray[np.float32]) -> None:
        """Write the position as `player` sees it over `out`, `Game.observation_tensor_shape`."""


# Templates ---------------------------------------------------------------------------------------


def _any_legal(state: Any, player: int, generator: np.random.Generator) -> int:
    """A legal action of `player`, all equally likely; NO_ACTION, and nothing drawn, where there is none."""
    count = 0
    for word in range(_NUM_WORDS):
        count += count_bits(_legal_word(state, player, word))
    if count == 0:
        return NO_ACTION
    skip = int(generator.random() * count)
    word = 0
    mask = _legal_word(state, player, 0)
    while word < _NUM_WORDS - 1 and skip >= count_bits(mask):
        skip -= count_bits(mask)
        word += 1
        mask = _legal_word(state, player, word)
    return word * WORD_BITS + _bit_after(mask, skip)


def _is_legal(state: Any, player: int, action: int) -> bool:
    """Whether `player`, a seat or CHANCE, may play the action now; False for any other number."""
    if action < 0 or action >= _NUM_WORDS * WORD_BITS or player < CHANCE:
        return False
    return (_legal_word(state, player, action // WORD_BITS) >> (action % WORD_BITS)) & 1 == 1


def _play_on(state: Any, generator: np.random.Generator, joint: Indices) -> int:
    """Play a game to its end at random; returns how many actions that took. `joint`, (players,), is room for a joint move."""
    count = 0
    player = int(state["player"])
    while player != TERMINAL:
        if player == SIMULTANEOUS:
            for seat in range(len(joint)):
                joint[seat] = _any_legal(state, seat, generator)
                count += int(joint[seat] != NO_ACTION)
            _apply_joint(state, joint)
        elif player == CHANCE:
            _apply(state, _reveal(state, generator))
            count += 1
        else:
            _apply(state, _any_legal(state, player, generator))
            count += 1
        player = int(state["player"])
    return count


def _all_legal(state: Any) -> int:
    """The legal actions of the players that move, in one word as in `Rules.step`; -1 if they do not fit."""
    player = int(state["player"])
    if player == SIMULTANEOUS:
        if int(state["players"]) * _NUM_ACTIONS > WORD_BITS:
            return -1
        masks = 0
        for seat in range(int(state["players"])):
            masks |= _legal_word(state, seat, 0) << (seat * _NUM_ACTIONS)
        return masks
    if _NUM_WORDS > 1:
        return -1
    return _legal_word(state, player, 0) if player >= CHANCE else 0


def start(states: States, i: int) -> None:  # noqa: D103 - all of these are described in Rules and Encoding
    _start(states[i])


def apply(states: States, i: int, action: int) -> bool:  # noqa: D103
    return _apply(states[i], action)


def apply_joint(states: States, i: int, actions: Indices) -> bool:  # noqa: D103
    return _apply_joint(states[i], actions)


def step(states: States, i: int, action: int) -> tuple[bool, int, int]:  # noqa: D103
    state = states[i]
    is_legal = _apply(state, action)
    return is_legal, int(state["player"]), _all_legal(state)


def step_joint(states: States, i: int, actions: tuple[int, ...]) -> tuple[bool, int, int]:  # noqa: D103
    state = states[i]
    is_legal = _apply_joint(state, actions)
    return is_legal, int(state["player"]), _all_legal(state)


def legal_word(states: States, i: int, player: int, word: int) -> int:  # noqa: D103
    return _legal_word(states[i], player, word)


def is_legal(states: States, i: int, player: int, action: int) -> bool:  # noqa: D103
    return _is_legal(states[i], player, action)


def chance_outcomes(states: States, i: int) -> list[tuple[int, float]]:  # noqa: D103
    state = states[i]
    total = 0
    for action in range(_NUM_ACTIONS):
        if _is_legal(state, CHANCE, action):
            total += _chance_weight(state, action)
    outcomes = []
    for action in range(_NUM_ACTIONS):
        if _is_legal(state, CHANCE, action):
            outcomes.append((action, _chance_weight(state, action) / total))
    return outcomes


def reveal(states: States, i: int, generator: np.random.Generator) -> int:  # noqa: D103
    return _reveal(states[i], generator)


def reveal_all(states: States, generator: np.random.Generator) -> None:  # noqa: D103
    for i in range(len(states)):
        state = states[i]
        while state["player"] == CHANCE:
            _apply(state, _reveal(state, generator))


def reveal_each(  # noqa: D103
    states: States, generator: np.random.Generator, memory: NDArray[np.uint64], streams: NDArray[np.uint64]
) -> None:
    for i in range(len(states)):
        state = states[i]
        if state["player"] == CHANCE:
            memory[:] = streams[i]
            while state["player"] == CHANCE:
                _apply(state, _reveal(state, generator))
            streams[i] = memory


def apply_all(states: States, indices: Indices, actions: Indices) -> int:  # noqa: D103
    for k in range(len(indices)):
        if not _apply(states[indices[k]], actions[k]):
            return k
    return -1


def apply_joint_all(states: States, indices: Indices, actions: Indices) -> int:  # noqa: D103
    for k in range(len(indices)):
        if not _apply_joint(states[indices[k]], actions[k]):
            return k
    return -1


def first_illegal(states: States, indices: Indices, actions: Indices) -> int:  # noqa: D103
    for k in range(len(indices)):
        state = states[indices[k]]
        if not _is_legal(state, int(state["player"]), actions[k]):
            return k
    return -1


def first_illegal_joint(states: States, indices: Indices, actions: Indices) -> int:  # noqa: D103
    for k in range(len(indices)):
        state = states[indices[k]]
        if state["player"] != SIMULTANEOUS or actions.shape[1] != state["players"]:
            return k
        for seat in range(actions.shape[1]):
            if actions[k, seat] == NO_ACTION:
                for word in range(_NUM_WORDS):
                    if _legal_word(state, seat, word) != 0:
                        return k
            elif not _is_legal(state, seat, actions[k, seat]):
                return k
    return -1


def random_actions(  # noqa: D103
    states: States, indices: Indices, seats: Indices, generator: np.random.Generator, actions: Indices
) -> None:
    for k in range(len(indices)):
        actions[k] = _any_legal(states[indices[k]], seats[k], generator)


def legal_masks(states: States, seats: Indices, masks: Indices) -> None:  # noqa: D103
    for k in range(len(seats)):
        for word in range(_NUM_WORDS):
            masks[k, word] = _legal_word(states[k], seats[k], word)


def legal_table(states: States, seats: Indices, table: NDArray[np.int8]) -> None:  # noqa: D103
    for k in range(len(seats)):
        for word in range(_NUM_WORDS):
            mask = _legal_word(states[k], seats[k], word)
            first = word * WORD_BITS
            for bit in range(min(WORD_BITS, table.shape[1] - first)):
                table[k, first + bit] = (mask >> bit) & 1


def play_random(states: States, games: int, generator: np.random.Generator) -> int:  # noqa: D103
    state = states[0]
    joint = np.zeros(int(state["players"]), np.int64)
    count = 0
    for _ in range(games):
        _start(state)
        count += _play_on(state, generator, joint)
    return count


def rollouts(states: States, generator: np.random.Generator, lengths: Indices) -> None:  # noqa: D103
    for i in range(len(states)):
        joint = np.zeros(int(states[i]["players"]), np.int64)
        lengths[i] = _play_on(states[i], generator, joint)


def observe_all(states: States, seats: Indices) -> None:  # noqa: D103
    for k in range(len(seats)):
        _observe(states[k], seats[k])


def write_keys(states: States, keys: NDArray[Any]) -> None:  # noqa: D103
    for i in range(len(states)):
        _write_key(states[i], keys[i])


def encode(states: States, i: int, player: int, out: NDArray[np.float32]) -> None:  # noqa: D103
    _encode(states[i], player, out)


def encode_all(states: States, players: Indices, out: NDArray[np.float32]) -> None:  # noqa: D103
    for k in range(len(players)):
        _encode(states[k], players[k], out[k])


_INNER = (_any_legal, _is_legal, _play_on, _all_legal)
_OF_ONE_GAME = (start, apply, apply_joint, step, step_joint, legal_word, is_legal, chance_outcomes, reveal)
_OF_MANY = (
    reveal_all,
    reveal_each,
    apply_all,
    apply_joint_all,
    first_illegal,
    first_illegal_joint,
    random_actions,
    legal_masks,
    legal_table,
    play_random,
    rollouts,
    observe_all,
    write_keys,
)


# Helpers that need nothing of a game
# ---------------------------------------------------------------------------------------------


@compiled
def _no_joint_move(state: Any, actions: Indices | tuple[int, ...]) -> bool:
    """`_apply_joint` of a game in which nobody moves at once with others."""
    return False


@compiled
def _nothing_hidden(state: Any, player: int) -> None:
    """`_observe` of a game in which everybody may know everything."""


@compiled
def count_bits(mask: int) -> int:
    """How many bits of `mask` are set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@compiled
def _bit_after(mask: int, skip: int) -> int:
    """The number of the set bit of `mask` that has `skip` set ones below it."""
    bit = 0
    width = 32
    while width:  # halve the range of bits that holds it
        below = count_bits((mask >> bit) & ((1 << width) - 1))
        upper = int(skip >= below)
        skip -= below * upper
        bit += width * upper
        width >>= 1
    return bit
