"""Error responses of the API: a status, a code and one sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example

from jardinet.games.parameters import GameError
from jardinet.server.api.malformed import field_error
from jardinet.server.http.bounds import LARGEST_BODY
from jardinet.server.http.problem import Problem, problem_in, spoken
from jardinet.server.http.request_error import RequestError, too_many_requests
from jardinet.server.logs import request_id, tell_fault
from jardinet.server.people.reader import language_of
from jardinet.server.statuses import status_of
from jardinet.server.storage.database import DatabaseAwayError, DatabaseRefusesError

# Answers recorded in the tests of this server.
_EXAMPLES = {
    400: ("seat is not possible: it must be a whole number, 5 at most.", "field-value"),
    401: ("this needs a token: send the header `Authorization: Bearer TOKEN`.", "token-needed"),
    403: ("only the host can invite.", "only-host-invites"),
    404: ("there is no table “nowhere”.", "no-such-table"),
    409: ("the table has moved on.", "moved-on"),
    422: ("place-a1 is not possible. Possible: draw.", "illegal"),
    429: ("Too much at once: wait a moment.", "too-many-requests"),
}


def problems(*statuses: int) -> Mapping[int, ResponseSpec]:
    """Error responses for the OpenAPI document: of these statuses, and of 400, 403 and 429, which every request may get."""
    return {
        status: ResponseSpec(
            Problem,
            generate_examples=False,
            description=HTTPStatus(status).phrase,
            examples=[Example(value=msgspec.to_builtins(Problem(*_EXAMPLES[status])))],
        )
        for status in sorted({400, 403, 429, *statuses})
    }


def answer_problem(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """The response to an error: its own sentence if the request is at fault, a general one if the server is broken."""
    language = language_of(request.scope)
    told = _errors_of(request, error)
    return Response(
        problem_in(language, *told),
        status_code=status_of(error),
        headers={**(getattr(error, "headers", None) or {}), **spoken(language)},
    )


def _errors_of(request: Request[Any, Any, Any], error: Exception) -> Sequence[GameError]:
    """Any exception as errors with a code; an unexpected one is logged as a fault."""
    if isinstance(error, GameError):
        return [error]
    if isinstance(error, HTTPException) and error.status_code != HTTPStatus.INTERNAL_SERVER_ERROR:
        return _errors_of_request(error)
    if isinstance(error, DatabaseRefusesError):
        return [
            RequestError(
                503,
                "database-read-only",
                "the database cannot be written to at the moment: try again in a moment; your game is safe.",
            )
        ]
    if isinstance(error, DatabaseAwayError):
        return [
            RequestError(
                503, "database-away", "the database is not answering: try again in a moment; your game is safe."
            )
        ]
    tell_fault(request, error)
    return [
        RequestError(
            500,
            "broken",
            "something broke on our side; your game is safe. If you report it, please quote request {request}.",
            request=request_id.get(),
        )
    ]


def _errors_of_request(error: HTTPException) -> Sequence[GameError]:
    """Litestar's refusal of a request as errors with a code: one for each wrong field, if fields are wrong."""
    status, headers = error.status_code, error.headers or {}
    if isinstance(error, ValidationException):
        extra = error.extra if isinstance(error.extra, list) else []
        said = [(one.get("key", ""), one["message"]) for one in extra] or [("", error.detail)]
        return [field_error(field, message) for field, message in said]
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        return [too_many_requests()]
    if status == HTTPStatus.NOT_FOUND:
        return [RequestError(status, "nothing-here", "there is nothing here.")]
    if status == HTTPStatus.METHOD_NOT_ALLOWED:
        return [
            RequestError(
                status,
                "method-not-allowed",
                "that cannot be done at this address: it takes {methods}.",
                methods=headers.get("allow", "-"),
            )
        ]
    if status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        return [
            RequestError(status, "body-too-large", "the body is too large: {most} bytes at most.", most=LARGEST_BODY)
        ]
    return [RequestError(status, "request-not-possible", "that request is not possible.")]
