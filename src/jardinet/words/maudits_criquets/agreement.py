"""What the variants of Maudits Criquets are called, and what each does (MC-5.2, 7)."""

from __future__ import annotations

from jardinet.words.agreements import Choice
from jardinet.words.language import Language


def options(language: Language) -> dict[str, tuple[str, list[Choice]]]:
    """By parameter: its heading, and its values with a sentence each."""
    _ = language.gettext
    return {
        "beginner": (
            _("For beginners"),
            [
                Choice("false", _("no"), _("An X beside an A takes the whole loot, and the A gets nothing.")),
                Choice("true", _("yes"), _("An X never beats an A: it only lets you pass.")),
            ],
        ),
        "majority_tie": (
            _("A tied majority"),
            [
                Choice(
                    "all", _("a token each"), _("All who share the most crops get the token of an interim scoring.")
                ),
                Choice("none", _("no token"), _("Where several share the most crops, nobody gets that token.")),
            ],
        ),
    }
