"""What decides the future of a game of Maudits Criquets, and what does not any more."""

from __future__ import annotations

import itertools

from jardinet.games import load_game
from jardinet.games.api import State
from jardinet.games.maudits_criquets import rules

LOOT = ["reveal-corn", "reveal-corn", "reveal-locust"]


def played(*texts: str, players: int = 2, **given: int) -> State:
    state = load_game("maudits_criquets", players=players, **given).new_initial_state()
    for text in texts:
        state.apply(state.string_to_move(text))
    return state


def test_the_order_in_which_cards_were_laid_out_does_not_count() -> None:
    keys = {played(*order).key() for order in itertools.permutations(LOOT)}
    assert len(keys) == 1
    assert keys != {played("reveal-corn", "reveal-locust", "reveal-locust").key()}


def test_bids_count_by_their_order_and_only_while_somebody_is_to_pick() -> None:
    """Both play 1 and 2 in two turns and get the same cards, seat 0 corn and seat 1 locusts."""
    ways = []
    for first, second in (("bid-2+bid-1", "bid-1+bid-2"), ("bid-1+bid-2", "bid-2+bid-1")):
        state = played("reveal-corn", "reveal-locust", loot=2)
        for bids in (first, second):
            state.apply(state.string_to_move(bids))
            mine = "corn" if state.current_player() == 0 else "locust"
            state.apply(state.string_to_move(f"pick-{mine}"))
            for card in ("reveal-corn", "reveal-locust"):
                state.apply(state.string_to_move(card))
        ways.append(state)
    assert ways[0] == ways[1]
    assert ways[0].observation().tobytes() != ways[1].observation().tobytes()  # the last bids lie there
    choosing = [played(*LOOT, bids).key() for bids in ("bid-2+bid-1", "bid-1+bid-2")]
    assert choosing[0] != choosing[1]


def test_rounds_the_log_and_settled_impasses_are_left_out() -> None:
    state = played(*LOOT, "bid-3+bid-3", "reveal-corn", "bid-4+bid-1")
    assert state.current_player() == 0
    record = state.observation()
    record["log"] = 7
    record["lines"] = 2
    record["rounds"] = 3
    record["impasses"] = 0  # somebody is going to take, and then it is 0
    assert state.get_game().state_at(record).key() == state.key()
    record["hand"][0, 1] ^= 1
    assert state.get_game().state_at(record).key() != state.key()


def test_the_count_of_impasses_decides_what_the_next_one_brings() -> None:
    """MC-3.1 and 3.2: a card more, or the loot is gone."""
    state = played(*LOOT, "bid-3+bid-3", "reveal-corn")
    record = state.observation()
    record["impasses"] = 0
    assert state.get_game().state_at(record).key() != state.key()
    assert len(state.key()) == rules.KEY.itemsize < rules.STATE.itemsize / 3
