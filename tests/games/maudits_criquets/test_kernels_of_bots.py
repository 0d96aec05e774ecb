"""What the rules tell bots: the kernels that work on parts of a record, each against the plain words of its clause."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from jardinet.games.kernels import count_bits
from jardinet.games.maudits_criquets import rules


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("is_for_beginners", [False, True])
def test_who_takes_for_all_bids_that_there_are(players: int, is_for_beginners: bool) -> None:
    """MC-2.3 to 2.7, 7.1."""
    for bids in product(range(rules.BIDS), repeat=players):
        alone = [seat for seat in range(players) if bids.count(bids[seat]) == 1]
        by_card = {bids[seat]: seat for seat in alone}
        numbers = [seat for seat in alone if bids[seat] not in (rules.ACE, rules.X)]
        taker = -1
        if rules.ACE in by_card:
            taker = by_card[rules.ACE]
            if rules.X in by_card and not is_for_beginners:
                taker = by_card[rules.X]
        elif players == 2 and rules.X in by_card and numbers:
            (taker,) = numbers
        standing = [] if taker >= 0 else numbers
        cancelled = set(range(players)) - set(alone)
        expected = (taker, sum(1 << seat for seat in standing), sum(1 << seat for seat in cancelled))
        assert rules.takers_of(np.array(bids, np.int8), players, is_for_beginners) == expected, bids


def test_crops_are_all_but_locusts() -> None:
    kinds = np.arange(1, rules.KINDS + 1, dtype=np.int8)
    assert rules.crops_in(kinds) == kinds.sum() - kinds[rules.LOCUST]


@pytest.mark.parametrize("mask", [0, 1, 0b1011, 255, 2**62 - 1])
def test_bits_are_counted(mask: int) -> None:
    assert count_bits(mask) == mask.bit_count()
