"""Open page of a table: its socket, which comes back as the page's does, without the page."""

from __future__ import annotations

import re
import threading
import time
from contextlib import suppress
from random import Random

from tests.long.people import Account
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

# As htmx does it with the settings of templates/base.html: after these codes, after half a second, then after twice that.
COMES_BACK = (1001, 1005, 1006, 1011, 1012, 1013, 1014)
FIRST_WAIT, LONGEST_WAIT, JITTER = 0.5, 4.0, 0.3

_PLY = re.compile(r'data-ply="(\d+)"')


class Page:
    """Open page of a table.

    Attributes:
        ply: what it shows; -1 before it shows anything.
        news: how often it was sent something.
        comebacks: how often it was connected again.
        gone: why it will never come back; None while it is open.
    """

    def __init__(self, address: str, table_id: str, account: Account | None = None, seed: object = 0) -> None:
        """Open it, as `account` or as somebody who watches."""
        self.ply, self.news, self.comebacks = -1, 0, -1
        self.gone: str | None = None
        self._url = f"{address.replace('http', 'ws', 1)}/t/{table_id}/live"
        self._origin, self._account, self._chance = Origin(address), account, Random(f"{seed} {table_id}")
        self._socket: ClientConnection | None = None
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._stay_open, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Close it."""
        self._closing.set()
        if self._socket is not None:
            with suppress(OSError):
                self._socket.socket.shutdown(2)
        self._thread.join(30)

    def _stay_open(self) -> None:
        attempt = 0
        while not self._closing.is_set():
            try:
                self._follow()
            except ConnectionClosed as error:
                if self.comebacks >= 0 and error.rcvd and error.rcvd.code not in COMES_BACK:
                    self.gone = f"closed with code {error.rcvd.code}"
                    return
                attempt = 0
            except (OSError, InvalidHandshake, TimeoutError):
                attempt += 1
            wait = min(LONGEST_WAIT, FIRST_WAIT * 2 ** max(0, attempt - 1))
            self._closing.wait(wait * (1 + self._chance.uniform(-JITTER, JITTER)))

    def _follow(self) -> None:
        cookies = {"Cookie": self._account.cookies} if self._account else {}
        at = (self._account.host if self._account else "127.0.0.1", 0)
        with connect(
            self._url,
            origin=self._origin,
            additional_headers=cookies,
            max_size=None,
            source_address=at,
            open_timeout=10,
        ) as self._socket:
            self.comebacks += 1
            while True:
                found = _PLY.search(str(self._socket.recv()))
                self.news += 1
                if found:
                    self.ply, self.at = int(found[1]), time.monotonic()
