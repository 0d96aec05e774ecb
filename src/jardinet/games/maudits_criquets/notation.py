"""The compact form of Maudits Criquets in a record: one text a turn, written and read back.

    +corn +corn +locust 4/6/x corn locust

Cards laid out, then the bids seat by seat, then what was picked, in the order of picking. Forced results (a lone kind,
an A, an invasion) are not written. An unfinished game may end anywhere. docs/record.md shows whole records.
"""

from __future__ import annotations

from collections.abc import Sequence

from jardinet.games.api import CHANCE, Move, State, TextError, Turn, check_is_one_turn
from jardinet.games.maudits_criquets import rules
from jardinet.games.maudits_criquets.names import BIDS, KINDS
from jardinet.games.sentences import Every


def write(state: State, moves: Sequence[Move]) -> list[Turn]:
    """The turns of a game that begins at `state` and continues with `moves`."""
    turns: list[list[str]] = []
    has_bid = False  # where all have bid, the next card or bid begins a turn
    for move in moves:
        if not turns or (has_bid and (isinstance(move, tuple) or state.current_player() == CHANCE)):
            turns.append([])
            has_bid = state.current_player() >= 0
        if isinstance(move, tuple):
            turns[-1].append("/".join(BIDS[bid] for bid in move))
            has_bid = True
        else:
            turns[-1].append(("+" if state.current_player() == CHANCE else "") + KINDS[move - rules.PICK])
        state.apply(move)
    return [Turn(None, " ".join(parts)) for parts in turns]


def read(state: State, text: str) -> None:
    """Play one turn's text on `state`.

    Raises:
        GameError: it is not in the form above, or the rules do not allow it; what was legal is played.
    """
    before = state.clone()
    for word in text.split(" "):
        if word.startswith("+"):
            if not state.is_chance_node():
                raise TextError("no-card-due", "{word!r} lays a card out, but no card is due.", word=word)
            state.apply_action(_kind(word[1:], word))
        elif "/" in word:
            state.apply_actions([_bid(name, word) for name in word.split("/")])
        else:
            if state.current_player() < 0:
                raise TextError("nobody-picks", "{word!r} picks a kind, but nobody is to pick.", word=word)
            state.apply_action(_kind(word, word))
    check_is_one_turn(text, write(before, state.history()[len(before.history()) :]))


def _kind(name: str, word: str) -> int:
    if name not in KINDS:
        raise TextError("no-kind", "{word!r} names no kind of card: there are {kinds}.", word=word, kinds=Every(KINDS))
    return rules.PICK + KINDS.index(name)


def _bid(name: str, word: str) -> int:
    if name not in BIDS:
        raise TextError(
            "no-bid", "{word!r} holds a bid that does not exist: bids are {bids}.", word=word, bids=Every(BIDS)
        )
    return BIDS.index(name)
