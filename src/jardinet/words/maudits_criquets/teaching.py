"""Teaching of Maudits Criquets: rules, variants, examples; in our own words."""

from __future__ import annotations

from jardinet.words.agreements import OptionValue
from jardinet.words.examples import Example
from jardinet.words.game_words import Clause, Section
from jardinet.words.language import Language


def rules_page(language: Language) -> list[Section]:
    """The page in a language; the numbers are those of rules/maudits-criquets.md."""
    return [
        _material(language),
        _turn(language),
        _impasse(language),
        _reserve(language),
        _round(language),
        _end(language),
        _variants(language),
    ]


def _material(language: Language) -> Section:
    _ = language.gettext
    return Section(
        _("Components"),
        [
            Clause("MC", _("A game by Jacques Zeimet.")),
            Clause(
                "MC-1.1", _("2 to 4 players, each with the same eight bid cards in hand: 1 to 6, an ace (A) and an X.")
            ),
            Clause(
                "MC-1.2",
                _("66 garden cards: 13 each of strawberry, corn, broccoli and blackberry (the crops) and 14 locusts."),
            ),
            Clause("MC-1.3", _("Tokens are points. They never run out."), is_ruling=True),
            Clause(
                "MC-8",
                _(
                    "Only the order of the pile is hidden, and each bid until everyone has bid. Reserves are open to "
                    "all."
                ),
            ),
        ],
    )


def _turn(language: Language) -> Section:
    _ = language.gettext
    return Section(
        _("A turn"),
        [
            Clause(
                "MC-2.1",
                _(
                    "The garden cards are shuffled: this is the pile. Each turn begins by filling the loot up to "
                    "three face-up cards, fewer if the pile runs out. Cards of one kind are stacked and always "
                    "taken together."
                ),
            ),
            Clause(
                "MC-2.2",
                _(
                    "Everyone chooses a bid card in secret, and all are revealed together. A card that has been "
                    "played is out until the round ends."
                ),
            ),
            Clause(
                "MC-2.3",
                _(
                    "Equal cards cancel each other out, the ace and the X included. Whoever's card is cancelled "
                    "gets nothing this turn."
                ),
            ),
            Clause(
                "MC-2.6",
                _(
                    "Then the numbers take, highest first: each picks one kind and takes all of it. Nobody may "
                    "decline, locusts or not. Once the loot is gone, the others get nothing."
                ),
            ),
            Clause("MC-2.4", _("But an ace takes the whole loot, and nobody else gets anything.")),
            Clause(
                "MC-2.5",
                _(
                    "An X takes nothing. But beside an ace it takes the whole loot, and the ace gets nothing. "
                    "Cancelled cards do not count here."
                ),
            ),
            Clause(
                "MC-2.7",
                _("Two players: a number beside an X is the only one to take, and must take the whole loot."),
            ),
            Clause("MC-2.8", _("Kinds that nobody took stay in the loot for the next turn."), is_ruling=True),
        ],
    )


def _impasse(language: Language) -> Section:
    _ = language.gettext
    return Section(
        _("Impasse"),
        [
            Clause(
                "MC-3.1",
                _(
                    "If nobody takes anything, because every card is cancelled or an X, one garden card is added to "
                    "the loot, and everyone bids for it again with another card from hand."
                ),
            ),
            Clause(
                "MC-3.2",
                _("After a second impasse in a row, the loot is discarded and a new one is laid out."),
            ),
            Clause(
                "MC-3.3",
                _(
                    "With an empty pile, no card is added. If the impasse falls on the last bid card of a round, "
                    "the card is still added; then the round ends, and the impasse carries over."
                ),
                is_ruling=True,
            ),
        ],
    )


def _reserve(language: Language) -> Section:
    _ = language.gettext
    return Section(
        _("Your reserve"),
        [
            Clause("MC-4.1", _("What you win goes to your open reserve, sorted by kind.")),
            Clause(
                "MC-4.2",
                _(
                    "Invasion: with three locusts or more you lose your whole reserve, the new cards included. "
                    "Tokens are safe. Cards that bring on an invasion are not harvested."
                ),
            ),
            Clause(
                "MC-4.3",
                _(
                    "Harvest: three cards of one crop become a token at once, six become two. You have no choice "
                    "about it; any further cards stay."
                ),
            ),
            Clause(
                "MC-4.4",
                _("This is settled for one player after another, in the order in which they take."),
                is_ruling=True,
            ),
        ],
    )


def _round(language: Language) -> Section:
    _ = language.gettext
    return Section(
        _("A round"),
        [
            Clause(
                "MC-5.1",
                _(
                    "A round ends when all eight bid cards have been played. Then comes an interim scoring: "
                    "whoever has the most crops in reserve, not counting locusts, gets a token. Reserves stay as "
                    "they are."
                ),
            ),
            Clause(
                "MC-5.2",
                _(
                    "If several have the most, each of them gets a token or, if so agreed, none does. If nobody has "
                    "any crops, nobody gets one."
                ),
                is_ruling=True,
            ),
            Clause("MC-5.3", _("The loot stays, everyone takes back all their bid cards, and a new round begins.")),
        ],
    )


