"""Error responses of the API: where something is not possible, a status and one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example

from jardinet.games.parameters import GameError
from jardinet.server.operation.logs import request_id, tell_fault
from jardinet.server.statuses import status_of
from jardinet.server.storage.database import DatabaseAwayError, DatabaseRefusesError


class Problem(msgspec.Struct, frozen=True):
    """Why something is not possible, for a person to read."""

    error: str


TOO_MANY = "too many requests: wait a moment."

# Sentences that this server answered in its tests.
_EXAMPLES = {
    400: "seat: Expected `int` <= 3.",
    401: "this needs a token: send the header `Authorization: Bearer TOKEN`.",
    403: "only the host can invite.",
    404: "there is no table 'nowhere'.",
    409: "the table has moved on.",
    422: "place-a1 is not possible: no tile is being placed. Possible: draw.",
    429: TOO_MANY,
}


def problems(*statuses: int) -> Mapping[int, ResponseSpec]:
    """These answers, and those that every request may get, for the OpenAPI document."""
    return {
        status: ResponseSpec(
            Problem,
            generate_examples=False,
            description=HTTPStatus(status).phrase,
            examples=[Example(value={"error": _EXAMPLES[status]})],
        )
        for status in sorted({400, 403, 429, *statuses})
    }


def answer_problem(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """The answer to an error: its own sentence where it is about the request, none of ours where we are broken."""
    if isinstance(error, GameError):
        return Response(Problem(str(error)), status_code=status_of(error))
    if isinstance(error, HTTPException) and error.status_code != HTTPStatus.INTERNAL_SERVER_ERROR:
        return Response(Problem(_sentence(error)), status_code=error.status_code, headers=error.headers)
    if isinstance(error, DatabaseAwayError):
        refuses = isinstance(error, DatabaseRefusesError)
        what = "cannot be written to at the moment" if refuses else "is not answering"
        return Response(Problem(f"the database {what}: try again in a moment; your game is safe."), status_code=503)
    tell_fault(request, error)
    told = f"something broke on our side; your game is safe. If you report it, please quote request {request_id.get()}."
    return Response(Problem(told), status_code=500)


def _sentence(error: HTTPException) -> str:
    if error.status_code == HTTPStatus.TOO_MANY_REQUESTS:
        return TOO_MANY
    if isinstance(error, ValidationException) and isinstance(error.extra, list) and error.extra:
        told = "; ".join(f"{one.get('key', 'the body')}: {one['message']}" for one in error.extra)
    else:
        told = error.detail or HTTPStatus(error.status_code).phrase
    return told.rstrip(".") + "."
