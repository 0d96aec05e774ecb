"""Labels in pictures of Maudits Criquets, in the reader's language."""

from __future__ import annotations

from jardinet.games.api import SIMULTANEOUS, TERMINAL
from jardinet.games.maudits_criquets.drawing import PictureLabels
from jardinet.games.maudits_criquets.view import View
from jardinet.words.game_words import title_in
from jardinet.words.language import Language
from jardinet.words.maudits_criquets.sentences import MauditsCriquetsSentences
from jardinet.words.pictures import paragraph


def labels(words: MauditsCriquetsSentences, view: View) -> PictureLabels:
    """The texts in and about the picture of a position, in the reader's language."""
    language = words.language
    _, turn, round_ = language.gettext, _turn(words, view), language.gettext("Round {number}").format(number=view.round)
    return PictureLabels(
        title=language.entry(title_in(language, words.game.name), turn),
        description=paragraph([turn, round_, *words.describe(view, view.viewer, with_others=True)]),
        turn=turn,
        names=[words.heading(seat.seat) for seat in view.seats],
        pile=language.pgettext("hidden cards", "Pile"),
        loot=_loot(words, view),
        no_loot=words.loot(view),
        places=[_place(words, view, seat.seat) for seat in view.seats],
        tokens=language.pgettext("points", "Tokens"),
        no_reserve=_("Reserve empty"),
    )


def kinds(language: Language) -> dict[str, str]:
    """What the kinds of decisions are called."""
    _ = language.gettext
    return {
        "behind": _("Bidding when behind"),
        "ahead": _("Bidding when ahead"),
        "level": _("Bidding when level"),
        "pick": _("Picking from the loot"),
        "locusts": _("Locusts that would eat your reserve"),
        "ace-into-x": _("The ace when the X was likely"),
        "into-equal": _("A bid that somebody else was likely to make"),
        "x-for-nothing": _("The X when no ace was likely"),
    }


def _turn(words: MauditsCriquetsSentences, view: View) -> str:
    """Whose turn it is and for what; at the end, who wins."""
    _ = words.language.gettext
    if view.player == TERMINAL:
        return words.outcome(view, ()).verdict
    if view.player == SIMULTANEOUS:
        return _("Everyone chooses a bid card")
    if view.player < 0:
        return _("The loot is laid out")
    return words.by(view.player, _("You pick"), _("{name} picks"))


def _loot(words: MauditsCriquetsSentences, view: View) -> str:
    """The heading of the loot."""
    told = words.language.gettext("Loot in round {number}").format(number=view.round)
    if not view.impasses:
        return told
    impasses = words.language.ngettext("{count} impasse", "{count} impasses", view.impasses)
    return f"{told}, {impasses.format(count=view.impasses)}"


def _place(words: MauditsCriquetsSentences, view: View, seat: int) -> str:
    """A seat's place in the order in which cards are taken, to be shown after its name; empty if it takes alone or not at all."""
    if seat not in view.takers or len(view.takers) == 1:
        return ""
    place = words.language.gettext("no. {place} to take").format(place=view.takers.index(seat) + 1)
    return words.language.entry("", place)
