"""What the layouts say of tensors is what the compiled encodings write, and what the documentation says."""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np
import pytest
import write_observations
from numpy.typing import NDArray

from jardinet.games import load_game, registered_games
from jardinet.games.api import NO_ACTION, Game
from jardinet.games.layout import Part, size_of, slices_of

CASES: list[tuple[str, dict[str, Any]]] = [
    *((name, {"players": players}) for name in registered_games() for players in (2, 3, 4)),
    ("lucky_numbers", {"players": 3, "bruno": True, "setup": "michael"}),
    ("maudits_criquets", {"players": 2, "beginner": True, "majority_tie": "none"}),
]
every_case = pytest.mark.parametrize(("name", "given"), CASES, ids=str)


def test_the_page_is_what_the_encodings_say() -> None:
    """After a change: `python tools/write_observations.py`."""
    assert write_observations.PAGE.read_text(encoding="utf-8") == write_observations.page()


@every_case
def test_parts_have_names_of_their_own_and_add_up_to_the_tensor(name: str, given: dict[str, Any]) -> None:
    game = load_game(name, **given)
    layout = game.observation_layout()
    assert len({part.name for part in layout}) == len(layout)
    assert (size_of(layout),) == game.observation_tensor_shape()
    assert {field for part in layout for field in part.fields} <= set(game.rules.STATE.names or ())


@pytest.mark.parametrize(
    ("name", "given"), [case for case in CASES if len(load_game(case[0]).observation_layout()) > 1], ids=str
)
def test_a_changed_field_of_a_record_changes_just_the_parts_that_name_it(name: str, given: dict[str, Any]) -> None:
    game = load_game(name, **given)
    layout = game.observation_layout()
    told: dict[str, set[str]] = {field: set() for field in game.rules.STATE.names or () if field not in BRANCHES}
    for record in positions(game):
        for seat in range(game.num_players()):
            before = encoded(game, record, seat)
            for field, changed, own in changes(game, record):
                moved = np.flatnonzero(encoded(game, changed, seat) != before)
                parts = {
                    part.name
                    for part, where in slices_of(layout)
                    if ((moved >= where.start) & (moved < where.stop)).any()
                }
                told[field] |= parts
                allowed = {part.name for part in layout if field in part.fields and is_of(part, own, seat, game)}
                assert parts <= allowed, f"{field} of seat {own}, seen by {seat}"
    assert told == {field: {part.name for part in layout if field in part.fields} for field in told}


# Fields that decide how the others are read, and never change within a game.
BRANCHES = ("players", "bruno")


def positions(game: Game) -> list[NDArray[Any]]:
    """Records from the beginning to the end of some games."""
    records, generator = [], random.Random(1)
    for _ in range(3):
        state = game.new_initial_state()
        while not state.is_terminal():
            records.append(state.observation())
            if state.is_simultaneous_node():
                acting = state.acting_seats()
                chosen = [
                    generator.choice(state.legal_actions(s)) if s in acting else NO_ACTION
                    for s in range(game.num_players())
                ]
                state.apply_actions(chosen)
            else:
                state.apply_action(generator.choice(state.legal_actions()))
    return generator.sample(records, 25)


def changes(game: Game, record: NDArray[Any]) -> list[tuple[str, NDArray[Any], int | None]]:
    """The record with one number of one field changed a little; and whose it is, where the field has a place a seat."""
    made = []
    for field in game.rules.STATE.names or ():
        if field in BRANCHES:
            continue
        values = record[field].reshape(-1)
        shape = record[field].shape[1:]
        seats = game.num_players() if len(shape) and shape[0] == SEATS[game.name] and field in OF_SEATS else None
        size = values.size if seats is None else values.size // shape[0] * seats
        for at in random.Random(field).sample(range(size), min(size, 6)):
            changed = record.copy()
            flat = changed[field].reshape(-1)
            if field in MASKS_FROM_1:
                flat[at] ^= 2
            else:
                flat[at] = flat[at] - 1 if flat[at] > 0 else 1
            changed[field] = flat.reshape(record[field].shape)
            made.append((field, changed, None if seats is None else at // (values.size // shape[0])))
    return made


MASKS_FROM_1 = {"earned"}  # bit 0 stands for nothing
SEATS = {"lucky_numbers": 4, "maudits_criquets": 4}  # for which records have room
OF_SEATS = {"board", "hand", "bid", "reserve", "tokens", "free", "row_accepts", "column_accepts"}


def is_of(part: Part, own: int | None, seat: int, game: Game) -> bool:
    """Whether a part may tell of what `own` has, seen by `seat`: `[k]` is the seat k places on."""
    place = re.search(r"\[(\d+)\]$", part.name)
    return place is None or own is None or (own - seat) % game.num_players() == int(place[1])


def encoded(game: Game, record: NDArray[Any], seat: int) -> NDArray[np.float32]:
    tensor = np.full(game.observation_tensor_shape(), np.nan, np.float32)
    game.encoding.encode(record, 0, seat, tensor)
    return tensor
