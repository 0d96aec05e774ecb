"""Many analysed games in words: each player's totals of luck, bids and errors, and whose bids were predictable.

In one game the combination of bids is chance. A predictable player loses by it and a player who predicts wins, which
shows over many games.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jardinet.analysis.model import SeatBalance
from jardinet.arena.tally import mean_interval
from jardinet.words.language import Language

LEAST = 5  # games of one player: fewer tell nothing


class GamesSummary(NamedTuple):
    """Summary of games of one kind as faces show it.

    Attributes:
        headings: of the columns, the first that of the names.
        rows: one per player with at least LEAST games: the mean of each heading per game, luck and errors with 95 %
            intervals.
        verdicts: whose bids were predictable, in sentences.
    """

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    verdicts: Sequence[str]


def many_games(language: Language, played: Sequence[tuple[str, SeatBalance]], *, has_bids: bool) -> GamesSummary:
    """The summary of many games.

    Args:
        language: of the reader.
        played: the accounts of all seats of all games, each with the seat's name.
        has_bids: whether this game has simultaneous choices.
    """
    pgettext, headings, rows, verdicts = language.pgettext, list[str](), list[list[str]](), list[str]()
    names = [name for name in dict.fromkeys(name for name, _ in played) if _count(played, name) >= LEAST]
    for name in names:
        own = [account for one, account in played if one == name]
        parts = {
            pgettext("account", "luck"): [one.luck for one in own],
            pgettext("account", "bids"): [one.bids for one in own],
            pgettext("account", "own errors"): [-one.errors for one in own],
            pgettext("account", "bots' errors"): [-one.bot_errors for one in own],
            pgettext("account", "unexplained"): [one.unexplained for one in own],
        }
        if has_bids:
            verdicts += _verdict(language, name, np.array(parts[pgettext("account", "bids")]))
        else:
            del parts[pgettext("account", "bids")]
        if not any(one.bot_errors for _, one in played):
            del parts[pgettext("account", "bots' errors")]
        cells = [_mean(language, np.array(values)) for values in parts.values()]
        result = language.points(float(np.mean([one.result for one in own])))
        headings = [pgettext("account", "player"), pgettext("account", "games"), pgettext("account", "result"), *parts]
        rows.append([name, language.number(len(own)), result, *cells])
    if has_bids and rows and not verdicts:
        verdicts.append(language.gettext("Too few games to tell whether bids could be read."))
    return GamesSummary(headings, rows, verdicts)


def _count(played: Sequence[tuple[str, SeatBalance]], name: str) -> int:
    return sum(one == name for one, _ in played)


def _mean(language: Language, values: NDArray[np.float64]) -> str:
    """A mean with its interval: `−1.2 (−3.4 to +1.0)`."""
    mean, low, high = (language.points(float(one), is_signed=True) for one in (values.mean(), *mean_interval(values)))
    return f"{mean} ({language.between(low, high)})"


def _verdict(language: Language, name: str, bids: NDArray[np.float64]) -> list[str]:
    """Whether a player was predictable, or predicted the others; empty if that is open."""
    _, (low, high) = language.gettext, mean_interval(bids)
    if low <= 0 <= high:
        return []
    told = _("these bids could be read: {points} a game ({interval}).")
    if low > 0:
        told = _("read the others' bids: {points} a game ({interval}).")
    points = language.in_points(float(bids.mean()), is_signed=True)
    interval = language.between(*(language.points(end, is_signed=True) for end in (low, high)))
    return [language.entry(name, told.format(points=points, interval=interval))]
