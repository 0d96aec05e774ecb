"""ASGI application factory: what is where is decided in the rooms, what holds for every request here."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from litestar import Litestar, Request, Response, Router
from litestar.channels.backends.memory import MemoryChannelsBackend
from litestar.config.app import AppConfig
from litestar.config.compression import CompressionConfig
from litestar.datastructures import CacheControlHeader, State
from litestar.di import Provide
from litestar.exceptions import InternalServerException, NotFoundException
from litestar.middleware import DefineMiddleware
from litestar.plugins import InitPlugin
from litestar.static_files import create_static_files_router

from jardinet.bots.levels import BOTS
from jardinet.games import GAMES, playable_games
from jardinet.games.drawing import DRAWINGS
from jardinet.games.registry import all_games, gaps_of, look_into
from jardinet.server.api.problems import answer_problem
from jardinet.server.api.router import OPENAPI, api_router, is_for_api
from jardinet.server.boards.layer import BOARDS, static_url
from jardinet.server.channels import Channels
from jardinet.server.guards.bans import BanGuard, Bans
from jardinet.server.guards.counters import Counters
from jardinet.server.guards.csrf import KeyedCsrfMiddleware
from jardinet.server.guards.limits import Limits, RequestLimits
from jardinet.server.guards.request_guard import RequestGuard
from jardinet.server.http.bounded_request import BoundedRequest
from jardinet.server.http.bounds import LARGEST_BODY
from jardinet.server.http.closing import CLOSING, closing_of
from jardinet.server.http.request_observer import RequestObserver
from jardinet.server.http.security_headers import SecurityHeaders
from jardinet.server.http.sessions import FOR_EVERYBODY, sessions
from jardinet.server.live import LivePages, channel_of, live
from jardinet.server.operation.health import Readiness, healthz, parts_of, readyz
from jardinet.server.operation.pruner import pruning
from jardinet.server.operation.scraping import metrics_handler, watch
from jardinet.server.pages.account import AccountPages
from jardinet.server.pages.analysis import STYLES_URL, AnalysisPages
from jardinet.server.pages.art import ArtPages
from jardinet.server.pages.games import GamesPages
from jardinet.server.pages.home import HomePages
from jardinet.server.pages.invite import InvitePages
from jardinet.server.pages.learn import LearnPages
from jardinet.server.pages.practice import PracticePages
from jardinet.server.pages.problems import problem_page
from jardinet.server.pages.proof import ProofPages
from jardinet.server.pages.remarks import RemarkPages
from jardinet.server.pages.replay import ReplayPages
from jardinet.server.pages.rules import RulesPages
from jardinet.server.pages.seats import SeatPages
from jardinet.server.pages.set_up import SetUpPages
from jardinet.server.pages.tables import TablePages
from jardinet.server.people.tokens import Accounts
from jardinet.server.settings import Settings
from jardinet.server.storage.database import Database
from jardinet.server.tables.analysis_runner import AnalysisRunner
from jardinet.server.tables.bot_runner import BotRunner
from jardinet.server.tables.clock_watcher import ClockWatcher
from jardinet.server.tables.service import TableService
from jardinet.server.tables.table import TableState
from jardinet.words.analysis_page import STYLES
from jardinet.words.layer import WORDS

if TYPE_CHECKING:
    from jardinet.server.redis_channels import RedisChannels

STATIC = Path(__file__).parent / "static"

# What the lifespan puts into the application's state, for handlers to ask for by these names.
PROVIDED = ("service", "database", "accounts", "limits", "live_pages", "readiness", "analyses")


def _look_into_games() -> None:
    """Import what pages ask of every game: one that is not complete is hidden from the beginning, and the log says why."""
    look_into([GAMES, DRAWINGS, BOTS, WORDS, BOARDS])
    for name in all_games():
        for gap in gaps_of(name):
            logging.getLogger(__name__).warning("the game %s is hidden: %s", name, gap)


def _static_files(path: str, folder: Path) -> Router:
    """Files of a folder, for everybody to keep an hour."""
    return create_static_files_router(
        path,
        [folder],
        name=path,
        cache_control=CacheControlHeader(max_age=3600, public=True),
        opt=FOR_EVERYBODY,
        exception_handlers={ValueError: _no_such_file, InternalServerException: _no_such_file},
    )


def create_app(settings: Settings) -> Litestar:
    """ASGI application factory.

    Args:
        settings: see Settings.
    """
    _look_into_games()
    redis = _redis(settings)
    # A message says only that something has changed: of several that wait the last one is enough.
    channels = Channels(
        redis or MemoryChannelsBackend(),
        arbitrary_channels_allowed=True,
        subscriber_max_backlog=1,
        subscriber_backlog_strategy="dropleft",
    )
    counters = Counters(settings.redis)
    limits = Limits(settings.allowances, counters)
    bans = Bans()

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with counters.running(), Database.open(settings.database) as database:

            def show(table_id: str) -> None:
                channels.publish({"table": table_id}, channel_of(table_id))

            def changed(table: TableState) -> None:
                show(table.id)
                if table.awaits_bot:
                    bot_runner.wake(table.id)

            service = TableService(database, changed, show, bans.has)
            app.state.bot_runner = bot_runner = BotRunner(service)
            app.state.analyses = analyses = AnalysisRunner(database, show)
            app.state.database, app.state.service, app.state.limits = database, service, limits
            app.state.accounts = Accounts(database, bans.has)
            app.state.live_pages = live_pages = LivePages(service, channels, analyses)
            clock_watcher = ClockWatcher(database, bot_runner.wake)
            app.state.readiness = Readiness(
                parts_of(database, redis.is_there if redis else None, bot_runner, clock_watcher, settings.folder),
                closing_of(app),
            )
            watch(database)
            async with (
                bans.running(database),
                live_pages.running(),
                service.presence.running(),
                service.renamer.running(),
                bot_runner.running(),
                clock_watcher.running(),
                analyses.running(),
                pruning(database, settings.prune_days, show),
            ):
                yield

    app = Litestar(
        route_handlers=[
            HomePages,
            GamesPages,
            TablePages,
            InvitePages,
            SetUpPages,
            SeatPages,
            RemarkPages,
            ReplayPages,
            AnalysisPages,
            PracticePages,
            ProofPages,
            RulesPages,
            LearnPages,
            AccountPages,
            ArtPages,
            api_router(),
            live,
            healthz,
            readyz,
            metrics_handler(settings.metrics_token),
            _static_files("/static", STATIC),
            _static_files(STYLES_URL, STYLES),
            *(_static_files(static_url(name), BOARDS.of(name).static) for name in playable_games()),
        ],
        dependencies={name: _of_state(name) for name in PROVIDED},
        plugins=[channels, _InnerLifespan(lifespan)],
        middleware=[
            sessions(settings.keys, is_secure=settings.is_secure),
            DefineMiddleware(KeyedCsrfMiddleware, keys=settings.keys, is_secure=settings.is_secure),
        ],
        before_request=bans.check,
        request_class=BoundedRequest,
        request_max_body_size=LARGEST_BODY,
        compression_config=CompressionConfig(
            backend="gzip", gzip_compress_level=6, exclude_opt_key="exclude_from_compression"
        ),
        exception_handlers={Exception: _problem},
        openapi_config=OPENAPI,
        state=State({CLOSING: asyncio.Event()}),
        include_in_schema=False,
        logging_config=None,
    )
    app.asgi_handler = RequestGuard(app.asgi_handler, settings.origins)
    if settings.allowances is not None:
        app.asgi_handler = RequestLimits(app.asgi_handler, settings.allowances, counters)
    app.asgi_handler = BanGuard(app.asgi_handler, bans)
    app.asgi_handler = SecurityHeaders(app.asgi_handler, is_secure=settings.is_secure)
    app.asgi_handler = RequestObserver(app.asgi_handler)
    return app


class _InnerLifespan(InitPlugin):
    """A lifespan that begins after those of the plugins before it and ends before them.

    Litestar's own `lifespan=` is the last to end: bots would still play when the channels are closed.
    """

    def __init__(self, lifespan: Callable[[Litestar], AbstractAsyncContextManager[None]]) -> None:
        self._lifespan = lifespan

    def on_app_init(self, app_config: AppConfig) -> AppConfig:
        app_config.lifespan.append(self._lifespan)
        return app_config


def _of_state(name: str) -> Provide:
    """What the lifespan has put into the application's state by that name."""

    def provide(state: State) -> Any:
        return state[name]

    return Provide(provide, sync_to_thread=False)


def _redis(settings: Settings) -> RedisChannels | None:
    if settings.redis is None:
        return None
    from jardinet.server.redis_channels import RedisChannels  # an extra

    return RedisChannels(settings.redis)


def _problem(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """What was asked is not possible, or broken: told to a program as data, to people by a page."""
    return answer_problem(request, error) if is_for_api(request) else problem_page(request, error)


def _no_such_file(request: Request[Any, Any, Any], _error: Exception) -> Response[Any]:
    """No file can have the name that was asked for: it is too long, or the system knows no such sign."""
    return _problem(request, NotFoundException())
