"""The verdict on a game is one sentence that its figures bear out, in every language; what cannot be told is not told."""

from __future__ import annotations

import msgspec
import pytest
from tests.analysis.test_review import KINDS, reviewed

from jardinet.analysis.review import Review
from jardinet.words.game_words import AnyWords, load_words
from jardinet.words.language import CODES, load_language
from jardinet.words.verdicts import verdict_line

NAMES = ("Ada", "Ben", "Cleo")


def words_of(review: Review, code: str = "en", you: int | None = None) -> AnyWords:
    record, _ = reviewed(review.analysis.game, len(review.analysis.accounts))
    return load_words(load_language(code), record.game, NAMES[: len(review.analysis.accounts)], you)


def with_luck(review: Review, *luck: float) -> Review:
    """The review with another luck of each seat, and everything explained."""
    changed = {"bids": 0.0, "unexplained": 0.0}
    accounts = [
        msgspec.structs.replace(one, luck=own, **changed)
        for one, own in zip(review.analysis.accounts, luck, strict=True)
    ]
    return Review(msgspec.structs.replace(review.analysis, accounts=accounts), review.errors)


def without_swings(review: Review) -> Review:
    """The review of a game in which luck came in small bits."""
    turns = [msgspec.structs.replace(one, chances=[], bids=[0.0, 0.0]) for one in review.analysis.turns]
    return Review(msgspec.structs.replace(review.analysis, turns=turns), review.errors)


def test_whose_luck_it_was_and_how_many_chances_were_given_away() -> None:
    _, review = reviewed("lucky_numbers", 2)
    count = sum(one.seat == 0 for one in review.errors)
    assert count > 1
    even = with_luck(review, 0.01, -0.01)
    assert verdict_line(words_of(review, you=0), even) == f"Luck was even; you gave away {count} chances."
    assert verdict_line(words_of(review), even) == f"Luck was even; Ada gave away {count} chances."
    faultless = Review(even.analysis, [])
    assert verdict_line(words_of(review, you=1), faultless) == "Luck was even; you gave nothing away."
    assert verdict_line(words_of(review), faultless) == "Luck was even; nobody gave anything away."
    bits = without_swings(with_luck(faultless, -0.2, 0.2))
    assert verdict_line(words_of(review, you=0), bits) == "Luck was on Ben's side; you gave nothing away."
    assert verdict_line(words_of(review, you=1), bits) == "Luck was on your side; you gave nothing away."
    one = Review(even.analysis, review.errors[:1])
    assert verdict_line(words_of(review, you=one.errors[0].seat), one) == "Luck was even; you gave away 1 chance."


@pytest.mark.parametrize(("name", "players"), KINDS)
@pytest.mark.parametrize("code", CODES)
def test_it_is_a_sentence_in_every_language(name: str, players: int, code: str) -> None:
    _, review = reviewed(name, players)
    lucky = with_luck(review, 0.3, *[-0.3 / (players - 1)] * (players - 1))
    for you in (None, 0, 1):
        for one in (review, lucky, Review(lucky.analysis, [])):
            told = verdict_line(words_of(review, code, you), one)
            assert told[0].isupper() and told.endswith(".") and "{" not in told
            assert you != 0 or "Ada" not in told


def test_of_what_cannot_be_told_nothing_is_claimed() -> None:
    _, review = reviewed("lucky_numbers", 2)
    first, second = with_luck(review, 0.1, -0.1).analysis.accounts
    accounts = [msgspec.structs.replace(first, unexplained=0.5), second]
    untold = Review(msgspec.structs.replace(review.analysis, accounts=accounts), review.errors)
    told = verdict_line(words_of(review, you=0), untold)
    assert told.startswith("This game cannot be told:")
    assert "chance" not in told and "Ada" not in told and "Ben" not in told
