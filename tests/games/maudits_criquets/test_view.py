"""The view of a position and the events of a move: what a turn brought about, in order, and nothing hidden."""

from __future__ import annotations

import json
from typing import Any, cast

import msgspec
import numpy as np
import pytest

from jardinet.games import load_game
from jardinet.games.api import Event, IllegalActionError
from jardinet.games.maudits_criquets import rules
from jardinet.games.maudits_criquets.game import MauditsCriquetsState
from jardinet.games.maudits_criquets.names import BIDS, KINDS
from jardinet.games.maudits_criquets.view import (
    Bid,
    Cancelled,
    GameOver,
    Harvest,
    Impasse,
    Invasion,
    LaidOut,
    LootDiscarded,
    Majority,
    RoundOver,
    Sources,
    Stack,
    TakesAll,
    Took,
    sources_of,
)

MIXED = "+corn +corn +locust"
TINY: dict[str, Any] = {"crops": 2, "copies": 2, "locusts": 3, "numbers": 2, "specials": False, "loot": 2}


def test_a_card_laid_out_is_told() -> None:
    """MC-2.1"""
    assert foretold("", "+corn") == [LaidOut("corn")]


def test_bids_are_told_before_what_cancels_and_who_must_pick() -> None:
    """MC-2.2, MC-2.3"""
    bids = [Bid(0, "4"), Bid(1, "x"), Bid(2, "4"), Bid(3, "5")]
    assert foretold(MIXED, "4/x/4/5", players=4) == [*bids, Cancelled("4", [0, 2])]
    told = foretold(MIXED, "6/2/6/2", players=4)
    assert told[4:] == [Cancelled("6", [0, 2]), Cancelled("2", [1, 3]), Impasse(1)]


def test_a_pick_and_what_is_left_for_the_next_are_told() -> None:
    """MC-2.6"""
    assert foretold(f"{MIXED} 5/2", "corn") == [Took(0, "corn", 2), Took(1, "locust", 1)]


@pytest.mark.parametrize(("bids", "seat", "reason"), [("a/2", 0, "ace"), ("a/x", 1, "x"), ("1/x", 0, "alone")])
def test_who_takes_all_is_told_with_the_reason(bids: str, seat: int, reason: str) -> None:
    """MC-2.4, MC-2.5, MC-2.7"""
    told = foretold(MIXED, bids)
    assert told[2:] == [TakesAll(seat, reason), Took(seat, "corn", 2), Took(seat, "locust", 1)]


def test_a_harvest_follows_the_gain() -> None:
    """MC-4.3"""
    told = foretold("+corn +corn +corn", "1/2/2", players=3)
    assert told[3:] == [Cancelled("2", [1, 2]), Took(0, "corn", 3), Harvest(0, "corn", 1)]
    two = foretold(f"+corn +corn +broccoli a/1 {MIXED} 2/2 +corn 3/3 +corn +corn +corn 4/4 +corn", "5/x")
    assert two[2:] == [TakesAll(0, "alone"), Took(0, "corn", 4), Harvest(0, "corn", 2)]


def test_an_invasion_takes_the_place_of_a_harvest() -> None:
    """MC-4.2"""
    told = foretold(f"{MIXED} a/1 +corn +locust +locust", "1/x")
    assert told[2:] == [TakesAll(0, "alone"), Took(0, "corn", 1), Took(0, "locust", 2), Invasion(0, 6)]


def test_impasses_are_counted_and_the_second_discards_the_loot() -> None:
    """MC-3.1, MC-3.2"""
    assert foretold(MIXED, "x/x")[2:] == [Cancelled("x", [0, 1]), Impasse(1)]
    assert foretold(f"{MIXED} x/x +corn", "1/1")[2:] == [Cancelled("1", [0, 1]), Impasse(2), LootDiscarded(4)]


def test_interim_scoring_follows_the_turn_that_ends_the_round() -> None:
    """MC-5.1, MC-5.2"""
    text = "+strawberry +corn 2/1 corn +locust +locust"
    told = foretold(text, "1/2", **TINY)
    assert told[2:] == [Took(1, "locust", 2), RoundOver(1), Majority(0, 1), Majority(1, 1)]
    untold = foretold(text, "1/2", **TINY, majority_tie="none")
    assert untold[2:] == [Took(1, "locust", 2), RoundOver(1)]


def test_interim_scoring_follows_the_card_of_an_impasse_on_the_last_bid_card() -> None:
    """MC-3.3"""
    told = foretold("+strawberry +corn 1/1", "+locust", **{**TINY, "numbers": 1})
    assert told == [LaidOut("locust"), RoundOver(1)]


def test_the_end_is_told_last() -> None:
    """MC-6.1, MC-6.2, MC-6.3"""
    told = foretold("+strawberry +strawberry +strawberry", "a/1", crops=1, copies=3, locusts=0)
    assert told[2:4] == [TakesAll(0, "ace"), Took(0, "strawberry", 3)]
    assert told[4:] == [Harvest(0, "strawberry", 1), RoundOver(1), GameOver("all-cards-used", [0])]


