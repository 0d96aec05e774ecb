"""Lesson page: a first game with a coach, on a deal that is prepared and the same for everybody."""

from __future__ import annotations

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect

from jardinet.bots.levels import TEACHER, lesson_of, levels_of
from jardinet.games import load_game
from jardinet.server.guards.limits import Limits
from jardinet.server.introductions import Introductions
from jardinet.server.pages.art import scene_url
from jardinet.server.pages.forms import Form, PageRequest, name_in, to_table
from jardinet.server.pages.render import page
from jardinet.server.pages.rules import known_game
from jardinet.server.people.reader import reader_of
from jardinet.server.tables.agreement import PERSON, PERSONAL, Agreement
from jardinet.server.tables.service import TableService
from jardinet.words.game_words import load_words, title_in

ANY_DEAL = 1  # the seed of a lesson for which nothing is prepared


class LearnPages(Controller):
    """Controller of lessons: it opens a first game with a coach, on a prepared deal."""

    path = "/learn/{game:str}"

    @get("/", name="learn")
    async def show(self, request: PageRequest, game: FromPath[str]) -> Response[str]:
        """What the game is, in a few sentences, and the button that begins the lesson."""
        reader, name = reader_of(request), known_game(game)
        return page(
            "learn.html",
            reader,
            game=name,
            title=title_in(reader.language, name),
            introduction=load_words(reader.language, load_game(name), ["", ""]).introduction(),
            scene=scene_url(name),
            level=_opponent(name),
        )

    @post("/")
    async def begin(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        introductions: NamedDependency[Introductions],
        limits: NamedDependency[Limits],
        game: FromPath[str],
        data: Form,
    ) -> Redirect:
        """Open the table of a lesson, and lead to it; see `begin_lesson`."""
        return await begin_lesson(request, service, introductions, limits, game, data)


async def begin_lesson(
    request: PageRequest,
    service: TableService,
    introductions: Introductions,
    limits: Limits,
    game: str,
    data: dict[str, str],
) -> Redirect:
    """Open the lesson's table, against an opponent that plays as quickly as the learner likes; the form may hold a name."""
    name = known_game(game)
    reader = await introductions.introduce(request, name_in(data, reader_of(request)))
    lesson = lesson_of(name)
    seed = lesson.seed if lesson else ANY_DEAL
    agreement = Agreement(name, {}, [PERSON, _opponent(name)], first="1", bot_pace=PERSONAL, seed=seed)
    await limits.count("tables", request, reader.person)
    return to_table(await service.open_table(str(reader.person), reader.name, agreement))


def _opponent(game: str) -> str:
    """The level of the bot in a lesson: the one that is prepared for it, or else the weakest."""
    return TEACHER if lesson_of(game) else levels_of(game)[0]
