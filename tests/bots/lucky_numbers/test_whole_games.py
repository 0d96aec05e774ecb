"""Whole small games: the solver's value is that of the judge, who visits every position with every number of takes."""

from __future__ import annotations

import pytest

from jardinet.bots.levels import load_bot, load_judge
from jardinet.bots.lucky_numbers.whole_games import value_of
from jardinet.games import load_game
from jardinet.games.parameters import GameError


@pytest.mark.parametrize(("numbers", "share"), [(3, 0.5), (4, 0.5527777777777778)])
def test_the_solver_and_the_judge_find_the_same_value(numbers: int, share: float) -> None:
    game = load_game("lucky_numbers", side=2, numbers=numbers, stall_limit=4)
    told: list[tuple[int, int]] = []
    assert value_of(game, lambda *progress: told.append(progress)) == pytest.approx(share)
    assert told[-1][0] == told[-1][1]
    judge = load_judge(game)
    assert (1 + judge.value()) / 2 == pytest.approx(share)


def test_the_judge_tells_how_much_each_bot_loses() -> None:
    """Nobody loses less than nothing, and who plays at random loses most."""
    game = load_game("lucky_numbers", side=2, numbers=3, stall_limit=4)
    judge = load_judge(game)
    lost = {name: judge.exploitability(load_bot(name, game)) for name in ("random", "greedy", "expert", "master")}
    assert min(lost.values()) >= -1e-12
    assert max(lost, key=lambda name: lost[name]) == "random"


def test_a_game_that_cannot_be_solved_whole_says_so() -> None:
    with pytest.raises(GameError, match="standard set-up"):
        value_of(load_game("lucky_numbers", side=2, numbers=3, setup="michael"))
