"""Form data and redirects: what forms send, and where the reader is led after it."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from litestar import Controller, Request, get
from litestar.enums import RequestEncodingType
from litestar.handlers import HTTPRouteHandler
from litestar.params import Body, FromPath
from litestar.response import Redirect

from jardinet.server.people.reader import Reader
from jardinet.server.tables.service import TableService

Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
PageRequest = Request[Any, Any, Any]

MOST_ACTIONS = 8  # in one answer: a set-up has four


def name_in(data: dict[str, str], reader: Reader) -> str:
    """The name in a form, else the reader's own, else the word for a guest in their language."""
    return data.get("name", "").strip() or reader.name or reader.language.pgettext("name of a person", "Guest")


def number_in(data: dict[str, str], field: str) -> int:
    """A number from 0 that a form carries, a seat's, a ply's or a token's; -1, which nothing has, for anything else."""
    text = data.get(field, "")
    return int(text) if text.isdecimal() and len(text) < 10 else -1


def to_table(table_id: str) -> Redirect:
    """After a form: see the table."""
    return Redirect(table_url(table_id), status_code=303)


def to_table_now(service: TableService, table_id: str) -> Redirect:
    """After a form of the table's own page: see the table; see `table_url_now`."""
    return Redirect(table_url_now(table_id, service.now()), status_code=303)


def question_in(data: dict[str, str]) -> dict[str, str] | None:
    """The question that a button of the board asks, one of the form of questions; None if it plays something.

    A browser that does not know `form=` sends it with the form around the button.
    """
    if "play" in data or not {"pick", "why"} & set(data):
        return None
    return {name: data[name] for name in ("pick", "why", "laid", "hand") if data.get(name)}


def plays_in(data: dict[str, str]) -> list[str]:
    """The texts of the actions that a form answers a position with, in a row; MOST_ACTIONS at most."""
    return data.get("play", "").split()[:MOST_ACTIONS]


def form_loaded_anew(*forms: str) -> HTTPRouteHandler:
    """Handler that redirects to the table if a browser reloads the answer to a form of its page, by a GET of its address."""

    @get([f"/{form}" for form in forms])
    async def loaded_anew(self: Controller, table_id: FromPath[str]) -> Redirect:
        return to_table(table_id)

    return loaded_anew


def way_back(address: str) -> str:
    """The address to go back to, as a form or a link gives it; the home page's if it is none of ours.

    >>> way_back("/t/a1?why=b3"), way_back("//elsewhere.example")
    ('/t/a1?why=b3', '/')
    """
    is_ours = address.startswith("/") and not address.startswith(("//", "/\\"))
    return address if is_ours else "/"


def table_url(table_id: str) -> str:
    """The path of a table; after the site's address it is the link that invites others."""
    return f"/t/{table_id}"


def table_url_now(table_id: str, at: datetime) -> str:
    """The path of a table, at an address that no page of it had before.

    Some text browsers show their copy of an address in spite of its cache headers. The time makes it new: a number of changes
    would tell that somebody has changed a secret choice.
    """
    return f"{table_url(table_id)}?at={at.timestamp():.3f}"
