"""Games side by side of a shape that ours do not have: six seats, some with nothing to choose, an end by chance."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from jardinet.arena.lockstep import play_chunk
from jardinet.games.api import CHANCE, NO_ACTION, SIMULTANEOUS, TERMINAL, Game, IllegalActionError

SEATS, ROUNDS = 6, 4
STATE = np.dtype([("player", "i1"), ("winners", "u1"), ("end", "i1"), ("round", "i1"), ("given", "i8", SEATS)])


def _acts(seat: int, round_number: int) -> bool:
    """Seat s has something to choose in rounds 0 to s only, so that fewer and fewer have."""
    return seat >= round_number


class Rounds:
    """The rules, uncompiled: all choose action 70 or 71 at once, chance moves after each round, and at last ends it."""

    NUM_WORDS = 2

    def start(self, states: NDArray[Any], i: int) -> None:
        states["player"][i] = SIMULTANEOUS

    def reveal_all(self, states: NDArray[Any], generator: np.random.Generator) -> None:
        waiting = states["player"] == CHANCE
        states["round"][waiting] += 1
        over = waiting & (states["round"] == ROUNDS)
        states["player"][waiting] = SIMULTANEOUS
        states["player"][over] = TERMINAL
        states["end"][over] = 1
        states["winners"][over] = 1 << generator.integers(SEATS, size=int(over.sum()))

    def legal_masks(self, states: NDArray[Any], seats: NDArray[np.int64], masks: NDArray[np.int64]) -> None:
        for k, seat in enumerate(seats):
            masks[k] = [0, 0b11 << 7 if _acts(seat, states["round"][k]) else 0]

    def hide(self, states: NDArray[Any], seats: NDArray[np.int64]) -> None:
        """Nothing is hidden."""

    def is_legal(self, states: NDArray[Any], i: int, seat: int, action: int) -> bool:
        return _acts(seat, states["round"][i]) and action in (70, 71)

    def apply_joint_all(self, states: NDArray[Any], indices: NDArray[np.int64], actions: NDArray[np.int64]) -> int:
        for k, i in enumerate(indices):
            for seat, action in enumerate(actions[k]):
                if not (
                    self.is_legal(states, i, seat, action) if _acts(seat, states["round"][i]) else action == NO_ACTION
                ):
                    return k
            states["given"][i] = actions[k]
            states["player"][i] = CHANCE
        return -1


class Position:
    """What `play_chunk` asks of a State."""

    def __init__(self, *_: object) -> None:
        pass

    records = np.zeros(1, STATE)


GAME = cast(
    Game,
    SimpleNamespace(
        rules=Rounds(),
        parameters={"players": SEATS},
        ends={1: "rounds"},
        new_initial_state=Position,
        texts_of=lambda _: {70: "stay", 71: "go"},
        num_players=lambda: SEATS,
        match_points_of=lambda states: np.ones((len(states), SEATS), np.int64),
        wins_of=lambda states: states["winners"][:, None] >> np.arange(SEATS) & 1,
    ),
)


class Chooser:
    """Chooses one action always, and refuses to be asked for a seat that has none."""

    def __init__(self, name: str, action: int) -> None:
        self.name = name
        self._action = action
        self.asked = 0

    def act(
        self, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        assert all(map(_acts, seats, observations["round"]))
        self.asked += len(seats)
        return np.full(len(seats), self._action)


def test_only_seats_that_have_something_to_choose_are_asked_and_counted() -> None:
    one, other = Chooser("one", 70), Chooser("other", 71)
    tally = play_chunk(GAME, [one, other] * 3, np.zeros(50, np.int64), np.random.default_rng(1))
    a_game = sum(_acts(seat, number) for seat in range(SEATS) for number in range(ROUNDS))
    assert tally.decisions == one.asked + other.asked == 50 * a_game
    assert tally.turns == 50 * ROUNDS
    assert tally.ends == {"rounds": 50}
    assert sum(sum(seat.wins) for seat in tally.seats) == 50


def test_the_bot_that_broke_the_rules_is_named_where_others_have_nothing_to_choose() -> None:
    class Late(Chooser):
        """Breaks the rules in the last round."""

        def act(
            self, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
        ) -> NDArray[np.int64]:
            return np.where(observations["round"] == ROUNDS - 1, 3, super().act(observations, seats, generator))

    bots = [Chooser("good", 70)] * (SEATS - 1) + [Late("late", 70)]
    with pytest.raises(IllegalActionError, match="'late' played 3"):
        play_chunk(GAME, bots, np.zeros(2, np.int64), np.random.default_rng(1))
