"""How am I doing?: what the reader's finished games add up to, what to play next, and positions to practise."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from litestar import Controller, Response, get
from litestar.di import NamedDependency

from jardinet.analysis.error_rates import level_errors
from jardinet.analysis.results import Doing
from jardinet.bots.levels import levels_of
from jardinet.games import playable_games
from jardinet.ratings.own import doing_with_levels
from jardinet.server.pages.forms import PageRequest
from jardinet.server.pages.render import page
from jardinet.server.people.practice import PositionKey
from jardinet.server.people.ratings import rated_games, ratings_of
from jardinet.server.people.reader import reader_of
from jardinet.server.people.results import every_result_of, practice_by_kind
from jardinet.server.storage.database import Database
from jardinet.words.game_words import level_name, title_in
from jardinet.words.language import Language
from jardinet.words.ratings import rating_told
from jardinet.words.results import curve_told, doing_told, next_told

WIDE, HIGH = 640, 240  # of the curve, in units
LEFT, TOP, BOTTOM = 130, 16, 16  # margins: for the names of levels, and for half a line of text
CLOSE = 26  # units: names of levels that would stand closer than this are left out


class ResultsPages(Controller):
    """Controller of the page “How am I doing?”."""

    @get("/results", name="results")
    async def show(self, request: PageRequest, database: NamedDependency[Database]) -> Response[str]:
        """The page.

        Args:
            request: who asks.
            database: where their results and positions are.
        """
        reader = reader_of(request)
        games = await every_result_of(database, reader.person) if reader.person else []
        practice = await practice_by_kind(database, reader.person) if reader.person else {}
        doing = await asyncio.to_thread(doing_with_levels, games)  # a thousand games take 40 ms
        every = [one for one in doing if one.played in playable_games()]
        told = [_told(reader.language, one, practice) for one in every]
        inviting = next((one for one in every if one.next and one.next.why != "practise"), None)
        invited = inviting or next((one for one in every if one.next), None)
        ratings = await ratings_of(database, reader.person, database.now()) if reader.person else {}
        return page(
            "results.html",
            reader,
            told=told,
            invited=invited and _invited(reader.language, invited),
            ratings=[
                (name, title_in(reader.language, name), rating_told(reader.language, ratings[name]))
                for name in rated_games()
                if name in ratings
            ],
        )


class Invited(NamedTuple):
    """What the reader is invited to play next.

    Attributes:
        told: that in a sentence.
        game: the game.
        level: the bot to play against; empty: to be practised instead.
        name: what the bot is called.
    """

    told: str
    game: str
    level: str
    name: str


def _invited(language: Language, doing: Doing) -> Invited:
    assert doing.next
    level = doing.next.what if doing.next.what in levels_of(doing.played) else ""
    if doing.next.why == "judge":
        level = next((one.level for one in doing.rivals if one.level in levels_of(doing.played)), "")
    return Invited(
        next_told(language, doing.played, doing.next), doing.played, level, level and level_name(language, level)
    )


def _told(
    language: Language, doing: Doing, practice: Mapping[tuple[str, str], Sequence[PositionKey]]
) -> dict[str, Any]:
    """A game with so many seats, for the template."""
    told = doing_told(language, doing)
    return {
        **told._asdict(),
        "levels": [one.level for one in doing.rivals],
        "errors": [
            {"told": sentence, "positions": [key.text for key in practice.get((doing.played, kind), ())]}
            for kind, sentence in told.errors.items()
        ],
        "curve": _curve(language, doing) if len(doing.curve) > 1 else None,
    }


def _curve(language: Language, doing: Doing) -> dict[str, Any]:
    """The curve of errors, and the levels' lines in it: points of a picture, for the template. Fewer errors stand higher."""
    scale = [] if doing.tells_little else level_errors(doing.played, doing.seats)
    most = max([*doing.curve, *(one.rate for one in scale if one.rate <= 2 * max(doing.curve))]) or 1.0

    def y(rate: float) -> float:
        return round(TOP + (HIGH - TOP - BOTTOM) * rate / most, 1)

    step = (WIDE - LEFT) / (len(doing.curve) - 1)
    lines = list[dict[str, Any]]()
    for one in scale:
        if one.rate <= most and all(abs(y(one.rate) - line["y"]) >= CLOSE for line in lines):
            lines.append({"y": y(one.rate), "name": level_name(language, one.level)})
    points = [f"{LEFT + step * number:.1f},{y(rate)}" for number, rate in enumerate(doing.curve)]
    return {"points": " ".join(points), "lines": lines, "told": curve_told(language, doing)}
