"""A gate before a server on this machine: it lets bytes through until it is shut, and then takes whatever comes without a word."""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Event, Thread


class Gate:
    """Gate at a port of its own, open at first; entered as a context, it takes connections.

    Attributes:
        answered: how many bytes have come through it from behind.
    """

    def __init__(self, port: int) -> None:
        """A gate before `port`; 0: there is nothing behind it."""
        self.answered = 0
        self._behind, self._is_open, self._is_asked = port, Event(), Event()
        self._is_open.set()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._sockets = [self._listening]
        self.port = int(self._listening.getsockname()[1])

    def __enter__(self) -> Gate:
        Thread(target=self._take, daemon=True).start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._is_open.set()
        for one in self._sockets:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def shut(self) -> None:
        """Let nothing through any more; what is connected stays so, and what comes is taken."""
        self._is_open.clear()
        self._is_asked.clear()

    def wait(self) -> None:
        """Wait until it holds something back."""
        assert self._is_asked.wait(60), "nobody comes to the gate"

    def _take(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                self._sockets.append(near)
                if self._behind:
                    far = socket.create_connection(("127.0.0.1", self._behind))
                    self._sockets.append(far)
                    Thread(target=self._carry, args=(near, far), daemon=True).start()
                    Thread(target=self._carry, args=(far, near, True), daemon=True).start()

    def _carry(self, here: socket.socket, there: socket.socket, is_answer: bool = False) -> None:
        with suppress(OSError):
            while brought := here.recv(65536):
                self.answered += len(brought) * is_answer
                if not self._is_open.is_set():
                    self._is_asked.set()
                self._is_open.wait()
                there.sendall(brought)
            there.shutdown(socket.SHUT_WR)
