"""Services of a server, its composition root: what exists once in a process, how each gets the others, and what runs with it.

They are made here and nowhere else: for the application, for `jardinet admin` and for tests.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, fields
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

from litestar.channels.backends.memory import MemoryChannelsBackend

from jardinet.arena.preparation import Preparation
from jardinet.server.analyses.older_results import OlderResults
from jardinet.server.analyses.runner import AnalysisRunner
from jardinet.server.announcer import Announcer
from jardinet.server.channels import Channels
from jardinet.server.daily.daily import Daily
from jardinet.server.daily.dealer import Dealer
from jardinet.server.guards.bans import Bans
from jardinet.server.guards.counters import Counters
from jardinet.server.guards.limits import Limits
from jardinet.server.guards.sign_in_limits import SignInLimits
from jardinet.server.intervals import Intervals
from jardinet.server.introductions import Introductions
from jardinet.server.keys import Keys
from jardinet.server.live import LivePages
from jardinet.server.lobby.lobby import Lobby
from jardinet.server.messaging import Messaging
from jardinet.server.notifications.caller import Caller
from jardinet.server.operation.health import Readiness, parts_of
from jardinet.server.operation.pruner import Pruner
from jardinet.server.operation.scraping import watch
from jardinet.server.people.devices import Devices
from jardinet.server.people.passwords import Passwords
from jardinet.server.people.preferences import pace_for
from jardinet.server.people.ratings import Ratings
from jardinet.server.people.tokens import Accounts
from jardinet.server.reach import Reach
from jardinet.server.settings import Settings
from jardinet.server.storage.database import Database
from jardinet.server.tables.bot_runner import BotRunner
from jardinet.server.tables.clock_watcher import ClockWatcher
from jardinet.server.tables.errors import NoSuchTableError
from jardinet.server.tables.happenings import GameEnded, Subscribers, TurnCame
from jardinet.server.tables.outbox import Outbox
from jardinet.server.tables.service import TableService
from jardinet.server.tables.vacations import Vacations
from jardinet.server.tournaments.tournaments import Tournaments
from jardinet.server.worker import Worker, working

if TYPE_CHECKING:
    from jardinet.server.notifications.notifier import Notifier
    from jardinet.server.redis_channels import RedisChannels


@dataclass(frozen=True)
class Services:
    """Services of one server. A handler asks for one by a parameter of its name here, and of its type.

    Attributes:
        closing: set as soon as the server is asked to close.
        intervals: how soon things are noticed.
        keys: seal what the server gives people to keep.
        preparation: what gets the games ready; None: they are.
        reach: where the server listens; None: unknown, and others are given the address by which the reader came.
        kiosk_minutes: see Settings.
        messaging: see Settings.
        notifier: calls people who are not there; None: nothing does.
        workers: what is done beside the requests, in the order of its start.
    """

    closing: asyncio.Event
    intervals: Intervals
    keys: Keys
    preparation: Preparation | None
    reach: Reach | None
    kiosk_minutes: int | None
    database: Database
    channels: Channels
    counters: Counters
    limits: Limits
    bans: Bans
    devices: Devices
    passwords: Passwords
    sign_in_limits: SignInLimits
    service: TableService
    vacations: Vacations
    accounts: Accounts
    introductions: Introductions
    bot_runner: BotRunner
    analyses: AnalysisRunner
    live_pages: LivePages
    lobby: Lobby
    daily: Daily
    tournaments: Tournaments
    messaging: Messaging
    notifier: Caller | None
    readiness: Readiness
    workers: tuple[Worker, ...]

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Open the database, and let the workers work, until the end of the block.

        Raises:
            SettingError: the database cannot be used.
        """
        async with self.database.opened(), working(self.workers):
            yield

    def by_name(self) -> dict[str, Any]:
        """Every service, by the name of its field."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


def services_of(
    settings: Settings,
    preparation: Preparation | None = None,
    reach: Reach | None = None,
    *,
    database: Database | None = None,
    announcer: Announcer | None = None,
) -> Services:
    """The services of a server, not running yet.

    Args:
        settings: see Settings.
        preparation: see Services.
        reach: see Services.
        database: one that is open already; None: that of the settings.
        announcer: tells other processes what has changed; None: by the channels.
    """
    intervals, closing = settings.intervals, asyncio.Event()
    redis = _redis(settings)
    # A message says only that something has changed: of several that wait the last one is enough.
    channels = Channels(
        redis or MemoryChannelsBackend(),
        arbitrary_channels_allowed=True,
        subscriber_max_backlog=1,
        subscriber_backlog_strategy="dropleft",
    )
    database, announcer = database or Database(settings.database), announcer or Announcer(channels)
    counters, bans = Counters(settings.redis), Bans(database, intervals)
    limits = Limits(settings.allowances, counters)
    devices = Devices(database, intervals, settings.accounts, announcer.announce_person)

    subscribers = Subscribers()
    announcer.subscribe(subscribers)
    watch(database, subscribers)
    service = TableService(database, subscribers, announcer.announce_table, bans.has, intervals)
    accounts = Accounts(database, bans.has, settings.keys, devices.is_account)

    def is_preparing() -> bool:
        return preparation is not None and not preparation.is_over

    bot_runner = BotRunner(service, intervals, is_preparing, partial(pace_for, database))
    analyses = AnalysisRunner(database, announcer.announce_table, is_preparing)
    ratings = Ratings(database, announcer.announce_table)
    subscribers.subscribe(GameEnded, ratings.note_end)
    live_pages = LivePages(service, database, channels, analyses, intervals, devices)
    lobby = Lobby(database, service, bans.has, announcer.announce_person, intervals)
    tournaments = Tournaments(
        database, service, subscribers, bans.has, announcer.announce_person, intervals, ratings.make_again
    )
    vacations = Vacations(database, subscribers, service.do)
    workers: list[Worker] = [
        counters,
        bans,
        devices,
        live_pages,
        service.presence,
        service.renamer,
        vacations,
        bot_runner,
        ClockWatcher(database, subscribers, bot_runner.wake, intervals),
        analyses,
        Outbox(database, subscribers, GameEnded, partial(_explain, service, analyses), intervals),
        Outbox(database, subscribers, TurnCame, announcer.remind, intervals),
    ]
    workers += [lobby, Dealer(database, is_preparing), tournaments, ratings, OlderResults(database, service)]
    notifier = _notifier(settings, database, service, subscribers)
    if notifier:
        workers.append(notifier)
    if settings.prune_days is not None:
        workers.append(Pruner(database, timedelta(days=settings.prune_days), announcer.announce_table))
    parts = parts_of(database, redis.is_there if redis else None, settings.folder)
    return Services(
        closing=closing,
        intervals=intervals,
        keys=settings.keys,
        preparation=preparation,
        reach=reach,
        kiosk_minutes=settings.kiosk_minutes,
        database=database,
        channels=channels,
        counters=counters,
        limits=limits,
        bans=bans,
        devices=devices,
        passwords=Passwords(database),
        sign_in_limits=SignInLimits(counters),
        service=service,
        vacations=vacations,
        accounts=accounts,
        introductions=Introductions(database, service, limits, accounts, settings.kiosk_minutes),
        bot_runner=bot_runner,
        analyses=analyses,
        live_pages=live_pages,
        lobby=lobby,
        daily=Daily(database, service),
        tournaments=tournaments,
        messaging=settings.messaging,
        notifier=notifier,
        readiness=Readiness(parts, workers, closing),
        workers=tuple(workers),
    )


async def _explain(service: TableService, analyses: AnalysisRunner, ended: GameEnded) -> None:
    """Have a finished game explained, unless its table was removed meanwhile; of a rated match all games, at its end."""
    with suppress(NoSuchTableError):
        table = await service.load(ended.table_id)
        for game in table.games if table.agreement.rated else [table.game_of(ended.game)]:
            await analyses.explain(table, game)


def _notifier(
    settings: Settings, database: Database, service: TableService, subscribers: Subscribers
) -> Notifier | None:
    """What calls people; None: nothing does, and what it is made of is not even loaded."""
    if not settings.messaging.is_on:
        return None
    from jardinet.server.notifications.notifier import Notifier

    site = next(iter(settings.origins), "")
    notifier = Notifier(database, service, settings.messaging, settings.keys, site, settings.intervals)
    notifier.subscribe(subscribers)
    return notifier


def _redis(settings: Settings) -> RedisChannels | None:
    if settings.redis is None:
        return None
    from jardinet.server.redis_channels import RedisChannels  # an extra

    return RedisChannels(settings.redis)
