"""docs/words.md: one term for one thing in each language, and no synonym comes back."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from jardinet.words.language import CODES, LOCALES

PAGE = Path(__file__).parents[2] / "docs" / "words.md"
LANGUAGES = {"French": "fr", "Spanish": "es", "German": "de"}


def forbidden() -> Iterator[tuple[str, str]]:
    """Each language's code, and what must not stand in its catalogue."""
    for section in PAGE.read_text(encoding="utf-8").split("\n## ")[1:]:
        name, _, table = section.partition("\n")
        for row in table.strip().splitlines()[2:]:
            never = row.strip("|").split("|")[2]
            yield from ((LANGUAGES[name.strip()], synonym) for synonym in re.findall(r"`([^`]+)`", never))


def test_every_language_but_the_source_has_its_words() -> None:
    assert {code for code, _ in forbidden()} == {*CODES} - {"en"}


@pytest.mark.parametrize("code", sorted({*CODES} - {"en"}))
def test_no_forbidden_synonym_stands_in_a_catalogue(code: str) -> None:
    with (LOCALES / code / "LC_MESSAGES" / "jardinet.po").open("rb") as file:
        messages = [one for one in read_po(file, locale=code) if one.id and one.context != "also typed"]
    synonyms = [synonym for of, synonym in forbidden() if of == code]
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, synonyms))})(?!\w)", re.IGNORECASE)
    found = []
    for message in messages:
        for text in message.string if isinstance(message.string, tuple) else [message.string]:
            found += [(match.group(), text) for match in pattern.finditer(re.sub(r"\{\w+(!r)?\}", "", str(text)))]
    assert found == []
