"""A puzzle made up by hand, for tests of what does not depend on its position."""

from __future__ import annotations

from jardinet.puzzles.book import Puzzle

PUZZLE = Puzzle(
    game="lucky_numbers",
    players=2,
    moves="reveal-7",
    seat=0,
    turn=1,
    costs={"": {"place-a1": 0.0, "place-b2": 0.1, "place-c3": 0.2, "place-d4": 0.3}},
    answer="place-a1",
    kind="set-up/place/2",
    difficulty=1,
    lead=0.1,
    doubt=0.02,
    rollouts=64,
)
