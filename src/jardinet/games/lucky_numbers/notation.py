"""The compact form of Lucky Numbers in a record: one text a turn, written and read back.

    +13@b2x10   drew 13, placed it on b2, 10 went to the table      +13-   drew 13, discarded it
    5@c3        took 5, placed it on c3                             +7@a1  Michael's set-up
    +3 +7 +12 +18   a hand of the standard set-up, and  @a1 @b2 @c3 @d4  its tiles placed as drawn

A turn with replays (Bruno) holds its plays one after another. An unfinished game may end in half a play: `+` or `+13`
or `5`. docs/record.md shows whole records.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from jardinet.games.api import CHANCE, Move, State, TextError, Turn, check_is_one_turn
from jardinet.games.lucky_numbers import rules
from jardinet.games.lucky_numbers.names import CELL_NAMES

_PLAY = re.compile(
    r"(?P<drew>\+?)(?P<tile>[1-9][0-9]?)?(?:@(?P<cell>[a-d][1-4])(?:x(?P<leaving>[1-9][0-9]?))?|(?P<away>-))?"
)


def write(state: State, moves: Sequence[Move]) -> list[Turn]:
    """The turns of a game that begins at `state` and continues with `moves`."""
    turns: list[tuple[int, str]] = []
    for move in moves:
        assert isinstance(move, int)
        record, phase = state.record, int(state.record["phase"])
        seat = int(record["seat"])
        if phase == rules.DEALING:
            seat = (int(record["first"]) + int(record["dealt"]) // int(record["side"])) % state.num_players()
        text, is_new = _part(state, phase, move)
        last = len(turns) - 1
        if last < 0 or turns[last][0] != seat:
            turns.append((seat, text))
        else:
            turns[last] = (seat, turns[last][1] + (" " if is_new else "") + text)
        state.apply_action(move)
    return [Turn(seat, text) for seat, text in turns]


def _part(state: State, phase: int, action: int) -> tuple[str, bool]:
    """An action's part of a play, and whether it begins one."""
    if phase in (rules.DEALING, rules.SETUP_DRAWING):
        return f"+{action}", True
    if phase == rules.REVEALING:
        return str(action), False
    if phase == rules.CHOOSING:
        return ("+" if action == rules.DRAW else str(action)), True
    if action == rules.DISCARD:
        return "-", False
    cell = action - rules.PLACE
    leaving = int(state.record["board"][int(state.record["seat"]), cell])
    is_dealt_hand = phase == rules.SETUP_PLACING and not state.record["michael"]
    return f"@{CELL_NAMES[cell]}" + (f"x{leaving}" if leaving else ""), is_dealt_hand


def read(state: State, text: str) -> None:
    """Play one turn's text on `state`.

    Raises:
        GameError: it is not in the form above, or the rules do not allow it; what was legal is played.
    """
    before = state.clone()
    for play in text.split(" "):
        match = _PLAY.fullmatch(play)
        if not match or not play:
            raise TextError(
                "no-play", "{play!r} is not a play: plays read like +13@b2x10, +13-, 5@c3 or @a1.", play=play
            )
        drew, tile, cell = match["drew"], match["tile"], match["cell"]
        if drew and not state.is_chance_node():
            state.apply_action(rules.DRAW)
        elif drew and not tile:
            raise TextError("play-draws", "{play!r} draws a tile, but one is being revealed here: +13, say.", play=play)
        if tile and drew:
            state.apply_action(int(tile))
        elif tile and state.is_chance_node():
            raise TextError(
                "play-takes", "{play!r} takes a tile, but a hidden one is revealed here: +{tile}.", play=play, tile=tile
            )
        elif tile:
            state.apply_action(int(tile))
        if match["away"]:
            state.apply_action(rules.DISCARD)
        elif cell:
            _check_leaving(state, cell, match["leaving"])
            state.apply_action(rules.PLACE + CELL_NAMES.index(cell))
    check_is_one_turn(text, write(before, state.history()[len(before.history()) :]))


def _check_leaving(state: State, cell: str, given: str | None) -> None:
    """Raise TextError unless a placement names exactly the tile that lies on the cell, or none on a free cell."""
    lies = int(state.record["board"][int(state.record["seat"]), CELL_NAMES.index(cell)])
    if state.current_player() != CHANCE and int(given or 0) != lies:
        play = f"@{cell}x{given}" if given else f"@{cell}"
        if lies:
            raise TextError("other-tile-there", "{play} does not fit: {tile} lies there.", play=play, tile=lies)
        raise TextError("no-tile-there", "{play} does not fit: the cell is free.", play=play)
