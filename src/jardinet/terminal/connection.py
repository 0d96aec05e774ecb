"""HTTP client of the JSON API (docs/bot-api.md): asks, acts at and listens to a table, in spite of network failures.

It only reads what a session needs (seen.py).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import TypeVar
from urllib.parse import quote

import httpx
import msgspec

from jardinet.analysis.results import Doing
from jardinet.games.parameters import GameError
from jardinet.play.record import Record
from jardinet.play.record_format import read
from jardinet.terminal.api import MovedOnError
from jardinet.terminal.proxies import Proxy, proxy_to
from jardinet.terminal.seen import (
    AccountSeen,
    GuestSeen,
    LinksSeen,
    OpenTable,
    PositionSeen,
    RatingSeen,
    SeekerSeen,
    SeekSeen,
    TableGone,
    TableSeen,
    harmless,
)
from jardinet.words.language import Language

PATIENCE = 60.0  # seconds of retries before a lost server is given up
PAUSE = 1.0  # seconds between two tries
_TIMES = httpx.Timeout(10, read=20)  # seconds; a live stream sends something every six
_AGAIN = 5.0  # seconds until attendance is announced again after a lost connection: far less than players may be away
_NOT_NOW = (429, 502, 503, 504)  # too many requests, or a proxy whose server starts again

T = TypeVar("T")


class ServerError(GameError):
    """The server refuses or is not reachable; the message says why in the player's language."""


class UnknownTokenError(ServerError):
    """The server does not know the token."""


class LinkOverThereError(ServerError):
    """The server knows no such link to another device, or does not know it any more."""


class _Problem(msgspec.Struct):
    error: str
    code: str = ""


_TABLE = msgspec.json.Decoder(TableSeen)
_TABLES = msgspec.json.Decoder(list[TableSeen])
_LISTED = msgspec.json.Decoder(list[OpenTable])
_RESULTS = msgspec.json.Decoder(list[Doing])
_ACCOUNT = msgspec.json.Decoder(AccountSeen)
_SEEKERS = msgspec.json.Decoder(list[SeekerSeen])
_SEEK = msgspec.json.Decoder(SeekSeen)
_OWN_SEEK: msgspec.json.Decoder[SeekSeen | None] = msgspec.json.Decoder(SeekSeen | None)
_ANYTHING = msgspec.json.Decoder(msgspec.Raw)
_LINKS = msgspec.json.Decoder(LinksSeen)
_GUEST = msgspec.json.Decoder(GuestSeen)
_PROBLEM = msgspec.json.Decoder(_Problem)
_LINE: msgspec.json.Decoder[TableSeen | PositionSeen | TableGone] = msgspec.json.Decoder(
    TableSeen | PositionSeen | TableGone
)


class _NotNowError(Exception):
    """The server is there but asks to try again later."""


