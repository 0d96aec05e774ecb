"""Maker of books of puzzles: bots' games are looked through, chunk by chunk, until a year is full; and the check of a book.

A chunk's puzzles follow from the seed and its number alone, and they are taken in the order of the chunks: so the same
seed gives the same book, with any number of workers, and also if the making was interrupted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import ceil

import msgspec
import numpy as np

from jardinet.arena.spreading import spread_over
from jardinet.bots.api import Bot
from jardinet.bots.levels import load_evaluator
from jardinet.games.registry import entry_of
from jardinet.puzzles.book import Puzzle, PuzzleBook
from jardinet.puzzles.finding import HARDEST, after_answer, puzzles_in
from jardinet.puzzles.order import most_of_a_kind, spread
from jardinet.puzzles.proving import MARGIN, Proof, proof_of

GAMES = 3  # of bots, in a chunk
TURN_OF = (0, 1, 0, 1, 2)  # how many more than the fewest play in a chunk, in turn: the fewer play, the more puzzles
LAST_CHUNK = 100_000
ALIKE = 0.4  # of a book: so many may be equally difficult
AGAIN = 8  # rounds of rollouts with which a check goes on at most


class PuzzleSearch(msgspec.Struct, frozen=True):
    """Chunks of bots' games that are still to be looked through, as plain data for other processes.

    Attributes:
        game: its name.
        seed: of everything random.
        first: the first of these chunks.
    """

    game: str
    seed: int
    first: int

    @property
    def bots(self) -> Sequence[str | Bot]:
        """None are named here; see `Chunked`."""
        return ()

    def chunks(self) -> range:
        """The numbers of the chunks."""
        return range(self.first, LAST_CHUNK)

    def play(self, chunk: int) -> tuple[int, list[Puzzle]]:
        """The number of a chunk, and the puzzles that are found in it."""
        fewest, most = entry_of(self.game).players[0], entry_of(self.game).players[-1]
        players = min(most, fewest + TURN_OF[chunk % len(TURN_OF)])
        return chunk, list(puzzles_in(self.game, players, GAMES, [self.seed, chunk]))


class Checking(msgspec.Struct, frozen=True):
    """Puzzles to be checked with another seed, one a chunk, as plain data for other processes."""

    puzzles: list[Puzzle]
    seed: int

    @property
    def game(self) -> str:
        """The game of the first puzzle."""
        return self.puzzles[0].game

    @property
    def bots(self) -> Sequence[str | Bot]:
        """None are named here; see `Chunked`."""
        return ()

    def chunks(self) -> range:
        """The places of the puzzles."""
        return range(len(self.puzzles))

    def play(self, chunk: int) -> tuple[int, Proof | None]:
        """The place of a puzzle, and how its right answer compares with the others this time."""
        return chunk, checked(self.puzzles[chunk], [self.seed, chunk])


def make_book(
    book: PuzzleBook, *, workers: int | None = None, on_progress: Callable[[PuzzleBook], None] | None = None
) -> PuzzleBook:
    """Fill a book of puzzles, from where it is.

    Args:
        book: new, or one that was interrupted.
        workers: how many processes; None: one for each core.
        on_progress: called with the book after each chunk.

    Returns:
        The complete book, its puzzles in the order of their days.

    Raises:
        KeyboardInterrupt: what `on_progress` got last is what was found.
    """
    while not book.is_complete:
        for chunk, found in spread_over(PuzzleSearch(book.game, book.seed, book.chunks), workers, None):
            if chunk != book.chunks:  # an interrupt may leave some out
                break
            taken = _taken(book, found)
            book = msgspec.structs.replace(book, chunks=chunk + 1, puzzles=[*book.puzzles, *taken])
            if book.is_complete:
                book = msgspec.structs.replace(book, chunks=0, puzzles=spread(book.puzzles, book.seed))
            if on_progress:
                on_progress(book)
            if book.is_complete:
                break
    return book


def check_book(puzzles: Sequence[Puzzle], seed: int, workers: int | None = None) -> Iterator[tuple[int, Proof | None]]:
    """Hold every answer once more, by exact values or by rollouts with another seed; see `checked`.

    Args:
        puzzles: at least one.
        seed: of the rollouts.
        workers: how many processes; None: one for each core.

    Yields:
        The place of a puzzle, and how its right answer compares with the others.
    """
    return spread_over(Checking(list(puzzles), seed), workers, None)


def checked(puzzle: Puzzle, seeds: Sequence[int]) -> Proof | None:
    """How the right answer of a puzzle compares with the others this time: it holds if the proof's `surely` is above 0.

    The comparison goes on until it is better or worse than the nearest other one, with 99 % certainty, but not for
    ever. None: nothing can tell.
    """
    state, seat = puzzle.state, puzzle.seat
    best = state.string_to_action(seat, puzzle.answer)
    worth = load_evaluator(state.get_game()).evaluate(state.observation(seat), np.array([seat])).action_values[0]
    proof = proof_of(state, seat, worth, best, [*seeds, 0], least=0.0, rounds=AGAIN)
    worse = [text for text, cost in puzzle.costs.get(puzzle.answer, {}).items() if cost >= MARGIN]
    if proof is None or proof.surely <= 0 or not worse:
        return proof
    after, best_text = after_answer(state, best), min(puzzle.costs[puzzle.answer].items(), key=lambda one: one[1])[0]
    worth = load_evaluator(state.get_game()).evaluate(after.observation(seat), np.array([seat])).action_values[0]
    rivals = [after.string_to_action(seat, text) for text in worse]
    then = proof_of(
        after,
        seat,
        worth,
        after.string_to_action(seat, best_text),
        [*seeds, 1],
        least=0.0,
        rivals=rivals,
        rounds=AGAIN,
    )
    return proof if then is None or then.surely > 0 else then


def _taken(book: PuzzleBook, found: Sequence[Puzzle]) -> list[Puzzle]:
    """Those of the puzzles found that the book still has room for: not too many of one kind, nor of one difficulty."""
    kinds = Counter(one.kind for one in book.puzzles)
    difficulties = Counter(one.difficulty for one in book.puzzles)
    taken = list[Puzzle]()
    for one in found:
        is_room = kinds[one.kind] < most_of_a_kind(book.count)
        is_room &= difficulties[one.difficulty] < max(ceil(ALIKE * book.count), ceil(book.count / HARDEST))
        if is_room and len(book.puzzles) + len(taken) < book.count:
            taken.append(one)
            kinds[one.kind] += 1
            difficulties[one.difficulty] += 1
    return taken
