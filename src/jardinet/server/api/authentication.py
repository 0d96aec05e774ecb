"""Authentication of programs by bearer token. Cookies are ignored here, so another site cannot forge requests (CSRF)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from litestar import Request
from litestar.di import NamedDependency
from litestar.openapi.spec import SecurityScheme

from jardinet.server.http.request_error import RequestError
from jardinet.server.people.tokens import Account, Accounts

SCHEME = "token"
NEEDS_TOKEN = [{SCHEME: list[str]()}]
MAY_HAVE_TOKEN = [*NEEDS_TOKEN, dict[str, list[str]]()]
BEARER = SecurityScheme(
    type="http", scheme="bearer", description="A token that you make at /account; it acts for you alone."
)


class TokenRefusedError(RequestError):
    """The request has no token, or an unknown or revoked one."""

    headers: Mapping[str, str] = {"WWW-Authenticate": "Bearer"}


async def provide_account(request: Request[Any, Any, Any], accounts: NamedDependency[Accounts]) -> Account:
    """The account of the request's token; raises TokenRefusedError (401) without a valid one."""
    account = await provide_visitor(request, accounts)
    if account is None:
        raise TokenRefusedError(
            401, "token-needed", "this needs a token: send the header `Authorization: Bearer TOKEN`."
        )
    return account


async def provide_visitor(request: Request[Any, Any, Any], accounts: NamedDependency[Accounts]) -> Account | None:
    """The account of the request's token, None for a request without a token; raises TokenRefusedError for an invalid one."""
    header = request.headers.get("authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    account = await accounts.of(token.strip()) if scheme.lower() == "bearer" else None
    if account is None:
        raise TokenRefusedError(
            401, "unknown-token", "that token is not known here, or it was revoked: make one at /account/tokens."
        )
    return account
