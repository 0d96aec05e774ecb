"""A puzzle at a terminal: the position, one typed answer, and the verdict."""

from __future__ import annotations

from jardinet.puzzles.book import Puzzle
from jardinet.terminal.answering import answer_of, how_to_answer
from jardinet.terminal.position import show
from jardinet.terminal.screen import Screen
from jardinet.terminal.session import FINISHED, INTERRUPTED
from jardinet.words.language import Language
from jardinet.words.puzzles import about, puzzle_title, puzzle_verdict, words_of


def ask_puzzle(puzzle: Puzzle, number: int, screen: Screen, language: Language) -> int:
    """Show a puzzle and judge what is answered; returns the exit code.

    Args:
        puzzle: it.
        number: its number in the book, from 1.
        screen: where it is shown.
        language: its reader's.
    """
    words, state, seat = words_of(language, puzzle), puzzle.state, puzzle.seat
    screen.say(how_to_answer(language), "")
    screen.say(language.entry(puzzle_title(language, puzzle.game, number), about(language, puzzle)), style="bold")
    show(state.view(seat), words, screen, seat, with_others=True)
    screen.say(words.question(state.view(seat)), language.gettext("One play is clearly the best: which?"))
    try:
        texts = answer_of(state, words, seat, screen)
    except EOFError:
        return FINISHED
    except KeyboardInterrupt:
        screen.say("")
        return INTERRUPTED
    if texts is not None:
        told = puzzle_verdict(words, state, puzzle, texts)
        screen.say(told.heading, style="bold")
        screen.say(told.why)
    return FINISHED
