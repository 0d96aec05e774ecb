"""Turns of a game in words, one for each line of its record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from jardinet.games.api import Event, Move, State
from jardinet.play.record import PlayedFor, TakenBack
from jardinet.words.game_words import AnyWords
from jardinet.words.news import stand_in_sentence, take_back_sentence


def turns_told(
    words: AnyWords,
    moves: Sequence[Move],
    played_for: Sequence[PlayedFor] = (),
    taken_back: Sequence[TakenBack] = (),
) -> Iterator[tuple[str, State]]:
    """Yield each turn in words, as far as the reader may know it, and the position after it, from which the next turn goes on.

    Args:
        words: of the game; the seat that they call "you" is the reader's.
        moves: the game's, as `State.history` lists them.
        played_for: bots' decisions in people's places, which are told with the turn.
        taken_back: what people took back, told with the turn in which they did.

    >>> from jardinet import load_game
    >>> from jardinet.words.game_words import load_words
    >>> from jardinet.words.language import load_language
    >>> words = load_words(load_language("en"), load_game("lucky_numbers", setup="michael"), ["Ada", "Ben"], None)
    >>> [told for told, _state in turns_told(words, [13, 23 + 8])]
    ['Ada draws 13 and places it on c3.']
    """
    state = words.game.new_initial_state()
    for begin, end in pairwise([0, *words.game.turn_ends(moves)]):
        events: list[Event] = []
        for move in moves[begin:end]:
            events += state.events(move, words.you)
            state.apply(move)
        bots = dict.fromkeys((one.seat, one.level) for one in played_for if begin <= one.before < end)
        news = (stand_in_sentence(words, seat, level, is_late=False) for seat, level in bots)
        backs = [take_back_sentence(words, one.seat) for one in taken_back if begin <= one.before < end]
        yield " ".join([*backs, *words.tell(events), *news]), state
