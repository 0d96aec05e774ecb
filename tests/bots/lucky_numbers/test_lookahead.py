"""Lookahead finds what a slow search on the game itself finds, at once and a turn later, and weighs a draw exactly."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.bots.lucky_numbers.positions import positions, rows

import jardinet
from jardinet.bots.lucky_numbers import lookahead
from jardinet.bots.lucky_numbers.lookahead import Lookahead
from jardinet.bots.lucky_numbers.lookahead_kernels import list_hands
from jardinet.bots.lucky_numbers.master import MasterBot, shipped_net
from jardinet.bots.sparse_net import Net
from jardinet.games.api import State
from jardinet.games.lucky_numbers.rules import CHOOSING, DRAW, OVER, PLACING
from jardinet.games.records import rows_of


def test_a_draw_is_weighed_by_how_many_hidden_tiles_bear_each_number() -> None:
    game = jardinet.load_game("lucky_numbers", players=3)
    records = positions(game, 200, 4)
    records = rows_of(records, np.flatnonzero(records["phase"] == CHOOSING))
    for phases in (np.zeros(0), np.random.default_rng(1).random(len(records))):
        hands = list_hands(records, 7, phases)
        drawn = hands.action == DRAW
        sums = np.bincount(hands.position[drawn], hands.weight[drawn], len(records))
        np.testing.assert_allclose(sums, records["pile_size"] > 0)
    exact = list_hands(records, 0, np.zeros(0))
    drawn = np.flatnonzero(exact.action == DRAW)
    expected = records["pile"][exact.position[drawn], exact.number[drawn]] / records["pile_size"][exact.position[drawn]]
    np.testing.assert_allclose(exact.weight[drawn], expected)


@pytest.mark.parametrize("parameters", [{}, {"bruno": True}, {"utility": "points"}, {"players": 3}])
def test_choice_is_what_a_slow_search_finds(parameters: dict[str, Any]) -> None:
    """Every play on a State, every tile that may be drawn, each position valued alone."""
    game = jardinet.load_game("lucky_numbers", **parameters)
    net, records = shipped_net(game.num_players()), positions(game, 60, 5, steps=40)
    records = rows_of(records, np.flatnonzero((records["phase"] >= CHOOSING) & (records["player"] >= 0))[:12])
    actions, outlook = Lookahead(game, net).choose(records)
    for i in range(len(records)):
        state = game.state_at(records[i : i + 1])
        mover = int(records["player"][i])
        values = {action: slow_value(state, action, net, mover) for action in state.legal_actions()}
        assert values[int(actions[i])] > max(values.values()) - 1e-4
        assert abs(outlook[i, mover] - max(values.values())) < 1e-4


def slow_value(state: State, action: int, net: Net, mover: int) -> float:
    """The share of the victory that a seat expects after its action, once everything is placed."""
    after = state.clone()
    after.apply_action(action)
    if after.is_chance_node():
        outcomes = after.chance_outcomes()
        return sum(chance * slow_value(after, outcome, net, mover) for outcome, chance in outcomes)
    record = after.observation()
    if int(record["phase"][0]) == PLACING:
        return max(slow_value(after, play, net, mover) for play in after.legal_actions())
    if int(record["phase"][0]) == OVER:
        return float(mover in after.winners()) / len(after.winners())
    seat, players = int(record["seat"][0]), after.num_players()
    found = rows(record, np.array([seat]))
    return float(net.values(found, found, np.zeros(1, np.int64), players)[0][(mover - seat) % players])


@pytest.mark.parametrize("parameters", [{}, {"bruno": True}, {"setup": "michael"}, {"players": 3}])
def test_second_look_is_what_the_next_seat_finds(parameters: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Every play on a State, and then what the next seat expects of its best action, every tile weighed."""
    monkeypatch.setattr(lookahead, "AGAIN", 1000)  # as good as all
    game = jardinet.load_game("lucky_numbers", **parameters)
    looking, records = Lookahead(game, shipped_net(game.num_players())), positions(game, 60, 6, steps=40)
    records = rows_of(records, np.flatnonzero((records["phase"] >= CHOOSING) & (records["player"] >= 0))[:12])
    found = looking.worth_again(records)
    for i in range(len(records)):
        state, mover = game.state_at(records[i : i + 1]), int(records["player"][i])
        legal = state.legal_actions()
        expected = [later_value(state, action, looking, mover) for action in legal]
        np.testing.assert_allclose(found[i, legal, mover], expected, atol=2e-3)
        assert np.isnan(np.delete(found[i, :, mover], legal)).all()
    actions = MasterBot(game, looking.net).act(records, records["player"].astype(np.int64), np.random.default_rng(0))
    own = found[np.arange(len(records)), :, records["player"]]
    np.testing.assert_allclose(own[np.arange(len(records)), actions], np.nanmax(own, axis=1), atol=1e-2)


def later_value(state: State, action: int, looking: Lookahead, mover: int) -> float:
    """What a seat expects of an action once the next one has looked; it places as a look at once tells it to."""
    after = state.clone()
    after.apply_action(action)
    if after.is_chance_node():
        if state.observation()["phase"][0] != CHOOSING:  # a set-up: its worth is the net's
            return slow_value(state, action, looking.net, mover)
        return sum(chance * later_value(after, outcome, looking, mover) for outcome, chance in after.chance_outcomes())
    record = after.observation()
    if int(record["phase"][0]) == OVER:
        return float(mover in after.winners()) / len(after.winners())
    actions, outlook = looking.choose(record)
    if int(record["phase"][0]) == PLACING:
        return later_value(after, int(actions[0]), looking, mover)
    return float(outlook[0, mover])