class Server:
    """A server of Jardinet, with retries.

    Args:
        address: such as `http://localhost:8012`.
        token: made at the account page of that server; empty for spectators.
        language: of the messages.
        say: called when the connection is lost, and when it is back.

    Raises:
        ServerError: the address or the token is invalid.
    """

    def __init__(self, address: str, token: str, language: Language, say: Callable[[str], None]) -> None:
        self.address = (address if "://" in address else f"http://{address}").rstrip("/")
        self._language, self._token = language, token
        self._gettext = language.gettext
        self._say = say
        self._has_answered = False
        self._lost_at: float | None = None
        if not (token.isascii() and token.isprintable()):
            raise self._unknown_token()
        self._headers = {"Accept-Language": language.code} | ({"Authorization": f"Bearer {token}"} if token else {})
        self._proxy: Proxy | None = None
        try:
            self._proxy = proxy_to(self.address)
            self._client = self._new_client()
        except (httpx.InvalidURL, ValueError, ImportError):  # ImportError: a proxy that speaks SOCKS
            raise self._no_address(address) from None

    @property
    def account_page(self) -> str:
        """The address of the page where tokens are made."""
        return f"{self.address}/account/tokens"

    @property
    def person_page(self) -> str:
        """The address of the page where links to other devices are made."""
        return f"{self.address}/account"

    def own_tables(self) -> list[TableSeen]:
        """The account's tables that are not over, those first that wait for it, by the time left; raises ServerError."""
        waiting = self._request("GET", "/api/account/tables?waiting=true", _TABLES)
        ids = {one.id for one in waiting}
        return waiting + [one for one in self._request("GET", "/api/account/tables", _TABLES) if one.id not in ids]

    def open_tables(self) -> list[OpenTable]:
        """The tables that anybody may join, the latest first; raises ServerError."""
        return self._request("GET", "/api/tables", _LISTED)

    def knows(self) -> bool:
        """Whether the server knows the token's account or guest; raises ServerError if it does not answer."""
        try:
            self._request("GET", "/api/account", _ANYTHING)
        except UnknownTokenError:
            return False
        return True

    def new_guest(self, name: str) -> GuestSeen:
        """A new guest of that name; raises ServerError if the name is not possible."""
        return self._request("POST", "/api/guests", _GUEST, {"name": name})

    def results(self) -> list[Doing]:
        """How the account is doing, by game and number of seats; raises ServerError."""
        return self._request("GET", "/api/account/results", _RESULTS)

    def ratings(self) -> dict[str, RatingSeen]:
        """The account's ratings among people, by game; raises ServerError."""
        return self._request("GET", "/api/account", _ACCOUNT).perfs

    def seekers(self) -> list[SeekerSeen]:
        """Those who seek somebody to play with, the longest waiting first; raises ServerError."""
        return self._request("GET", "/api/seeks", _SEEKERS)

    def seek(self, **wish: object) -> SeekSeen:
        """Seek somebody to play with; raises ServerError if that cannot be played."""
        return self._request("POST", "/api/seeks", _SEEK, wish)

    def own_seek(self) -> SeekSeen | None:
        """How the account's seek stands, which this keeps alive; None: it is gone. Raises ServerError."""
        return self._request("GET", "/api/seeks/own", _OWN_SEEK)

    def confirm_seek(self) -> SeekSeen:
        """Say that the account is here; raises ServerError if nobody waits for it any more."""
        return self._request("POST", "/api/seeks/confirm", _SEEK)

    def stop_seeking(self) -> None:
        """Take the account's seek back; raises ServerError."""
        self._request("DELETE", "/api/seeks", _ANYTHING)

    def go_on(self, key: str, label: str) -> GuestSeen:
        """Sign in by the link of that key, which works no more; `label`: what the person's list calls the new token.

        Raises:
            LinkOverThereError: the server knows no such link, or not any more.
            ServerError: it refuses, or does not answer.
        """
        return self._request("POST", "/api/go-on", _GUEST, {"key": key, "label": label})

    # Inside

    def _new_client(self) -> httpx.Client:
        """A client that uses the environment's proxy, if there is one for this address."""
        verify = True if self._proxy else httpx.create_ssl_context()  # which knows the environment's certificates
        return httpx.Client(
            base_url=self.address,
            timeout=_TIMES,
            headers=self._headers,
            trust_env=self._proxy is not None,
            verify=verify,
        )

    def _request(
        self, method: str, path: str, decoder: msgspec.json.Decoder[T], data: dict[str, object] | None = None
    ) -> T:
        def ask() -> T:
            answer = self._client.request(method, path, json=data)
            self._check(answer)
            return self._read(answer.content, decoder)

        return self._patiently(ask)

    def _patiently(self, ask: Callable[[], T]) -> T:
        """Call `ask`, with retries for a while if the server is lost; the server refuses an action that arrives twice."""
        while True:
            try:
                return ask()
            except (httpx.TransportError, _NotNowError):
                now = time.monotonic()
                if not self._has_answered:
                    raise self._no_server() from None
                if self._lost_at is None:
                    self._lost_at = now
                    self._say(self._gettext("The connection is lost. Trying again …"))
                if now - self._lost_at > PATIENCE:
                    raise ServerError(
                        "server-lost",
                        "the server at {server} no longer answers. What was played there is safe.",
                        server=self.address,
                    ) from None
                time.sleep(PAUSE)

    def _no_address(self, given: str) -> ServerError:
        if self._proxy is None:
            return ServerError(
                "no-address", "{server} is not an address: give one such as http://localhost:8012.", server=given
            )
        return ServerError(
            "proxy-of-no-use",
            "the proxy {proxy} of your environment cannot be used here: only http and https are possible. NO_PROXY={host} "
            "goes without it.",
            **self._proxy._asdict(),
        )

    def _no_server(self) -> ServerError:
        if self._proxy is None:
            return ServerError("no-server", "no server answers at {server}.", server=self.address)
        return ServerError(
            "no-server-by-proxy",
            "no server answers at {server} by the proxy {proxy} of your environment. NO_PROXY={host} goes without it.",
            server=self.address,
            **self._proxy._asdict(),
        )

    def _check(self, answer: httpx.Response) -> None:
        """Raise the error of the answer's status, if any."""
        if answer.status_code in _NOT_NOW:
            raise _NotNowError
        self._has_answered = True
        if self._lost_at is not None:
            self._lost_at = None
            self._say(self._gettext("Connected again."))
        if answer.is_success:
            return
        problem = self._read(answer.read(), _PROBLEM)
        if answer.status_code == 401:
            raise self._unknown_token()
        if problem.code == "link-over":
            raise LinkOverThereError(
                "link-over-there",
                "this link does not work at {server}: it was used already, is too old, or belongs to another site. Make a new "
                "one where you are signed in, at {page}, under “Go on on another device”.",
                server=self.address,
                page=self.person_page,
            )
        if answer.status_code == 404:
            raise self._not_there()
        if answer.status_code == 409:
            raise MovedOnError("moved-on-meanwhile", "The table has moved on meanwhile.")
        reason = harmless(problem.error)
        raise ServerError("server-refuses", "{server} refuses: {reason}", server=self.address, reason=reason)

    def _read(self, content: bytes, decoder: msgspec.json.Decoder[T]) -> T:
        try:
            return decoder.decode(content)
        except msgspec.DecodeError:
            raise self._no_jardinet() from None

    def _unknown_token(self) -> ServerError:
        return UnknownTokenError(
            "unknown-token-there", "that token is not known there: make one at {page}.", page=self.account_page
        )

    def _not_there(self) -> ServerError:
        return self._no_jardinet()

    def _no_jardinet(self) -> ServerError:
        return ServerError("no-jardinet", "what answers at {server} is not a Jardinet server.", server=self.address)


