"""Perft: how many sequences of moves lead so many moves on; all bids of a turn together are one move.

The numbers below were counted by engine and referee alike; shallow ones are counted by both again
in every run. A change of the rules' code that loses or adds a move changes them.
"""

from __future__ import annotations

import itertools
from types import ModuleType
from typing import Any, cast

import pytest
from tests.games.perft import perft

from jardinet.games import load_game
from jardinet.games.maudits_criquets import rules
from jardinet.games.maudits_criquets.game import MauditsCriquetsState
from jardinet.games.maudits_criquets.names import BIDS, KINDS

BY_REFEREE = 3_000  # up to so many the referee counts along
TINY: dict[str, Any] = {"crops": 1, "copies": 2, "locusts": 1, "numbers": 2, "specials": False, "loot": 1}
SMALL: dict[str, Any] = {"crops": 2, "copies": 2, "locusts": 3, "numbers": 1, "loot": 2}

# Name: (parameters, position, the counts for one move, two moves, …)
POSITIONS: dict[str, tuple[dict[str, Any], str, list[int]]] = {
    "start, two players": ({"players": 2}, "", [5, 25, 125, 8000]),
    "start, three players": ({"players": 3}, "", [5, 25, 125]),
    "start, four players": ({"players": 4}, "", [5, 25, 125]),
    "a loot of two kinds": ({"players": 2}, "+corn +corn +locust", [64, 230, 2910, 12390]),
    "a loot of two kinds, three beginners": ({"players": 3, "beginner": True}, "+corn +corn +locust", [512, 1552]),
    "tiny, to the end": (TINY, "", [2, 8, 12, 12, 12, 48, 24, 0]),
    "small": (SMALL, "", [3, 9, 81, 225, 672, 2232, 4680, 6120, 7560, 17640]),
    "small, three players": ({**SMALL, "players": 3}, "", [3, 9, 243, 639, 2856, 12822]),
    "small, beginners": (
        {**SMALL, "players": 2, "beginner": True},
        "",
        [3, 9, 81, 225, 672, 2232, 4680, 6120, 7560, 17640],
    ),
    "after an impasse": (
        {**SMALL, "players": 2},
        "+corn +locust x/x",
        [3, 12, 32, 72, 72, 120, 600, 1080, 2880, 720, 0],
    ),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_as_many_lines_of_play_as_written_down(cricket_referee: ModuleType, name: str) -> None:
    """MC-2 to MC-6"""
    parameters, text, counts = POSITIONS[name]
    state = cast(MauditsCriquetsState, load_game("maudits_criquets", **parameters).new_initial_state())
    judge = cricket_referee.Referee(**parameters)
    for word in text.split():
        bids = word.split("/")
        is_bid = len(bids) > 1
        state.apply(tuple(map(BIDS.index, bids)) if is_bid else rules.PICK + KINDS.index(word.removeprefix("+")))
        judge.play(bids if is_bid else word.removeprefix("+"))
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts
    shallow = [count for count in counts if count <= BY_REFEREE]
    assert [perft_of_referee(judge, depth) for depth in range(1, len(shallow) + 1)] == shallow


def perft_of_referee(judge: Any, depth: int) -> int:
    possible: list[Any] = list(itertools.product(*judge.hands)) if judge.asked == "all" else judge.kinds()
    if depth == 1:
        return len(possible)
    count = 0
    for move in possible:
        after = judge.copy()
        after.play(move)
        count += perft_of_referee(after, depth - 1)
    return count
