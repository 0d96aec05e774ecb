"""Rules of a game as plain text, for every face without pages."""

from __future__ import annotations

from collections.abc import Iterable

from jardinet.words.game_words import Section
from jardinet.words.language import Language


def rules_lines(language: Language, sections: Iterable[Section]) -> list[str]:
    """A rules page as plain lines; a ruling of ours says so."""
    lines: list[str] = []
    for section in sections:
        lines += ["", section.title.upper()]
        for clause in section.clauses:
            ruling = " " + language.gettext("[our ruling]") if clause.is_ruling else ""
            lines.append(f"{clause.number}  {clause.text}{ruling}")
    return lines
