"""The solver of Lucky Numbers' endings agrees with brute force on a thousand small positions; some minutes."""

from __future__ import annotations

from types import ModuleType

from tests.bots.lucky_numbers.test_endings import compare
from tests.long.sizes import SEED, SHARE


def test_the_solver_agrees_with_brute_force_on_a_thousand_positions(referee: ModuleType) -> None:
    count = max(2, round(1000 * SHARE))
    assert compare(referee, count, seed=SEED)["positions"] == count
