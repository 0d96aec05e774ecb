"""Statements that every face makes alike: about the rules, about a deal, about what a game lacks."""

from __future__ import annotations

from collections.abc import Iterable

from jardinet.games.registry import Gap
from jardinet.words.game_words import Section
from jardinet.words.language import Language


def verification_sentence(language: Language, outcome: str) -> str:
    """What `jardinet.play.verification` found out, for a player."""
    _ = language.gettext
    return {
        "fair": _("Fair: the deck is the one that was promised before the game."),
        "wrong-secret": _("Not fair: the secret is not the one that was promised."),
        "wrong-deck": _("Not fair: what was revealed is not the promised deck."),
        "unfinished": _("Not over yet: the secret is told when the game ends."),
        "not-revealed": _("The game is over, but its secret was never told."),
        "no-deal": _("The record names no deal: there is nothing to check."),
    }[outcome]


def rules_lines(language: Language, sections: Iterable[Section]) -> list[str]:
    """A rules page as plain lines; a ruling of ours says so."""
    lines: list[str] = []
    for section in sections:
        lines += ["", section.title.upper()]
        for clause in section.clauses:
            ruling = " " + language.gettext("[our ruling]") if clause.is_ruling else ""
            lines.append(f"{clause.number}  {clause.text}{ruling}")
    return lines


def gap_sentence(language: Language, gap: Gap) -> str:
    """What a game lacks, for whoever installed it."""
    return language.gettext(gap.text).format_map(gap.values)
