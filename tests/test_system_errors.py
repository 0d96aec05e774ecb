"""What the operating system refuses is told in our own words, in every language; only what is rare is in its own."""

import errno
import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from jardinet.games.sentences import Sentence
from jardinet.system_errors import reason_of
from jardinet.words.language import CODES, load_language


def _silence(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0), backlog=0) as server:
        caller = socket.create_connection(server.getsockname())
        caller.settimeout(0.01)
        with caller:
            caller.recv(1)


def _refusal(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = server.getsockname()
    socket.create_connection(address)


@pytest.mark.parametrize(
    ("attempt", "english"),
    [
        (lambda folder: (folder / "nothing").read_text(), "there is no such file or folder"),
        (lambda folder: folder.read_text(), "it is a folder"),
        (lambda folder: folder.mkdir(), "it already exists"),
        (lambda folder: (folder / ("x" * 300)).touch(), "the name is too long"),
        (lambda folder: socket.getaddrinfo("no machine", 1), "there is no machine of that name"),
        (_silence, "there is no answer"),
        (_refusal, "nothing listens there"),
    ],
)
def test_what_is_refused_is_told_in_every_language(
    attempt: Callable[[Path], object], english: str, tmp_path: Path
) -> None:
    with pytest.raises(OSError) as raised:
        attempt(tmp_path)
    reason = reason_of(raised.value)
    assert isinstance(reason, Sentence)
    assert str(reason) == english
    assert len({load_language(code).tell(reason) for code in CODES}) == len(CODES)


def test_what_is_rare_is_told_in_the_system_s_words() -> None:
    assert reason_of(OSError(errno.EDOM, os.strerror(errno.EDOM))) == os.strerror(errno.EDOM)
