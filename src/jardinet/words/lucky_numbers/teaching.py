"""Teaching of Lucky Numbers and 5 vor 12: rules, variants, examples; in our own words."""

from __future__ import annotations

from jardinet.words.agreements import OptionValue
from jardinet.words.examples import Example
from jardinet.words.game_words import Clause, Section
from jardinet.words.language import Language

_SET_UP = (
    "reveal-4 reveal-15 reveal-16 reveal-20 reveal-1 reveal-2 reveal-3 reveal-5 "
    "place-a1 place-b2 place-c3 place-d4 place-a1 place-b2 place-c3 place-d4 "
)


def rules_page(language: Language) -> list[Section]:
    """The page in a language; the numbers are those of rules/lucky-numbers.md."""
    return [
        _material(language),
        _setup(language),
        _turn(language),
        _end(language),
        _more(language),
        _editions(language),
    ]


def _material(language: Language) -> Section:
    _ = language.gettext
    return Section(
        _("Components"),
        [
            Clause("LN", _("A game by Michael Schacht; Bruno's variant is by Bruno Cathala.")),
            Clause(
                "LN-1.1",
                _("2 to 4 players, each with a garden of 4 by 4 cells. A ladybird marks its bottom right corner."),
            ),
            Clause(
                "LN-1.2",
                _(
                    "One set of tiles for each player, numbered 1 to 20. With three players, there are three of "
                    "each number."
                ),
            ),
            Clause(
                "LN-1.3",
                _(
                    "Cells are named by column and row: a1 is top left, d4 has the ladybird. Set-up uses a1, b2, c3 "
                    "and d4, which have gold edges, or in 5 vor 12 a dot each."
                ),
            ),
            Clause(
                "LN-2.1",
                _(
                    "All tiles are shuffled face down: this is the pile. Face-up tiles lie on the table, for "
                    "everyone to take."
                ),
            ),
        ],
    )


def _setup(language: Language) -> Section:
    _ = language.gettext
    return Section(
        _("Set-up"),
        [
            Clause(
                "LN-2.2",
                _("Standard: draw four tiles and put them on the diagonal in any order. Rising order is a good idea."),
            ),
            Clause(
                "LN-2.3",
                _(
                    "Michael's set-up: in each of four rounds, everyone draws one tile and places it on a free "
                    "diagonal cell."
                ),
            ),
            Clause(
                "LN-2.4",
                _(
                    "The first player sets up first, then the others clockwise. In the standard set-up, all hands are "
                    "dealt before anybody places a tile."
                ),
                is_ruling=True,
            ),
            Clause("LN-2.5", _("Once placed, a tile stays put until set-up is over; after that it may be exchanged.")),
            Clause(
                "LN-2.6",
                _(
                    "The oldest player begins, or in the Spanish edition the youngest; play then goes clockwise. Here the "
                    "host says who begins, or leaves it to chance."
                ),
            ),
        ],
    )


def _turn(language: Language) -> Section:
    _ = language.gettext
    return Section(
        _("Your turn"),
        [
            Clause("LN-3.1", _("Either draw a hidden tile and show it: place it, or discard it face up on the table.")),
            Clause("LN-3.2", _("Or take a face-up tile from the table; that one you must place.")),
            Clause("LN-4.1", _("Place on a free cell, or exchange one of your tiles, which then goes to the table.")),
            Clause(
                "LN-4.2",
                _(
                    "Afterwards, the numbers in every row (left to right) and every column (top to bottom) must "
                    "rise, with or without gaps. So no number appears twice in a row or column."
                ),
            ),
            Clause("LN-4.3", _("In an exchange only the new tile counts, not the one it replaces.")),
            Clause("LN-4.4", _("A tile may be exchanged for another of the same number."), is_ruling=True),
        ],
    )


def _end(language: Language) -> Section:
    _ = language.gettext
    return Section(
        _("The end"),
        [
            Clause("LN-5.1", _("Whoever fills their last free cell wins at once and alone.")),
            Clause(
                "LN-5.2",
                _(
                    "Whoever reveals the last hidden tile finishes that turn. If their garden is still not full, "
                    "whoever has the fewest free cells wins; several may share the victory."
                ),
            ),
            Clause(
                "LN-5.3",
                _(
                    "If nobody has drawn for 100 plays in a row, the game ends, and whoever has the fewest free "
                    "cells wins."
                ),
                is_ruling=True,
            ),
        ],
    )


