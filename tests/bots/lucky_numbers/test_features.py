"""Features: every slot has one input, whatever was written before, and mirrored positions have mirrored ones."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.bots.lucky_numbers.positions import positions, rows

import jardinet
from jardinet.bots.lucky_numbers.features import TURNED, slots_of
from jardinet.bots.lucky_numbers.lookahead_kernels import list_plays
from jardinet.games.lucky_numbers.rules import NUMBERS
from jardinet.games.records import rows_of


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("bruno", [False, True])
def test_every_slot_is_filled_with_an_input_of_its_own(players: int, bruno: bool) -> None:
    game = jardinet.load_game("lucky_numbers", players=players, bruno=bruno)
    slots = slots_of(players)
    found = rows(positions(game, 400, 1), np.zeros(400, np.int64))
    assert (found >= slots[:-1]).all() and (found < slots[1:]).all()


@pytest.mark.parametrize(("players", "bruno"), [(2, False), (3, True), (4, False)])
def test_what_is_known_of_the_row_before_changes_nothing(players: int, bruno: bool) -> None:
    """Boards that look as they did are copied: rows written together are those written one by one."""
    game = jardinet.load_game("lucky_numbers", players=players, bruno=bruno)
    records = positions(game, 120, 2)
    hand, play = list_plays(records)
    afterwards = rows_of(records, hand)
    game.rules.apply_all(afterwards, np.arange(len(play)), play)
    viewers = afterwards["seat"].astype(np.int64)
    alone = [rows(afterwards[i : i + 1], viewers[i : i + 1], 1)[0] for i in range(len(afterwards))]
    assert len(alone) > 100
    assert (rows(afterwards, viewers, 1) == alone).all()


def mirrored(record: NDArray[Any], boards: int, turned: bool) -> NDArray[Any]:
    """The record with the boards of some seats transposed and, perhaps, everything turned about."""
    other = rows_of(record, np.zeros(1, np.int64))
    numbers = [0, *(NUMBERS - np.arange(NUMBERS))] if turned else list(range(NUMBERS + 1))
    for seat in range(int(record["players"][0])):
        for name in ("board", "row_accepts", "column_accepts"):
            other[name][0, seat] = np.array([_mapped(v, name, numbers) for v in record[name][0, seat]])
        if boards >> seat & 1:
            rowwise, columnwise = other["row_accepts"][0, seat].copy(), other["column_accepts"][0, seat].copy()
            other["row_accepts"][0, seat], other["column_accepts"][0, seat] = columnwise, rowwise
            for name in ("board", "row_accepts", "column_accepts"):
                other[name][0, seat] = other[name][0, seat].reshape(4, 4).T.reshape(-1)
        if turned:
            for name in ("board", "row_accepts", "column_accepts"):
                other[name][0, seat] = other[name][0, seat][::-1].copy()
    for name in ("pile", "table"):
        other[name][0] = record[name][0][numbers]
    other["on_table"][0] = _mapped(int(record["on_table"][0]), "on_table", numbers)
    return other


def _mapped(value: int, name: str, numbers: list[int]) -> int:
    if name == "board":
        return int(numbers[value])
    return sum(1 << int(numbers[n]) for n in range(1, NUMBERS + 1) if int(value) >> n & 1)


@pytest.mark.parametrize("symmetry", [1, 2, TURNED, TURNED | 3])
def test_symmetries_are_the_features_of_the_mirrored_position(symmetry: int) -> None:
    game = jardinet.load_game("lucky_numbers", bruno=True)
    records, viewers = positions(game, 40, 3), np.zeros(40, np.int64)
    images = np.concatenate([mirrored(records[i : i + 1], symmetry & 3, bool(symmetry & TURNED)) for i in range(40)])
    assert (rows(images, viewers) != rows(records, viewers)).any()
    assert (rows(images, viewers) == rows(records, viewers, symmetry)).all()
