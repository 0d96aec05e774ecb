"""Template rendering, in the reader's language, alike for responses and live updates."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from jinja2 import BaseLoader, ChoiceLoader, Environment, FileSystemLoader, StrictUndefined, TemplateNotFound
from litestar import Response

from jardinet.games import playable_games
from jardinet.server.boards.layer import BOARDS
from jardinet.server.people.characters import character_of
from jardinet.server.people.preferences import PREFERENCES
from jardinet.server.people.reader import Reader
from jardinet.words.language import CODES, isolated

TEMPLATES = Path(__file__).parent.parent / "templates"


class GameTemplates(BaseLoader):
    """Loader of the templates that the games bring along: `NAME/x.html` is x.html of the game's own folder."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str | None, Callable[[], bool] | None]:
        """The source of a game's template; raises TemplateNotFound if no game brings it."""
        game, _, file = template.partition("/")
        if game not in playable_games():
            raise TemplateNotFound(template)
        return FileSystemLoader(BOARDS.of(game).templates).get_source(environment, file)


_environment = Environment(
    loader=ChoiceLoader([FileSystemLoader(TEMPLATES), GameTemplates()]),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    extensions=["jinja2.ext.do"],
    auto_reload=False,  # it would look at the time of each file, for each page
)
_environment.globals.update(
    languages=CODES,
    preferences=PREFERENCES,
    zip=zip,
    character_of=character_of,  # of a bot's level
)

_environment.filters["isolated"] = isolated  # a name in a sentence


def render(template: str, reader: Reader, **context: Any) -> str:
    """The HTML of a template; it gets `reader`, the `_`, `ngettext` and `pgettext` of a language, and the context.

    The language is the reader's, unless the context has one of its own, for instance with a game's texts.
    """
    language = context.pop("language", reader.language)
    return _environment.get_template(template).render(
        reader=reader,
        language=language,
        _=language.gettext,
        ngettext=language.ngettext,
        pgettext=language.pgettext,
        **context,
    )


def page(template: str, reader: Reader, status: int = 200, **context: Any) -> Response[str]:
    """A template rendered as a response, which is this reader's alone and never kept by a cache in between."""
    return Response(
        render(template, reader, **context),
        media_type="text/html",
        status_code=status,
        headers={"Cache-Control": "private, no-store", "Vary": "Cookie, Accept-Language"},
    )
