"""People at a server by its API, each at an address of their own, cheaply: what asks costs less than what answers.

A Line is one connection. Asking and hearing are two calls, so that several lines can ask before any is answered: that is
how two are faster than each other.
"""

from __future__ import annotations

import contextlib
import json
import re
import threading
import time
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, RemoteDisconnected
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

PATIENCE = 30  # seconds for one answer
IDLE = 2  # seconds after which a connection is not used again: the server closes it after five
BROKEN = (OSError, HTTPException)  # what a line raises whose server has gone

_TOKEN = re.compile(r"jardinet_[\w-]{43}")


class Answer(NamedTuple):
    """Answer of the server."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class Account:
    """Somebody with a token.

    Attributes:
        host: the address that they ask from: this machine has sixteen million of them, and limits count by address.
    """

    name: str
    host: str
    token: str
    cookies: str
    csrf: str


class Line:
    """Connection of one person to one server; lost, it connects anew at the next question."""

    def __init__(self, address: str, account: Account | None = None, host: str = "127.0.0.1") -> None:
        """To the server at `address`, as `account` or, from `host`, as nobody."""
        self.account = account
        self._origin, self._asked_at = address, 0.0
        self._token = {"Authorization": f"Bearer {account.token}"} if account else {}
        self._http = HTTPConnection(
            str(urlsplit(address).netloc), timeout=PATIENCE, source_address=(account.host if account else host, 0)
        )

    def send(self, method: str, path: str, data: Any = None) -> None:
        """Ask, without waiting for the answer."""
        body = None if data is None else json.dumps(data).encode()
        self._send(method, path, body, {"Content-Type": "application/json"} if body else {})

    def receive(self) -> Answer:
        """The answer to what was sent."""
        try:
            response = self._http.getresponse()
            return Answer(response.status, dict(response.getheaders()), response.read())
        except BROKEN:
            self._http.close()
            raise

    def ask(self, method: str, path: str, data: Any = None) -> Answer:
        """Ask, and wait for the answer."""
        self.send(method, path, data)
        return self.receive()

    def get(self, path: str) -> Any:
        """The data at a path, which is there; asked once more where the server has just ended an idle connection."""
        try:
            answer = self.ask("GET", path)
        except RemoteDisconnected:
            answer = self.ask("GET", path)
        assert answer.status == 200, (path, answer)
        return answer.json()

    def post(self, path: str, **data: Any) -> Any:
        """Post what is possible; returns the answer's data."""
        answer = self.ask("POST", path, data)
        assert answer.status in (200, 201), (path, data, answer)
        return answer.json()

    def post_form(self, path: str, cookies: dict[str, str], **fields: str) -> Answer:
        """Send a form as its page does; what it sets goes into `cookies`."""
        body = urlencode({"_csrf_token": cookies.get("csrftoken", ""), **fields}).encode()
        self._send("POST", path, body, {"Content-Type": "application/x-www-form-urlencoded"}, cookies)
        return self._with_cookies(cookies)

    def get_page(self, path: str, cookies: dict[str, str]) -> Answer:
        """A page as a browser gets it; what it sets goes into `cookies`."""
        self._send("GET", path, None, {}, cookies)
        return self._with_cookies(cookies)

    def table(self, table_id: str) -> Any:
        """A table as this person may see it now."""
        return self.get(f"/api/tables/{table_id}")["state"]

    def send_play(self, table_id: str, ply: int, *moves: str, seat: int | None = None) -> None:
        """Ask to play, without waiting for the answer."""
        self.send("POST", f"/api/tables/{table_id}/play", {"ply": ply, "moves": moves, "seat": seat})

    def send_bytes(self, sent: bytes) -> None:
        """Send whatever that is."""
        self._http.connect()
        self._http.sock.sendall(sent)

    def follow(self, path: str, seconds: float, closing: threading.Event) -> int:
        """Read a stream for so many seconds, a line at least, or until `closing`; returns how many lines there were."""
        self.send("GET", path)
        lines, end = 0, time.monotonic() + seconds
        with contextlib.closing(self._http), self._http.getresponse() as response:
            while not closing.is_set() and (not lines or time.monotonic() < end) and response.readline():
                lines += 1  # an empty one at least every six seconds
        return lines

    def close(self) -> None:
        self._http.close()

    def _send(
        self, method: str, path: str, body: bytes | None, headers: dict[str, str], cookies: dict[str, str] | None = None
    ) -> None:
        sent = {**self._token, **headers, "Origin": self._origin}
        if time.monotonic() - self._asked_at > IDLE:
            self._http.close()
        self._asked_at = time.monotonic()
        if cookies:
            sent["Cookie"] = header_of(cookies)
        try:
            self._http.request(method, path, body, sent)
        except BROKEN:
            self._http.close()
            raise

    def _with_cookies(self, cookies: dict[str, str]) -> Answer:
        try:
            response = self._http.getresponse()
            for header in response.msg.get_all("Set-Cookie") or ():
                name, _, value = header.partition(";")[0].partition("=")
                cookies[name] = value
            return Answer(response.status, dict(response.getheaders()), response.read())
        except BROKEN:
            self._http.close()
            raise


def header_of(cookies: dict[str, str]) -> str:
    return "; ".join(f"{name}={value}" for name, value in cookies.items())


def new_host(chance: Random) -> str:
    """Another address of this machine's, from which somebody may ask."""
    return f"127.{chance.randrange(1, 255)}.{chance.randrange(256)}.{chance.randrange(1, 255)}"


def new_account(address: str, name: str, chance: Random) -> Account:
    """Somebody new, from an address of their own, who tells a name and makes a token by the pages."""
    host = new_host(chance)
    line, cookies = Line(address, host=host), dict[str, str]()
    line.get_page("/account", cookies)
    line.post_form("/account", cookies, name=name)
    shown = _TOKEN.search(line.post_form("/account/tokens", cookies, label="a test").body.decode())
    line.close()
    assert shown, "no token was made"
    return Account(name, host, shown[0], header_of(cookies), cookies["csrftoken"])
