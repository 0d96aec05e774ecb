"""What a table keeps of a move, and how many can sit at it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from jardinet.games import load_game
from jardinet.games.api import NO_ACTION, SIMULTANEOUS
from jardinet.games.parameters import ParameterError
from jardinet.server.app import STATIC
from jardinet.server.tables.agreement import MOST_SEATS, Agreement
from jardinet.server.tables.table_game import LoggedMove

LAID_OUT = "reveal-corn reveal-corn reveal-strawberry"


def test_what_a_move_tells_one_seat_no_other_seat_and_no_spectator_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    state = load_game("maudits_criquets").deserialize_state(LAID_OUT)
    open_to_all = LoggedMove.of(3, state, (0, 1))
    assert open_to_all.events_for(0) == open_to_all.events_for(None) == open_to_all.events != []

    monkeypatch.setattr(type(state.get_game()), "has_private_events", True)
    monkeypatch.setattr(type(state), "events", lambda _state, _move, viewer=None: [f"told to {viewer}"])
    secret = LoggedMove.of(3, state, (0, 1))
    told: list[Any] = [secret.events_for(0), secret.events_for(1), secret.events_for(None), secret.events]
    assert told == [["told to 0"], ["told to 1"], ["told to None"], ["told to None"]]


def test_a_seat_with_nothing_to_choose_has_played_nothing() -> None:
    together = LoggedMove(3, SIMULTANEOUS, (4, NO_ACTION, 2), [])
    assert [together.action_of(seat) for seat in range(3)] == [4, None, 2]
    alone = LoggedMove(4, 1, 7, [])
    assert [alone.action_of(seat) for seat in range(3)] == [None, 7, None]


def test_every_seat_that_a_table_can_have_has_a_colour() -> None:
    sheet = (STATIC / "table.css").read_text("utf-8")
    colours = dict(re.findall(r"\.s(\d+) \{ --seat: var\(--(\w+)\); \}", sheet))
    assert sorted(map(int, colours)) == list(range(MOST_SEATS))
    assert len(set(colours.values())) == MOST_SEATS


def test_more_seats_than_a_table_can_show_are_refused() -> None:
    with pytest.raises(ParameterError, match=f"a table has {MOST_SEATS} at most"):
        Agreement("maudits_criquets", {}, ["greedy"] * (MOST_SEATS + 1)).check()
