"""ASGI application factory: pages and API declare their own routes; what holds for every request is decided here."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any

from litestar import Litestar, Request, Response, Router
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.middleware import DefineMiddleware
from litestar.plugins import PluginProtocol
from litestar.plugins.core import MsgspecDIPlugin
from litestar.types import ASGIApp

from jardinet.arena.preparation import Preparation
from jardinet.bots.layer import BOTS
from jardinet.games import GAMES, playable_games
from jardinet.games.drawing import DRAWINGS
from jardinet.games.registry import all_games, gaps_of, look_into
from jardinet.server.api.problems import answer_problem
from jardinet.server.api.router import OPENAPI, api_router, is_for_api
from jardinet.server.boards.layer import BOARDS, static_url
from jardinet.server.bundles import fresh_bundles
from jardinet.server.guards.bans import BanGuard
from jardinet.server.guards.csrf import KeyedCsrfMiddleware
from jardinet.server.guards.daily import check_daily
from jardinet.server.guards.limits import RequestLimits
from jardinet.server.guards.request_guard import RequestGuard
from jardinet.server.http.bounded_request import BoundedRequest
from jardinet.server.http.bounds import LARGEST_BODY
from jardinet.server.http.closing import CLOSING
from jardinet.server.http.compression import Compression
from jardinet.server.http.injection import Injection
from jardinet.server.http.request_observer import RequestObserver
from jardinet.server.http.security_headers import SecurityHeaders
from jardinet.server.http.sessions import sessions
from jardinet.server.http.static_files import static_files
from jardinet.server.keys import Keys
from jardinet.server.live import live
from jardinet.server.operation.health import healthz, readyz
from jardinet.server.operation.scraping import metrics_handler
from jardinet.server.pages.account import AccountPages
from jardinet.server.pages.account_data import AccountDataPages
from jardinet.server.pages.account_devices import AccountDevicesPages
from jardinet.server.pages.account_programs import AccountProgramsPages
from jardinet.server.pages.account_ways import AccountWaysPages
from jardinet.server.pages.along import AlongPages
from jardinet.server.pages.analysis import STYLES_URL, AnalysisPages
from jardinet.server.pages.art import ArtPages
from jardinet.server.pages.called import CalledPages, service_worker
from jardinet.server.pages.daily import DailyPages
from jardinet.server.pages.far_apart import far_apart
from jardinet.server.pages.games import GamesPages
from jardinet.server.pages.go_on import GoOnPages
from jardinet.server.pages.home import HomePages
from jardinet.server.pages.invite import InvitePages
from jardinet.server.pages.ladder import LadderPages
from jardinet.server.pages.learn import LearnPages
from jardinet.server.pages.lobby import LobbyPages
from jardinet.server.pages.people import PeoplePages
from jardinet.server.pages.practice import PracticePages
from jardinet.server.pages.problems import problem_page
from jardinet.server.pages.profiles import ProfilePages
from jardinet.server.pages.proof import ProofPages
from jardinet.server.pages.puzzles import PuzzlePages
from jardinet.server.pages.remarks import RemarkPages
from jardinet.server.pages.replay import ReplayPages
from jardinet.server.pages.results import ResultsPages
from jardinet.server.pages.review import ReviewPages
from jardinet.server.pages.rules import RulesPages
from jardinet.server.pages.seats import SeatPages
from jardinet.server.pages.set_up import SetUpPages
from jardinet.server.pages.settings import SettingsPages
from jardinet.server.pages.sign_in import SignInPages
from jardinet.server.pages.start_anew import StartAnewPages
from jardinet.server.pages.tables import TablePages
from jardinet.server.pages.tournament_host import TournamentHostPages
from jardinet.server.pages.tournament_substitutes import SubstitutePages
from jardinet.server.pages.tournaments import TournamentPages
from jardinet.server.pages.vacations import VacationPages
from jardinet.server.reach import Reach
from jardinet.server.services import Services, services_of
from jardinet.server.settings import Settings
from jardinet.words.analysis_page import STYLES
from jardinet.words.layer import WORDS

STATIC = Path(__file__).parent / "static"

SERVICES = "services"  # in the application's state
PAGES = (
    HomePages,
    LobbyPages,
    TournamentPages,
    TournamentHostPages,
    SubstitutePages,
    GamesPages,
    LadderPages,
    DailyPages,
    ResultsPages,
    PeoplePages,
    ProfilePages,
    TablePages,
    InvitePages,
    SetUpPages,
    SettingsPages,
    CalledPages,
    VacationPages,
    StartAnewPages,
    SeatPages,
    RemarkPages,
    ReplayPages,
    AnalysisPages,
    PracticePages,
    ReviewPages,
    PuzzlePages,
    ProofPages,
    RulesPages,
    LearnPages,
    AccountPages,
    AccountDevicesPages,
    AccountWaysPages,
    AccountDataPages,
    AccountProgramsPages,
    SignInPages,
    AlongPages,
    GoOnPages,
    ArtPages,
    far_apart,
)


def _look_into_games() -> None:
    """Import what pages need of every game: an incomplete game is hidden from the start, and the log says why."""
    look_into([GAMES, DRAWINGS, BOTS, WORDS, BOARDS])
    for name in all_games():
        for gap in gaps_of(name):
            logging.getLogger(__name__).warning("the game %s is hidden: %s", name, gap)


def _files_of_pages() -> list[Router]:
    """Routers of style sheets, scripts and other files that pages load, ours and the games'; bundles come before their sources."""
    games = {static_url(name): BOARDS.of(name).static for name in playable_games()}
    bundles = fresh_bundles()
    return [
        static_files(address, *([bundles / address.strip("/")] if bundles else []), folder)
        for address, folder in {"/static": STATIC, STYLES_URL: STYLES, **games}.items()
    ]


