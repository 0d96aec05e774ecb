"""Visitors of a server who come and go while others play: each kind does one thing again and again, until told to stop."""

from __future__ import annotations

import threading
from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from tests.long.pages import Page
from tests.long.people import Answer, Line, new_account, new_host
from tests.long.sizes import until

from jardinet.bots.levels import levels_of
from jardinet.games import playable_games

PAUSE = 0.1  # seconds, at most, between two things that one visitor does
SEEN = 30.0  # seconds within which a page shows something, whatever else the machine does
LONGEST_STAY = 5.0  # seconds that somebody looks at a table
BOTS = 10  # tables at which they play: each one that is over makes room for another, so that they do not pile up
GAMES = playable_games()
PAGES = (
    "/", "/rules", "/account", "/api/tables", "/api/openapi.json", "/static/garden.css", "/healthz", "/metrics",
    *(path for game in GAMES for path in (f"/rules/{game}", f"/learn/{game}", f"/set-up/{game}", f"/art/{game}.svg")),
)  # fmt: skip
PAGES_OF_TABLES = ("/t/{}", "/t/{}/proof", "/t/{}/record", "/t/{}/replay/1", "/api/tables/{}")
STREAMS = ("/api/bot/game/stream/{}", "/api/bot/game/stream/{}?everything=true", "/api/stream/event")
NOT_YET = (404, 409)  # the replay and the proof of what is not over


@dataclass
class Visitors:
    """Visitors of all kinds.

    Attributes:
        address: of the server.
        tables: tells the ids of tables at which somebody plays.
        done: how often each kind has done its thing.
    """

    address: str
    tables: Callable[[], Sequence[str]]
    closing: threading.Event
    done: Counter[str] = field(default_factory=Counter)

    def kinds(self) -> list[Callable[[Random], None]]:
        """What each of them does until the end, to be given some chance."""
        return [
            self.watches,
            self.watches,
            self.watches,
            self.streams,
            self.reads,
            self.reads,
            self.is_renamed,
            self.sets_bots,
        ]

    def watches(self, chance: Random) -> None:
        """Open a table's page, wait until it shows something, look a while, and go."""
        account = new_account(self.address, "Flo", chance)
        for table_id in self._tables(chance):
            page = Page(self.address, table_id, chance.choice([None, account]), chance.random())
            until(partial(_shows, page), "a page shows its table", SEEN)
            self.closing.wait(chance.uniform(0, LONGEST_STAY))
            assert page.gone is None, page.gone
            assert page.comebacks == 0, "a page was closed"
            page.close()
            self.done["pages watched"] += 1

    def streams(self, chance: Random) -> None:
        """Read a stream for a while."""
        line = Line(self.address, new_account(self.address, "Gil", chance))
        for table_id in self._tables(chance):
            stay = chance.uniform(0, LONGEST_STAY)
            lines = line.follow(chance.choice(STREAMS).format(table_id), stay, self.closing)
            assert lines or self.closing.is_set(), "a stream has ended without a line"
            self.done["streams read"] += 1

    def reads(self, chance: Random) -> None:
        """Get pages, those of tables among them."""
        line, cookies = Line(self.address, host=new_host(chance)), dict[str, str]()
        for table_id in self._tables(chance):
            path = chance.choice([*PAGES, *(one.format(table_id) for one in PAGES_OF_TABLES)])
            _expect(line.get_page(path, cookies), 200, *NOT_YET)
            self.done["pages read"] += 1

    def is_renamed(self, chance: Random) -> None:
        """Sit at a table with somebody else, and change one's name again and again."""
        account = new_account(self.address, "Hal", chance)
        line, cookies = Line(self.address, account), dict(one.split("=", 1) for one in account.cookies.split("; "))
        seats = {"game": GAMES[0], "parameters": {}, "seats": ["person", "person"]}
        own = [line.post("/api/tables", **seats)["id"] for _ in range(5)]
        for _ in self._tables(chance):
            name = f"Hal {chance.randrange(1000)}"
            _expect(line.post_form("/account", cookies, name=name), 303)
            shown = chance.choice(own)
            until(partial(_bears, line, shown, name), "a new name is shown", SEEN)
            self.done["renames"] += 1

    def sets_bots(self, chance: Random) -> None:
        """Set tables at which only bots play, a new one for each that they have played to its end."""
        line, playing = Line(self.address, new_account(self.address, "Ida", chance)), deque[str]()
        for _ in self._tables(chance):
            if len(playing) == BOTS:
                if line.table(playing[0])["status"] == "finished":
                    self.done["games of bots"] += 1
                    playing.popleft()
                else:
                    playing.rotate(1)
                continue
            game, pace = chance.choice(GAMES), chance.choice(["instant", "quick"])
            seats = [chance.choice(levels_of(game)[:2]) for _ in range(2)]
            playing.append(line.post("/api/tables", game=game, parameters={}, seats=seats, bot_pace=pace)["id"])
            self.done["tables of bots"] += 1

    def _tables(self, chance: Random) -> Any:
        """Tables at which somebody plays, one after another, until the end."""
        while not self.closing.wait(chance.uniform(0, PAUSE)):
            if tables := self.tables():
                yield chance.choice(tables)


def _shows(page: Page) -> bool:
    return page.ply >= 0


def _bears(line: Line, table_id: str, name: str) -> bool:
    return bool(line.table(table_id)["seats"][0]["name"] == name)


def _expect(answer: Answer, *statuses: int) -> None:
    assert answer.status in statuses, answer
