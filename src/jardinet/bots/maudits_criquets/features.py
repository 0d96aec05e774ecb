"""Features of a position of Maudits Criquets: the inputs of the value net, seen from one seat.

The seat's cards are compared with those of each other seat, crop by crop, all crops alike. So nothing depends on how
seats and crops are numbered, and one layout serves two, three and four players. No rule is known here; only fields of
the record are read.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.games.compiled import compiled
from jardinet.games.kernels import count_bits
from jardinet.games.maudits_criquets.rules import BIDS, CROPS, KINDS, LOCUST, SEATS, crops_in

# Consecutive blocks. Counts beyond a block's range fall into its last place.
HELD = 3  # of a kind in reserve: 0, 1 or 2; three crops are harvested, three locusts an invasion
LEAD = 6  # a lead in tokens or crop cards counts from -6 to 6
LEADS = 2 * LEAD + 1
HANDS = BIDS + 1  # how many bid cards are left, 0 to 8
RESERVE = CROPS * (HELD - 1) + 1  # crop cards that a reserve can hold, 0 to 8

CROP_AND_LOOT = 0  # of a crop: mine, theirs, in the loot 0 to 3
CROP_AND_PILE = CROP_AND_LOOT + HELD * HELD * 4  # mine, theirs, in the pile (bucket)
TOKENS = CROP_AND_PILE + HELD * HELD * 6  # lead in tokens, cards in the pile (bucket)
MAJORITY = TOKENS + LEADS * 8  # lead in crop cards, turns left in this round
LOCUSTS = MAJORITY + LEADS * HANDS  # mine, theirs, in the loot 0 to 3
LOCUSTS_RISK = LOCUSTS + HELD * HELD * 4  # my locusts, my crop cards
LOCUSTS_AHEAD = LOCUSTS_RISK + HELD * RESERVE  # my locusts, locusts in the pile (bucket)
PILE = LOCUSTS_AHEAD + HELD * 8  # cards in the pile, by threes
LOOT = PILE + 23  # cards in the loot 0 to 6, whether an impasse went before
TURNS = LOOT + 7 * 2  # turns left in this round, and the variants: beginners or not, ties shared or not
HAND = TURNS + HANDS * 4  # of a bid card: whether it is in my hand, in theirs; beginners or not
FEATURES = HAND + BIDS * 4 * 2

MOST_ACTIVE = 2 * CROPS * (SEATS - 1) + 3 * (SEATS - 1) + 5 + BIDS * (SEATS - 1)

PILE_BUCKETS = np.array([0, 1, 2, 3, 3, 4, 4, 4, *[5] * 6], np.int64)  # of one crop, 0 to 13
TOKEN_BUCKETS = np.array([0, *[1] * 4, *[2] * 6, *[3] * 7, *[4] * 8, *[5] * 11, *[6] * 13, *[7] * 27], np.int64)
LOCUST_BUCKETS = np.array([0, 1, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 7, 7], np.int64)  # 0 to 14


@compiled
def active_features(record: Any, seat: int, with_hands: bool, active: NDArray[np.int64]) -> int:
    """Fill `active` with the features that are active for a seat; returns how many. One can occur more than once."""
    players = int(record["players"])
    mine = record["reserve"][seat]
    locusts = min(int(mine[LOCUST]), HELD - 1)
    loot_locusts = min(int(record["loot"][LOCUST]), 3)
    crops = crops_in(mine)
    pile = int(record["pile_size"])
    turns = count_bits(int(record["hand"][seat]))
    count = 0
    cards = 0
    for kind in range(KINDS):
        cards += int(record["loot"][kind])
    for other in range(players):
        if other == seat:
            continue
        theirs = record["reserve"][other]
        for crop in range(CROPS):
            pair = min(int(mine[crop]), HELD - 1) * HELD + min(int(theirs[crop]), HELD - 1)
            active[count] = CROP_AND_LOOT + pair * 4 + min(int(record["loot"][crop]), 3)
            active[count + 1] = CROP_AND_PILE + pair * 6 + PILE_BUCKETS[record["pile"][crop]]
            count += 2
        lead = max(-LEAD, min(LEAD, int(record["tokens"][seat]) - int(record["tokens"][other]))) + LEAD
        active[count] = TOKENS + lead * 8 + TOKEN_BUCKETS[pile]
        lead = max(-LEAD, min(LEAD, crops - crops_in(theirs))) + LEAD
        active[count + 1] = MAJORITY + lead * HANDS + turns
        pair = locusts * HELD + min(int(theirs[LOCUST]), HELD - 1)
        active[count + 2] = LOCUSTS + pair * 4 + loot_locusts
        count += 3
    active[count] = LOCUSTS_RISK + locusts * RESERVE + min(crops, RESERVE - 1)
    active[count + 1] = LOCUSTS_AHEAD + locusts * 8 + LOCUST_BUCKETS[record["pile"][LOCUST]]
    active[count + 2] = PILE + (pile + 2) // 3
    active[count + 3] = LOOT + min(cards, 6) * 2 + (1 if record["impasses"] else 0)
    active[count + 4] = (
        TURNS + (turns * 2 + (1 if record["beginner"] else 0)) * 2 + (1 if record["shares_majority"] else 0)
    )
    count += 5
    if with_hands:
        own_hand = int(record["hand"][seat])
        agreed = 1 if record["beginner"] else 0
        for other in range(players):
            if other == seat:
                continue
            other_hand = int(record["hand"][other])
            for card in range(BIDS):
                active[count] = hand_feature(card, (own_hand >> card) & 1, (other_hand >> card) & 1, agreed)
                count += 1
    return count


@compiled
def hand_feature(card: int, mine: int, theirs: int, agreed: int) -> int:
    """The feature that says in whose hands a bid card is; arguments 0 or 1: in mine, in theirs, whether beginners play."""
    return HAND + ((card * 2 + mine) * 2 + theirs) * 2 + agreed
