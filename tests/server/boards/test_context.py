"""What pages announce: everything that happened, once, however the reader's page comes by it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from tests.play.random_play import play_at_random

from jardinet.games import load_game
from jardinet.games.api import State
from jardinet.play.deal import Sealed
from jardinet.server.boards.context import AnyContext, BoardQuery, board_context
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.table import Seat, TableGame, TableState
from jardinet.words.language import load_language

NAMES = ("Ada", "Ben", "Cleo")
GAMES = [
    ("lucky_numbers", {"players": 3}),
    ("lucky_numbers", {"players": 3, "bruno": True}),
    ("lucky_numbers", {"players": 3, "setup": "michael"}),
    ("maudits_criquets", {"players": 3}),
]
READERS: list[list[int]] = [[0], [2], [0, 1], []]


def contexts(state: State, seats: Sequence[int]) -> Iterator[AnyContext]:
    """The context of whoever has `seats` at every position of a game that waits for somebody, and at its end."""
    game = state.get_game()
    agreement = Agreement(game.name, dict(game.parameters), ["person"] * len(NAMES))
    first = TableGame(1, Sealed.from_seed(1)).begun(agreement, 0, ("a", "b", "c"), datetime(2026, 1, 1, tzinfo=UTC))
    first = replace(first, state=game.new_initial_state())
    table = TableState("t", "Ada", agreement, tuple(Seat(k, name, name) for k, name in enumerate(NAMES)), (first,))
    for move in state.history():
        assert table.state
        table = table.played([table.state.move_to_string(move)])
        assert table.game
        if table.acting() or table.is_over:
            yield board_context(table, table.game, seats, BoardQuery(), load_language("en"))


@pytest.mark.parametrize("seats", READERS)
@pytest.mark.parametrize(("name", "parameters"), GAMES)
def test_everything_that_happens_is_told_once_and_never_in_other_words(
    name: str, parameters: dict[str, Any], seats: list[int]
) -> None:
    state = play_at_random(load_game(name, **parameters), 3)
    told: dict[str, str] = {}
    shown: set[str] = set()
    for context in contexts(state, seats):
        lines = {line.name: line.text for line in context.news_lines()}
        assert not [k for k in lines if k in told and (k not in shown or told[k] != lines[k])]
        told |= lines
        shown = set(lines)
    assert list(told.values()) == context.log_lines()[::-1]


def test_a_draw_is_told_when_its_tile_is_placed_and_meanwhile_the_news_stay() -> None:
    state = play_at_random(load_game("lucky_numbers", players=3, setup="michael"), 3)
    seen = [(one.view.phase, one.view.seat, one.view.is_taken, one.news_lines()) for one in contexts(state, [0])]
    for (_, seat, _, before), (phase, _, is_taken, drawn), (*_, placed) in zip(seen, seen[1:], seen[2:], strict=False):
        if seat == 1 and phase == "placing" and not is_taken:
            assert drawn == before
            [line] = placed[len(drawn) :]
            assert line.text.startswith("Ben draws ")
            assert [one.is_own for one in placed] == [True] + [False] * len(placed[1:])
            return
    raise AssertionError("Ben draws nothing")


def test_what_the_reader_did_themselves_is_told_as_their_own() -> None:
    state = play_at_random(load_game("lucky_numbers", players=3), 3)
    told = {line for context in contexts(state, [0]) for line in context.news_lines()}
    assert {line.is_own for line in told} == {True, False}
    assert all(line.is_own == line.text.startswith("You ") for line in told if "dealt" not in line.text)
