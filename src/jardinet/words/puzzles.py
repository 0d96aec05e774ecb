"""Puzzles in words: their names, how difficult they are, and how sure their answers."""

from __future__ import annotations

from collections.abc import Sequence

from jardinet.games.api import State
from jardinet.puzzles.book import Puzzle
from jardinet.words.game_words import AnyWords, load_words, player_name, title_in
from jardinet.words.language import Language
from jardinet.words.practice import Verdict, verdict


def puzzle_title(language: Language, game_name: str, number: int) -> str:
    """A puzzle's name: `Lucky Numbers: puzzle 17`."""
    return language.entry(title_in(language, game_name), language.gettext("puzzle {number}").format(number=number))


def difficulty_name(language: Language, difficulty: int) -> str:
    """A difficulty, 1 to 5, in words."""
    return difficulty_names(language)[difficulty - 1]


def difficulty_names(language: Language) -> list[str]:
    """The difficulties in words, the easiest first."""
    pgettext = language.pgettext
    return [
        pgettext("puzzle", "very easy"),
        pgettext("puzzle", "easy"),
        pgettext("puzzle", "medium"),
        pgettext("puzzle", "hard"),
        pgettext("puzzle", "very hard"),
    ]


def about(language: Language, puzzle: Puzzle) -> str:
    """What is to be known before a puzzle is answered: its difficulty, and how many play."""
    players = language.ngettext("{count} player", "{count} players", puzzle.players).format(count=puzzle.players)
    return language.series([difficulty_name(language, puzzle.difficulty), players])


def words_of(language: Language, puzzle: Puzzle) -> AnyWords:
    """The words of a puzzle's game: whoever answers is "you", the others have numbers."""
    return load_words(language, puzzle.rules, seat_names(language, puzzle), puzzle.seat)


def seat_names(language: Language, puzzle: Puzzle) -> list[str]:
    """What the seats are called."""
    you = language.gettext("you")
    return [you if seat == puzzle.seat else player_name(language, seat) for seat in range(puzzle.players)]


def puzzle_verdict(words: AnyWords, state: State, puzzle: Puzzle, texts: Sequence[str]) -> Verdict:
    """The verdict on an answer, with how sure it is; see `words.practice.verdict`."""
    told = verdict(words, state, puzzle.position, texts)
    return told._replace(why=f"{told.why} {how_sure(words.language, puzzle)}")


def how_sure(language: Language, puzzle: Puzzle) -> str:
    """How sure the answer of a puzzle is."""
    if puzzle.is_exact:
        return language.gettext("That is certain: every way to play on was looked at.")
    told = language.gettext(
        "Each of the nearest plays was tried in {count} games: the right one leads by {lead}, give or take {doubt}."
    )
    lead, doubt = (language.in_points(share) for share in (puzzle.lead, puzzle.doubt))
    return told.format(count=puzzle.rollouts, lead=lead, doubt=doubt)
