"""Perft: how many sequences of actions, chance's outcomes among them, lead so many moves on.

The numbers below were counted by engine and referee alike; shallow ones are counted by both again
in every run. A change of the rules' code that loses or adds a move changes them.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any, cast

import pytest
from tests.games.perft import perft

from jardinet.games import load_game
from jardinet.games.lucky_numbers.game import LuckyNumbersState

DIAGONALS = ("1 6 11 16", "2 7 12 17", "3 8 13 18", "4 9 14 19")
BY_REFEREE = 3_000  # up to so many the referee counts along


def set_up(players: int) -> str:
    """The standard set-up with the numbers above, seat by seat."""
    dealt = [f"reveal-{number}" for diagonal in DIAGONALS[:players] for number in diagonal.split()]
    return " ".join(dealt + [f"place-{cell}" for cell in ("a1", "b2", "c3", "d4")] * players)


def discarded(*numbers: int) -> str:
    """Everybody draws these in turn and wants none."""
    return " ".join(f" draw reveal-{number} discard" for number in numbers)


def all_but(last: int) -> str:
    """Of two players' tiles every one but `last` is drawn and discarded; then seat 1 is to move."""
    pile = [number for number in range(1, 21) for _ in range(2)]
    for number in (*(int(n) for diagonal in DIAGONALS[:2] for n in diagonal.split()), last):
        pile.remove(number)
    return discarded(*pile)


PAIR = " draw reveal-3 place-a2" + discarded(20)
CHAIN = """ draw reveal-8 place-d1 draw reveal-9 discard draw reveal-20 discard
    draw reveal-9 place-b3 draw reveal-20 discard draw reveal-20 discard draw reveal-8 place-c2"""

# Name: (parameters, position, the counts for one move, two moves, …). Seat 0 is to move unless said.
POSITIONS: dict[str, tuple[dict[str, Any], str, list[int]]] = {
    "start, two players": ({"players": 2}, "", [20, 400, 7980, 158460]),
    "start, three players": ({"players": 3}, "", [20, 400, 8000, 159980]),
    "start, four players": ({"players": 4, "first": 3}, "", [20, 400, 8000, 160000]),
    "michael, two players": ({"players": 2, "setup": "michael"}, "", [20, 80, 1600, 6400, 127680]),
    "michael, three players": ({"players": 3, "setup": "michael"}, "", [20, 80, 1600, 6400, 128000]),
    "michael, four players": ({"players": 4, "setup": "michael"}, "", [20, 80, 1600, 6400, 128000]),
    "hands dealt": ({"players": 2}, set_up(2).partition("place")[0], [4, 12, 24, 24, 96, 288, 576, 576, 576]),
    "set up, two players": ({"players": 2}, set_up(2), [1, 20, 188, 288, 4580, 36040]),
    "set up, three players": ({"players": 3}, set_up(3), [1, 20, 188, 288, 4648, 36632]),
    "set up, four players": ({"players": 4}, set_up(4), [1, 20, 188, 288, 4648, 36632]),
    "michael set up in the opposite order": (
        {"players": 2, "setup": "michael"},
        "reveal-20 place-a1 reveal-19 place-a1 reveal-15 place-b2 reveal-14 place-b2 "
        "reveal-10 place-c3 reveal-9 place-c3 reveal-5 place-d4 reveal-4 place-d4",
        [1, 20, 100, 200, 2360, 10600, 38804],
    ),
    "a table to take from": ({"players": 2}, set_up(2) + discarded(3, 4, 5, 8, 13, 15, 18), [8, 86, 678, 6865, 56477]),
    "a pair to make, bruno": (
        {"players": 2, "bruno": True},
        set_up(2) + PAIR + " draw reveal-3",
        [7, 18, 202, 1386, 5620, 46669],
    ),
    "the same without bruno": ({"players": 2}, set_up(2) + PAIR + " draw reveal-3", [7, 18, 203, 1411, 5694, 46748]),
    "a chain of replays": ({"players": 3, "bruno": True}, set_up(3) + CHAIN, [3, 26, 150, 704, 6465, 37874]),
    "two takes before the stall": (
        {"players": 3, "stall_limit": 3},
        set_up(3) + discarded(6, 9, 20) + " take-6 place-b2",
        [4, 46, 278, 1893, 14387, 77971],
    ),
    "a replay before the stall": (
        {"players": 2, "bruno": True, "stall_limit": 2},
        set_up(2) + " draw reveal-3 place-a2" + discarded(20) + discarded(3, 5) + " take-3 place-b1",
        [3, 31, 154, 542, 5776, 35688],
    ),
    "one hidden tile": ({"players": 2}, set_up(2) + all_but(3), [21, 169, 3473, 27864]),
    "one hidden tile, and replays to earn": (
        {"players": 2, "bruno": True},
        set_up(2) + all_but(13).replace("reveal-3 discard", "reveal-3 place-a2", 1) + " take-3 place-b1",
        [20, 138, 2698, 18734, 359918],
    ),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_as_many_lines_of_play_as_written_down(referee: ModuleType, name: str) -> None:
    parameters, text, counts = POSITIONS[name]
    game = load_game("lucky_numbers", **parameters)
    state = cast(LuckyNumbersState, game.deserialize_state(text))
    judge = referee.Referee(
        *(game.parameters[key] for key in ("players", "first", "setup", "bruno", "stall_limit")),
    )
    for action in text.split():
        judge.play(action)
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts
    shallow = [count for count in counts if count <= BY_REFEREE]
    assert [perft_of_referee(judge, depth) for depth in range(1, len(shallow) + 1)] == shallow


def perft_of_referee(judge: Any, depth: int) -> int:
    texts = judge.legal()
    if depth == 1:
        return len(texts)
    count = 0
    for text in texts:
        after = judge.copy()
        after.play(text)
        count += perft_of_referee(after, depth - 1)
    return count