def _end(language: Language) -> Section:
    _ = language.gettext
    return Section(
        _("The end"),
        [
            Clause(
                "MC-6.1",
                _(
                    "The game ends with the turn that leaves no garden card in the pile or the loot. A loot that "
                    "could not be filled up is still played for."
                ),
                is_ruling=True,
            ),
            Clause(
                "MC-6.2",
                _("There is one last interim scoring; just one, even if the round ends at the same time."),
                is_ruling=True,
            ),
            Clause(
                "MC-6.3",
                _(
                    "Whoever has the most tokens wins. A tie goes to whoever has the fewest locusts in reserve; if "
                    "that is tied too, the victory is shared."
                ),
            ),
        ],
    )


def _variants(language: Language) -> Section:
    _ = language.gettext
    return Section(
        _("Variants"),
        [
            Clause("MC-7.1", _("Beginners: an X never beats an ace. It is the lowest card and only lets you pass.")),
            Clause(
                "MC-7",
                _("A match (as many games as there are players, all points added up) is not in the rulebook."),
                is_ruling=True,
            ),
        ],
    )


# Variants -----------------------------------------------------------------------------------


def options(language: Language) -> dict[str, tuple[str, list[OptionValue]]]:
    """By parameter: its heading, and its values with a sentence each."""
    _ = language.gettext
    return {
        "beginner": (
            _("For beginners"),
            [
                OptionValue("false", _("no"), _("An X beside an ace takes the whole loot, and the ace gets nothing.")),
                OptionValue("true", _("yes"), _("An X never beats an ace: it only lets you pass.")),
            ],
        ),
        "majority_tie": (
            _("Tie for the most crops"),
            [
                OptionValue(
                    "all",
                    _("a token each"),
                    _("Everyone tied for the most crops gets a token."),
                ),
                OptionValue("none", _("no token"), _("If several tie for the most crops, nobody gets a token.")),
            ],
        ),
    }


# Examples -----------------------------------------------------------------------------------


def examples(language: Language) -> list[Example]:
    """Example positions for clauses of the rules, by clause; see words.examples."""
    _ = language.gettext
    return [
        Example(
            "MC-2.1",
            _(
                "Ready to begin: three cards lie face up as the loot, everyone holds the same eight bid cards, and "
                "each chooses one of them in secret."
            ),
            "maudits_criquets",
            {"players": 3},
            "reveal-strawberry reveal-corn reveal-locust",
        ),
        Example(
            "MC-2.5",
            _(
                "Ace against X: player 1 has played the ace, player 2 the X. The X snatches the whole loot; the "
                "ace gets nothing, and neither does player 3 with its 5."
            ),
            "maudits_criquets",
            {"players": 3},
            "reveal-corn reveal-corn reveal-strawberry bid-a+bid-x+bid-5",
        ),
        Example(
            "MC-2.6",
            _(
                "Players 1 and 3 bid 5 and cancel each other out. Player 2, with a 4, takes first and chooses one "
                "kind from the loot; player 4, with a 2, takes after that."
            ),
            "maudits_criquets",
            {"players": 4},
            "reveal-strawberry reveal-corn reveal-locust bid-5+bid-4+bid-5+bid-2",
        ),
        Example(
            "MC-2.7",
            _(
                "Two players: player 2 passes with its X. So player 1 is the only one to take, and gets the whole "
                "loot, locust included."
            ),
            "maudits_criquets",
            {},
            "reveal-locust reveal-corn reveal-broccoli bid-2+bid-x",
        ),
        Example(
            "MC-3.1",
            _(
                "An impasse: the two 4s have cancelled each other out, and an X takes nothing. A fourth card has "
                "been added to the loot, and everyone bids for it again. After another impasse it would all be "
                "discarded."
            ),
            "maudits_criquets",
            {"players": 3},
            "reveal-corn reveal-corn reveal-broccoli bid-4+bid-4+bid-x reveal-strawberry",
        ),
        Example(
            "MC-4.2",
            _(
                "Player 1 picks, with two corn and two locusts in reserve. The corn would be the third: a harvest, "
                "and a token. The locust would be the third too: an invasion, and the whole reserve is lost."
            ),
            "maudits_criquets",
            {"players": 3},
            "reveal-locust reveal-locust reveal-corn bid-a+bid-1+bid-2 "
            "reveal-corn reveal-broccoli reveal-strawberry bid-6+bid-5+bid-4 pick-corn pick-broccoli "
            "reveal-corn reveal-locust reveal-blackberry bid-5+bid-4+bid-3",
        ),
        Example(
            "MC-5.1",
            _(
                "Interim scoring: the round is over. Player 1 has five crops in reserve and player 2 only three, "
                "since locusts do not count; so player 1 has earned a token. Reserves stay, and everyone takes "
                "back their bid cards."
            ),
            "maudits_criquets",
            {},
            "reveal-locust reveal-broccoli reveal-corn bid-6+bid-3 pick-broccoli pick-corn "
            "reveal-blackberry reveal-locust bid-1+bid-2 pick-locust "
            "reveal-corn reveal-strawberry reveal-broccoli bid-x+bid-a reveal-corn reveal-corn reveal-locust "
            "bid-2+bid-1 pick-corn reveal-strawberry reveal-locust reveal-corn bid-4+bid-4 reveal-locust "
            "bid-3+bid-6 pick-strawberry pick-corn reveal-corn bid-5+bid-5 reveal-corn bid-a+bid-x",
        ),
    ]
