"""Answers of shipped puzzles, held once more with another seed: all of them, by `make test-long`."""

from __future__ import annotations

from zlib import crc32

import pytest
from tests.long.sizes import SEED, progress, size

from jardinet.puzzles.book import book_of
from jardinet.puzzles.making import check_book

DOUBTFUL = 0.02  # of the answers: an interval of 99 % may touch zero by chance


@pytest.mark.parametrize("game", ["lucky_numbers", "maudits_criquets"])
def test_every_answer_holds_again(game: str) -> None:
    book = book_of(game)
    assert book
    some = book.puzzles[: size(len(book.puzzles), smallest=1)]
    is_done, failed = progress(f"puzzles of {game}", len(some)), []
    for done, (place, proof) in enumerate(check_book(some, crc32(SEED.encode()), workers=1 if len(some) < 9 else None)):
        is_done(done + 1)
        if proof is None or proof.surely <= 0:
            failed.append(place + 1)
    assert len(failed) <= DOUBTFUL * len(some), failed