def create_app(settings: Settings, preparation: Preparation | None = None, reach: Reach | None = None) -> Litestar:
    """ASGI application factory.

    Args:
        settings: see Settings.
        preparation: what gets the games ready meanwhile; None: they are ready, or the first caller of a kernel waits for it.
        reach: where the server listens; None: unknown, and others are given the address by which the reader came.
    """
    app = Application(settings.keys, settings.metrics_token, is_secure=settings.is_secure)
    app.serve(settings, services_of(settings, preparation, reach))
    return app


class Application(Litestar):
    """The routes, and the services of one server.

    To make the routes takes half a second, and nothing in them is of one server alone: when it has ended, they can serve another.
    """

    def __init__(self, keys: Keys, metrics_token: str | None, *, is_secure: bool) -> None:
        """The routes, for these settings; see Settings."""
        _look_into_games()
        self._injection = Injection(field.name for field in fields(Services))
        super().__init__(
            route_handlers=[
                *PAGES,
                service_worker,
                api_router(),
                live,
                healthz,
                readyz,
                metrics_handler(metrics_token),
                *_files_of_pages(),
            ],
            lifespan=[_running],
            plugins=[self._injection],
            middleware=[
                sessions(keys, _is_outlived, is_secure=is_secure),
                DefineMiddleware(KeyedCsrfMiddleware, keys=keys, is_secure=is_secure),
                Compression,
            ],
            before_request=_before_request,
            request_class=BoundedRequest,
            request_max_body_size=LARGEST_BODY,
            exception_handlers={Exception: _problem},
            openapi_config=OPENAPI,
            include_in_schema=False,
            logging_config=None,
        )
        self._routes = self.asgi_handler

    def serve(self, settings: Settings, services: Services) -> None:
        """Serve by these services from now on; those of before have ended."""
        self.state = State({CLOSING: services.closing, SERVICES: services})
        self._injection.give(services.by_name())
        self.asgi_handler = _guarded(self._routes, settings, services)

    @staticmethod
    def _get_default_plugins(plugins: list[PluginProtocol]) -> list[PluginProtocol]:
        """Not those for Pydantic and attrs: nothing here uses these, but the plugins import them if installed."""
        return [*plugins, MsgspecDIPlugin()]


def _guarded(handler: ASGIApp, settings: Settings, services: Services) -> ASGIApp:
    """The application behind the middleware that sees every request before Litestar; the last one added is called first."""
    handler = RequestGuard(handler, settings.origins)
    if settings.allowances is not None:
        handler = RequestLimits(handler, settings.allowances, services.counters)
    handler = BanGuard(handler, services.bans)
    handler = SecurityHeaders(handler, is_secure=settings.is_secure)
    return RequestObserver(handler)


@asynccontextmanager
async def _running(app: Litestar) -> AsyncIterator[None]:
    services: Services = app.state[SERVICES]
    async with services.channels, services.running():
        yield


async def _before_request(request: Request[Any, Any, Any]) -> None:
    services: Services = request.app.state[SERVICES]
    await services.devices.check(request)
    await services.bans.check(request)
    await check_daily(request, services.service, services.accounts)
    await services.introductions.recall(request)


def _is_outlived(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    services: Services = connection.app.state[SERVICES]
    return services.devices.is_outlived(connection)


def _problem(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """The answer to a request that is not possible, or failed: data for a program, a page for people."""
    return answer_problem(request, error) if is_for_api(request) else problem_page(request, error)
