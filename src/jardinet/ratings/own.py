"""A person's own level in each game, by what chance left of their finished games: see level.py, and docs/ratings.md."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from jardinet.analysis.results import FEWEST_JUDGED, Doing, FinishedGame, PlayedSeat, doing_of
from jardinet.ratings.level import PRIOR, FittedLevel, LevelGame, MetBefore, fit_level
from jardinet.ratings.scale import MIDDLE
from jardinet.ratings.yardstick import Yardstick, load_yardstick


def doing_with_levels(games: Sequence[FinishedGame]) -> list[Doing]:
    """How somebody does (`doing_of`), with their level in each game as soon as FEWEST_JUDGED games of it are analysed."""
    every = doing_of(games)
    levels = {name: own_level(name, games) for name in {one.played for one in every}}
    return [_with(one, levels[one.played]) for one in every]


def own_level(played: str, games: Iterable[FinishedGame]) -> FittedLevel | None:
    """The level of somebody in a game, by all numbers of players together.

    Args:
        played: the game's name; what is played of others is left out, and so is what does not count, is not
            analysed, or was played against a bot without a level.
        games: of one person, in any order.

    Returns:
        None if there are fewer than FEWEST_JUDGED of them, or nobody has measured the game's bots.
    """
    yardstick = load_yardstick(played)
    if yardstick is None:
        return None
    fitted = [
        LevelGame(
            share=one.adjusted,
            opponents=tuple(_met(yardstick, seat) for seat in one.others),
            factor=yardstick.factor(len(one.seats)),
            weight=yardstick.weight(len(one.seats), adjusted=True),
        )
        for one in games
        if one.played == played and one.counts and one.adjusted is not None and _are_known(yardstick, one.others)
    ]
    return fit_level(fitted) if len(fitted) >= FEWEST_JUDGED else None


def _are_known(yardstick: Yardstick, others: Iterable[PlayedSeat]) -> bool:
    """Whether all bots among the others have a level: nothing is known of the strength of `random`, say."""
    return all(not seat.level or seat.level in yardstick.levels for seat in others)


def _met(yardstick: Yardstick, seat: PlayedSeat) -> MetBefore:
    """An opponent: a bot of a level that is measured, or somebody of whom no more is known than of anybody."""
    return MetBefore(yardstick.levels[seat.level].strength) if seat.level else MetBefore(MIDDLE, PRIOR)


def _with(doing: Doing, level: FittedLevel | None) -> Doing:
    yardstick = load_yardstick(doing.played)
    if level is None or yardstick is None:
        return doing
    weaker = yardstick.levels.get(doing.between[0])
    tells_little = weaker is not None and level.value + level.doubt < weaker.strength
    return replace(doing, level=level.value, level_doubt=level.doubt, tells_little=tells_little)
