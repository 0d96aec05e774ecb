"""Verdict on a deal in words: the result of `jardinet.play.verification`, for a player."""

from __future__ import annotations

from jardinet.words.language import Language


def verification_sentence(language: Language, outcome: str) -> str:
    """Sentence that says an outcome of `jardinet.play.verification.verify`."""
    _ = language.gettext
    return {
        "fair": _("Fair: the deck is the one that was promised before the game."),
        "wrong-secret": _("Not fair: the secret is not the one that was promised."),
        "wrong-deck": _("Not fair: what was revealed is not the promised deck."),
        "unfinished": _("Not over yet: the secret is revealed when the game ends."),
        "not-revealed": _("The game is over, but its secret was never revealed."),
        "no-deal": _("The record names no deal: there is nothing to check."),
    }[outcome]
