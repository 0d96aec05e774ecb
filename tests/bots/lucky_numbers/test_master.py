"""Master knows what a position is worth: it plays every variant, sees no more than its seat, and weighs a draw exactly."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import jardinet
from jardinet.arena.lockstep import play_chunk
from jardinet.bots.api import choose
from jardinet.bots.levels import load_bot
from jardinet.bots.lucky_numbers import lookahead
from jardinet.bots.lucky_numbers.features import TURNED, slots_of, write_rows
from jardinet.bots.lucky_numbers.lookahead import Lookahead, list_hands, list_plays
from jardinet.bots.lucky_numbers.master import MasterBot, shipped_net
from jardinet.bots.sparse_net import Net
from jardinet.games.api import Game, State
from jardinet.games.lucky_numbers.rules import CHOOSING, DISCARD, DRAW, NUMBERS, OVER, PLACE, PLACING
from jardinet.games.records import rows_of

PLAYERS = (2, 3, 4)


def positions(game: Game, count: int, seed: int, steps: int = 60) -> NDArray[Any]:
    """Records from everywhere in random games of at most so many decisions; chance moves in none, some are over."""
    generator = np.random.default_rng(seed)
    states = rows_of(game.new_initial_state().observation(), np.zeros(count, np.int64))
    stops = generator.integers(steps, size=count)
    for step in range(steps):
        game.rules.reveal_all(states, generator)
        moving = np.flatnonzero((states["player"] >= 0) & (stops > step))
        actions = np.empty(len(moving), np.int64)
        game.rules.random_actions(states, moving, states["player"][moving].astype(np.int64), generator, actions)
        assert game.rules.apply_all(states, moving, actions) == -1
    return states


def rows(records: NDArray[Any], viewers: NDArray[np.int64], symmetries: int = 0) -> NDArray[np.int16]:
    slots = slots_of(int(records["players"][0]))
    found = np.full((len(records), len(slots) - 1), -1, np.int16)
    write_rows(records, viewers, np.full(len(records), symmetries), slots, found)
    return found


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("bruno", [False, True])
def test_every_slot_is_filled_with_an_input_of_its_own(players: int, bruno: bool) -> None:
    game = jardinet.load_game("lucky_numbers", players=players, bruno=bruno)
    slots = slots_of(players)
    found = rows(positions(game, 400, 1), np.zeros(400, np.int64))
    assert (found >= slots[:-1]).all() and (found < slots[1:]).all()


@pytest.mark.parametrize(("players", "bruno"), [(2, False), (3, True), (4, False)])
def test_what_is_known_of_the_row_before_changes_nothing(players: int, bruno: bool) -> None:
    """Boards that look as they did are copied: rows written together are those written one by one."""
    game = jardinet.load_game("lucky_numbers", players=players, bruno=bruno)
    records = positions(game, 120, 2)
    hand, play = list_plays(records)
    afterwards = rows_of(records, hand)
    game.rules.apply_all(afterwards, np.arange(len(play)), play)
    viewers = afterwards["seat"].astype(np.int64)
    alone = [rows(afterwards[i : i + 1], viewers[i : i + 1], 1)[0] for i in range(len(afterwards))]
    assert len(alone) > 100
    assert (rows(afterwards, viewers, 1) == alone).all()


def mirrored(record: NDArray[Any], boards: int, turned: bool) -> NDArray[Any]:
    """The record with the boards of some seats transposed and, perhaps, everything turned about."""
    other = rows_of(record, np.zeros(1, np.int64))
    numbers = [0, *(NUMBERS - np.arange(NUMBERS))] if turned else list(range(NUMBERS + 1))
    for seat in range(int(record["players"][0])):
        for name in ("board", "row_accepts", "column_accepts"):
            other[name][0, seat] = np.array([_mapped(v, name, numbers) for v in record[name][0, seat]])
        if boards >> seat & 1:
            rowwise, columnwise = other["row_accepts"][0, seat].copy(), other["column_accepts"][0, seat].copy()
            other["row_accepts"][0, seat], other["column_accepts"][0, seat] = columnwise, rowwise
            for name in ("board", "row_accepts", "column_accepts"):
                other[name][0, seat] = other[name][0, seat].reshape(4, 4).T.reshape(-1)
        if turned:
            for name in ("board", "row_accepts", "column_accepts"):
                other[name][0, seat] = other[name][0, seat][::-1].copy()
    for name in ("pile", "table"):
        other[name][0] = record[name][0][numbers]
    other["on_table"][0] = _mapped(int(record["on_table"][0]), "on_table", numbers)
    return other


def _mapped(value: int, name: str, numbers: list[int]) -> int:
    if name == "board":
        return int(numbers[value])
    return sum(1 << int(numbers[n]) for n in range(1, NUMBERS + 1) if int(value) >> n & 1)


@pytest.mark.parametrize("symmetry", [1, 2, TURNED, TURNED | 3])
def test_symmetries_are_the_features_of_the_mirrored_position(symmetry: int) -> None:
    game = jardinet.load_game("lucky_numbers", bruno=True)
    records, viewers = positions(game, 40, 3), np.zeros(40, np.int64)
    images = np.concatenate([mirrored(records[i : i + 1], symmetry & 3, bool(symmetry & TURNED)) for i in range(40)])
    assert (rows(images, viewers) != rows(records, viewers)).any()
    assert (rows(images, viewers) == rows(records, viewers, symmetry)).all()


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


@pytest.mark.parametrize("players", PLAYERS)
def test_plays_whole_games_of_every_variant(players: int) -> None:
    for setup, bruno, utility in product(("standard", "michael"), (False, True), ("win", "points")):
        game = jardinet.load_game("lucky_numbers", players=players, setup=setup, bruno=bruno, utility=utility)
        bots = [load_bot("master", game), *[load_bot("random", game)] * (players - 1)]
        tally = play_chunk(game, bots, np.arange(12) % players, np.random.default_rng(2))
        assert tally.games == 12 and tally.seats[0].wins[0] > 8, (setup, bruno, utility)


def test_a_drawn_tile_is_discarded_rather_than_exchanged_for_its_like() -> None:
    game = jardinet.load_game("lucky_numbers", bruno=True)
    records = positions(game, 2000, 9)
    records = rows_of(records, np.flatnonzero((records["phase"] == PLACING) & ~records["taken"]))
    seats = records["player"].astype(np.int64)
    has_its_like = (records["board"][np.arange(len(seats)), seats] == records["tile"][:, None]).any(axis=1)
    actions = load_bot("master", game).act(records, seats, np.random.default_rng(0))
    assert (actions[has_its_like] == DISCARD).any()
    placed = np.flatnonzero(actions != DISCARD)
    assert (records["board"][placed, seats[placed], actions[placed] - PLACE] != records["tile"][placed]).all()


def test_choice_follows_from_the_observation_alone() -> None:
    """In a simulation the generator that a bot is given decides what it will draw, too: it is not looked at."""
    game = jardinet.load_game("lucky_numbers", setup="michael")
    records = positions(game, 80, 8)
    records = rows_of(records, np.flatnonzero(records["player"] >= 0))
    seats, bot = records["player"].astype(np.int64), load_bot("master", game)
    generator = np.random.default_rng(1)
    before = generator.bit_generator.state
    together = bot.act(records, seats, generator)
    assert generator.bit_generator.state == before
    alone = [bot.act(records[i : i + 1], seats[i : i + 1], np.random.default_rng(i))[0] for i in range(len(records))]
    assert together.tolist() == alone


def test_choice_is_the_same_whatever_order_brought_the_same_position() -> None:
    game = jardinet.load_game("lucky_numbers")
    chosen = []
    for order in ((17, 9), (9, 17)):
        state = game.new_initial_state()
        texts = [f"reveal-{n}" for n in (3, 8, 13, 18, 2, 7, 12, 19)]
        texts += ["place-a1", "place-b2", "place-c3", "place-d4"] * 2
        for tile in order:
            texts += ["draw", f"reveal-{tile}", "discard"]
        for text in texts:
            state.apply_action(state.string_to_action(state.current_player(), text))
        chosen.append(choose(load_bot("master", game), state, 0, np.random.default_rng(0)))
    assert chosen[0] == chosen[1]


@pytest.mark.parametrize("hand", [(13, 4, 20, 9), (5, 5, 5, 2), (20, 19, 2, 1)])
def test_sets_a_dealt_hand_up_in_rising_order(hand: tuple[int, ...]) -> None:
    state = jardinet.load_game("lucky_numbers", players=3).new_initial_state()
    for tile in (*hand, 8, 8, 8, 7, 7, 7, 6, 6):
        state.apply_action(tile)
    bot = load_bot("master", state.get_game())
    for _ in hand:
        state.apply_action(choose(bot, state, 0, np.random.default_rng(0)))
    assert state.observation()["board"][0, 0, ::5].tolist() == sorted(hand)


GOLDEN = {  # each seat's share of the victory where seat 0 is about to choose, its diagonal being the better one
    2: (0.9221, 0.0779),
    3: (0.8656, 0.0691, 0.0653),
    4: (0.6963, 0.0801, 0.0722, 0.1513),
}


@pytest.mark.parametrize("players", PLAYERS)
def test_weights_give_golden_values(players: int) -> None:
    state = jardinet.load_game("lucky_numbers", players=players).new_initial_state()
    for tile in (2, 8, 13, 19, *[1, 2, 3, 4, 17, 18, 19, 20, 5, 6, 15, 16][: 4 * players - 4]):
        state.apply_action(tile)
    for _ in range(players):
        for cell in ("a1", "b2", "c3", "d4"):
            state.apply_action(state.string_to_action(state.current_player(), f"place-{cell}"))
    found = rows(state.observation(), np.zeros(1, np.int64))
    values = shipped_net(players).values(found, found, np.zeros(1, np.int64), players)[0]
    np.testing.assert_allclose(values[:players], GOLDEN[players], atol=2e-4)
    assert values[0] == values[:players].max()
