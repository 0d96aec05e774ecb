"""Masks of actions, of as many as a game has."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from jardinet.games.moves import actions_in


@given(st.sets(st.integers(0, 300)))
@example(set())
@example({7, 8, 23, 24, 39, 40, 62, 63, 79, 80})
def test_the_actions_of_a_mask_are_its_bits_rising(actions: set[int]) -> None:
    found = actions_in(sum(1 << action for action in actions))
    assert found == sorted(actions)
    found.append(0)  # the caller's own
    assert actions_in(sum(1 << action for action in actions)) == sorted(actions)
