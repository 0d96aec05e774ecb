"""Answers are compressed for whoever can read that, and say so; small ones, streams and files go as they are."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from tests.kit.accounts import Player
from tests.kit.servers import serving, settings_of

from jardinet.server.http.compression import LARGEST_WINDOW, Compression


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(settings_of(f"sqlite:///{tmp_path_factory.mktemp('server') / 'tables.sqlite3'}")) as url:
        yield url


def answered(url: str, accepted: str = "gzip", **headers: str) -> tuple[httpx.Response, bytes]:
    """An answer, and its body as it was sent."""
    with httpx.stream("GET", url, headers={"Accept-Encoding": accepted, **headers}) as answer:
        return answer, b"".join(answer.iter_raw())


@pytest.mark.parametrize("path", ["/", "/api/openapi.json"])
def test_a_whole_answer_is_compressed_where_it_is_welcome(address: str, path: str) -> None:
    answer, body = answered(address + path)
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Vary"].endswith("Accept-Encoding")
    assert answer.headers["Content-Length"] == str(len(body))
    plain, whole = answered(address + path, "identity")
    assert "Content-Encoding" not in plain.headers
    assert plain.headers["Content-Length"] == str(len(whole))
    assert len(body) < len(whole) / 2
    assert abs(len(gzip.decompress(body)) - len(whole)) < 200  # a page's tokens differ


@pytest.mark.parametrize(
    ("accepted", "is_compressed"),
    [
        ("gzip;q=0", False),
        ("br, gzip; q=0.0", False),
        ("*;q=0", False),
        ("br", False),
        ("gzip;q=much", False),
        ("", False),
        ("br;q=1.0, GZIP;q=0.5", True),
        ("deflate, gzip;q=1.0, *;q=0", True),
        ("*", True),
        ("x-gzip", True),
    ],
)
def test_who_asks_says_whether_gzip_is_welcome(address: str, accepted: str, is_compressed: bool) -> None:
    answer, _body = answered(f"{address}/", accepted)
    assert ("Content-Encoding" in answer.headers) == is_compressed
    assert "Accept-Encoding" in answer.headers["Vary"], "a cache keeps both"


def test_a_play_is_read_by_a_program_that_asks_for_gzip(address: str) -> None:
    ada = Player(address, "Ada")
    table = ada.open("lucky_numbers")
    answer = ada.http.get(f"/api/tables/{table}")
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.json()["id"] == table


@pytest.mark.parametrize("kind", [b"application/json", b"text/html"])
@pytest.mark.parametrize("length", [500, 511, 512, 5000, LARGEST_WINDOW - 1, LARGEST_WINDOW, 3 * LARGEST_WINDOW])
def test_an_answer_of_any_length_is_compressed_as_closely_as_with_the_largest_window(length: int, kind: bytes) -> None:
    body = b"".join(b"%d:%d," % (number, number * number % 1009) for number in range(length))[:length]
    sent: list[Any] = []

    async def application(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", kind)]})
        await send({"type": "http.response.body", "body": body, "more_body": False})

    async def ask() -> None:
        async def receive() -> Any:
            raise AssertionError("it needs no body")

        async def send(message: Any) -> None:
            sent.append(message)

        route = SimpleNamespace(opt={})
        scope: Any = {"type": "http", "headers": [(b"accept-encoding", b"gzip")], "route_handler": route}
        await Compression(application)(scope, receive, send)

    asyncio.run(ask())
    packed = sent[1]["body"]
    assert gzip.decompress(packed) == body
    assert dict(sent[0]["headers"])[b"content-length"] == str(len(packed)).encode()
    assert len(packed) <= 1.02 * len(gzip.compress(body, 1 if kind == b"application/json" else 6))


def test_what_is_small_goes_as_it_is(address: str) -> None:
    for path in ("/healthz", "/api/account"):
        answer, body = answered(address + path)
        assert "Content-Encoding" not in answer.headers
        assert answer.headers["Content-Length"] == str(len(body))


def test_cookies_stay(address: str) -> None:
    answer, _body = answered(f"{address}/")
    assert any(name.startswith("csrftoken") for name in answer.cookies)
