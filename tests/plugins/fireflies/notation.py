"""The compact form of Fireflies in a record: one text a turn, `=2 clear s/g/- @5`.

Wishes that were dealt before the first turn are a line of their own, `~1 ~3`. What was rolled, the card that was turned, what each seat chose (`-`: it is at home), and where lanterns were hung.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from fireflies import rules
from jardinet.games.api import CHANCE, NO_ACTION, Move, State, TextError, Turn, check_is_one_turn

_SIGNS = {rules.STAY: "s", rules.GO: "g", NO_ACTION: "-"}


def write(state: State, moves: Sequence[Move]) -> list[Turn]:
    """The turns of a game that begins at `state` and continues with `moves`."""
    turns: list[list[str]] = []
    for move in moves:
        if not turns or int(state.record["phase"]) == rules.ROLLING:
            turns.append([])
        turns[-1].append(_part(state, move))
        state.apply(move)
    return [Turn(None, " ".join(parts)) for parts in turns]


def _part(state: State, move: Move) -> str:
    if isinstance(move, tuple):
        return "/".join(_SIGNS[one] for one in move)
    if state.current_player() != CHANCE:
        return f"@{move - rules.HANG + 1}"
    if move >= rules.WISH:
        return f"~{move - rules.WISH + 1}"
    if move < rules.CLEAR:
        return f"={move - rules.ROLL + 1}"
    return "owl" if move == rules.OWL else "clear"


def read(state: State, text: str) -> None:
    """Play one turn's text on `state`; raise GameError where it is not in the form above or breaks the rules."""
    before = state.clone()
    for word in text.split(" "):
        state.apply(_move(word))
    check_is_one_turn(text, write(before, state.history()[len(before.history()) :]))


def _move(word: str) -> Move:
    if word in ("clear", "owl"):
        return rules.OWL if word == "owl" else rules.CLEAR
    if re.fullmatch(r"~[1-3]", word):
        return rules.WISH + int(word[1:]) - 1
    if re.fullmatch(r"=[1-3]", word):
        return rules.ROLL + int(word[1:]) - 1
    if re.fullmatch(r"@[1-9][0-9]?", word):
        return rules.HANG + int(word[1:]) - 1
    if re.fullmatch(r"[sg-](/[sg-])+", word):
        actions = {sign: action for action, sign in _SIGNS.items()}
        return tuple(actions[sign] for sign in word.split("/"))
    raise TextError(
        "no-part-of-a-turn", "{word!r} is no part of a turn: they read ~1, =2, clear, owl, s/g/- or @5.", word=word
    )
