"""People with whom the reader has played: who is here, how the games ended, another one with them, and whom not to meet."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import QueryParameter
from litestar.response import Redirect
from sqlalchemy import Connection

from jardinet.games.parameters import GameError
from jardinet.server.guards.limits import Limits
from jardinet.server.pages.account_page import day_of, person_of
from jardinet.server.pages.calls import calls_of
from jardinet.server.pages.forms import Form, PageRequest, number_in, to_table, way_back
from jardinet.server.pages.render import page
from jardinet.server.people.blocks import Block, block, blocked_with, blocks_of, unblock
from jardinet.server.people.calls import call_again
from jardinet.server.people.characters import face_of
from jardinet.server.people.companions import Companion, companion_at, companions_of
from jardinet.server.people.profiles import shown_profile
from jardinet.server.people.reader import reader_of
from jardinet.server.statuses import status_of
from jardinet.server.storage.database import Database
from jardinet.server.tables.service import TableService
from jardinet.words.language import Language, isolated

MOST_PAGES = 1000


class PeoplePages(Controller):
    """Controller of the page “People I have played”, and of the forms on it."""

    @get("/people", name="people")
    async def show(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        database: NamedDependency[Database],
        number: Annotated[int, QueryParameter(name="page", ge=1, le=MOST_PAGES)] = 1,
    ) -> Response[str]:
        """A page of the list.

        Args:
            request: who asks.
            service: knows who is here.
            database: where the games are.
            number: of the page, from 1: the latest.
        """
        return await _shown(request, service, database, number)

    @post("/play-again")
    async def play_again(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        database: NamedDependency[Database],
        limits: NamedDependency[Limits],
        data: Form,
    ) -> Any:
        """Open a table as agreed the last time, and offer its seats to whoever sat there; one that waits already is shown instead."""
        person, name = person_of(request), reader_of(request).name
        try:
            waiting, again = await call_again(database, service, person, data.get("table", ""), number_in(data, "seat"))
        except GameError as error:
            return await _shown(request, service, database, problem=error)
        if waiting is not None:
            return to_table(waiting)
        await limits.count_table(again.agreement, request, person)
        return to_table(await service.open_table(person, name, again.agreement, again.beside, again.guests))

    @post("/blocks")
    async def block(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        database: NamedDependency[Database],
        data: Form,
    ) -> Any:
        """Block whoever shows the profile of a handle, or sits at a seat of a table where the reader sits."""
        person, at = person_of(request), database.now()

        def job(connection: Connection) -> None:
            if "handle" in data:
                other = shown_profile(connection, data["handle"], person).person
            else:
                other = companion_at(connection, person, data.get("table", ""), number_in(data, "seat"))
            block(connection, person, other, at)

        try:
            await database.write(job)
        except GameError as error:
            return await _shown(request, service, database, problem=error)
        return Redirect(way_back(data.get("back", "/people")), status_code=303)

    @post("/blocks/remove")
    async def unblock(self, request: PageRequest, database: NamedDependency[Database], data: Form) -> Redirect:
        """Undo a block."""
        person, number = person_of(request), number_in(data, "block")
        await database.write(partial(unblock, person=person, block_id=number))
        return Redirect(way_back(data.get("back", "/people")), status_code=303)


async def _shown(
    request: PageRequest,
    service: TableService,
    database: Database,
    number: int = 1,
    *,
    problem: GameError | None = None,
) -> Response[str]:
    """The page, or why what was asked is not possible beside it."""
    reader = reader_of(request)

    def job(connection: Connection) -> tuple[list[Companion], bool, list[Block], frozenset[str]]:
        if reader.person is None:
            return [], False, [], frozenset()
        companions, has_more = companions_of(connection, reader.person, number)
        return companions, has_more, blocks_of(connection, reader.person), blocked_with(connection, reader.person)

    companions, has_more, blocks, apart = await database.read(job)
    met = {one.person for one in companions if one.score.games} - apart
    here = service.presence.here(met)
    blocked = {one.blocked: one.id for one in blocks}
    return page(
        "people.html",
        reader,
        status_of(problem) if problem else 200,
        companions=[_told(one, reader.language, blocked, is_here=one.person in here) for one in companions],
        blocks=[{"id": one.id, "name": one.name, "day": day_of(one.made_at, reader.language)} for one in blocks],
        older=number + 1 if has_more else None,
        calls=await calls_of(database, reader),
        problem=reader.language.tell_alone(problem) if problem else "",
    )


def _told(one: Companion, language: Language, blocked: dict[str, int], *, is_here: bool) -> dict[str, Any]:
    """A person in the list, for the template."""
    score = one.score
    told = language.gettext("You {own} : {theirs} {name}").format(
        own=score.own, theirs=score.theirs, name=isolated(one.name)
    )
    shared = language.ngettext("{count} shared", "{count} shared", score.shared).format(count=score.shared)
    return {
        "face": face_of(one.person),
        "name": one.name,
        "handle": one.handle,
        "is_here": is_here,
        "score": told if score.games else "",
        "shared": shared if score.shared else "",
        "day": day_of(one.opened_at, language),
        "table": one.table_id,
        "seat": one.seat,
        "is_running": one.is_running,
        "block": blocked.get(one.person),
    }
