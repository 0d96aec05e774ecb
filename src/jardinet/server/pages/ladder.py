"""Ladder of a game: people who show a profile by their rating, with the bots' levels between them as a scale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from litestar import Controller, Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from jardinet.ratings.yardstick import load_yardstick
from jardinet.server.pages.forms import PageRequest
from jardinet.server.pages.render import page
from jardinet.server.pages.rules import known_game
from jardinet.server.people.characters import face_of
from jardinet.server.people.ladders import Rung, rungs_of
from jardinet.server.people.ratings import rated_games, ratings_of
from jardinet.server.people.reader import reader_of
from jardinet.server.storage.database import Database
from jardinet.words.game_words import level_name, title_in
from jardinet.words.language import Language
from jardinet.words.ratings import rating_told, strength_in_short


class LadderPages(Controller):
    """Controller of the ladders."""

    @get("/ladder/{game:str}", name="ladder")
    async def show(
        self, request: PageRequest, database: NamedDependency[Database], game: FromPath[str]
    ) -> Response[str]:
        """The ladder of a game; there is none where nobody has measured its bots."""
        reader, yardstick = reader_of(request), load_yardstick(known_game(game))
        if yardstick is None:
            raise NotFoundException
        at = database.now()
        rungs = await database.read(partial(rungs_of, played=game, at=at))
        own = (await ratings_of(database, reader.person, at)).get(game) if reader.person else None
        return page(
            "ladder.html",
            reader,
            game=game,
            title=title_in(reader.language, game),
            steps=list(_steps(reader.language, game, rungs)),
            has_people=bool(rungs),
            own=own and rating_told(reader.language, own),
            others=[(one, title_in(reader.language, one)) for one in rated_games() if one != game],
        )


class LadderStep(NamedTuple):
    """A line of a ladder, for the template.

    Attributes:
        place: from 1; empty: it has none.
        name: of a person or a bot.
        handle: of the person's profile; empty: it is a bot.
        face: a character; of a bot its level.
        strength: rating or level, with its ±.
        games: how many were rated; empty: it is a bot.
    """

    place: str
    name: str
    handle: str
    face: str
    strength: str
    games: str


def _steps(language: Language, game: str, rungs: Sequence[Rung]) -> Iterator[LadderStep]:
    """People and bots together, the strongest first."""
    yardstick = load_yardstick(game)
    assert yardstick
    every: list[tuple[float, Any]] = [(one.rating.value, one) for one in rungs]
    every += [(one.strength, level) for level, one in yardstick.levels.items()]
    for value, one in sorted(every, key=lambda entry: -entry[0]):
        if isinstance(one, Rung):
            place = "" if one.place is None else language.number(one.place)
            told, games = strength_in_short(value, one.rating.doubt), language.number(one.rating.games)
            yield LadderStep(place, one.name, one.handle, face_of(one.person), told, games)
        else:
            yield LadderStep("", level_name(language, one), "", one, f"{value:.0f}", "")
