"""Replay of a record in words, turn by turn, and the position it ends with."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from jardinet.bots.levels import is_bot
from jardinet.games.parameters import GameError
from jardinet.play.record import Record
from jardinet.terminal.position import show
from jardinet.terminal.screen import Screen
from jardinet.words.game_words import AnyWords, load_words, names_of, title_in
from jardinet.words.language import Language
from jardinet.words.pictures import picture
from jardinet.words.turns import turns_told


def check_turn(records: Sequence[Record], turn: int, language: Language) -> None:
    """Check that some game of a record has a turn of this number, from 1; shorter games are told to their end.

    Raises:
        GameError: none has; the message says how many turns each of them has.
    """
    counts = [len(record.game.turns(record.moves)) for record in records]
    if turn <= max(counts):
        return
    if len(counts) == 1:
        has = language.ngettext("the game has {turns} turn", "the game has {turns} turns", counts[0])
        told = [has.format(turns=counts[0])]
    else:
        told = [
            language.ngettext("game {number} has {turns} turn", "game {number} has {turns} turns", turns).format(
                number=number, turns=turns
            )
            for number, turns in enumerate(counts, 1)
        ]
    raise GameError("no-such-turn", "there is no turn {turn}: {games}.", turn=turn, games=language.every(told))


def tell_game(record: Record, screen: Screen, language: Language, until: int | None = None) -> str:
    """Print the game up to turn `until` (None: all of it), the position and how it ended; return its picture."""
    game, words = record.game, named_words(record, language)
    day = record.date.isoformat() if record.date else ""
    title = title_in(language, game.name)
    screen.say(language.entry(title, f"{language.every(list(words.names))}. {day}".strip()), style="bold")
    state = game.new_initial_state()
    for number, turn in enumerate(
        islice(turns_told(words, record.moves, record.played_for, record.taken_back), until), 1
    ):
        told, state = turn
        screen.say(f"{number}. {told}")
    show(state.view(None), words, screen, 0, with_others=True)
    if state.is_terminal():
        screen.say(*words.result(state.view(None)), style="bold")
    screen.say("")
    return picture(words, state)


def named_words(record: Record, language: Language) -> AnyWords:
    """The words for the reader of a record: bots are named by their levels, and a player named "you" there is the reader."""
    bots = {seat for seat, name in enumerate(record.seats) if is_bot(name, record.game.name)}
    you = record.seats.index("you") if record.seats.count("you") == 1 else None
    return load_words(language, record.game, names_of(language, record.seats, bots), you)
