"""People of the bench: accounts with a token, made at the pages like anybody's, and the tables that they play at.

What is legal they find out by themselves, from the moves that an answer tells: nothing but plays is asked of the server.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from itertools import cycle
from typing import Any

import msgspec
import numpy as np
from benches.server.connections import Connection, next_loopback_address
from benches.server.processes import BenchError

from jardinet.bots.api import choose
from jardinet.bots.levels import load_bot
from jardinet.games import load_game
from jardinet.games.api import State
from jardinet.server.bench import Visitor

LEVEL = "greedy"
BREATH = 0.02  # seconds until it is looked again whether a bot has played
_TOKEN = re.compile(r"jardinet_[\w-]{43}")


class Position(msgspec.Struct):
    """What the bench reads of a table's position."""

    seq: int
    status: str
    turn: list[int]
    chosen: list[int]
    moves: str
    parameters: dict[str, Any]


class TableAnswer(msgspec.Struct):
    """What the bench reads of a table."""

    id: str
    state: Position


_DECODER = msgspec.json.Decoder(TableAnswer)


class Person:
    """An account at one server, with connections that take turns."""

    def __init__(self, token: str, cookies: str, connections: Sequence[Connection]) -> None:
        """Not for callers: see `arrive`."""
        self.cookies = cookies
        self._connections = list(connections)
        self._next = cycle(self._connections)
        self._authorization = f"Authorization: Bearer {token}\r\n"

    @classmethod
    async def arrive(cls, address: str, name: str, *, connections: int = 1) -> Person:
        """Somebody new at the server of this address.

        Args:
            connections: how many; one suffices where others play at the same time.
        """
        with Visitor(address, next_loopback_address()) as visitor:
            visitor.post_form("/account", name=name)
            found = _TOKEN.search(visitor.post_form("/account/tokens", label="bench").text)
            if found is None:
                raise BenchError("the account page showed no token.")
            cookies = "; ".join(f"{key}={value}" for key, value in visitor.cookies.items())
        return cls(found[0], cookies, [Connection(address) for _ in range(connections)])

    def at(self, address: str) -> Person:
        """The same person at another process of the server."""
        token = self._authorization.removeprefix("Authorization: Bearer ").strip()
        return Person(token, self.cookies, [Connection(address)])

    async def ask(self, method: str, path: str, data: dict[str, Any] | None = None) -> bytes:
        """The answer of the JSON API; BenchError where it refuses."""
        body = b"" if data is None else msgspec.json.encode(data)
        status, answer = await next(self._next).request(method, path, self._authorization, body)
        if status not in (200, 201):
            raise BenchError(f"{method} {path} was answered with {status}: {answer.decode(errors='replace')[:200]}")
        return answer

    async def page(self, path: str) -> bytes:
        """A page, as this person's browser gets it; BenchError where there is none."""
        headers = f"Cookie: {self.cookies}\r\nAccept: text/html\r\nAccept-Language: en\r\n"
        status, answer = await next(self._next).request("GET", path, headers)
        if status != 200:
            raise BenchError(f"{path} was answered with {status}.")
        return answer

    def leave(self) -> None:
        """Close the connections."""
        for connection in self._connections:
            connection.close()


class PlayedTable:
    """A table at which people of the bench play, one move a request: as sensibly as LEVEL, or games would last too long."""

    def __init__(self, people: Sequence[Person], name: str, answer: bytes, random: np.random.Generator) -> None:
        """Not for callers: see `open`."""
        told = _DECODER.decode(answer)
        game = load_game(name, **told.state.parameters)
        self.id, self._people, self._known = told.id, people, 0
        self._path = f"/api/tables/{self.id}/play"
        self._bot, self._random = load_bot(LEVEL, game), random
        self._state: State = game.new_initial_state()
        self.position = self._followed(answer)

    @classmethod
    async def open(cls, game: str, people: Sequence[Person], random: np.random.Generator) -> PlayedTable:
        """A new table, at which they all sit."""
        host, *others = people
        agreement = {"game": game, "parameters": {}, "seats": ["person"] * len(people), "first": "1"}
        answer = await host.ask("POST", "/api/tables", agreement)
        table_id = _DECODER.decode(answer).id
        for other in others:
            answer = await other.ask("POST", f"/api/tables/{table_id}/sit", {})
        return cls(people, game, answer, random)

    @classmethod
    async def open_to_all(cls, game: str, host: Person) -> str:
        """A table in the list of those to join, at which the host waits; returns its id."""
        agreement = {"game": game, "parameters": {}, "seats": ["person"] * 2, "is_listed": True}
        return _DECODER.decode(await host.ask("POST", "/api/tables", agreement)).id

    @classmethod
    async def open_for_bots(cls, game: str, host: Person) -> None:
        """A table at which two bots play without a pause."""
        agreement = {"game": game, "parameters": {}, "seats": ["random"] * 2, "bot_pace": "instant"}
        await host.ask("POST", "/api/tables", agreement)

    @classmethod
    async def open_against(cls, game: str, host: Person, level: str, random: np.random.Generator) -> PlayedTable:
        """A new table with a bot that plays without a pause; the host takes the first seat."""
        agreement = {
            "game": game,
            "parameters": {},
            "seats": ["person", level],
            "first": "1",
            "bot_pace": "instant",
        }
        return cls([host], game, await host.ask("POST", "/api/tables", agreement), random)

    async def play_whole(self) -> None:
        """Play to the end against a bot."""
        while not self.is_over:
            if 0 in self.position.turn and 0 not in self.position.chosen:
                await self.play()
            else:
                await asyncio.sleep(BREATH)
                self.position = self._followed(await self._people[0].ask("GET", f"/api/tables/{self.id}"))

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to play."""
        return not self.position.turn

    async def play(self) -> None:
        """One move of whoever is on turn; returns when it is answered, and so durable."""
        seat = self.position.turn[0]
        move = self._state.action_to_string(seat, choose(self._bot, self._state, seat, self._random))
        answer = await self._people[seat].ask("POST", self._path, {"ply": self.position.seq, "moves": [move]})
        self.position = self._followed(answer)

    def _followed(self, answer: bytes) -> Position:
        """Bring our own state of the game to where an answer tells that the server's is."""
        position = _DECODER.decode(answer).state
        moves = position.moves.split(" ") if position.moves else []
        for text in moves[self._known :]:
            self._state.apply(self._state.string_to_move(text))
        self._known = len(moves)
        return position
