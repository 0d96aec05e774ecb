"""Answers at a terminal: what somebody would play in a position, typed as at a table, for practice and puzzles."""

from __future__ import annotations

from jardinet.games.api import State
from jardinet.terminal.screen import Screen
from jardinet.words.game_words import AnyWords, NotUnderstood, squeeze
from jardinet.words.language import Language
from jardinet.words.typed import shown_words, understood_words


def how_to_answer(language: Language) -> str:
    """What can be typed, in a sentence."""
    told = language.gettext(
        "Type what you would play, as at a table; {moves} lists what is possible, {quit} leaves: nothing is lost."
    )
    shown = shown_words(language)
    return told.format(moves=shown["moves"][0], quit=shown["quit"][0])


def answer_of(state: State, words: AnyWords, seat: int, screen: Screen) -> list[str] | None:
    """The texts of the actions that somebody answers for a seat that has to act; None if they leave.

    Raises:
        EOFError: nothing more is typed.
    """
    shown, understood = shown_words(words.language), understood_words(words.language)
    while True:
        possible = [*words.completions(state, seat), shown["moves"][0], shown["quit"][0]]
        line = screen.ask(words.who(seat) + ">", possible)
        if squeeze(line) in understood["quit"]:
            return None
        if squeeze(line) in understood["moves"]:
            screen.say(*words.moves(state.view(seat)))
            continue
        try:
            actions = words.parse(state, line, seat)
        except NotUnderstood as error:
            screen.say(words.language.tell(error), style="yellow")
            continue
        return [state.get_game().player_texts[action] for action in actions]
