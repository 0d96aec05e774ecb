"""Live pages: one WebSocket for each reader and table, by which the page is sent anew after every change.

A change is loaded and rendered once for all who see the same of it: spectators of one language, or one player on several
devices. So nothing of one reader's own is in it: a form finds its CSRF token in the page that is there (forms.js).
Messages between processes say only that a table has changed; a lost one costs no more than a moment, since a client that
reconnects gets the page anew. No message says that a table is gone, since it may be removed from outside the server's
processes. So the server polls every few seconds, for all tables with readers together, whether they still exist.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.channels import ChannelsPlugin
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketException
from litestar.params import FromPath

from jardinet.server.analyses.runner import AnalysisRunner
from jardinet.server.announcer import channel_of, channel_of_turns
from jardinet.server.background import in_background
from jardinet.server.guards.daily import check_daily
from jardinet.server.guards.limits import Limits
from jardinet.server.intervals import Intervals
from jardinet.server.logs import tell_fault
from jardinet.server.metrics import VIEWERS
from jardinet.server.pages.forms import table_url
from jardinet.server.pages.table_page import TablePage, Visit
from jardinet.server.people.devices import Devices
from jardinet.server.people.reader import Reader, reader_of
from jardinet.server.people.tokens import Accounts
from jardinet.server.reach import Way, way_of
from jardinet.server.statuses import status_of
from jardinet.server.storage.database import Database, when_it_answers
from jardinet.server.tables.errors import NoSuchTableError
from jardinet.server.tables.lists import Elsewhere, awaiting
from jardinet.server.tables.presence import Attendance, Presence
from jardinet.server.tables.rated import TableRatings
from jardinet.server.tables.service import TableService
from jardinet.server.tables.table import TableState
from jardinet.server.worker import Worker
from jardinet.words.game_words import title_in

NO_SUCH_TABLE = 4404  # a code of our own: do not come back (connection.js)
COME_AGAIN = 1013  # "try again later", in the words of the protocol: a page does
MOST_AT_ONCE = 500  # tables that are looked for by one statement
CALM = timedelta(seconds=10)  # at least between two pages that tell nothing but how many watch
RIGHT = timedelta(seconds=1)  # that the time on a page may be old
PATIENCE = 20.0  # seconds that one page may take to be sent: a client that takes longer has gone, or reads nothing

Socket = WebSocket[Any, Any, Any]


class LivePages(Worker):
    """Live pages of all tables that somebody looks at: see the module. A round looks whether all are still there."""

    name = "live-pages"

    def __init__(
        self,
        service: TableService,
        database: Database,
        channels: ChannelsPlugin,
        analyses: AnalysisRunner,
        intervals: Intervals,
        devices: Devices,
    ) -> None:
        """Pages of the tables of `service`, of whose changes `channels` tell; `analyses` knows who may practise their games.

        `database` says which other table waits for a reader, `devices` whether they are still signed in.
        """
        super().__init__()
        self._service = service
        self._database = database
        self._channels = channels
        self._analyses = analyses
        self._intervals = intervals
        self._devices = devices
        self._rooms: dict[str, _Room] = {}

    async def show(self, socket: Socket, table_id: str) -> None:
        """Send a table as it stands, and again whenever it changes, until the reader goes.

        Raises:
            NoSuchTableError: there is none.
            WebSocketException: the reader has gone.
        """
        table = await self._service.load(table_id)  # first, so that nobody listens to a table that does not exist
        viewer = _Viewer(socket, reader_of(socket), way_of(socket))
        presence, person = self._service.presence, viewer.reader.person
        with presence.page(table_id, person), self._devices.open(socket, viewer.come_anew):
            presence.saw(table, person)
            async with self._room(table) as room:
                room.viewers.add(viewer)
                try:
                    viewer.show(room)
                    async with in_background(self._tell_elsewhere(viewer, room)):
                        while True:
                            await socket.receive_text()
                finally:
                    room.viewers.discard(viewer)
                    viewer.stop()

    async def start(self) -> float:
        """The seconds until the first round: nobody looks at a page yet."""
        return self._intervals.removed_tables

    async def once(self) -> float:
        """Tell those who look at a table that is not there any more."""
        open_now = list(self._rooms)
        for first in range(0, len(open_now), MOST_AT_ONCE):
            for table_id in await self._service.gone(open_now[first : first + MOST_AT_ONCE]):
                if room := self._rooms.get(table_id):
                    room.close()
        return self._intervals.removed_tables

    async def _tell_elsewhere(self, viewer: _Viewer, room: _Room) -> None:
        """Tell a reader when it is their turn at another table, and when it no longer is."""
        person = viewer.reader.person
        if person is None:
            return
        look = partial(awaiting, self._database, person, room.table.id)
        async with self._channels.start_subscription([channel_of_turns(person)]) as turns:
            viewer.tell_elsewhere(room, await when_it_answers(look))
            async for _turn in turns.iter_events():
                viewer.tell_elsewhere(room, await when_it_answers(look))

    @asynccontextmanager
    async def _room(self, table: TableState) -> AsyncIterator[_Room]:
        """The room of a table, which is there as long as somebody looks."""
        room = self._rooms.get(table.id)
        if room is None:
            room = self._rooms[table.id] = _Room(table, self._service.presence)
            room.listening = asyncio.create_task(self._listen(room))
        room.guests += 1
        try:
            await room.is_listening.wait()
            await self._see(room)  # what changed before anybody listened
            yield room
        finally:
            room.guests -= 1
            if not room.guests:
                del self._rooms[table.id]
                assert room.listening
                room.listening.cancel()
                with suppress(asyncio.CancelledError):
                    await room.listening

    async def _listen(self, room: _Room) -> None:
        see = partial(self._see, room)
        async with self._channels.start_subscription([channel_of(room.table.id)]) as changes:
            room.is_listening.set()
            async for _change in changes.iter_events():
                try:
                    await when_it_answers(see)
                except NoSuchTableError:
                    room.close()

    async def _see(self, room: _Room) -> None:
        """Show the table of a room as it stands."""
        table = await self._service.load(room.table.id)
        practisers, earlier = await self._analyses.practisers(table), await self._service.earlier_winners(table)
        room.see(table, practisers, earlier, await self._service.ratings(table))


class _Room:
    """Room of a table: who looks at it, and the pages of it as it stands, each rendered when first wanted."""

    def __init__(self, table: TableState, presence: Presence) -> None:
        self.table = table
        self._presence = presence
        self._practisers: frozenset[str] = frozenset()
        self._earlier: Sequence[Sequence[int]] = ()
        self._ratings: TableRatings | None = None
        self._attendance = presence.attendance(table)
        self._told_at = self._attendance.at
        self.guests = 0
        self.viewers: set[_Viewer] = set()
        self.is_listening = asyncio.Event()
        self.listening: asyncio.Task[None] | None = None
        self._pages: dict[tuple[str | None, str, str, Way], str] = {}

    def see(
        self,
        table: TableState,
        practisers: frozenset[str],
        earlier: Sequence[Sequence[int]],
        ratings: TableRatings | None,
    ) -> None:
        """Show the table as it stands to everybody who looks at it.

        Args:
            table: as it stands.
            practisers, earlier, ratings: see `Visit`.
        """
        if table.seats is not self.table.seats:
            for viewer in self.viewers:
                self._presence.saw(table, viewer.reader.person)  # who has sat down is there
        attendance = self._presence.attendance(table)
        told, is_calm = self._attendance, attendance.at - self._told_at < CALM
        if (
            table is self.table
            and practisers == self._practisers
            and (ratings and ratings.is_rated) == (self._ratings and self._ratings.is_rated)
            and attendance.unseen == told.unseen
            and (attendance.watching == told.watching or is_calm)
        ):
            return
        self._told_at, self._practisers = attendance.at, practisers
        self._earlier, self._ratings = earlier, ratings
        self._renew(table, attendance)
        for viewer in self.viewers:
            viewer.show(self)

    def close(self) -> None:
        """Let everybody go: the table is there no more."""
        for viewer in self.viewers:
            viewer.close()

    def _renew(self, table: TableState, attendance: Attendance) -> None:
        """From now on show the table in this state; its pages are rendered anew."""
        self.table, self._attendance = table, attendance
        self._pages.clear()

    def page(self, reader: Reader, way: Way) -> str:
        """The changing part of the page as a reader sees it, without their CSRF token.

        At a table with a clock the page tells the time: so a reader who comes later gets a new page, not an old one.
        """
        if self.table.deadline is not None:
            attendance = self._presence.attendance(self.table)
            if attendance.at - self._attendance.at > RIGHT:
                self._renew(self.table, replace(attendance, watching=self._attendance.watching))
        is_anybody = reader.person != self.table.host and not self.table.seats_of(reader.person)
        is_waiting = self.table.is_waiting  # there the form to sit down bears the reader's name
        seen = replace(
            reader, csrf="", person=None if is_anybody else reader.person, name=reader.name if is_waiting else ""
        )
        key = seen.person, seen.name, seen.language.code, way
        if key not in self._pages:
            visit = Visit(seen, way, self._attendance, self._practisers, self._earlier, self._ratings)
            self._pages[key] = TablePage.of(self.table, visit).fragment()
        return self._pages[key]


class _Viewer:
    """Viewer of a table: one socket, with backpressure: of pages that come faster than it reads it gets only the latest."""

    def __init__(self, socket: Socket, reader: Reader, way: Way) -> None:
        self._socket = socket
        self.reader = reader
        self._way = way
        self._is_behind = False
        self._elsewhere = self._told_elsewhere = _elsewhere(self.reader, Elsewhere(0, None))
        self._sending: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None

    def show(self, room: _Room) -> None:
        """Send the page as it is now; if another one is being sent, after that."""
        self._is_behind = True
        self._begin_to_send(room)

    def tell_elsewhere(self, room: _Room, elsewhere: Elsewhere) -> None:
        """Tell how many other tables wait for the reader, and which first, if that is news."""
        self._elsewhere = _elsewhere(self.reader, elsewhere)
        self._begin_to_send(room)

    def _begin_to_send(self, room: _Room) -> None:
        if self._sending is None:
            self._sending = asyncio.create_task(self._send(room))

    def close(self) -> None:
        """Say that there is no such table, and nothing more."""
        self.stop()
        if self._closing is None:
            self._closing = asyncio.create_task(self._close(NO_SUCH_TABLE))

    def come_anew(self) -> None:
        """Say that the page is to connect again: its reader is signed out, and sees from then on what a stranger does."""
        self.stop()
        if self._closing is None:
            self._closing = asyncio.create_task(self._close(COME_AGAIN))

    def stop(self) -> None:
        """Stop sending pages to this viewer."""
        if self._sending:
            self._sending.cancel()

    async def _send(self, room: _Room) -> None:
        try:
            while self._is_behind or self._elsewhere != self._told_elsewhere:
                if self._is_behind:
                    self._is_behind = False
                    text = room.page(self.reader, self._way)
                else:
                    self._told_elsewhere = text = self._elsewhere
                async with asyncio.timeout(PATIENCE):
                    await self._socket.send_text(text)
        except (TimeoutError, WebSocketException, OSError):
            await self._close(COME_AGAIN)
        finally:
            self._sending = None

    async def _close(self, code: int) -> None:
        with suppress(Exception):  # it may have gone by itself
            await self._socket.close(code)


def _elsewhere(reader: Reader, elsewhere: Elsewhere) -> str:
    """The message how many other tables wait for the reader, and which first: JSON, whereas pages begin with their title."""
    if elsewhere.first is None:
        return '{"elsewhere":null,"waiting":0}'
    title = title_in(reader.language, elsewhere.first.game)
    told = reader.language.gettext("Your turn at another table: {title}").format(title=title)
    first = {"address": table_url(elsewhere.first.id), "told": told}
    return msgspec.json.encode({"elsewhere": first, "waiting": elsewhere.waiting}).decode()


@websocket("/t/{table_id:str}/live")
async def live(
    socket: Socket,
    live_pages: NamedDependency[LivePages],
    limits: NamedDependency[Limits],
    devices: NamedDependency[Devices],
    service: NamedDependency[TableService],
    accounts: NamedDependency[Accounts],
    table_id: FromPath[str],
) -> None:
    """Handler of a live page's WebSocket; see LivePages.show.

    A reader with too many open is refused before this one opens: the page tries again, with backoff.
    """
    await devices.check(socket)
    await check_daily(socket, service, accounts)
    await limits.hold(socket, reader_of(socket).person)
    await socket.accept()
    try:
        with VIEWERS.labels("page").track_inprogress():
            await live_pages.show(socket, table_id)
    except NoSuchTableError:
        await socket.close(NO_SUCH_TABLE)
    except WebSocketException:
        pass
    except Exception as error:
        if status_of(error) == 500:
            tell_fault(socket, error)  # Litestar closes the socket without a word, and the page comes again
        raise
