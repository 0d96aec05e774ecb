"""What the editions and variants of Lucky Numbers are called, and what each does (LN-2, 6, 8)."""

from __future__ import annotations

from jardinet.words.agreements import Choice
from jardinet.words.language import Language


def options(language: Language) -> dict[str, tuple[str, list[Choice]]]:
    """By parameter: its heading, and its values with a sentence each."""
    _ = language.gettext
    return {
        "edition": (
            _("Edition"),
            [
                Choice("tiki", "TIKI 2020", _("Gardens and clovers; all variants are open to you.")),
                Choice("5-vor-12", "5 vor 12", _("The elder game with plain number tiles, always Michael's set-up.")),
                Choice("es", _("the Spanish one"), _("Both set-ups; a tied match may be played on.")),
            ],
        ),
        "setup": (
            _("Set-up"),
            [
                Choice("", _("as the edition has it"), _("Standard where the edition knows it.")),
                Choice("standard", _("standard"), _("Four tiles at once, placed on the diagonal as you like.")),
                Choice("michael", _("Michael's"), _("Four rounds: draw one tile, place it at once on the diagonal.")),
            ],
        ),
        "bruno": (
            _("Bruno's variant"),
            [
                Choice("false", _("no"), _("A turn is one play.")),
                Choice("true", _("yes"), _("Two equal numbers diagonally beside each other: you play again.")),
            ],
        ),
    }
