"""Teaching of Maudits Criquets: rules, variants, examples, a lesson; in our own words."""

from __future__ import annotations

from jardinet.games.maudits_criquets.view import View
from jardinet.words.agreements import Choice
from jardinet.words.examples import Example
from jardinet.words.game_words import Clause, Section
from jardinet.words.language import Language
from jardinet.words.maudits_criquets.sentences import MauditsCriquetsSentences


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
        _("What there is"),
        [
            Clause("MC-1.1", _("2 to 4 players, each with the same eight bid cards in hand: 1 to 6, an A and an X.")),
            Clause(
                "MC-1.2",
                _("66 garden cards: 13 each of strawberry, corn, broccoli and blackberry, the crops, and 14 locusts."),
            ),
            Clause("MC-1.3", _("Tokens are points. There are always enough of them."), is_ruling=True),
            Clause(
                "MC-8",
                _("Hidden are only the order of the pile, and each bid until all have bid. Reserves lie open."),
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
                    "The garden cards are shuffled: the pile. Each turn begins by filling up the loot to three open "
                    "cards, fewer if the pile runs out. Cards of one kind are stacked and always taken together."
                ),
            ),
            Clause(
                "MC-2.2",
                _("All choose a bid card in secret and reveal together. A played card is out until the round ends."),
            ),
            Clause(
                "MC-2.3",
                _("Equal cards cancel each other, A and X as well. Whose card is cancelled gets nothing this turn."),
            ),
            Clause("MC-2.4", _("An A takes the whole loot, and everybody else gets nothing.")),
            Clause(
                "MC-2.5",
                _(
                    "An X takes nothing. But beside an A it takes the whole loot, and the A gets nothing. "
                    "Cancelled cards count for neither."
                ),
            ),
            Clause(
                "MC-2.6",
                _(
                    "Otherwise the numbers take, the highest first: each picks one kind and takes all of it. "
                    "Nobody may decline, locusts or not. Once the loot is gone, the others get nothing."
                ),
            ),
            Clause(
                "MC-2.7",
                _("Two players: a number beside an X is alone in taking, and must take the whole loot."),
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
                _("If nobody took anything, one garden card is added to the loot, and all bid for it again."),
            ),
            Clause(
                "MC-3.2",
                _("After a second impasse in a row the loot is discarded and a new one laid out."),
            ),
            Clause(
                "MC-3.3",
                _(
                    "With an empty pile no card is added. After the last bid card of a round the card is still added; "
                    "then the round ends, and the impasse counts on."
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
                    "Tokens are safe. There is no harvest from cards that bring an invasion."
                ),
            ),
            Clause(
                "MC-4.3",
                _(
                    "Harvest: three cards of one crop become a token at once, six become two. "
                    "This is no choice; further cards stay."
                ),
            ),
            Clause("MC-4.4", _("This is settled for one player after another, in the order of taking.")),
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
                    "A round ends when all eight bid cards are played. Then comes an interim scoring: the most crops "
                    "in reserve, locusts not counted, get a token. Reserves stay."
                ),
            ),
            Clause(
                "MC-5.2",
                _(
                    "If several have the most, each of them gets a token, or, if agreed, none does. "
                    "Without any crops nobody gets one."
                ),
                is_ruling=True,
            ),
            Clause("MC-5.3", _("The loot stays, everybody takes back all bid cards, and a new round begins.")),
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
                    "The game ends with the turn that leaves no garden card in pile or loot. "
                    "A loot that could not be filled up is still played for."
                ),
                is_ruling=True,
            ),
            Clause(
                "MC-6.2", _("There is one last interim scoring; only one, even if the round ends at the same time.")
            ),
            Clause(
                "MC-6.3",
                _("The most tokens win. If tied, the fewest locusts in reserve; if still tied, the victory is shared."),
            ),
        ],
    )


def _variants(language: Language) -> Section:
    _ = language.gettext
    return Section(
        _("Variants"),
        [
            Clause("MC-7.1", _("Beginners: an X never beats an A. It is the lowest card and only lets you pass.")),
            Clause("MC-7.2", _("With two players MC-2.7 always holds.")),
        ],
    )


# Variants -----------------------------------------------------------------------------------


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


# Examples -----------------------------------------------------------------------------------


def examples(language: Language) -> list[Example]:
    """See words.examples."""
    _ = language.gettext
    return [
        Example(
            "MC-2.6",
            _(
                "Seats 1 and 3 bid 5 and cancel each other. Seat 2 with 4 takes first and chooses one kind of the "
                "loot; seat 4 with 2 takes after that."
            ),
            "maudits_criquets",
            {"players": 4},
            "reveal-strawberry reveal-corn reveal-locust bid-5+bid-4+bid-5+bid-2",
        ),
        Example(
            "MC-4.2",
            _(
                "Seat 1 picks, with two corn and two locusts in reserve. The corn would be its third: a harvest, and "
                "a token. The locust would be its third too: an invasion, and the whole reserve is lost."
            ),
            "maudits_criquets",
            {"players": 3},
            "reveal-locust reveal-locust reveal-corn bid-a+bid-1+bid-2 "
            "reveal-corn reveal-broccoli reveal-strawberry bid-6+bid-5+bid-4 pick-corn pick-broccoli "
            "reveal-corn reveal-locust reveal-blackberry bid-5+bid-4+bid-3",
        ),
    ]


# A lesson -----------------------------------------------------------------------------------


def coach(words: MauditsCriquetsSentences, view: View) -> list[str]:
    """See words.coach."""
    _ = words.language.gettext
    if view.phase == "over":
        return [_("That was a whole game. Watch it again turn by turn, or set a table for your friends.")]
    if view.phase == "bidding":
        return _bidding(words, view)
    if view.player == view.viewer:
        return [
            _("You take now, and you cannot decline."),
            _("The third card of a crop makes a token. The third locust costs you your whole reserve."),
        ]
    return [_("Somebody else takes first: what they leave is there for the next.")]


def _bidding(words: MauditsCriquetsSentences, view: View) -> list[str]:
    _ = words.language.gettext
    told = [words.loot(view)]
    if any(stack.kind == "locust" for stack in view.loot):
        told.append(_("Three locusts in reserve cost you everything there. Do you want to be the one who takes them?"))
    else:
        told.append(_("There is no locust in it: a high number takes first, an A takes everything."))
    if view.impasses:
        told.append(_("Nobody took anything the last time. Once more, and the loot is discarded."))
    else:
        told.append(_("Equal cards cancel each other, and an X beats an A."))
    return told
