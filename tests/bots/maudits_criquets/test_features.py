"""Features: one of each block for whatever it looks at, and every one in a place of its own."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from tests.bots.maudits_criquets.positions import game_of, positions

from jardinet.bots.maudits_criquets import features
from jardinet.bots.maudits_criquets.features import FEATURES, HAND, MOST_ACTIVE, active_features, hand_feature
from jardinet.games.maudits_criquets.rules import BIDS, CROPS

PER_CROP = ("CROP_AND_LOOT", "CROP_AND_PILE")  # and per other seat
PER_OTHER = ("TOKENS", "MAJORITY", "LOCUSTS")
ONCE = ("LOCUSTS_RISK", "LOCUSTS_AHEAD", "PILE", "LOOT", "TURNS")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("beginner", [False, True])
def test_every_block_has_as_many_features_as_it_looks_at(players: int, beginner: bool) -> None:
    records, _ = positions(game_of(players=players, beginner=beginner), 60, players)
    others = players - 1
    wanted = [*[CROPS * others] * 2, *[others] * 3, *[1] * 5, BIDS * others]
    edges = [*(getattr(features, name) for name in (*PER_CROP, *PER_OTHER, *ONCE)), HAND, FEATURES]
    active = np.empty(MOST_ACTIVE, np.int64)
    for record, seat in product(records, range(players)):
        count = active_features(record, seat, True, active)
        assert np.histogram(active[:count], edges)[0].tolist() == wanted
        assert active[:count].max() < FEATURES
        assert active_features(record, seat, False, active) == count - BIDS * others


def test_every_card_and_whoever_has_it_is_a_feature_of_its_own() -> None:
    found = [hand_feature(*case) for case in product(range(BIDS), (0, 1), (0, 1), (0, 1))]
    assert sorted(found) == list(range(HAND, FEATURES))
