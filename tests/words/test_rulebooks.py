"""No sentence shares eight words in a row with a rulebook: the rules are told in words of our own."""

import pytest
from babel.messages.pofile import read_po
from tests.words.rulebooks import fingerprint, known, rows_of_words

from jardinet.words.language import CODES, LOCALES


def shared(texts: list[str]) -> list[str]:
    """The rows of words that rulebooks have too."""
    rulebooks = known()
    return [row for text in texts for row in rows_of_words(text) if fingerprint(row) in rulebooks]


def test_a_sentence_of_a_rulebook_is_known_again_in_whatever_signs_it_is_written() -> None:
    text = "The winner of a game RECEIVES 2 points – while each loser receives less"
    assert len(shared([text])) == 5
    assert shared([text])[0] == "the winner of a game receives 2 points"


@pytest.mark.parametrize("code", CODES)
def test_no_text_shares_eight_words_in_a_row_with_a_rulebook(code: str) -> None:
    with (LOCALES / ("fr" if code == "en" else code) / "LC_MESSAGES" / "jardinet.po").open("rb") as file:
        messages = [message for message in read_po(file) if message.id]
    assert len(messages) > 1000
    texts = [message.id if code == "en" else message.string for message in messages]
    assert shared([str(one) for text in texts for one in (text if isinstance(text, list | tuple) else [text])]) == []
