"""ASGI application factory: what is where is decided in the rooms, what holds for every request here."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from litestar import Litestar, Request, Response, Router
from litestar.channels.backends.memory import MemoryChannelsBackend
from litestar.config.app import AppConfig
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.middleware import DefineMiddleware
from litestar.plugins import InitPlugin, PluginProtocol
from litestar.plugins.core import MsgspecDIPlugin

from jardinet.arena.preparation import Preparation
from jardinet.bots.levels import BOTS
from jardinet.games import GAMES, playable_games
from jardinet.games.drawing import DRAWINGS
from jardinet.games.registry import all_games, gaps_of, look_into
from jardinet.server.announcer import Announcer
from jardinet.server.api.problems import answer_problem
from jardinet.server.api.router import OPENAPI, api_router, is_for_api
from jardinet.server.boards.layer import BOARDS, static_url
from jardinet.server.bundles import fresh_bundles
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
from jardinet.server.http.sessions import sessions
from jardinet.server.http.static_files import static_files
from jardinet.server.live import LivePages, live
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
from jardinet.server.tables.errors import NoSuchTableError
from jardinet.server.tables.happenings import GameEnded, Subscribers
from jardinet.server.tables.outbox import Outbox
from jardinet.server.tables.service import TableService
from jardinet.words.analysis_page import STYLES
from jardinet.words.layer import WORDS

if TYPE_CHECKING:
    from jardinet.server.redis_channels import RedisChannels

STATIC = Path(__file__).parent / "static"

# What the lifespan puts into the application's state, for handlers to ask for by these names.
PROVIDED = (
    "service",
    "database",
    "accounts",
    "limits",
    "live_pages",
    "readiness",
    "analyses",
    "intervals",
    "preparation",
)


def _look_into_games() -> None:
    """Import what pages ask of every game: one that is not complete is hidden from the beginning, and the log says why."""
    look_into([GAMES, DRAWINGS, BOTS, WORDS, BOARDS])
    for name in all_games():
        for gap in gaps_of(name):
            logging.getLogger(__name__).warning("the game %s is hidden: %s", name, gap)


def _files_of_pages() -> list[Router]:
    """Style sheets, scripts and whatever else pages load, ours and the games'; bundles come before what they were made of."""
    games = {static_url(name): BOARDS.of(name).static for name in playable_games()}
    bundles = fresh_bundles()
    return [
        static_files(address, *([bundles / address.strip("/")] if bundles else []), folder)
        for address, folder in {"/static": STATIC, STYLES_URL: STYLES, **games}.items()
    ]


def create_app(settings: Settings, preparation: Preparation | None = None) -> Litestar:
    """ASGI application factory.

    Args:
        settings: see Settings.
        preparation: what gets the games ready meanwhile; None: they are, or whoever calls a kernel waits for it.
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
    intervals = settings.intervals
    bans = Bans(intervals)

    def is_preparing() -> bool:
        return preparation is not None and not preparation.is_over

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with counters.running(), Database.open(settings.database) as database:
            announcer = Announcer(channels)
            subscribers = Subscribers()
            announcer.subscribe(subscribers)
            watch(database, subscribers)
            service = TableService(database, subscribers, announcer.announce_table, bans.has, intervals)
            app.state.preparation = preparation
            app.state.bot_runner = bot_runner = BotRunner(service, intervals, is_preparing)
            app.state.analyses = analyses = AnalysisRunner(database, announcer.announce_table, is_preparing)
            outbox = Outbox(database, subscribers, intervals)
            outbox.subscribe(GameEnded, partial(_explain, service, analyses))
            app.state.database, app.state.service, app.state.limits = database, service, limits
            app.state.intervals = intervals
            app.state.accounts = Accounts(database, bans.has)
            app.state.live_pages = live_pages = LivePages(service, database, channels, analyses, intervals)
            clock_watcher = ClockWatcher(database, bot_runner.wake, intervals)
            app.state.readiness = Readiness(
                parts_of(database, redis.is_there if redis else None, bot_runner, clock_watcher, settings.folder),
                closing_of(app),
            )
            async with (
                bans.running(database),
                live_pages.running(),
                service.presence.running(),
                service.renamer.running(),
                bot_runner.running(),
                clock_watcher.running(),
                analyses.running(),
                outbox.running(),
                pruning(database, settings.prune_days, announcer.announce_table),
            ):
                yield

    app = _Application(
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
            *_files_of_pages(),
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


async def _explain(service: TableService, analyses: AnalysisRunner, ended: GameEnded) -> None:
    """Have a game explained that has ended, unless somebody has removed its table meanwhile."""
    with suppress(NoSuchTableError):
        table = await service.load(ended.table_id)
        await analyses.explain(table, table.game_of(ended.game))


class _Application(Litestar):
    """Litestar without its plugins for Pydantic and attrs, of which nothing here is made: they would be imported where they are installed."""

    @staticmethod
    def _get_default_plugins(plugins: list[PluginProtocol]) -> list[PluginProtocol]:
        return [*plugins, MsgspecDIPlugin()]


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
