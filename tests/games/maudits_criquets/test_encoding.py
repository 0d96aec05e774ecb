"""The compiled tensor is the one that plain NumPy makes of the record's fields."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from jardinet.games import load_game
from jardinet.games.maudits_criquets import encoding, parameters, rules

VARIANTS: list[dict[str, Any]] = [
    {},
    {"players": 3},
    {"players": 4},
    {"beginner": True, "majority_tie": "none"},
    {"players": 4, "crops": 2, "copies": 3, "locusts": 2, "numbers": 3, "specials": False, "loot": 2},
    {"players": 3, "crops": 1, "copies": 13, "locusts": 0, "numbers": 1, "loot": 1},
]


@pytest.mark.parametrize("given", VARIANTS, ids=str)
def test_the_tensor_is_what_numpy_makes_of_the_fields(given: dict[str, Any]) -> None:
    """Both kernels, every seat, every position of 20 games."""
    game = load_game("maudits_criquets", **given)
    generator = np.random.default_rng(1)
    rows = np.empty((1, *game.observation_tensor_shape()), np.float32)
    for _ in range(20):
        state = game.new_initial_state()
        while True:
            record = state.observation()
            for seat in range(game.num_players()):
                expected = by_numpy(record[0], seat).tobytes()
                encoding.ENCODING.encode_all(record, np.array([seat]), rows)
                assert rows.tobytes() == expected
                encoding.ENCODING.encode(record, 0, seat, rows[0])
                assert rows.tobytes() == expected
            if state.is_terminal():
                break
            if state.is_simultaneous_node():
                hands = [state.legal_actions(seat) for seat in range(game.num_players())]
                state.apply_actions([int(generator.choice(hand)) for hand in hands])
            else:
                state.apply_action(int(generator.choice(state.legal_actions())))


ONE_BY_ONE: dict[str, Any] = {"locusts": 0, "numbers": 2, "specials": False, "loot": 1}


def test_more_tokens_than_the_box_holds_can_still_be_told_apart() -> None:
    """MC-1.3: they never run out. Seat 0 and seat 1 take a card each in turn, in rounds of two."""
    game = load_game("maudits_criquets", **ONE_BY_ONE)
    state, most = game.new_initial_state(), encoding.most_tokens(game.parameters)
    tokens_at = rules.KINDS + 2 * rules.BIDS
    seen: dict[int, float] = {}
    turn = 0
    while not state.is_terminal():
        if state.is_simultaneous_node():
            state.apply_actions((1, 0) if turn % 2 == 0 else (0, 1))
            turn += 1
        else:
            state.apply_action(state.legal_actions()[0])
        seen[int(state.record["tokens"][0])] = float(state.observation_tensor(0)[tokens_at])
    assert max(seen) > 24
    assert len(set(seen.values())) == len(seen)
    assert seen == {count: pytest.approx(count / most) for count in seen}


def test_no_seat_has_more_tokens_than_the_tensor_can_tell() -> None:
    """Every cut-down game is played by seats that agree on making the game long."""
    generator = random.Random(4)
    for _ in range(150):
        given = {p.name: generator.choice(list(p.allowed)) for p in parameters.PARAMETERS}
        game = load_game("maudits_criquets", **given)
        state, most = game.new_initial_state(), encoding.most_tokens(game.parameters)
        while not state.is_terminal():
            if state.is_simultaneous_node():
                # all but seat 0 and one more bid alike, so that few take, and one card at a time
                hands = [state.legal_actions(seat) for seat in range(game.num_players())]
                state.apply_actions([generator.choice(hands[0]), *(hand[0] for hand in hands[1:])])
            else:
                state.apply_action(state.legal_actions()[0])
        assert max(state.record["tokens"]) <= most


def test_a_game_of_two_with_all_cards_keeps_to_the_tokens_of_the_box() -> None:
    """Which is what its tensors have always been divided by."""
    assert encoding.most_tokens(load_game("maudits_criquets").parameters) == 24
    assert encoding.most_tokens(load_game("maudits_criquets", beginner=True).parameters) == 24
    assert encoding.most_tokens(load_game("maudits_criquets", copies=2, locusts=2).parameters) == 24
    assert encoding.most_tokens(load_game("maudits_criquets", players=3).parameters) > 24


def by_numpy(record: Any, own: int) -> NDArray[np.float32]:
    players, cards = int(record["players"]), np.arange(8)
    parts: list[Any] = []
    for seat in [(own + k) % players for k in range(players)]:
        parts += [record["reserve"][seat] / 13, int(record["hand"][seat]) >> cards & 1, record["bid"][seat] == cards]
        tokens = record["tokens"][seat] / record["most_tokens"]
        parts.append([tokens, int(record["takers"]) >> seat & 1, seat == record["player"]])
    parts += [record["loot"] / 14, record["pile"] / 14, np.arange(4) == record["phase"]]
    parts.append([record["to_lay_out"] / 3, record["impasses"], record["has_taken"]])
    parts.append([record["beginner"], record["shares_majority"]])
    return np.concatenate(parts).astype(np.float32)
