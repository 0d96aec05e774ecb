"""Fuzzed requests: what the server's own routes take, and then bent, torn and mixed up, down to the bytes.

Nothing is drawn but from one chance, so that the same seed sends the same to whoever answers the same.
"""

from __future__ import annotations

import base64
import json
import struct
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode, urlsplit

from litestar import Litestar
from litestar.routes import HTTPRoute
from tests.long.people import Account, Answer
from tests.server.odd_things import (
    DIGITS,
    FORM,
    FORMS,
    GOOD,
    GOOD_FORM,
    ODD_BODIES,
    ODD_FORMS,
    ODD_HEADERS,
    ODD_IDS,
    ODD_QUERIES,
    ODD_TEXTS,
    ODD_VALUES,
    VALUES,
    names_of,
)

from jardinet.bots.levels import levels_of
from jardinet.games import playable_games
from jardinet.server.api.tables import PHRASES
from jardinet.server.http.http_protocol import LARGEST_MESSAGE, LARGEST_REQUEST
from jardinet.words.language import CODES

JSON = "application/json"
LATEST = 40  # tables that are asked for
KNOWN_METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE")
BROKEN_METHODS = ("", "get", "BREW", "G E T", "CONNECT", "X" * 5000, "\0", "PRI")
GAMES = playable_games()
LEVELS = sorted({level for game in GAMES for level in levels_of(game)})
# What is possible, of each field of the API's several things.
PLAUSIBLE: dict[str, Sequence[Any]] = {
    "game": GAMES, "parameters": [{}, {}, {"stall_limit": 50}, {"edition": "x"}], "first": ["1", "2", "host", "random"],
    "seats": [["person", "person"], ["person", "random"], ["person", "person", "greedy"], ["random", "random"]],
    "tie": [None, None, "shared", "replay"], "seconds_a_turn": [None, None, 10, 86400],
    "bank": [None, None, {"seconds": 60, "increment": 5}], "beside": [False, True], "is_listed": [False, True],
    "bot_pace": ["instant", "quick", "calm"], "seat": [0, 1, 2, 3], "ply": range(12), "phrase": PHRASES, "level": LEVELS,
    "moves": [["draw"], ["take-1"], ["place-b3"], ["b3"], ["draw", "place-a1"]], "agrees": [True, False],
}  # fmt: skip
ODD_FRAMES = (0x3, 0x7, 0xB, 0xF)  # codes of WebSocket frames that mean nothing
CLOSE, PING, TEXT, BINARY, CONTINUED = 0x8, 0x9, 0x1, 0x2, 0x0


class Sent(NamedTuple):
    """Request as it goes out.

    Attributes:
        is_whole: whether it is HTTP as it should be, whatever it asks: so it is answered.
        is_half: whether the rest of it never comes, for which the server would wait.
    """

    data: bytes
    method: str = "GET"
    is_whole: bool = True
    is_half: bool = False


class Route(NamedTuple):
    """Route of the application: its address with its parts in braces, and the fields of what may be posted there."""

    path: str
    methods: tuple[str, ...]
    fields: tuple[str, ...]

    @property
    def is_for_api(self) -> bool:
        return self.path.startswith("/api/")


def routes_of(app: Litestar) -> list[Route]:
    """Where an application answers, its live pages aside."""
    found = []
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            path = route.path_format
            fields = FORMS.get(path, ()) if not path.startswith("/api/") else ()
            if path.startswith("/api/") and "POST" in route.methods:
                fields = names_of(route)
            found.append(Route(path, tuple(sorted(route.methods)), fields))
    return found


