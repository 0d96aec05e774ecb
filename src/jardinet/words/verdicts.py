"""Verdict on a game in words: the sentence that people retell, and the sums of its accounts."""

from __future__ import annotations

from jardinet.analysis.model import Analysis, SeatBalance
from jardinet.analysis.review import Review
from jardinet.analysis.turning_points import LEAST, Kind, swings
from jardinet.words.game_words import AnyWords

TOLD = 0.005  # share of the victory: what is smaller is not worth a sentence
MUCH = 0.05  # from this share on it may decide who won


def verdict_line(words: AnyWords, review: Review) -> str:
    """Whose the luck was and who gave chances away, in one sentence; if it cannot be told, that.

    Args:
        words: of the game; the seat that they call "you" is the reader's, whose errors are counted; of others, whose cost most.
        review: of the game.
    """
    _ = words.language.gettext
    if not review.can_be_told:
        return _(
            "This game cannot be told: what the strongest bot cannot explain itself weighs more than all luck in it. "
            "The moments hold by themselves."
        )
    return _("{luck}; {errors}.").format(luck=_luck(words, review.analysis), errors=_errors(words, review))


def _luck(words: AnyWords, analysis: Analysis) -> str:
    """Whose the luck was, and how many good draws or turns it came in."""
    _, ngettext = words.language.gettext, words.language.ngettext
    lucky = max(analysis.accounts, key=_luck_of)
    if _luck_of(lucky) < MUCH:
        return _("Luck was even")
    every = (one for turn in analysis.turns for one in swings(turn))
    count = sum(one.kind != Kind.ERROR and one.seat == lucky.seat and one.change >= LEAST for one in every)
    if not count:
        return words.by(lucky.seat, _("Luck was on your side"), _("Luck was on {name}'s side"))
    if words.game.rules.has_joint_moves:
        yours = ngettext("You had the luck of {count} good turn", "You had the luck of {count} good turns", count)
        theirs = ngettext(
            "{name} had the luck of {count} good turn", "{name} had the luck of {count} good turns", count
        )
    else:
        yours = ngettext("You had the luck of {count} good draw", "You had the luck of {count} good draws", count)
        theirs = ngettext(
            "{name} had the luck of {count} good draw", "{name} had the luck of {count} good draws", count
        )
    return words.by(lucky.seat, yours, theirs, count=count)


def _errors(words: AnyWords, review: Review) -> str:
    """How many chances the reader gave away, or of all players the one whose errors cost most."""
    _, ngettext = words.language.gettext, words.language.ngettext
    careless = max(review.analysis.accounts, key=lambda one: one.errors).seat
    seat = careless if words.you is None else words.you
    count = sum(one.seat == seat for one in review.errors)
    if count:
        yours = ngettext("you gave away {count} chance", "you gave away {count} chances", count)
        theirs = ngettext("{name} gave away {count} chance", "{name} gave away {count} chances", count)
        return words.by(seat, yours, theirs, count=count)
    return _("nobody gave anything away") if words.you is None else _("you gave nothing away")


def sums_told(words: AnyWords, analysis: Analysis) -> list[str]:
    """Who was lucky, who erred least, whether luck decided, and how much is unexplained: the accounts in sentences."""
    language, accounts = words.language, analysis.accounts
    _, told = language.gettext, list[str]()
    lucky = max(accounts, key=_luck_of)
    if _luck_of(lucky) < TOLD:
        told.append(_("Luck was even."))
    else:
        yours, theirs = _("Luck was on your side: {points}."), _("Luck was on {name}'s side: {points}.")
        told.append(words.by(lucky.seat, yours, theirs, points=language.in_points(_luck_of(lucky))))
    careful = min(accounts, key=lambda one: one.errors)
    if max(one.errors for one in accounts) < TOLD:
        told.append(_("Nobody made any errors to speak of."))
    else:
        yours = _("You gave away the least through errors: {points}.")
        theirs = _("{name} gave away the least through errors: {points}.")
        told.append(words.by(careful.seat, yours, theirs, points=language.in_points(careful.errors)))
    winners = [one for one in accounts if one.result > TOLD]
    if len(winners) == 1:
        told += _verdict(words, winners[0])
    unexplained = max(abs(one.unexplained) for one in accounts)
    if unexplained >= MUCH:
        sentence = _("Neither luck nor skill accounts for the remaining {points}.")
        told.append(sentence.format(points=language.in_points(unexplained)))
    return told


def _verdict(words: AnyWords, winner: SeatBalance) -> list[str]:
    """Whether the winner was lucky rather than better, or the other way round; empty if that is open."""
    _, luck, played = words.language.gettext, _luck_of(winner), winner.gifts - winner.errors
    if abs(winner.unexplained) > abs(luck):
        return []
    if luck >= MUCH and played < 0:
        yours = _("Luck decided it: you gave away more than you were given, and still won.")
        theirs = _("Luck decided it: {name} gave away more than they were given, and still won.")
        return [words.by(winner.seat, yours, theirs)]
    if luck <= -MUCH and played > 0:
        return [words.by(winner.seat, _("You won despite bad luck."), _("{name} won despite bad luck."))]
    return []


def _luck_of(account: SeatBalance) -> float:
    return account.luck + account.bids
