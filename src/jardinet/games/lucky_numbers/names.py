"""Names of the cells, phases and ends of Lucky Numbers, in texts, views and records."""

from __future__ import annotations

from jardinet.games.lucky_numbers import rules

CELL_NAMES = tuple("abcd"[cell % rules.SIDE] + str(cell // rules.SIDE + 1) for cell in range(rules.CELLS))
DIAGONAL = ("a1", "b2", "c3", "d4")  # LN-1.3
NUMBERS = range(1, rules.NUMBERS + 1)

PHASES = {
    rules.DEALING: "dealing",
    rules.SETUP_DRAWING: "setup-drawing",
    rules.SETUP_PLACING: "setup-placing",
    rules.CHOOSING: "choosing",
    rules.REVEALING: "revealing",
    rules.PLACING: "placing",
    rules.OVER: "over",
}
ENDS = {rules.FULL_BOARD: "full-board", rules.LAST_TILE: "last-tile", rules.STALL: "stall"}
REASONS = {rules.MUST_STAY_SMALLER: "smaller", rules.MUST_STAY_LARGER: "larger", rules.EQUAL: "equal"}
