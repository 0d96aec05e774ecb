"""Rules of a game as plain text, for the terminal and other user interfaces without web pages."""

from __future__ import annotations

from jardinet.games import load_game
from jardinet.words.game_words import load_words, rules_page
from jardinet.words.language import Language


def rules_lines(language: Language, game_name: str) -> list[str]:
    """A rules page as plain lines: the game in short, its goal first, then the clauses; a ruling of ours says so."""
    words = load_words(language, load_game(game_name), ["", ""])
    lines = words.introduction()
    for section in rules_page(language, game_name):
        lines += ["", section.title.upper()]
        for clause in section.clauses:
            ruling = " " + language.gettext("[our ruling]") if clause.is_ruling else ""
            lines.append(f"{clause.number}  {clause.text}{ruling}")
    return lines