def test_tokens_are_told_apart_by_where_they_came_from() -> None:
    """MC-4.3, MC-5.1, MC-6.2"""
    events = [Harvest(0, "corn", 2), RoundOver(1), Majority(1, 4), Harvest(1, "corn", 1), RoundOver(2), Majority(0, 3)]
    assert sources_of(events, 2) == [Sources(2, 1, 0), Sources(1, 1, 0)]
    assert sources_of([*events, GameOver("all-cards-used", [0])], 2) == [Sources(2, 0, 1), Sources(1, 1, 0)]


def test_events_of_an_illegal_move_are_refused() -> None:
    state = read(MIXED)
    for move in (rules.PICK, 0, (0,), (0, 9)):
        with pytest.raises(IllegalActionError):
            state.events(move)


def test_a_view_shows_hands_played_cards_and_reserves_to_everybody() -> None:
    """MC-4.1, MC-8"""
    state = read(f"{MIXED} a/2 {MIXED} 3/6")
    for viewer in (None, 0, 1):
        view = state.view(viewer)
        assert [seat.played for seat in view.seats] == [["3", "a"], ["2", "6"]]
        assert [seat.bid for seat in view.seats] == ["3", "6"]
        assert view.seats[0].hand == ["1", "2", "4", "5", "6", "x"]
        assert view.seats[0].reserve == [Stack("corn", 2), Stack("locust", 1)]
        assert view.seats[0].crops == 2
        assert (view.takers, view.phase, view.player, view.pile) == ([1, 0], "picking", 1, 60)
    assert state.view(1).legal == state.view().legal == ["pick-corn", "pick-locust"]
    assert state.view(0).legal == []


def test_the_view_is_plain_data() -> None:
    plain = json.loads(msgspec.json.encode(read(f"{MIXED} a/2").view(0)))
    assert (plain["phase"], plain["round"], plain["impasses"], plain["end"]) == ("filling", 1, 0, None)


def test_a_bid_is_nowhere_before_all_have_bid() -> None:
    """MC-8: whatever one player chose, no text, view or tensor of the state can differ."""
    state = read(MIXED, players=3)
    before = everything_told(state)
    for bids in ([4], [4, 5], [4, 5, 9]):
        with pytest.raises(IllegalActionError):
            state.apply_actions(bids)
        assert everything_told(state) == before
    assert "bid-" not in state.serialize()
    assert [seat.bid for seat in state.view().seats] == [None, None, None]


def test_the_pile_s_order_is_nowhere() -> None:
    """MC-8: two games of the same open cards tell the same, whatever the pile then brings."""
    one, two = read(MIXED), read(MIXED)
    assert everything_told(one) == everything_told(two)
    play(one, "a/1 +strawberry")
    play(two, "a/1 +locust")
    assert sum(stack.count for stack in one.view().unseen) == one.view().pile == two.view().pile


@pytest.mark.parametrize("bids", [[0.5, 1], [0, "1"], [0, None], [2**70, 0], [np.int64(3), np.int64(4)]])
def test_bids_are_whole_numbers_or_refused(bids: list[Any]) -> None:
    """As apply_action does: TypeError for what is no whole number, else legal or refused."""
    state = read(MIXED)
    before = everything_told(state)
    if isinstance(bids[0], np.int64):
        state.apply_actions(bids)
        assert state.history()[-1] == (3, 4)
        return
    with pytest.raises((TypeError, IllegalActionError)):
        state.apply_actions(bids)
    assert everything_told(state) == before


def everything_told(state: MauditsCriquetsState) -> tuple[Any, ...]:
    viewers = (None, 0, 1)
    return (
        [msgspec.json.encode(state.view(viewer)) for viewer in viewers],
        [state.observation_tensor(viewer).tobytes() for viewer in viewers],
        [state.observation(viewer).tobytes() for viewer in viewers],
        (repr(state), str(state), state.serialize()),
    )


def read(text: str, **parameters: Any) -> MauditsCriquetsState:
    state = cast(MauditsCriquetsState, load_game("maudits_criquets", **parameters).new_initial_state())
    play(state, text)
    return state


def play(state: MauditsCriquetsState, texts: str) -> None:
    for text in texts.split():
        state.apply(move_of(text))


def move_of(text: str) -> int | tuple[int, ...]:
    if "/" in text:
        return tuple(BIDS.index(bid) for bid in text.split("/"))
    return rules.PICK + KINDS.index(text.removeprefix("+"))


def foretold(text: str, move: str, **parameters: Any) -> list[Event]:
    state = read(text, **parameters)
    before = everything_told(state)
    events = state.events(move_of(move))
    assert everything_told(state) == before
    return events