def _more(language: Language) -> Section:
    _ = language.gettext
    return Section(
        _("Variants"),
        [
            Clause(
                "LN-6.1",
                _(
                    "Bruno's variant: if a tile you place lies diagonally next to one of the same number, you play "
                    "again at once, every time you manage it."
                ),
            ),
            Clause("LN-6.2", _("All four diagonal directions count."), is_ruling=True),
            Clause("LN-6.3", _("The pair must be new: exchanging a tile for its equal earns nothing."), is_ruling=True),
            Clause(
                "LN-6.4", _("Within one turn, the same number on the same cell earns this only once."), is_ruling=True
            ),
            Clause(
                "LN-6.5",
                _(
                    "With an empty pile you can only take; if the table is empty too, the turn ends. It also ends "
                    "if the game does because nobody has drawn for too long (LN-5.3). Placing during set-up earns "
                    "nothing."
                ),
                is_ruling=True,
            ),
            Clause("LN-7.1", _("A match has as many games as there are players, so everyone begins once.")),
            Clause("LN-7.2", _("Winning a game is worth 2 points; everyone else loses a point for each free cell.")),
            Clause(
                "LN-7.3",
                _(
                    "Whoever has the most points wins the match. A tie is shared or, if so agreed, broken by another "
                    "full round of games, until somebody leads."
                ),
                is_ruling=True,
            ),
        ],
    )


def _editions(language: Language) -> Section:
    _ = language.gettext
    return Section(
        _("Editions"),
        [
            Clause("LN-8", _("tiki: both set-ups; Bruno's variant and matches as you like; ties are shared.")),
            Clause(
                "LN-8",
                _("5-vor-12: the older game, always with Michael's set-up; a board, number tiles and a blue triangle."),
            ),
            Clause(
                "LN-8",
                _("es: the Spanish edition: both set-ups; a tied match is shared or goes on until somebody leads."),
            ),
        ],
    )


# Variants -----------------------------------------------------------------------------------


def options(language: Language) -> dict[str, tuple[str, list[OptionValue]]]:
    """By parameter: its heading, and its values with a sentence each."""
    _ = language.gettext
    return {
        "edition": (
            _("Edition"),
            [
                OptionValue("tiki", "TIKI 2020", _("Gardens and clovers; all variants are open to you.")),
                OptionValue(
                    "5-vor-12", "5 vor 12", _("The older game with plain number tiles, always with Michael's set-up.")
                ),
                OptionValue(
                    "es", _("Spanish edition"), _("Both set-ups; a tied match may go on until somebody leads.")
                ),
            ],
        ),
        "setup": (
            _("Set-up"),
            [
                OptionValue("", _("as the edition has it"), _("Standard, if the edition has it.")),
                OptionValue("standard", _("standard"), _("Four tiles at once, placed on the diagonal in any order.")),
                OptionValue(
                    "michael", _("Michael's"), _("Four rounds: draw one tile, and place it on the diagonal at once.")
                ),
            ],
        ),
        "bruno": (
            _("Bruno's variant"),
            [
                OptionValue("false", _("no"), _("A turn is a single play.")),
                OptionValue("true", _("yes"), _("Two equal numbers diagonally next to each other: you play again.")),
            ],
        ),
    }


# Examples -----------------------------------------------------------------------------------


def examples(language: Language) -> list[Example]:
    """Example positions for clauses of the rules, by clause; see words.examples."""
    _ = language.gettext
    return [
        Example(
            "LN-2.2",
            _(
                "Set-up: player 1 has put the 3 and the 8 on the diagonal. The 14 and the 19 come next, and then "
                "it is player 2's turn. Rising order leaves room between them."
            ),
            "lucky_numbers",
            {},
            "reveal-3 reveal-8 reveal-14 reveal-19 reveal-1 reveal-2 reveal-9 reveal-15 place-a1 place-b2",
        ),
        Example(
            "LN-4.1",
            _(
                "An exchange: player 1 has put a 12 on b2. The 15 that was there now lies on the table, for "
                "anybody to take."
            ),
            "lucky_numbers",
            {},
            _SET_UP + "draw reveal-12 place-b2",
        ),
        Example(
            "LN-4.2",
            _(
                "A 13 has been drawn. Three things can bar it: on d1 its row already has a 13, on a2 the 10 "
                "below it would be smaller, on d2 the 15 before it would be larger. The only free cell it fits "
                "is a4. It may also be exchanged for the 15, the 10 or the other 13, or be discarded."
            ),
            "lucky_numbers",
            {},
            _SET_UP + "draw reveal-13 place-c1 draw reveal-6 discard draw reveal-10 place-a3 draw reveal-7 discard "
            "draw reveal-18 place-c4 draw reveal-8 discard draw reveal-13",
        ),
        Example(
            "LN-6.1",
            _(
                "Bruno's variant: the 12 on c2 lies diagonally next to the 12 on b3. That pair is new, so player 1 "
                "plays again at once."
            ),
            "lucky_numbers",
            {"bruno": True},
            "reveal-3 reveal-8 reveal-14 reveal-19 reveal-1 reveal-2 reveal-9 reveal-15 "
            "place-a1 place-b2 place-c3 place-d4 place-a1 place-b2 place-c3 place-d4 "
            "draw reveal-12 place-b3 draw reveal-6 discard draw reveal-12 place-c2",
        ),
    ]
