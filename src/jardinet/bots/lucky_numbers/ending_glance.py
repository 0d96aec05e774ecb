"""What the solver of endings knows of a position without a search, from its free cells and the tiles that fit them."""

from __future__ import annotations

from typing import Any

from jardinet.games.compiled import compiled
from jardinet.games.lucky_numbers.rules import CELLS, NUMBERS, SIDE, numbers_for


@compiled
def at_a_glance(record: Any, seat: int) -> tuple[float, float]:
    """Bounds that need no search, of the seat that chooses.

    If a seat only draws and discards to the end, the other plays at most as many turns as there are tiles, and fills one cell
    in each. And a seat with a single free cell wins by a tile of the table that fits it, or by a draw: the other may take one
    such tile of the table, or draw one from the pile, and nothing else makes that less likely.
    """
    own, others = int(record["free"][seat]), int(record["free"][1 - seat])
    tiles = int(record["pile_size"])
    low = 0.0
    high = 1.0
    left = others - (tiles - 1)  # they have one turn less: the last tile is drawn by the seat itself
    if left >= 1 and own <= left:
        low = 1.0 if own < left else 0.5
    left = own - tiles
    if left >= 1 and others <= left:
        high = 0.0 if others < left else 0.5
    if own > 1 and others > 1:
        return low, high

    mine = _last_cell_takes(record, seat) if own == 1 else 0
    theirs = _last_cell_takes(record, 1 - seat) if others == 1 else 0
    if mine & int(record["on_table"]) != 0:
        return 1.0, 1.0
    both = 0
    i_draw = 0
    they_draw = 0
    on_table = 0
    for number in range(1, NUMBERS + 1):
        count = int(record["pile"][number])
        i_draw += count * ((mine >> number) & 1)
        they_draw += count * ((theirs >> number) & 1)
        both += count * ((mine >> number) & (theirs >> number) & 1)
        on_table += int(record["table"][number]) * ((theirs >> number) & 1)
    low = max(low, i_draw / tiles)
    if others == 1:
        by_take = 0.0 if on_table > 1 else 1.0 - they_draw / tiles  # which may take the one that they need
        if int(record["on_table"]) == 0:
            by_take = 0.0
        by_draw = 1.0
        if tiles > 1:
            missing = tiles - i_draw
            by_draw = i_draw / tiles
            if on_table == 0:
                threats = missing * they_draw - (they_draw - both)
                by_draw += missing / tiles - threats / (tiles * (tiles - 1))
        high = min(high, max(by_take, by_draw))
    return low, high


@compiled
def _last_cell_takes(record: Any, seat: int) -> int:
    """Bit n: the only free cell of a seat's board takes n."""
    for cell in range(CELLS):
        if record["board"][seat, cell] == 0:
            takes = numbers_for(record, seat, cell)
            if cell // SIDE < record["side"] and cell % SIDE < record["side"]:
                return takes
    return 0