@dataclass
class Fuzzer:
    """Somebody who sends anything anywhere; what answers tell is used for what comes next.

    Attributes:
        account: whom they are, where they say so at all.
    """

    address: str
    routes: Sequence[Route]
    chance: Random
    account: Account
    _tables: deque[str] = field(default_factory=lambda: deque(["nowhere"], LATEST))
    _standing: dict[str, dict[str, Any]] = field(default_factory=dict)

    def request(self) -> Sent:
        """Anything."""
        chance, route = self.chance, self.chance.choice(self.routes)
        method = chance.choice([one for one in route.methods if one != "OPTIONS"])
        if self._one_in(20):
            method = chance.choice(KNOWN_METHODS)
        table = chance.choice(self._tables)
        body, content_type = self._body(route, table) if method == "POST" or self._one_in(30) else (b"", "")
        headers = self._headers(content_type)
        if self._one_in(40):
            return self._misshapen(method, self._target(route, table), headers, body)
        sent = self._framed(method, self._target(route, table), headers, body)
        return sent._replace(is_whole=len(sent.data) < LARGEST_REQUEST)

    def upgrade(self) -> Sent:
        """The question for a live page, mostly as it should be."""
        key = base64.b64encode(self.chance.randbytes(16)).decode()
        headers = {"Host": urlsplit(self.address).netloc, "Origin": self.address, "Cookie": self.account.cookies}
        headers |= {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}
        headers |= {"Sec-WebSocket-Key": key, "Sec-WebSocket-Extensions": "permessage-deflate"}
        if is_odd := self._one_in(4):
            headers[self.chance.choice([*headers])] = self.chance.choice(["", "x", "a, b", "14", DIGITS])
        path = (
            f"/t/{self.chance.choice(self._tables)}/live"
            if not self._one_in(8)
            else self.chance.choice(self.routes).path
        )
        return Sent(_head("GET", quote(path, safe="/{}?"), headers), is_whole=not is_odd)

    def frames(self) -> bytes:
        """What is said on a live page, which expects nothing."""
        return b"".join(self._frame() for _ in range(self.chance.randint(1, 6)))

    def learn(self, answer: Answer) -> None:
        """Look whether an answer tells of a table."""
        place = answer.headers.get("location", "").split("/")
        if place[1:2] == ["t"] and len(place) == 3:
            self._tables.append(place[2])
        if answer.body.startswith(b'{"type":"gameFull"'):
            table = answer.json()
            self._standing[table["id"]] = table["state"]
            if table["id"] not in self._tables:
                self._tables.append(table["id"])
        for gone in self._standing.keys() - set(self._tables):
            del self._standing[gone]

    # Where to

    def _target(self, route: Route, table: str) -> str:
        chance = self.chance
        values = VALUES | {"table_id": table, "game": chance.choice(GAMES)}
        if self._one_in(5):
            name = chance.choice([*values])
            values[name] = chance.choice([*ODD_IDS, quote(chance.randbytes(chance.randint(1, 40)))])
        path = route.path.format_map(values)
        if self._one_in(20):
            path = self._bent(path)
        if self._one_in(5):
            query = chance.choice([*ODD_QUERIES, self._query()])
            path += f"?{query}"
        return path

    def _bent(self, path: str) -> str:
        chance, at = self.chance, self.chance.randrange(len(path) + 1)
        torn = chance.choice(
            ["//", "/../", "%2F", "%00", ";a=b", "%", ":", "@", "~", "*", "/" * 900, "é", "#x", "%uD800"]
        )
        odd = chance.choice([path[:at] + torn + path[at:], path[:at] or "/", path.upper(), path + path, path + "/"])
        return odd if odd.startswith("/") else "/" + odd

    def _query(self) -> str:
        names = ("before", "open_before", "since", "step", "pick", "why", "hint", "lang", "everything", "x")
        some = [
            (self.chance.choice(names), self.chance.choice(ODD_TEXTS)[:300]) for _ in range(self.chance.randint(1, 4))
        ]
        return urlencode(some)

    # What is sent

    def _body(self, route: Route, table: str) -> tuple[bytes, str]:
        """A body and its type."""
        chance = self.chance
        if route.is_for_api:
            body = chance.choice(ODD_BODIES) if self._one_in(8) else self._json(route.fields, table)
            content_type = JSON
        else:
            body = chance.choice(ODD_FORMS) if self._one_in(8) else self._form(route.fields, table)
            content_type = FORM
        if self._one_in(12):
            body = self._torn(body)
        if self._one_in(25):
            content_type = chance.choice(
                [*ODD_HEADERS["Content-Type"], JSON, FORM, "text/plain", "application/x-msgpack"]
            )
        return body, content_type

    def _json(self, fields: Sequence[str], table: str) -> bytes:
        told = {name: json.dumps(self._plausible(name, table)) for name in fields}
        for name in self.chance.sample([*told], min(len(told), self.chance.choice([0, 0, 1, 1, 2]))):
            told[name] = self.chance.choice([*ODD_VALUES, json.dumps(self._anything(4)), ""])
            if self._one_in(4):
                del told[name]
        if self._one_in(10):
            told[self.chance.choice(ODD_TEXTS)[:9]] = json.dumps(self._anything(3))
        return ("{" + ", ".join(f"{json.dumps(name)}: {value}" for name, value in told.items()) + "}").encode()

    def _form(self, fields: Sequence[str], table: str) -> bytes:
        told = GOOD_FORM | {name: str(self._plausible(name, table)) for name in fields if name not in GOOD_FORM}
        told |= {name: str(self._plausible(name, table)) for name in ("game", "seat", "level", "ply", "phrase")}
        told["play"] = " ".join(self._plausible("moves", table))
        for name in self.chance.sample([*told, *fields], self.chance.choice([0, 0, 1, 2])):
            told[name] = self.chance.choice([*ODD_TEXTS, str(self._anything(2))])
        if not self._one_in(12):
            told["_csrf_token"] = self.account.csrf
        return urlencode(told, errors="surrogatepass").encode()

    def _plausible(self, name: str, table: str) -> Any:
        """What could be meant by a field at a table."""
        state = self._standing.get(table)
        if state and not self._one_in(4):
            if name == "ply":
                return state["seq"]
            if name == "moves" and state["legal"]:
                return [self.chance.choice(state["legal"])]
        if name == "language":
            return self.chance.choice(CODES)
        return self.chance.choice(PLAUSIBLE.get(name) or [GOOD.get(name, "x")])

    def _anything(self, depth: int) -> Any:
        """Some value of JSON's."""
        chance, kind = self.chance, self.chance.randrange(8 if depth else 6)
        if kind == 6:
            return [self._anything(depth - 1) for _ in range(chance.randrange(5))]
        if kind == 7:
            return {self._text(): self._anything(depth - 1) for _ in range(chance.randrange(5))}
        plain = [
            None,
            chance.random() < 0.5,
            chance.randint(-9, 9),
            chance.getrandbits(70),
            chance.gauss(0, 1e9),
            self._text(),
        ]
        return plain[kind]

    def _text(self) -> str:
        signs = [chr(self.chance.choice([9, 0x41, 0x301, 0x200D, 0x202E, 0xFEFF, 0x1F41E, 0xD800])) for _ in range(3)]
        return self.chance.choice([*ODD_TEXTS, "".join(signs)])[:200]

    def _torn(self, body: bytes) -> bytes:
        """Some bytes of it changed, doubled, or lost."""
        chance, at = self.chance, self.chance.randrange(len(body) + 1)
        size = chance.randint(1, 20)
        return chance.choice(
            [body[:at], body[:at] + chance.randbytes(size) + body[at + size :], body[:at] + body, body[at:]]
        )

    def _headers(self, content_type: str) -> dict[str, str]:
        chance = self.chance
        headers = {"Host": urlsplit(self.address).netloc}
        if not self._one_in(6):
            headers |= {"Cookie": self.account.cookies, "Origin": self.address}
        if not self._one_in(6):
            headers["Authorization"] = f"Bearer {self.account.token}"
        if content_type:
            headers["Content-Type"] = content_type
        if self._one_in(6):
            name = chance.choice([*ODD_HEADERS])
            headers[name] = chance.choice(ODD_HEADERS[name])
        if self._one_in(12):
            more = (
                "X-Forwarded-For",
                "X-Forwarded-Proto",
                "X-Request-Id",
                "Accept-Encoding",
                "HX-Request",
                "Sec-Fetch-Site",
            )
            headers[chance.choice(more)] = chance.choice(
                [*ODD_TEXTS[6:9], "x", "gzip;q=x", "same-origin", "cross-site", "true"]
            )
        if self._one_in(60):
            headers["Upgrade"] = chance.choice(["h2c", "websocket", "x"])
            headers["Connection"] = "Upgrade"
        return headers

    # How

    def _framed(self, method: str, target: str, headers: dict[str, str], body: bytes) -> Sent:
        """As HTTP has it, with a length or in pieces."""
        if self._one_in(15):
            cut = self.chance.randrange(len(body) + 1)
            pieces = [piece for piece in (body[:cut], body[cut:]) if piece]
            told = b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"
            return Sent(_head(method, target, headers | {"Transfer-Encoding": "chunked"}) + told, method)
        if body or method == "POST":
            headers = headers | {"Content-Length": str(len(body))}
        return Sent(_head(method, target, headers) + body, method)

    def _misshapen(self, method: str, target: str, headers: dict[str, str], body: bytes) -> Sent:
        """As HTTP does not have it."""
        chance = self.chance
        right = self._framed(method, target, headers, body).data
        lengths = {"Content-Length": chance.choice(["-1", "x", DIGITS, "5, 6", "1e3", ""])}
        match chance.randrange(8):
            case 0:
                return Sent(right[: chance.randrange(len(right))], method, is_whole=False, is_half=True)
            case 1:
                long = _head("POST", target, headers | {"Content-Length": str(len(body) + 100)})
                return Sent(long + body, "POST", is_whole=False, is_half=True)
            case 2:
                return Sent(_head(method, target, headers | lengths) + body, method, is_whole=False)
            case 3:
                return Sent(_head(chance.choice(BROKEN_METHODS), target, headers) + body, method, is_whole=False)
            case 4:
                return Sent(
                    right.replace(b"\r\n", chance.choice([b"\n", b"\r", b"\r\n\r\n", b"\0\r\n"]), 3),
                    method,
                    is_whole=False,
                )
            case 5:
                many = {f"X-{number}": "x" * 90 for number in range(chance.choice([200, 900]))}
                return Sent(_head(method, target, headers | many), method, is_whole=False)
            case 6:
                return Sent(self._torn(right), method, is_whole=False, is_half=True)
            case _:
                return Sent(chance.randbytes(chance.randint(1, 400)), method, is_whole=False, is_half=True)

    def _frame(self) -> bytes:
        chance = self.chance
        code = chance.choice([TEXT, TEXT, BINARY, CONTINUED, PING, CLOSE, *ODD_FRAMES])
        size = chance.choice([0, 1, 2, 60, 125, 126, LARGEST_MESSAGE, LARGEST_MESSAGE + 1, 20_000])
        said = chance.choice([b"x" * size, chance.randbytes(size), NESTED_TEXT[:size]])
        if code == CLOSE and not self._one_in(3):
            said = struct.pack("!H", chance.choice([1000, 1001, 1005, 1006, 999, 4404, 65535])) + said[:100]
        first = code | (0x80 if not self._one_in(6) else 0) | (0x70 if self._one_in(12) else 0)
        masked = 0x80 if not self._one_in(10) else 0
        told = len(said) if not self._one_in(20) else chance.choice([0, len(said) + 9, 2**62])
        length = bytes([masked | told]) if told < 126 else (
            bytes([masked | 126]) + struct.pack("!H", told) if told < 2**16 else bytes([masked | 127]) + struct.pack("!Q", told)
        )  # fmt: skip
        mask = chance.randbytes(4) if masked else b""
        data = bytes(one ^ mask[at % 4] for at, one in enumerate(said)) if masked else said
        return bytes([first]) + length + mask + data

    def _one_in(self, count: int) -> bool:
        return self.chance.randrange(count) == 0


NESTED_TEXT = b'{"HEADERS": {"HX-Request": "true"}, "play": "draw"}' * 500


def _head(method: str, target: str, headers: dict[str, str]) -> bytes:
    lines = [f"{method} {target} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
    return "\r\n".join(lines).encode("latin-1", "replace")
