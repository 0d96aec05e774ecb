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


def name_in(data: dict[str, str], reader: Reader) -> str:
    """The name that somebody gave now, or else before; who never gave one is a guest."""
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
    """What a button of the board asks that belongs to the form of questions; None where it plays something.

    A browser that does not know `form=` sends it with the form that the button lies in.
    """
    if "play" in data or not {"pick", "why"} & set(data):
        return None
    return {name: data[name] for name in ("pick", "why", "laid") if data.get(name)}


def form_loaded_anew(*forms: str) -> HTTPRouteHandler:
    """Handler for whoever loads anew what answered a form of a table's page, by a GET of where it went: see the table."""

    @get([f"/{form}" for form in forms])
    async def loaded_anew(self: Controller, table_id: FromPath[str]) -> Redirect:
        return to_table(table_id)

    return loaded_anew


def way_back(address: str) -> str:
    """An address that a form or a link gives as the page where somebody was; the home page's where it is none of ours.

    >>> way_back("/t/a1?why=b3"), way_back("//elsewhere.example")
    ('/t/a1?why=b3', '/')
    """
    is_ours = address.startswith("/") and not address.startswith(("//", "/\\"))
    return address if is_ours else "/"


def table_url(table_id: str) -> str:
    """Where a table is; with the site's address before it, what invites others."""
    return f"/t/{table_id}"


def table_url_now(table_id: str, at: datetime) -> str:
    """Where a table is, at an address that no page of it had before.

    Some text browsers show what they have of an address, whatever was said about keeping it. It is the time: a number of changes
    would tell that somebody has chosen anew in secret.
    """
    return f"{table_url(table_id)}?at={at.timestamp():.3f}"
