"""Rulebooks whose sentences are not ours: known by fingerprints of eight words in a row, from which no text comes back.

Whoever has a rulebook as a text adds its fingerprints: `python -m tests.words.rulebooks FILE...`. Those there are come from
what publishers and players have put on public pages word for word: the beginning of the French Maudits Criquets, single
passages of Lucky Numbers in French and English and of 5 vor 12 in German. No whole rulebook was at hand.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from unicodedata import normalize

FILE = Path(__file__).parent / "rulebooks.txt"
WORDS = 8  # in a row: fewer are shared by chance, in a game with so few words


def rows_of_words(text: str) -> Iterator[str]:
    """Each row of eight words of a text, in small letters, without signs."""
    words = re.findall(r"\w+", normalize("NFC", text).casefold())
    return (" ".join(words[at : at + WORDS]) for at in range(len(words) - WORDS + 1))


def fingerprint(row: str) -> str:
    """What a row of words is known by: twelve hexadecimal digits."""
    return blake2b(row.encode(), digest_size=6).hexdigest()


def known() -> set[str]:
    """The fingerprints of the rulebooks."""
    return set(FILE.read_text("ascii").split())


if __name__ == "__main__":
    added = {fingerprint(row) for file in sys.argv[1:] for row in rows_of_words(Path(file).read_text("utf-8"))}
    FILE.write_text("".join(f"{one}\n" for one in sorted(added | (known() if FILE.exists() else set()))), "ascii")
