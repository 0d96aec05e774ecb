"""Phrases that can be said at a table, instead of a chat: each is shown in the reader's own language."""

from __future__ import annotations

from typing import NamedTuple

from jardinet.games.parameters import GameError
from jardinet.words.language import Language


class Phrase(NamedTuple):
    """Phrase that can be said; `sign`: a picture beside the words, empty for none."""

    text: str
    sign: str = ""


class UnknownPhraseError(GameError):
    """There is no phrase of that name."""


def phrases(language: Language) -> dict[str, Phrase]:
    """All phrases by their names in the database."""
    _ = language.gettext
    return {
        "hello": Phrase(_("Hello!")),
        "good-luck": Phrase(_("Good luck!")),
        "well-played": Phrase(_("Well played!")),
        "oh-no": Phrase(_("Oh no!")),
        "my-luck": Phrase(_("That was luck.")),
        "thinking": Phrase(_("Let me think.")),
        "moment": Phrase(_("One moment, please.")),
        "back": Phrase(_("I am back.")),
        "thanks": Phrase(_("Thanks, that was fun!")),
        "again": Phrase(_("Again?")),
        "bye": Phrase(_("Goodbye!")),
        "heart": Phrase(_("likes that"), "♥"),
        "smile": Phrase(_("smiles"), "☺"),
        "amazed": Phrase(_("is amazed"), "‼"),
        "flower": Phrase(_("offers a flower"), "❀"),
    }
