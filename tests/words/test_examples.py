"""What the captions of the rules' examples tell is what the engine finds in their positions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from jardinet.games import playable_games
from jardinet.games.api import State
from jardinet.words.examples import examples_of
from jardinet.words.language import load_language


def position(game: str, clause: str) -> tuple[State, Any]:
    """The position of an example and its view."""
    state = next(one for one in examples_of(load_language("en"), game) if one.clause == clause).position()
    return state, state.view()


def tiles(view: Any, seat: int) -> dict[str, int]:
    return {cell.name: cell.tile for cell in view.boards[seat].cells if cell.tile}


def reserve(view: Any, seat: int) -> dict[str, int]:
    return {stack.kind: stack.count for stack in view.seats[seat].reserve}


def after(state: State, text: str) -> Any:
    """The view after one more move."""
    then = state.clone()
    then.apply_action(then.string_to_action(then.current_player(), text))
    return then.view()


def test_a_set_up_half_done() -> None:
    state, view = position("lucky_numbers", "LN-2.2")
    assert tiles(view, 0) == {"a1": 3, "b2": 8} and tiles(view, 1) == {}
    assert state.current_player() == 0 and view.tile == 14
    for text in ("place-c3", "place-d4"):
        state.apply_action(state.string_to_action(0, text))
    assert tiles(state.view(), 0) == {"a1": 3, "b2": 8, "c3": 14, "d4": 19}
    assert state.current_player() == 1


def test_an_exchange() -> None:
    _, view = position("lucky_numbers", "LN-4.1")
    assert tiles(view, 0)["b2"] == 12 and 15 in view.table


def test_what_bars_a_tile_and_where_it_goes() -> None:
    state, view = position("lucky_numbers", "LN-4.2")
    own = tiles(view, state.current_player())
    legal = {text.removeprefix("place-") for text in view.legal if text.startswith("place-")}
    assert view.tile == 13
    assert {cell for cell in legal if cell not in own} == {"a4"}
    assert sorted(own[cell] for cell in legal if cell in own) == [10, 13, 15]
    assert "discard" in view.legal
    assert 13 in [own.get(f"{column}1") for column in "abcd"]  # bars d1
    assert own["a3"] == 10 and 15 in [own.get(f"{column}2") for column in "abc"]  # bar a2 and d2
    assert not {"d1", "a2", "d2"} & {*own, *legal}


def test_a_replay_by_bruno() -> None:
    state, view = position("lucky_numbers", "LN-6.1")
    assert (tiles(view, 0)["c2"], tiles(view, 0)["b3"]) == (12, 12)
    assert state.current_player() == 0


def test_the_loot_is_laid_out() -> None:
    _, view = position("maudits_criquets", "MC-2.1")
    assert sum(stack.count for stack in view.loot) == 3
    assert view.phase == "bidding" and all(len(seat.hand) == 8 for seat in view.seats)


def test_the_x_beside_an_ace() -> None:
    _, view = position("maudits_criquets", "MC-2.5")
    assert [reserve(view, seat) for seat in range(3)] == [{}, {"corn": 2, "strawberry": 1}, {}]


def test_equal_cards_and_the_order_of_taking() -> None:
    state, view = position("maudits_criquets", "MC-2.6")
    assert state.current_player() == 1 and list(view.takers) == [1, 3]


def test_the_only_one_to_take_gets_all() -> None:
    _, view = position("maudits_criquets", "MC-2.7")
    assert reserve(view, 0) == {"locust": 1, "corn": 1, "broccoli": 1} and reserve(view, 1) == {}


def test_an_impasse_adds_a_card() -> None:
    _, view = position("maudits_criquets", "MC-3.1")
    assert sum(stack.count for stack in view.loot) == 4 and view.phase == "bidding"


def test_a_harvest_or_an_invasion() -> None:
    state, view = position("maudits_criquets", "MC-4.2")
    assert state.current_player() == 0
    assert {kind: reserve(view, 0)[kind] for kind in ("corn", "locust")} == {"corn": 2, "locust": 2}
    assert after(state, "pick-corn").seats[0].tokens == view.seats[0].tokens + 1
    assert reserve(after(state, "pick-locust"), 0) == {}


def test_an_interim_scoring() -> None:
    state, view = position("maudits_criquets", "MC-5.1")
    crops = [sum(count for kind, count in reserve(view, seat).items() if kind != "locust") for seat in range(2)]
    assert crops == [5, 3]
    before: Any = state.get_game().deserialize_state(state.serialize().rpartition(" ")[0]).view()
    assert [now.tokens - then.tokens for now, then in zip(view.seats, before.seats, strict=True)] == [1, 0]
    assert all(len(seat.hand) == 8 for seat in view.seats)


@pytest.mark.parametrize("game", sorted({"lucky_numbers", "maudits_criquets"} & {*playable_games()}))
def test_every_example_is_looked_at_here(game: str) -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    assert all(f'"{example.clause}"' in source for example in examples_of(load_language("en"), game))
