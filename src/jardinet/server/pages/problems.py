"""Error pages: what is not possible, and where to go from there."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response
from litestar.exceptions import TooManyRequestsException

from jardinet.games.parameters import GameError
from jardinet.server.http.request_error import too_many_requests
from jardinet.server.logs import request_id, tell_fault
from jardinet.server.pages.render import page
from jardinet.server.people.reader import reader_of
from jardinet.server.statuses import status_of
from jardinet.server.storage.database import DatabaseRefusesError
from jardinet.server.tables.errors import BannedError, HiddenTableError, NotForYouError, NotInvitedError
from jardinet.words.language import Language


def problem_page(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """A page about an error, in the reader's language."""
    reader = reader_of(request)
    status = status_of(error)
    told = reader.language.tell_alone(error) if isinstance(error, GameError) else ""
    if status == 500:
        tell_fault(request, error)
        told = reader.language.gettext("If you report it, please quote request {request}.").format(
            request=request_id.get()
        )
    back = (
        request.url.path.rsplit("/", 1)[0] if request.method == "POST" and request.url.path.startswith("/t/") else "/"
    )
    response = page(
        "problem.html", reader, status, heading=_heading(reader.language, status, error), told=told, back=back
    )
    if isinstance(error, TooManyRequestsException):
        response.headers.update(error.headers or {})
    return response


def _heading(language: Language, status: int, error: Exception) -> str:
    _ = language.gettext
    if isinstance(error, DatabaseRefusesError):
        return _("The database cannot be written to at the moment: try again shortly. Your game is safe.")
    if isinstance(error, (BannedError, HiddenTableError, NotForYouError, NotInvitedError)):
        return _("That is not possible.")
    return {
        404: _("There is nothing here."),
        403: _("That is not possible from here: reload the page and try again."),
        409: _("The table had moved on: this is where it stands now."),
        429: language.tell(too_many_requests()),
        503: _("The database is not answering: try again in a moment. Your game is safe."),
        500: _("Something broke on our side. Your game is safe."),
    }.get(status, _("That is not possible."))
