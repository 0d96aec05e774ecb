"""Pages of the deal of the day: what is promised, how the reader fared, who else has played it, and a calendar."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, Parameter
from litestar.response import Redirect

from jardinet.server.addresses import address_at
from jardinet.server.analyses.runner import AnalysisRunner
from jardinet.server.daily.daily import Daily, DailyPlay, no_such_deal
from jardinet.server.daily.dealer import daily_games
from jardinet.server.guards.limits import Limits
from jardinet.server.introductions import Introductions
from jardinet.server.pages.daily_told import (
    bot_name,
    daily_url,
    day_text,
    faring_of,
    lines_of,
    month_told,
    told_when,
)
from jardinet.server.pages.forms import Form, PageRequest, name_in, to_table
from jardinet.server.pages.render import page
from jardinet.server.pages.review import moments_told
from jardinet.server.people.reader import reader_of
from jardinet.server.reach import way_of
from jardinet.server.tables.agreement import told_at
from jardinet.server.tables.daily import begins_at, daily_agreement, day_at
from jardinet.server.tables.service import TableService
from jardinet.words.agreements import moment_text
from jardinet.words.game_words import title_in

Month = Annotated[str, Parameter(max_length=7)]


class DailyPages(Controller):
    """Controller of the pages of the deal of the day."""

    path = "/day"

    @get("/", name="daily-games")
    async def games(self) -> Redirect:
        """The deal of today, of the first game that has one."""
        first = next(iter(daily_games()), None)
        if first is None:
            raise NotFoundException
        return Redirect(f"/day/{first}", status_code=303)

    @get("/{game:str}", name="daily")
    async def today(
        self,
        request: PageRequest,
        daily: NamedDependency[Daily],
        service: NamedDependency[TableService],
        analyses: NamedDependency[AnalysisRunner],
        game: FromPath[str],
        month: Month = "",
    ) -> Response[str]:
        """The deal of today; see `show`."""
        return await self._shown(request, daily, service, analyses, game, day_at(service.now()), month)

    @get("/{game:str}/{day:str}", name="daily-of")
    async def show(
        self,
        request: PageRequest,
        daily: NamedDependency[Daily],
        service: NamedDependency[TableService],
        analyses: NamedDependency[AnalysisRunner],
        game: FromPath[str],
        day: FromPath[str],
        month: Month = "",
    ) -> Response[str]:
        """The deal of a day, and a calendar, by default of that month.

        Args:
            request: who asks.
            daily: knows the deals.
            service: where the reader's table is looked up.
            analyses: tell the moments of the reader's game.
            game: which.
            day: a date such as 2026-11-29.
            month: of the calendar, such as 2026-11; empty: that of the day.
        """
        return await self._shown(request, daily, service, analyses, game, _date_in(day), month)

    async def _shown(
        self,
        request: PageRequest,
        daily: Daily,
        service: TableService,
        analyses: AnalysisRunner,
        game: str,
        shown: date,
        month: str,
    ) -> Response[str]:
        if game not in daily_games():
            raise NotFoundException
        reader, at = reader_of(request), service.now()
        language, today = reader.language, day_at(at)
        deal = await daily.deal(game, shown)
        if deal is None or shown > today:
            raise no_such_deal(shown)
        first = _date_in(f"{month}-01") if month else shown.replace(day=1)
        last = (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)
        play = await daily.play_of(reader.person, game, shown) if reader.person else None
        tomorrow = await daily.deal(game, shown + timedelta(days=1))
        days = await daily.calendar(reader.person, game, first, last)
        address = address_at(way_of(request).best, daily_url(game, shown))
        moments = await _moments(request, service, analyses, play) if play and play.score else []
        ranks = await daily.ranks(game, shown, reader.person)
        return page(
            "daily.html",
            reader,
            game=game,
            title=title_in(language, game),
            day=day_text(language, shown),
            address=daily_url(game, shown),
            is_today=shown == today,
            is_over=at >= told_at(shown),
            next_begins=moment_text(language, begins_at(today + timedelta(days=1))),
            bot=bot_name(language, game, shown),
            level=daily_agreement(game, shown).seats[1],
            deal=deal,
            promised_at=moment_text(language, deal.made_at),
            told=told_when(language, shown),
            tomorrow=tomorrow,
            play=play,
            fared=play and play.score and faring_of(reader, game, shown, play.score, deal.bot, address),
            moments=moments,
            lines=lines_of(reader, game, ranks),
            calendar=month_told(language, game, shown, first, today, days, await daily.earliest(game)),
            others=[(one, title_in(language, one)) for one in daily_games() if one != game],
        )

    @post("/{game:str}/{day:str}")
    async def begin(
        self,
        request: PageRequest,
        daily: NamedDependency[Daily],
        introductions: NamedDependency[Introductions],
        limits: NamedDependency[Limits],
        game: FromPath[str],
        day: FromPath[str],
        data: Form,
    ) -> Redirect:
        """Begin the deal of a day, and lead to its table; who has begun it before goes on there, and who is done sees how they fared."""
        if game not in daily_games():
            raise NotFoundException
        shown = _date_in(day)
        reader = await introductions.introduce(request, name_in(data, reader_of(request)))
        person = str(reader.person)
        known = await daily.play_of(person, game, shown)
        if known and (known.ended_at is not None or not known.has_table):
            return Redirect(daily_url(game, shown), status_code=303)
        if known is None:
            await limits.count_table(daily_agreement(game, shown), request, person)
        return to_table(await daily.begin(person, reader.name, game, shown))


def _date_in(text: str) -> date:
    """A date of this millennium as an address gives it; raises NotFoundException if it is none."""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        raise NotFoundException from None
    if found.isoformat() != text or found.year not in range(2000, 3000):
        raise NotFoundException
    return found


async def _moments(
    request: PageRequest, service: TableService, analyses: AnalysisRunner, play: DailyPlay
) -> list[tuple[str, str]]:
    """The moments of the reader's game, each with its address; none before it is reviewed."""
    if not play.has_table:
        return []
    table = await service.load(play.table_id)
    review = await analyses.known(table, table.game) if table.game else None
    return moments_told(request, table, table.game, review) if table.game and review else []
