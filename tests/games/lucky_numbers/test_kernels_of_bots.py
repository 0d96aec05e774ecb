"""What the rules tell bots: the kernels that work on one record, each against the plain words of its clause."""

from __future__ import annotations

from random import Random

import numpy as np

from jardinet.games import load_game
from jardinet.games.lucky_numbers import rules
from jardinet.games.lucky_numbers.game import LuckyNumbersState


def positions(**parameters: bool | str) -> list[LuckyNumbersState]:
    """Positions of games that are played at random."""
    chance, found = Random(1), []
    for _game in range(4):
        state = load_game("lucky_numbers", **parameters).new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions() or [action for action, _ in state.chance_outcomes()]
            state.apply_action(chance.choice(actions))
            found.append(state.clone())
    return [state for state in found if isinstance(state, LuckyNumbersState)]


def test_cells_and_numbers_that_go_together_are_what_the_rules_accept() -> None:
    """LN-4.2."""
    for state in positions()[::7]:
        record = state.records[0]
        for seat in range(2):
            accepted = rules.every_accepts(state.records, 0, seat)
            assert [rules.numbers_for(record, seat, cell) for cell in range(rules.CELLS)] == accepted.tolist()
            for number in range(1, rules.NUMBERS + 1):
                cells = [cell for cell in range(rules.CELLS) if accepted[cell] >> number & 1]
                assert rules.cells_for(record, seat, number) == sum(1 << cell for cell in cells)


def test_pairs_are_equal_numbers_diagonally_beside_each_other() -> None:
    """LN-6.2."""
    chance = np.random.default_rng(1)
    for _board in range(50):
        board = chance.integers(0, 4, size=rules.CELLS)
        for cell in range(rules.CELLS):
            row, column = divmod(cell, rules.SIDE)
            beside = [(row + down, column + right) for down in (-1, 1) for right in (-1, 1)]
            cells = [4 * r + c for r, c in beside if r in range(4) and c in range(4) and board[4 * r + c] == 2]
            assert rules.pairs_with(board, cell, 2) == sum(1 << cell for cell in cells)


def test_a_dealt_hand_is_laid_in_rising_order() -> None:
    """LN-2.2: one after another as the whole hand at once."""
    begun = [state for state in positions(setup="standard") if state.arrange()]
    assert begun
    for state in begun:
        assert rules.rising_placement(state.records[0]) == state.arrange()[0]
    for state in (*positions(setup="michael"), *(state for state in positions() if not state.arrange())):
        assert rules.rising_placement(state.records[0]) == -1
