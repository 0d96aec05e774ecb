"""Template rendering, in the reader's language; nothing here knows where it goes: a response or a live update."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from litestar import Response

from jardinet.server.people.reader import Reader
from jardinet.words.language import CODES

TEMPLATES = Path(__file__).parent.parent / "templates"
LANGUAGE_NAMES = {"en": "English", "fr": "Français", "es": "Español", "de": "Deutsch"}

_environment = Environment(
    loader=FileSystemLoader(TEMPLATES),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    extensions=["jinja2.ext.do"],
)
_environment.globals.update(languages={code: LANGUAGE_NAMES[code] for code in CODES})


def render(template: str, reader: Reader, **context: Any) -> str:
    """The HTML of a template; it gets `reader`, the reader's `_`, `ngettext` and `pgettext`, and the context."""
    language = reader.language
    return _environment.get_template(template).render(
        reader=reader,
        language=language,
        _=language.gettext,
        ngettext=language.ngettext,
        pgettext=language.pgettext,
        **context,
    )


def page(template: str, reader: Reader, status: int = 200, **context: Any) -> Response[str]:
    """The same as a response; it is this reader's alone and never kept by a cache in between."""
    return Response(
        render(template, reader, **context),
        media_type="text/html",
        status_code=status,
        headers={"Cache-Control": "private, no-store", "Vary": "Cookie, Accept-Language"},
    )
