"""Somebody who errs: plays a game to its end by anything that is legal, so that there is something to practise."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from jardinet.play.record_format import read


def play_badly(read_record: Callable[[], str], play: Callable[[int, str], Any], seat: int = 0) -> None:
    """Play a seat to the end of its table's one game.

    Args:
        read_record: the record of the game as it stands.
        play: plays an action, by its text, at a ply.
        seat: whose actions are played.
    """
    for _ in range(4000):
        (record,) = read(read_record())
        state = record.game.new_initial_state()
        for move in record.moves:
            state.apply(move)
        if state.is_terminal():
            return
        if seat in state.acting_seats():
            play(len(record.moves), state.action_to_string(seat, state.legal_actions(seat)[-1]))
        time.sleep(0.02)
    raise AssertionError("the game does not come to an end")
