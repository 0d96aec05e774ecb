"""Gaps of a game that is installed, in words: for whoever installed or writes it."""

from __future__ import annotations

from jardinet.games.registry import Gap
from jardinet.words.language import Language


def gap_sentence(language: Language, gap: Gap) -> str:
    """What is missing, in a sentence."""
    return language.gettext(gap.text).format_map(gap.values)
