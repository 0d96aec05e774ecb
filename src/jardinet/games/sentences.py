"""Sentences that faces translate: English with values in braces. `jardinet.words` translates them.

>>> print(Sentence("{place} is {kinds}.", place="b3", kinds=Either(("free", "yours"))))
b3 is free or yours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence


class Sentence:
    """A sentence, or a part of one: English as `str`.

    Attributes:
        text: English, with the names of values in braces.
        values: by name; a Sentence, an error or a list among them is translated with the whole.
    """

    def __init__(self, text: str, /, **values: object) -> None:
        """Make the sentence from an English text and the values of its gaps."""
        self.text = text
        self.values: Mapping[str, object] = values

    def __str__(self) -> str:
        return self.text.format_map(self.values)


class _Listed:
    """Things in a list whose last comma is a word."""

    word: str

    def __init__(self, items: Sequence[object]) -> None:
        self.items = tuple(items)

    def __str__(self) -> str:
        *others, last = map(str, self.items or ("",))
        return f"{', '.join(others)} {self.word} {last}" if others else last


class Every(_Listed):
    """Things that are meant together: `a1, b2 and c3`."""

    word = "and"


class Either(_Listed):
    """Things of which one is meant: `a1, b2 or c3`."""

    word = "or"
