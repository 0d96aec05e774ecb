"""Making of puzzles: what bots' games hold, the same for the same seed, and answers that hold once more."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from msgspec.structs import replace

from jardinet.games import load_game
from jardinet.games.parameters import ParameterError
from jardinet.puzzles.book import Puzzle, PuzzleBook, book_of
from jardinet.puzzles.finding import candidates_in, games_of_bots
from jardinet.puzzles.making import check_book, checked, make_book
from jardinet.puzzles.proving import proof_of

GAMES = ["lucky_numbers", "maudits_criquets"]
SAMPLE = 4  # shipped puzzles of each game; tests/long has all


def sample_of(game: str) -> Sequence[Puzzle]:
    """Some shipped puzzles, spread over the year, of two and three players: four take long."""
    book = book_of(game)
    assert book
    few = [one for one in book.puzzles if one.players < 4]
    return few[:: len(few) // SAMPLE][:SAMPLE]


@pytest.mark.parametrize("game", GAMES)
def test_answers_of_shipped_puzzles_hold_again_with_another_seed(game: str) -> None:
    for _, proof in check_book(sample_of(game), seed=77, workers=1):
        assert proof is not None and proof.surely > 0


def test_a_wrong_answer_does_not_hold() -> None:
    puzzle = sample_of("lucky_numbers")[0]
    worst = max(puzzle.costs[""], key=puzzle.costs[""].__getitem__)
    proof = checked(replace(puzzle, answer=worst), [1])
    assert proof is not None and proof.surely <= 0


def test_exact_values_settle_a_short_ending_at_once() -> None:
    book = book_of("lucky_numbers")
    assert book
    exact = next(one for one in book.puzzles if one.is_exact)
    proof = checked(exact, [1])
    assert proof is not None and proof.rollouts == 0 and proof.lead == pytest.approx(exact.lead, abs=1e-3)


def test_set_ups_cannot_be_held() -> None:
    state = load_game("lucky_numbers", setup="michael").deserialize_state("reveal-7")
    worth = np.full(38, np.nan)
    worth[state.legal_actions()] = 0.5
    assert proof_of(state, state.current_player(), worth, state.legal_actions()[0], [1]) is None


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_puzzles_also_after_an_interrupt(game: str) -> None:
    seen = list[PuzzleBook]()
    whole = make_book(PuzzleBook(game, 3, 4, 0, []), workers=1, on_progress=seen.append)
    assert whole.is_complete and seen[-1] == whole
    begun = seen[0]
    assert not begun.is_complete
    assert make_book(begun, workers=2) == whole


def test_a_game_whose_levels_tell_no_policy_has_no_puzzles() -> None:
    game = load_game("fireflies")
    with pytest.raises(ParameterError):
        candidates_in(game, games_of_bots(game, 1, [1])[0])
