"""Positions of Maudits Criquets that show who takes what, and what locusts do."""

from __future__ import annotations

from jardinet.words.examples import Example
from jardinet.words.language import Language


def examples(language: Language) -> list[Example]:
    """See words.examples."""
    _ = language.gettext
    return [
        Example(
            "MC-2.6",
            _(
                "Seats 1 and 3 bid 5 and cancel each other. Seat 2 with 4 takes first and chooses one kind of the "
                "loot; seat 4 with 2 takes after that."
            ),
            "maudits_criquets",
            {"players": 4},
            "reveal-strawberry reveal-corn reveal-locust bid-5+bid-4+bid-5+bid-2",
        ),
        Example(
            "MC-4.2",
            _(
                "Seat 1 picks, with two corn and two locusts in reserve. The corn would be its third: a harvest, and "
                "a token. The locust would be its third too: an invasion, and the whole reserve is lost."
            ),
            "maudits_criquets",
            {"players": 3},
            "reveal-locust reveal-locust reveal-corn bid-a+bid-1+bid-2 "
            "reveal-corn reveal-broccoli reveal-strawberry bid-6+bid-5+bid-4 pick-corn pick-broccoli "
            "reveal-corn reveal-locust reveal-blackberry bid-5+bid-4+bid-3",
        ),
    ]
