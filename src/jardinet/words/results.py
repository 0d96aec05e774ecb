"""How somebody does, in words: what `analysis.results` has found, for a page and for a screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from jardinet.analysis.results import FEWEST_JUDGED, JUDGED, Balance, Doing, PlayNext, Rival
from jardinet.ratings.yardstick import load_yardstick
from jardinet.words.game_words import level_name, title_in
from jardinet.words.language import Language
from jardinet.words.layer import WORDS
from jardinet.words.ratings import among_levels, strength_told

EVEN = 0.5  # games: less luck than this, all games together, is none worth telling


class DoingTold(NamedTuple):
    """How somebody does in a game with so many seats, in words.

    Attributes:
        heading: the game and the number of players.
        balance: games won, lost and shared, in a sentence.
        headings: of the table of rivals, the first that of the names.
        rows: one a rival: the name, and the three numbers.
        skill: what one gives away a decision and what that means, or what is missing to tell it.
        notes: about one's level, luck, the longest run and the strongest level beaten, and games that do not count, in sentences.
        errors: by kind of decision, the costliest first, its name and what part of all errors it is, in a sentence.
        next: what to play next, in a sentence; empty: nothing is missing.
    """

    heading: str
    balance: str
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    skill: str
    notes: Sequence[str]
    errors: Mapping[str, str]
    next: str


def doing_told(language: Language, doing: Doing) -> DoingTold:
    """How somebody does, in words to them."""
    pgettext = language.pgettext
    return DoingTold(
        heading=language.entry(title_in(language, doing.played), _players(language, doing.seats)),
        balance=balance_told(language, doing.balance),
        headings=[
            pgettext("results", "against"),
            pgettext("results", "won"),
            pgettext("results", "lost"),
            pgettext("results", "shared"),
        ],
        rows=[[_rival(language, one), *_numbers(language, one.balance)] for one in doing.rivals],
        skill=_skill(language, doing),
        notes=[
            *_level(language, doing),
            *_luck(language, doing),
            *_marks(language, doing),
            *_not_counted(language, doing),
        ],
        errors=_errors(language, doing),
        next=next_told(language, doing.played, doing.next) if doing.next else "",
    )


def balance_told(language: Language, balance: Balance) -> str:
    """Games won, lost and shared: `You have won 12 of 22 games, lost 9 and shared 1.`"""
    ngettext, games = language.ngettext, balance.games
    if not games:
        return language.gettext("No game counts yet.")
    if balance.shared:
        told = ngettext(
            "You have won {won} of {games} game, lost {lost} and shared {shared}.",
            "You have won {won} of {games} games, lost {lost} and shared {shared}.",
            games,
        )
    else:
        told = ngettext(
            "You have won {won} of {games} game and lost {lost}.",
            "You have won {won} of {games} games and lost {lost}.",
            games,
        )
    won, lost, shared = _numbers(language, balance)
    return told.format(won=won, games=language.number(games), lost=lost, shared=shared)


def kind_name(language: Language, played: str, kind: str) -> str:
    """What a kind of decision is called: `exchanging a tile`."""
    return WORDS.of(played).kinds(language.of_game(played)).get(kind, kind)


def next_told(language: Language, played: str, one: PlayNext) -> str:
    """What to play next, and why, in a sentence."""
    _, ngettext = language.gettext, language.ngettext
    if one.why == "know":
        told = ngettext(
            "{count} more game against {level}, and we know who is ahead.",
            "{count} more games against {level}, and we know who is ahead.",
            one.games,
        )
        return told.format(count=one.games, level=level_name(language, one.what))
    if one.why == "judge":
        told = ngettext(
            "{count} more game, and we can tell how well you play.",
            "{count} more games, and we can tell how well you play.",
            one.games,
        )
        return told.format(count=one.games)
    if one.why == "stronger":
        return _("You are ahead: now try {level}.").format(level=level_name(language, one.what))
    return _("What costs you most can be practised: {kind}.").format(kind=kind_name(language, played, one.what))


def curve_told(language: Language, doing: Doing) -> str:
    """The curve of errors for those who do not see it: its first point and its last."""
    told = language.gettext("Given away a decision, five games at a time: from {first} to {last}.")
    return told.format(first=language.in_points(doing.curve[0]), last=language.in_points(doing.curve[-1]))


def _numbers(language: Language, balance: Balance) -> list[str]:
    return [language.number(count) for count in (balance.won, balance.lost, balance.shared)]


def _players(language: Language, seats: int) -> str:
    return language.ngettext("{count} player", "{count} players", seats).format(count=seats)


def _rival(language: Language, rival: Rival) -> str:
    return level_name(language, rival.level) if rival.level else rival.name


def _skill(language: Language, doing: Doing) -> str:
    _, ngettext = language.gettext, language.ngettext
    if doing.rate is None:
        return ""
    count = min(doing.judged, JUDGED)
    told = ngettext(
        "In your last {count} game you gave away {points} of 100 a decision: {meaning}.",
        "In your last {count} games you gave away {points} of 100 a decision: {meaning}.",
        count,
    )
    if doing.tells_little:
        few = ngettext(
            "In your last {count} game you gave away {points} of 100 a decision. That tells little: a game that is lost early "
            "leaves nothing to give away.",
            "In your last {count} games you gave away {points} of 100 a decision. That tells little: a game that is lost early "
            "leaves nothing to give away.",
            count,
        )
        return few.format(count=count, points=language.points(doing.rate))
    more, less = (level and level_name(language, level) for level in doing.between)
    if more and less:
        meaning = _("you play between {weaker} and {stronger}").format(weaker=more, stronger=less)
    elif more:
        meaning = _("you play as well as {level}").format(level=more)
    elif less:
        meaning = _("{level} is still ahead").format(level=less)
    else:
        meaning = _("nobody has measured the bots here")
    return told.format(count=count, points=language.points(doing.rate), meaning=meaning)


def _level(language: Language, doing: Doing) -> list[str]:
    yardstick = load_yardstick(doing.played)
    if doing.level is None or doing.level_doubt is None or yardstick is None:
        return []
    told = language.gettext("Luck left out, your level in this game is {strength}: {meaning}.")
    meaning = among_levels(language, yardstick, doing.level, doing.level_doubt)
    return [told.format(strength=strength_told(language, doing.level, doing.level_doubt), meaning=meaning)]


def _luck(language: Language, doing: Doing) -> list[str]:
    if doing.judged < FEWEST_JUDGED:
        return []
    games, count = language.number(round(abs(doing.luck), 1)), language.number(doing.judged)
    if abs(doing.luck) < EVEN:
        return [language.gettext("Luck has been about even.")]
    if doing.luck > 0:
        return [language.gettext("Luck has given you about {games} of {count} games.").format(games=games, count=count)]
    return [
        language.gettext("Luck has taken about {games} of {count} games from you.").format(games=games, count=count)
    ]


def _marks(language: Language, doing: Doing) -> list[str]:
    told = []
    if doing.longest_run > 1:
        run = language.ngettext(
            "Your longest run is {count} victory.", "Your longest run is {count} victories.", doing.longest_run
        )
        told.append(run.format(count=doing.longest_run))
    if doing.strongest:
        strongest = language.gettext("The strongest bot you have beaten is {level}.")
        told.append(strongest.format(level=level_name(language, doing.strongest)))
    return told


def _not_counted(language: Language, doing: Doing) -> list[str]:
    if not doing.not_counted:
        return []
    told = language.ngettext(
        "{count} game is not counted: a bot made more than a quarter of your plays there.",
        "{count} games are not counted: a bot made more than a quarter of your plays there.",
        doing.not_counted,
    )
    return [told.format(count=doing.not_counted)]


def _errors(language: Language, doing: Doing) -> dict[str, str]:
    total = sum(one.cost for one in doing.kinds)
    told = language.gettext("{kind}: {share} of what you gave away")
    return {
        one.kind: told.format(
            kind=kind_name(language, doing.played, one.kind), share=language.percent(one.cost / total, is_rough=True)
        )
        for one in doing.kinds
    }
