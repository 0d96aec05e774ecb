"""Positions of Lucky Numbers that show what a placement, an exchange and a diagonal pair are."""

from __future__ import annotations

from jardinet.words.examples import Example
from jardinet.words.language import Language

_SET_UP = (
    "reveal-4 reveal-15 reveal-16 reveal-20 reveal-1 reveal-2 reveal-3 reveal-5 "
    "place-a1 place-b2 place-c3 place-d4 place-a1 place-b2 place-c3 place-d4 "
)


def examples(language: Language) -> list[Example]:
    """See words.examples."""
    _ = language.gettext
    return [
        Example(
            "LN-4.2",
            _(
                "The 13 has been drawn. Of all free cells it fits only a4: behind 4 and 10 in its column, before 18 "
                "and 20 in its row. It may also be exchanged for the 15, the 10 or its equal, or be discarded."
            ),
            "lucky_numbers",
            {},
            _SET_UP + "draw reveal-13 place-c1 draw reveal-6 discard draw reveal-10 place-a3 draw reveal-7 discard "
            "draw reveal-18 place-c4 draw reveal-8 discard draw reveal-13",
        ),
        Example(
            "LN-6.1",
            _(
                "Bruno's variant: the 12 on c2 has its equal on b3, diagonally beside it. That pair is new, "
                "so seat 1 plays again at once."
            ),
            "lucky_numbers",
            {"bruno": True},
            "reveal-3 reveal-8 reveal-14 reveal-19 reveal-1 reveal-2 reveal-9 reveal-15 "
            "place-a1 place-b2 place-c3 place-d4 place-a1 place-b2 place-c3 place-d4 "
            "draw reveal-12 place-b3 draw reveal-6 discard draw reveal-12 place-c2",
        ),
    ]