class Connection(Server):
    """A table of a server.

    Args:
        server, token, language, say: see Server.
        table_id: as in the address of the table's page, `/t/ID`.
        guest: the name by which a guest comes back; empty for players with their own token, and for spectators.
    """

    def __init__(
        self,
        server: str,
        table_id: str,
        token: str,
        language: Language,
        say: Callable[[str], None],
        *,
        guest: str = "",
    ) -> None:
        super().__init__(server, token, language, say)
        self.table_id, self.guest = table_id, guest

    @property
    def page(self) -> str:
        """The address of the table's page."""
        return f"{self.address}/t/{quote(self.table_id, safe='')}"

    def table(self) -> TableSeen:
        """The present state of the table; raises ServerError."""
        return self._request("GET", self._path, _TABLE)

    def links(self) -> list[str]:
        """The addresses at which others open the table, the best first; if the server does not say, its page as seen from here."""
        try:
            found = self._request("GET", f"{self._path}/links", _LINKS).links
        except ServerError:  # an older server
            found = []
        return [harmless(one) for one in found] or [self.page]

    def record(self) -> list[Record]:
        """The table's games as a record; raises ServerError."""
        return self._patiently(self._read_record)

    def at(self, table_id: str) -> Connection:
        """Another table of the same server, for the same person."""
        return Connection(self.address, table_id, self._token, self._language, self._say, guest=self.guest)

    def post(self, action: str, **data: object) -> TableSeen:
        """Do an action at the table: `sit`, `play`, `next`, `rematch`, `return`; returns its new state.

        Raises:
            MovedOnError: the table has moved on, and the action is no longer possible.
            ServerError: it is not possible, or the server does not answer.
        """
        return self._request("POST", f"{self._path}/{action}", _TABLE, data)

    @contextmanager
    def attended(self) -> Iterator[None]:
        """Context for the time in which the player is here: an open stream tells the server so."""
        leaving = Event()
        Thread(target=self._attend, args=(leaving,), name="attendance", daemon=True).start()  # the program may just end
        try:
            yield
        finally:
            leaving.set()

    def wait_for(self, has_come: Callable[[PositionSeen], bool]) -> PositionSeen:
        """Listen until `has_come` is true of the table, reconnecting as often as needed.

        The first line of the stream is the full state of the table. News after a `seq` alone would not tell which
        people have left their seats since.
        """

        def listen() -> PositionSeen:
            with self._client.stream("GET", self._stream) as answer:
                self._check(answer)
                for line in answer.iter_lines():
                    if line:
                        told = self._read(line.encode(), _LINE)
                        if isinstance(told, TableGone):
                            raise self._not_there()
                        position = told.state if isinstance(told, TableSeen) else told
                        if has_come(position):
                            return position
            raise _NotNowError  # the server closes

        return self._patiently(listen)

    # Inside

    def _read_record(self) -> list[Record]:
        answer = self._client.get(f"/t/{quote(self.table_id, safe='')}/record")
        self._check(answer)
        return read(answer.content)

    def _attend(self, leaving: Event) -> None:
        """Keep a stream open, in a thread of its own; errors are ignored here, as the player's own requests report them."""
        with self._new_client() as client:
            while not leaving.is_set():
                with suppress(httpx.HTTPError), client.stream("GET", f"{self._stream}?everything=true") as answer:
                    for _line in answer.iter_lines():
                        if leaving.is_set():
                            return
                leaving.wait(_AGAIN)

    @property
    def _stream(self) -> str:
        return f"/api/bot/game/stream/{quote(self.table_id, safe='')}"

    @property
    def _path(self) -> str:
        return f"/api/tables/{quote(self.table_id, safe='')}"

    def _not_there(self) -> ServerError:
        return ServerError(
            "no-table-there", "there is no table {table} at {server}.", table=self.table_id, server=self.address
        )
