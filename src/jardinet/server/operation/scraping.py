"""Scraping of a process' metrics by Prometheus (/metrics): with the token if one is set, else from this machine alone."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hmac import compare_digest
from typing import Any

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from prometheus_client import CONTENT_TYPE_LATEST, Counter, generate_latest

from jardinet.server.guards.limits import address_of
from jardinet.server.metrics import BOTS_PLAY, JOBS, PEOPLE_PLAY, PLAYS
from jardinet.server.storage.database import Database
from jardinet.server.tables.happenings import Played, Subscribers
from jardinet.server.tables.table import TableState

# A request through a proxy on this machine comes from elsewhere; any of these headers tells of a proxy.
BY_PROXIES = ("x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "forwarded", "via")


def watch(database: Database, subscribers: Subscribers) -> None:
    """Count plays from now on, and ask the database, whenever the metrics are read, how much waits there."""
    for kind, count_jobs in database.waiting().items():
        JOBS.labels(kind).set_function(count_jobs)
    subscribers.subscribe(Played, _count)


def _count(play: Played, table: TableState) -> None:
    _plays(table.agreement.game, BOTS_PLAY if play.is_bots else PEOPLE_PLAY).inc()


@cache  # to look one up by its labels takes longer than to count
def _plays(game: str, by: str) -> Counter:
    return PLAYS.labels(game, by)


def metrics_handler(token: str | None) -> HTTPRouteHandler:
    """The handler of /metrics; `token`: what a request has to carry, None: only this machine is answered."""

    @get("/metrics", include_in_schema=False, sync_to_thread=True)  # some milliseconds, in which others go on
    def metrics(request: Request[Any, Any, Any]) -> Response[bytes]:
        """All metrics of the process, as text."""
        if token is None and not _is_of_this_machine(request):
            raise NotFoundException
        if token is not None and not _has_token(request.headers, token):
            return Response(
                b"this needs the header `Authorization: Bearer TOKEN`.\n",
                status_code=401,
                media_type="text/plain",
                headers={"WWW-Authenticate": "Bearer"},
            )
        return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST, headers={"Cache-Control": "no-store"})

    return metrics


def _is_of_this_machine(request: Request[Any, Any, Any]) -> bool:
    is_near = request.client is not None and address_of(request.scope) is None
    return is_near and not any(name in request.headers for name in BY_PROXIES)


def _has_token(headers: Mapping[str, str], token: str) -> bool:
    told = headers.get("authorization", "")
    return compare_digest(told.encode("utf-8", "replace"), f"Bearer {token}".encode())
