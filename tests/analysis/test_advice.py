"""What a hint advises: a lead is told as far as it can be trusted, and among equals the play that keeps most open."""

from __future__ import annotations

import numpy as np
import pytest

import jardinet
from jardinet.analysis.advice import Judgement, judgement_of
from jardinet.bots.layer import Trust
from jardinet.bots.levels import load_evaluator, openness_of, trust_of
from jardinet.games.api import State
from jardinet.games.records import joined

# Own rows 3 · 5 6 / · 5 · · / · · 6 · / · · · 17, the rival's diagonal 14 4 15 18, face up 9 and 17, drawn 18.
OUT_OF_ORDER = """
reveal-3 reveal-5 reveal-6 reveal-17 reveal-14 reveal-4 reveal-15 reveal-18
place-a1 place-b2 place-c3 place-d4 place-a1 place-b2 place-c3 place-d4
draw reveal-5 place-c1 draw reveal-9 discard draw reveal-6 place-d1 draw reveal-17 discard draw reveal-18
"""


def judged(text: str) -> tuple[State, Judgement]:
    state = jardinet.load_game("lucky_numbers").deserialize_state(" ".join(text.split()))
    return state, judgement_of(state, 0)


def test_an_exchange_that_playouts_show_to_be_no_better_is_not_told_as_better() -> None:
    state, judgement = judged(OUT_OF_ORDER)
    values = load_evaluator(state.get_game()).evaluate(state.observation(0), np.array([0])).action_values[0]
    exchange, other = (state.string_to_action(0, text) for text in ("place-c3", "place-d4"))
    assert 0.01 < values[exchange] - values[other] < 0.04  # what the net thinks
    assert {judgement.best, judgement.other()} == {exchange, other} and judgement.lead() == 0


def test_among_plays_that_cannot_be_told_apart_the_one_that_keeps_most_open_is_advised() -> None:
    state, judgement = judged(OUT_OF_ORDER)
    alike = [action for action, cost in judgement.costs.items() if cost == 0]
    assert len(alike) > 1
    after = [state.clone() for _ in alike]
    for one, action in zip(after, alike, strict=True):
        one.apply_action(action)
    openness = openness_of(state.get_game(), joined([one.observation(0) for one in after]), 0)
    assert openness is not None and judgement.best == alike[int(np.argmax(openness))]


def test_what_is_trusted_of_a_difference_is_a_part_of_it_or_nothing() -> None:
    trust = Trust(least=0.02, share=0.8)
    assert [trust.trusted(cost) for cost in (0.0, 0.0199, 0.02, 0.1)] == pytest.approx([0, 0, 0.016, 0.08])
    assert Trust().trusted(0.003) == 0.003


def test_less_is_trusted_where_a_hand_lies_as_no_net_has_seen_it() -> None:
    game = jardinet.load_game("lucky_numbers")
    record, trusted = game.new_initial_state().observation(), []
    for diagonal in ([3, 7, 9, 18], [14, 4, 15, 18]):
        record["board"][0, 1, [0, 5, 10, 15]] = diagonal
        trusted.append(trust_of(game, record))
    rising, out_of_order = trusted
    assert rising.least < out_of_order.least


@pytest.mark.parametrize("name", ["lucky_numbers", "maudits_criquets"])
def test_both_games_say_how_far_their_nets_can_be_trusted(name: str) -> None:
    trust = trust_of(game := jardinet.load_game(name), game.new_initial_state().observation())
    assert 0 < trust.least < 0.1 and 0 < trust.share <= 1


def test_a_lead_is_told_in_games_of_a_hundred_over_the_best_of_the_others() -> None:
    assert Judgement(1, {1: 0.0, 2: 0.034, 3: 0.026}, {1: 1.0}).lead() == 3
    assert Judgement(1, {1: 0.0, 2: 0.0}, {1: 1.0}).lead() == 0
    alone = Judgement(1, {1: 0.0, 2: 0.0}, {1: 0.6, 2: 0.4})
    assert (alone.other(), alone.lead()) == (None, 0)
