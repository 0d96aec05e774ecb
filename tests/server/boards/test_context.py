"""What pages announce: everything that happened, once, however the reader's page comes by it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
from tests.play.random_play import play_at_random
from tests.server.tables.test_clocks import BIDS, after, drawing, played
from tests.server.tables.test_decide import at_table

from jardinet.games import load_game
from jardinet.games.api import State
from jardinet.play.deal import Sealed
from jardinet.server.boards.context import AnyContext, BoardQuery, board_context
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.commands import SeatBot
from jardinet.server.tables.decide import decide
from jardinet.server.tables.table import Seat, TableState
from jardinet.server.tables.table_game import TableGame
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


def told(table: TableState, seats: list[int], language: str = "en") -> list[str]:
    """Everything that happened, as somebody at the table is told it, the first line first."""
    assert table.game
    return board_context(table, table.game, seats, BoardQuery(), load_language(language)).log_lines()[::-1]


def test_who_was_late_and_who_played_for_them_is_told_once_a_turn_and_is_nothing_of_ones_own() -> None:
    table = drawing()
    drawn = played(table, 0, 61, None)
    late = played(drawn, 0, 61, None)
    assert late.game
    seen = {tuple(seats): told(late, seats)[len(told(table, seats)) :] for seats in ([0], [1], [])}
    assert [lines[0] for lines in seen.values()] == [
        "Your time was up: Skilled played for you.",
        "ada's time was up: Skilled played for them.",
        "ada's time was up: Skilled played for them.",
    ]
    assert all("time was up" not in line for lines in seen.values() for line in lines[1:])
    for language in ("fr", "es", "de"):
        assert not set(told(late, [1], language)) & set(told(late, [1]))
    context = board_context(late, late.game, [0], BoardQuery(), load_language("en"))
    [first, *_] = context.news_lines()
    assert (first.text, first.is_own) == ("Your time was up: Skilled played for you.", False)
    again = played(played(late, 1, 62, "ben"), 1, 62, "ben")
    again = played(played(again, 0, 90, None), 0, 90, None)
    assert sum("time was up" in line for line in told(again, [1])) == 2


def test_that_a_bot_sits_in_somebodys_place_is_told_when_it_begins_to_play() -> None:
    table = decide(drawing(), SeatBot(0, "ada", "random"), after(1), Random(1))
    table = played(played(table, 0, 2, None), 0, 2, None)
    table = played(played(table, 1, 3, "ben"), 1, 3, "ben")
    table = played(played(table, 0, 4, None), 0, 4, None)
    assert sum("Random plays for ada." in line for line in told(table, [1])) == 1
    table = decide(table, SeatBot(1, "ben", "random"), after(5), Random(1))
    assert "Random plays for you." in told(played(played(table, 1, 6, None), 1, 6, None), [1])


def test_who_was_late_among_those_who_choose_at_once_is_told_when_all_reveal() -> None:
    table = at_table(BIDS, "ada", "ben", "cleo")
    table = played(played(table, 0, 10, "ada"), 1, 20, "ben", choice=1)
    assert not any("time was up" in line for line in told(table, [0]))
    table = played(table, 2, 61, None, choice=2)
    [before, revealed, *_] = told(table, [0])[1:]
    assert before == "cleo's time was up: Skilled played for them."
    assert revealed.startswith("The bids are revealed: ")
