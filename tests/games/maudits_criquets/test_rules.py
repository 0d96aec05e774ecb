"""Maudits Criquets clause by clause: every test cites the clause of rules/maudits-criquets.md that it holds.

Positions come about by playing: `begin` starts a game, `play` plays texts in the words of a record:
`+corn` lays a card out, `5/2` are the bids seat by seat, `corn` is a pick.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from tests.games.clauses import cited_clauses

from jardinet.games import load_game
from jardinet.games.api import CHANCE, SIMULTANEOUS, TERMINAL, IllegalActionError
from jardinet.games.maudits_criquets import rules
from jardinet.games.maudits_criquets.game import MauditsCriquetsState
from jardinet.games.maudits_criquets.names import BIDS, KINDS
from jardinet.games.parameters import ParameterError

CLAUSES = [
    *("1.1", "1.2", "1.3"),
    *("2.1", "2.2", "2.3", "2.4", "2.5", "2.6", "2.7", "2.8"),
    *("3.1", "3.2", "3.3"),
    *("4.1", "4.2", "4.3", "4.4"),
    *("5.1", "5.2", "5.3"),
    *("6.1", "6.2", "6.3"),
    *("7.1", "7.2"),
    "8",
]
MIXED = "+corn +corn +locust"  # a loot of two kinds
THREE = "+strawberry +corn +broccoli"  # of three
HAND = list(BIDS)


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_is_cited_by_a_test(clause: str) -> None:
    assert clause in cited()


@cache
def cited() -> set[str]:
    return cited_clauses("MC", [Path(__file__)])


# 1 Material ----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_players_have_eight_bid_cards_each_in_hand(players: int) -> None:
    """MC-1.1"""
    view = begin(players=players).view()
    assert [(seat.seat, seat.hand, seat.played) for seat in view.seats] == [(s, HAND, []) for s in range(players)]


@pytest.mark.parametrize("players", [0, 1, 5])
def test_no_other_number_of_players_is_possible(players: int) -> None:
    """MC-1.1"""
    with pytest.raises(ParameterError, match="it must be 2 to 4"):
        load_game("maudits_criquets", players=players)


def test_there_are_66_garden_cards_13_of_each_crop_and_14_locusts() -> None:
    """MC-1.2"""
    state = begin()
    deck = Counter(state.action_to_string(CHANCE, card) for card in state.get_game().chance_sources()[0].outcomes)
    crops = {f"reveal-{crop}": 13 for crop in ("strawberry", "corn", "broccoli", "blackberry")}
    assert deck == crops | {"reveal-locust": 14}
    assert state.view().pile == 66


def test_tokens_never_run_out() -> None:
    """MC-1.3: more than the 24 of the box, in a game that is short of crops to compare."""
    state = begin(players=4, numbers=2, specials=False, loot=1, locusts=0)
    most = 0
    while not state.is_terminal():
        if state.is_simultaneous_node():  # one takes and three are left, all in turn; else nobody does
            hands = [state.legal_actions(seat) for seat in range(4)]
            state.apply_actions([0, 1, 1, 1] if len(hands[0]) == 2 else [hand[0] for hand in hands])
        else:
            state.apply_action(state.legal_actions()[0])
        most = max(most, sum(state.tokens()))
    assert most > 24


# 2 A turn ------------------------------------------------------------------------------------


def test_a_turn_begins_with_three_cards_laid_out_by_chance() -> None:
    """MC-2.1"""
    state = begin()
    for lying in range(3):
        assert (state.view().phase, sum(loot(state).values()), state.current_player()) == ("filling", lying, CHANCE)
        play(state, "+corn")
    assert (state.view().phase, state.current_player()) == ("bidding", SIMULTANEOUS)


def test_every_card_of_the_pile_is_as_likely_as_any_other() -> None:
    """MC-2.1"""
    state = begin()
    outcomes = dict(state.chance_outcomes())
    assert outcomes == {rules.PICK + kind: pytest.approx((13 + (kind == rules.LOCUST)) / 66) for kind in range(5)}
    play(state, "+corn")
    assert dict(state.chance_outcomes())[rules.PICK + 1] == pytest.approx(12 / 65)


def test_cards_of_one_kind_are_stacked_and_taken_whole() -> None:
    """MC-2.1"""
    state = begin(MIXED, players=3)
    assert loot(state) == {"corn": 2, "locust": 1}
    play(state, "5/2/1 corn")
    assert reserve(state, 0) == {"corn": 2}


def test_fewer_cards_are_laid_out_if_the_pile_runs_out() -> None:
    """MC-2.1"""
    state = begin("+strawberry +strawberry +strawberry a/1 +strawberry", crops=1, copies=5, locusts=0)
    play(state, "+strawberry")
    assert (loot(state), state.view().pile, state.current_player()) == ({"strawberry": 2}, 0, SIMULTANEOUS)


def test_all_bid_at_once_and_the_bids_are_public_afterwards() -> None:
    """MC-2.2"""
    state = begin(MIXED, players=3)
    play(state, "5/2/a")
    for viewer in (None, 0, 1, 2):
        assert [seat.bid for seat in state.view(viewer).seats] == ["5", "2", "a"]


def test_played_cards_are_out_until_the_round_ends() -> None:
    """MC-2.2"""
    state = begin(MIXED)
    play(state, "a/2")
    first, second = state.view().seats
    assert (first.hand, first.played) == (["1", "2", "3", "4", "5", "6", "x"], ["a"])
    assert (second.hand, second.played) == (["1", "3", "4", "5", "6", "a", "x"], ["2"])
    play(state, THREE)
    refuse_bids(state, "a/1", "bid-a is not possible for seat 1: in hand are")
    refuse_bids(state, "1/2", "bid-2 is not possible for seat 2: in hand are")


def test_bids_are_one_card_of_every_player() -> None:
    """MC-2.2"""
    state = begin(MIXED, players=3)
    refuse_bids(state, "1/2", "2 bids are given: each of the 3 players bids one card")
    refuse_bids(state, "1/2/3/4", "4 bids are given: each of the 3 players bids one card")
    for action in range(-1, rules.NUM_ACTIONS + 1):  # nor does one play alone where all bid
        with pytest.raises(IllegalActionError, match="is not possible"):
            state.apply_action(action)
    play(state, "5/2/1")
    refuse_bids(state, "3/3/3", "nobody bids now")


@pytest.mark.parametrize("bid", BIDS)
def test_equal_cards_cancel_each_other_a_and_x_too(bid: str) -> None:
    """MC-2.3"""
    state = begin("+corn +corn +corn", players=3)
    other = "3" if bid == "2" else "2"
    play(state, f"{bid}/{bid}/{other}")
    assert [sum(reserve(state, seat).values()) for seat in (0, 1)] == [0, 0]
    assert state.tokens() == [0, 0, 1]


def test_three_equal_cards_and_two_pairs_cancel_all_of_them() -> None:
    """MC-2.3"""
    triple = begin("+corn +corn +corn", players=4)
    play(triple, "6/6/1/6")
    assert triple.tokens() == [0, 0, 1, 0]
    pairs = begin("+corn +corn +corn", players=4)
    play(pairs, "6/1/6/1")
    assert (pairs.tokens(), pairs.view().impasses) == ([0, 0, 0, 0], 1)


def test_an_ace_takes_the_whole_loot_and_everybody_else_nothing() -> None:
    """MC-2.4"""
    state = begin(THREE, players=3)
    play(state, "6/a/5")
    assert (reserve(state, 1), reserve(state, 0), reserve(state, 2)) == (kinds(THREE), {}, {})
    assert (loot(state), state.current_player()) == ({}, CHANCE)


def test_an_x_alone_takes_nothing() -> None:
    """MC-2.5"""
    state = begin(THREE, players=3)
    play(state, "x/2/1 strawberry corn")
    assert (reserve(state, 0), loot(state)) == ({}, {"broccoli": 1})


def test_an_x_beside_an_ace_takes_the_whole_loot_and_the_ace_nothing() -> None:
    """MC-2.5"""
    state = begin(THREE, players=3)
    play(state, "a/x/6")
    assert [reserve(state, seat) for seat in range(3)] == [{}, kinds(THREE), {}]


def test_two_x_cancel_and_the_ace_takes_all() -> None:
    """MC-2.5"""
    state = begin(THREE, players=3)
    play(state, "x/a/x")
    assert [reserve(state, seat) for seat in range(3)] == [{}, kinds(THREE), {}]


def test_two_aces_cancel_the_x_takes_nothing_and_the_numbers_resolve() -> None:
    """MC-2.5"""
    state = begin(THREE, players=4)
    play(state, "a/x/a/1 corn")
    assert [reserve(state, seat) for seat in range(4)] == [{}, {}, {}, {"corn": 1}]


def test_numbers_take_in_falling_order() -> None:
    """MC-2.6"""
    state = begin(THREE, players=4)
    play(state, "3/6/1/5")
    assert state.view().takers == [1, 3, 0, 2]
    assert state.current_player() == 1
    play(state, "corn")
    assert state.current_player() == 3
    play(state, "broccoli")
    assert [reserve(state, seat) for seat in range(4)] == [{"strawberry": 1}, {"corn": 1}, {}, {"broccoli": 1}]


def test_a_kind_must_be_picked_that_is_present_and_declining_is_not_possible() -> None:
    """MC-2.6"""
    state = begin(MIXED)
    play(state, "5/2")
    assert legal(state) == ["pick-corn", "pick-locust"]
    before = state.observation().tobytes()
    with pytest.raises(IllegalActionError, match="the loot has no cards of the kind broccoli"):
        state.apply_action(state.string_to_action(0, "pick-broccoli"))
    assert (state.observation().tobytes(), state.current_player()) == (before, 0)


def test_locusts_that_are_left_must_be_taken() -> None:
    """MC-2.6"""
    state = begin(MIXED)
    play(state, "5/2 corn")
    assert reserve(state, 1) == {"locust": 1}


def test_when_the_loot_is_gone_the_rest_get_nothing() -> None:
    """MC-2.6"""
    state = begin("+corn +corn +locust", players=4)
    play(state, "6/5/4/3 locust")
    assert [reserve(state, seat) for seat in range(4)] == [{"locust": 1}, {"corn": 2}, {}, {}]
    assert state.view().phase == "filling"


def test_the_only_one_of_two_players_to_take_must_take_the_whole_loot() -> None:
    """MC-2.7, MC-7.2"""
    state = begin(THREE)
    play(state, "1/x")
    assert (reserve(state, 0), reserve(state, 1), loot(state)) == (kinds(THREE), {}, {})


def test_the_whole_loot_of_two_players_includes_locusts_that_bring_an_invasion() -> None:
    """MC-2.7, MC-4.2"""
    state = begin("+locust +locust +locust")
    play(state, "x/4")
    assert (reserve(state, 1), loot(state)) == ({}, {})


def test_of_two_players_with_numbers_both_take_a_kind() -> None:
    """MC-2.7: it is not the case of a lone taker."""
    state = begin(THREE)
    play(state, "1/2 corn broccoli")
    assert (reserve(state, 0), reserve(state, 1), loot(state)) == ({"broccoli": 1}, {"corn": 1}, {"strawberry": 1})


@pytest.mark.parametrize("players", [3, 4])
def test_a_lone_taker_of_more_than_two_players_takes_one_kind(players: int) -> None:
    """MC-2.7, MC-7.2: only with two."""
    state = begin(THREE, players=players)
    play(state, "5/" + "/".join(["x"] * (players - 1)) + " corn")
    assert (reserve(state, 0), loot(state)) == ({"corn": 1}, {"strawberry": 1, "broccoli": 1})


def test_kinds_that_nobody_took_stay_and_the_loot_is_filled_up_to_three() -> None:
    """MC-2.8"""
    state = begin(THREE)
    play(state, "1/2 corn broccoli")
    assert (loot(state), state.record["to_lay_out"]) == ({"strawberry": 1}, 2)
    play(state, "+strawberry +locust")
    assert (loot(state), state.current_player()) == ({"strawberry": 2, "locust": 1}, SIMULTANEOUS)


def test_a_left_over_stack_of_three_needs_no_filling() -> None:
    """MC-2.8, MC-2.1: an added card can leave more than three."""
    state = begin("+corn +corn +corn", players=3)
    play(state, "1/1/1 +locust 6/x/x locust")
    assert (loot(state), state.current_player()) == ({"corn": 3}, SIMULTANEOUS)


# 3 Impasse -----------------------------------------------------------------------------------


@pytest.mark.parametrize("bids", ["4/4/4", "x/3/3", "x/x/x", "a/a/a", "a/a/x", "x/x/x"])
def test_an_impasse_adds_one_card_and_all_bid_again_with_new_cards(bids: str) -> None:
    """MC-3.1"""
    state = begin("+corn +corn +locust", players=3)
    play(state, bids)
    assert (state.view().impasses, state.current_player(), state.record["to_lay_out"]) == (1, CHANCE, 1)
    play(state, "+corn")
    assert (loot(state), state.current_player()) == ({"corn": 3, "locust": 1}, SIMULTANEOUS)
    assert all(len(state.legal_actions(seat)) == 7 for seat in range(3))


def test_the_second_impasse_in_a_row_discards_the_loot_and_the_count_starts_afresh() -> None:
    """MC-3.2"""
    state = begin(THREE)
    play(state, "1/1 +corn 2/2")
    assert (loot(state), state.view().impasses, state.record["to_lay_out"], state.view().pile) == ({}, 0, 3, 62)
    play(state, f"{THREE} 3/3")
    assert (sum(loot(state).values()), state.view().impasses, state.record["to_lay_out"]) == (3, 1, 1)


def test_a_gain_between_two_impasses_starts_the_count_afresh() -> None:
    """MC-3.2: in a row."""
    state = begin(THREE)
    play(state, f"1/1 +corn a/2 {THREE} 3/3")
    assert (state.view().impasses, sum(loot(state).values())) == (1, 3)


def test_with_an_empty_pile_an_impasse_adds_no_card() -> None:
    """MC-3.3"""
    state = begin("+strawberry +strawberry +strawberry", crops=1, copies=3, locusts=0)
    play(state, "1/1")
    assert (loot(state), state.view().impasses, state.current_player()) == ({"strawberry": 3}, 1, SIMULTANEOUS)


def test_an_impasse_on_the_last_bid_card_still_adds_its_card_then_the_round_ends() -> None:
    """MC-3.3"""
    state = last_bid_card()
    play(state, "6/6")
    view = state.view()
    assert (view.round, view.impasses, state.record["to_lay_out"]) == (1, 1, 1)
    assert [seat.hand for seat in view.seats] == [[], []]
    play(state, "+corn")
    view = state.view()
    assert (view.round, sum(loot(state).values()), state.current_player()) == (2, 4, SIMULTANEOUS)
    assert [seat.hand for seat in view.seats] == [HAND, HAND]


def test_the_count_of_impasses_carries_over_the_end_of_a_round_with_the_loot() -> None:
    """MC-3.3"""
    state = last_bid_card()
    play(state, "6/6 +corn 1/1")
    assert (loot(state), state.view().impasses, state.record["to_lay_out"]) == ({}, 0, 3)


# 4 Reserve -----------------------------------------------------------------------------------


def test_cards_won_lie_open_in_the_reserve_sorted_by_kind() -> None:
    """MC-4.1"""
    state = begin("+locust +broccoli +corn")
    play(state, "a/1")
    for viewer in (None, 0, 1):
        stacks = state.view(viewer).seats[0].reserve
        assert [(stack.kind, stack.count) for stack in stacks] == [("corn", 1), ("broccoli", 1), ("locust", 1)]


def test_a_gain_that_brings_three_locusts_discards_the_whole_reserve() -> None:
    """MC-4.2: the cards just won included; tokens are safe."""
    state = begin("+corn +corn +corn")
    play(state, "a/1 +strawberry +locust +locust 1/x +locust +blackberry +blackberry x/a")
    assert (reserve(state, 0), state.tokens()) == ({}, [1, 0])


def test_two_locusts_bring_no_invasion_and_more_than_three_do() -> None:
    """MC-4.2"""
    state = begin("+corn +locust +locust")
    play(state, "a/1")
    assert reserve(state, 0) == {"corn": 1, "locust": 2}
    play(state, "+locust +locust +corn 1/x")
    assert reserve(state, 0) == {}


def test_no_harvest_comes_from_a_gain_that_brings_an_invasion() -> None:
    """MC-4.2: it is checked first."""
    state = begin("+corn +corn +locust")
    play(state, "a/1 +corn +locust +locust 1/x")
    assert (reserve(state, 0), state.tokens()) == ({}, [0, 0])


def test_three_cards_of_a_crop_are_exchanged_at_once_and_the_surplus_stays() -> None:
    """MC-4.3"""
    state = begin("+corn +corn +strawberry")
    play(state, "a/1 +corn +corn +locust 1/x")
    assert (reserve(state, 0), state.tokens()) == ({"strawberry": 1, "corn": 1, "locust": 1}, [1, 0])


def test_six_cards_of_a_crop_are_exchanged_for_two_tokens() -> None:
    """MC-4.3"""
    state = begin("+corn +corn +strawberry")
    play(state, "a/1 +corn +corn +corn 2/2 +corn 1/x")
    assert (reserve(state, 0), state.tokens()) == ({"strawberry": 1}, [2, 0])


def test_two_crops_are_harvested_by_one_gain() -> None:
    """MC-4.3"""
    state = begin("+corn +corn +strawberry")
    play(state, "a/1 +strawberry +locust +broccoli 1/x +corn +strawberry +broccoli x/a")
    assert (reserve(state, 0), state.tokens()) == ({"broccoli": 2, "locust": 1}, [2, 0])


def test_three_cards_of_different_crops_are_no_harvest() -> None:
    """MC-4.3"""
    state = begin(THREE)
    play(state, "a/1")
    assert (sum(reserve(state, 0).values()), state.tokens()) == (3, [0, 0])


def test_gains_are_resolved_one_taker_at_a_time_in_taking_order() -> None:
    """MC-4.4"""
    state = begin("+corn +corn +locust", players=3)
    play(state, "a/1/2 +corn +strawberry +strawberry 1/6/5")
    play(state, "strawberry")  # seat 1 by its 6
    assert (reserve(state, 1), reserve(state, 0), state.tokens()) == ({"strawberry": 2}, kinds(MIXED), [0, 0, 0])
    assert reserve(state, 2) == {"corn": 1}  # by its 5 the last kind; seat 0's 1 came too late
    again = begin("+corn +corn +locust", players=3)
    play(again, "a/1/2 +corn +strawberry +locust 6/5/1 corn")
    assert (again.tokens(), again.current_player()) == ([1, 0, 0], 1)  # harvested before the next one picks


# 5 End of a round ----------------------------------------------------------------------------


def test_a_round_ends_when_all_eight_bid_cards_are_played() -> None:
    """MC-5.1"""
    state = last_bid_card()
    assert (state.view().round, [len(seat.hand) for seat in state.view().seats]) == (1, [1, 1])
    play(state, "6/6 +corn")
    assert (state.view().round, [len(seat.hand) for seat in state.view().seats]) == (2, [8, 8])


def test_the_most_crop_cards_get_a_token_and_reserves_stay() -> None:
    """MC-5.1"""
    state = two_cards_each("+corn +locust", "+corn +strawberry")
    assert state.tokens() == [0, 1]
    assert (reserve(state, 0), reserve(state, 1)) == ({"corn": 1, "locust": 1}, {"strawberry": 1, "corn": 1})


def test_a_tied_majority_is_a_token_for_every_tied_player() -> None:
    """MC-5.2"""
    assert two_cards_each("+corn +broccoli", "+corn +strawberry").tokens() == [1, 1]


def test_a_tied_majority_is_no_token_for_anybody_if_so_agreed() -> None:
    """MC-5.2"""
    assert two_cards_each("+corn +broccoli", "+corn +strawberry", majority_tie="none").tokens() == [0, 0]
    assert two_cards_each("+corn +locust", "+corn +strawberry", majority_tie="none").tokens() == [0, 1]


def test_only_the_tied_players_get_the_token() -> None:
    """MC-5.2"""
    state = begin("+corn +broccoli", players=3, numbers=2, specials=False, loot=2, locusts=4)
    play(state, "1/2/2 corn +locust 2/1/1 broccoli")
    assert state.tokens() == [1, 0, 0]
    tied = begin("+corn +broccoli", players=3, numbers=3, specials=False, loot=2, locusts=4)
    play(tied, "2/3/1 corn +locust +locust 1/1/2 +locust +locust 3/2/3")
    assert tied.tokens() == [1, 1, 0]


def test_nobody_scores_with_zero_crops() -> None:
    """MC-5.2"""
    state = last_bid_card()
    play(state, "6/6 +corn")
    assert state.tokens() == [0, 0]
    assert two_cards_each("+locust +locust", "+locust +locust").tokens() == [0, 0]


def test_after_a_round_the_loot_stays_and_all_take_their_cards_back() -> None:
    """MC-5.3"""
    kept = begin(THREE, numbers=3, players=2, specials=False)
    play(kept, "1/2 corn broccoli +corn +corn 2/1 corn +locust +locust +broccoli 3/3 +locust")
    assert (loot(kept), kept.view().round) == ({"broccoli": 1, "locust": 3}, 2)
    assert [(seat.hand, seat.played) for seat in kept.view().seats] == [(["1", "2", "3"], [])] * 2


# 6 End of the game ---------------------------------------------------------------------------


def test_the_game_ends_with_the_turn_that_leaves_pile_and_loot_empty() -> None:
    """MC-6.1"""
    state = begin("+strawberry +strawberry +strawberry", crops=1, copies=4, locusts=0)
    play(state, "a/1")
    assert not state.is_terminal()
    play(state, "+strawberry 1/x")
    assert (state.is_terminal(), state.current_player(), state.end()) == (True, TERMINAL, "all-cards-used")
    assert (state.view().phase, state.view().legal, state.legal_actions()) == ("over", [], [])


def test_a_short_loot_at_the_end_is_still_played_for() -> None:
    """MC-6.1"""
    state = begin("+strawberry +strawberry +strawberry", crops=1, copies=4, locusts=0)
    play(state, "a/1 +strawberry")
    assert (loot(state), state.current_player()) == ({"strawberry": 1}, SIMULTANEOUS)


def test_a_loot_that_is_discarded_with_an_empty_pile_ends_the_game() -> None:
    """MC-6.1, MC-3.2"""
    state = begin("+strawberry +strawberry +strawberry", crops=1, copies=3, locusts=0)
    play(state, "1/1 2/2")
    assert (state.end(), state.tokens(), state.winners()) == ("all-cards-used", [0, 0], [0, 1])


def test_a_loot_left_lying_with_an_empty_pile_does_not_end_the_game() -> None:
    """MC-6.1"""
    state = begin(THREE, crops=3, copies=1, locusts=0)
    play(state, "1/2 corn broccoli")
    assert (loot(state), state.view().pile, state.is_terminal()) == ({"strawberry": 1}, 0, False)


def test_one_last_interim_scoring_is_made() -> None:
    """MC-6.2"""
    state = begin(THREE, crops=3, copies=1, locusts=0)
    play(state, "a/1")
    assert (state.tokens(), state.view().round, reserve(state, 0)) == ([1, 0], 1, kinds(THREE))


def test_the_last_scoring_is_made_once_also_when_the_round_ends_there() -> None:
    """MC-6.2"""
    state = begin("+corn +broccoli", crops=3, copies=1, locusts=1, numbers=2, specials=False, loot=2)
    play(state, "1/2 corn +strawberry +locust 2/1 strawberry")
    assert state.is_terminal()
    assert (state.tokens(), state.record["rounds"]) == ([1, 0], 1)


def test_most_tokens_win() -> None:
    """MC-6.3"""
    state = begin("+strawberry +strawberry +strawberry", crops=1, copies=3, locusts=0)
    play(state, "1/a")
    assert (state.tokens(), state.winners(), state.returns(), state.match_points()) == ([0, 1], [1], [-1, 1], [0, 1])


def test_of_equal_tokens_the_fewest_locusts_win() -> None:
    """MC-6.3"""
    state = begin("+corn", crops=2, copies=1, locusts=1, numbers=2, specials=False, loot=1)
    play(state, "2/1 +strawberry 1/2 +locust 2/1")
    assert (reserve(state, 0), reserve(state, 1)) == ({"corn": 1, "locust": 1}, {"strawberry": 1})
    assert (state.tokens(), state.winners()) == ([2, 2], [1])


def test_who_is_still_tied_shares_the_victory() -> None:
    """MC-6.3"""
    state = begin(THREE, players=3, crops=3, copies=1, locusts=0)
    play(state, "1/2/3 corn strawberry")
    assert (state.tokens(), state.winners(), state.returns()) == ([1, 1, 1], [0, 1, 2], [0, 0, 0])


# 7 Variants ----------------------------------------------------------------------------------


def test_for_beginners_an_x_never_beats_an_ace() -> None:
    """MC-7.1"""
    state = begin(THREE, players=3, beginner=True)
    play(state, "a/x/6")
    assert [reserve(state, seat) for seat in range(3)] == [kinds(THREE), {}, {}]


def test_for_beginners_two_aces_cancel_and_the_x_still_passes() -> None:
    """MC-7.1, MC-2.3"""
    state = begin(THREE, players=3, beginner=True)
    play(state, "a/x/a")
    assert (state.view().impasses, [reserve(state, seat) for seat in range(3)]) == (1, [{}, {}, {}])


def test_for_two_beginners_the_other_of_an_x_takes_the_whole_loot() -> None:
    """MC-7.1, MC-7.2, MC-2.7"""
    state = begin(THREE, beginner=True)
    play(state, "x/1")
    assert (reserve(state, 0), reserve(state, 1)) == ({}, kinds(THREE))


# 8 What is hidden ----------------------------------------------------------------------------


def test_only_the_order_of_the_pile_and_open_bids_are_hidden() -> None:
    """MC-8: every seat and a spectator see the same but for what they may do themselves."""
    state = begin(MIXED, players=3)
    play(state, "5/2/1 locust +strawberry")
    views = [msgspec.structs.replace(state.view(viewer), viewer=None, legal=[]) for viewer in (None, 0, 1, 2)]
    assert all(view == views[0] for view in views)
    assert sum(stack.count for stack in views[0].unseen) == views[0].pile


def test_no_bid_is_in_a_state_before_all_have_bid() -> None:
    """MC-8: bids are given together, so that none can be looked up."""
    state = begin(MIXED)
    before = state.observation().tobytes()
    with pytest.raises(IllegalActionError):
        state.apply_actions([4])
    assert state.observation().tobytes() == before


# Positions -----------------------------------------------------------------------------------


def begin(text: str = "", **parameters: Any) -> MauditsCriquetsState:
    state = cast(MauditsCriquetsState, load_game("maudits_criquets", **parameters).new_initial_state())
    play(state, text)
    return state


def play(state: MauditsCriquetsState, texts: str) -> None:
    for text in texts.split():
        if "/" in text:
            state.apply_actions([BIDS.index(bid) for bid in text.split("/")])
        else:
            assert text.startswith("+") == state.is_chance_node(), f"{text} is not asked for"
            state.apply_action(rules.PICK + KINDS.index(text.removeprefix("+")))


def last_bid_card() -> MauditsCriquetsState:
    """Two players have only their 6 in hand, three corn lie there and the count of impasses is at none."""
    locusts, corn = "+locust +locust +locust", "+corn +corn +corn"  # whoever gains locusts loses them at once
    state = begin(f"{locusts} a/1 {locusts} 1/2 {locusts} 2/a")
    play(state, f"{corn} 3/3 +locust 4/4 {corn} 5/5 +locust x/x {corn}")
    return state


def two_cards_each(first: str, second: str, **parameters: Any) -> MauditsCriquetsState:
    """A round of four bid cards in which seat 0 takes the cards `first`, seat 1 the cards `second`."""
    state = begin(first, numbers=2, loot=2, **parameters)
    play(state, f"a/1 {second} 1/a")
    filler = "+blackberry +blackberry"
    play(state, f"{filler} 2/2 +blackberry x/x")
    return state


def loot(state: MauditsCriquetsState) -> dict[str, int]:
    return {stack.kind: stack.count for stack in state.view().loot}


def reserve(state: MauditsCriquetsState, seat: int) -> dict[str, int]:
    return {stack.kind: stack.count for stack in state.view().seats[seat].reserve}


def kinds(texts: str) -> dict[str, int]:
    """The laid out cards of a text as a loot or a reserve."""
    return dict(Counter(text.removeprefix("+") for text in texts.split()))


def legal(state: MauditsCriquetsState) -> list[str]:
    return [state.action_to_string(state.current_player(), action) for action in state.legal_actions()]


def refuse_bids(state: MauditsCriquetsState, bids: str, reason: str) -> None:
    """The bids raise, tell the reason, and leave the state as it was."""
    before, history = state.observation().tobytes(), state.history()
    with pytest.raises(IllegalActionError) as refused:
        state.apply_actions([BIDS.index(bid) for bid in bids.split("/")])
    assert reason in str(refused.value)
    assert (state.observation().tobytes(), state.history()) == (before, history)
