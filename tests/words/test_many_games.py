"""What many games come to: means with intervals, and nobody is said to be readable whom the figures do not show to be."""

from __future__ import annotations

import numpy as np
import pytest

from jardinet.analysis.model import SeatBalance
from jardinet.words.language import CODES, load_language
from jardinet.words.many_games import LEAST, many_games


def accounts(
    name: str, bids: float, games: int, seed: int = 1, bot_errors: float = 0.0
) -> list[tuple[str, SeatBalance]]:
    """Games of somebody whom the meeting of bids brings so much in the mean, and bots in their place cost so much in each."""
    drawn = np.random.default_rng(seed).normal(bids, 0.1, games)
    return [
        (name, SeatBalance(0, 0.5, 0.1, float(one), 0.02, 0.0, 0.0, 1.0, 0.9, 20, 0.001, bot_errors)) for one in drawn
    ]


def test_who_can_be_read_is_told_and_nobody_else() -> None:
    played = [*accounts("Ada", -0.06, 200), *accounts("Ben", 0.06, 200), *accounts("Cleo", 0.0, 200, 4)]
    told = many_games(load_language("en"), played, has_bids=True)
    assert [row[:2] for row in told.rows] == [["Ada", "200"], ["Ben", "200"], ["Cleo", "200"]]
    assert len(told.verdicts) == 2
    assert told.verdicts[0].startswith("Ada: these bids could be read: −")
    assert told.verdicts[1].startswith("Ben: read the others' bids: +")


def test_few_games_tell_nothing_and_fewer_are_not_told() -> None:
    language = load_language("en")
    assert many_games(language, accounts("Ada", 0.0, LEAST - 1), has_bids=True).rows == []
    told = many_games(language, accounts("Ada", 0.0, LEAST), has_bids=True)
    assert told.verdicts == ["Too few games to tell whether bids could be read."]


def test_a_mean_is_told_with_its_interval() -> None:
    played = [("Ada", one) for _, one in accounts("Ada", 0.0, LEAST)]
    (row,) = many_games(load_language("en"), played, has_bids=False).rows
    assert row == [
        "Ada",
        "5",
        "100.0",
        "+10.0 (+10.0 to +10.0)",
        "−2.0 (−2.0 to −2.0)",
        "0.0 (0.0 to 0.0)",
    ]


def test_what_bots_cost_in_somebodys_place_is_told_beside_their_own_errors() -> None:
    played = [*accounts("Ada", 0.0, LEAST, bot_errors=0.03), *accounts("Ben", 0.0, LEAST)]
    told = many_games(load_language("en"), played, has_bids=False)
    cells = [dict(zip(told.headings, row, strict=True)) for row in told.rows]
    assert [one["bots' errors"] for one in cells] == ["−3.0 (−3.0 to −3.0)", "0.0 (0.0 to 0.0)"]
    assert [one["own errors"] for one in cells] == ["−2.0 (−2.0 to −2.0)"] * 2


@pytest.mark.parametrize("code", CODES)
def test_every_language_has_as_many_cells_as_headings(code: str) -> None:
    for has_bids in (False, True):
        told = many_games(load_language(code), accounts("Ada", -0.1, 50), has_bids=has_bids)
        assert len(told.headings) == len(set(told.headings)) == len(told.rows[0])
        assert len(told.verdicts) == has_bids
