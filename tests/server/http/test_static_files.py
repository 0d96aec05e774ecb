"""Files that pages load: compressed as the reader can, kept for an hour, and sent again only when they have changed."""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from jardinet.server.http.static_files import static_files

STYLE = "b { color: green; }\n" * 100
SMALLER = b"as Brotli would have it"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of files, `first` and `second` of which are served, in this order, as one."""
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "both.css").write_text(f"{name} {STYLE}")
    (tmp_path / "first" / "both.css.br").write_bytes(SMALLER)
    (tmp_path / "second" / "plain.css").write_text(STYLE)
    (tmp_path / "second" / "short.css").write_text("b {}")
    (tmp_path / "second" / "dot.png").write_bytes(b"\x89PNG" + bytes(2000))
    (tmp_path / "secret.css").write_text(STYLE)
    return tmp_path


@pytest.fixture
def client(folder: Path) -> Iterator[TestClient[Litestar]]:
    with TestClient(Litestar([static_files("/files", folder / "first", folder / "second")])) as one:
        yield one


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("br;q=1.0, gzip;q=0.5", "br"),
        ("GZIP", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("deflate", ""),
        ("", ""),
        ("br; q=0.000, gzip; q=0", ""),
    ],
)
def test_a_file_comes_in_the_smallest_coding_that_is_accepted(
    client: TestClient[Litestar], accepted: str, coding: str
) -> None:
    with client.stream("GET", "/files/both.css", headers={"Accept-Encoding": accepted}) as answer:
        body = b"".join(answer.iter_raw())
    assert answer.headers.get("content-encoding", "") == coding
    assert answer.headers["vary"] == "Accept-Encoding"
    assert answer.headers["content-type"] == "text/css; charset=utf-8"
    assert answer.headers["content-length"] == str(len(body))
    text = f"first {STYLE}".encode()
    assert {"br": lambda: body == SMALLER, "gzip": lambda: gzip.decompress(body) == text, "": lambda: body == text}[
        coding
    ]()


def test_what_has_no_smaller_file_is_compressed_here_and_pixels_and_trifles_are_not(
    client: TestClient[Litestar],
) -> None:
    asked = {"Accept-Encoding": "gzip, br"}
    assert client.get("/files/plain.css", headers=asked).headers["content-encoding"] == "gzip"
    assert "content-encoding" not in client.get("/files/short.css", headers=asked).headers
    picture = client.get("/files/dot.png", headers=asked)
    assert not {"content-encoding", "vary"} & set(picture.headers)
    assert picture.headers["content-type"] == "image/png"


def test_who_has_a_file_gets_it_again_only_when_it_has_changed(folder: Path, client: TestClient[Litestar]) -> None:
    first = client.get("/files/plain.css")
    assert first.headers["cache-control"] == "max-age=3600, public"
    tag = first.headers["etag"]
    for known in (tag, f"W/{tag}", f'"other", {tag}'):
        again = client.get("/files/plain.css", headers={"If-None-Match": known})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
        assert again.headers["cache-control"] == "max-age=3600, public"
    assert client.get("/files/plain.css", headers={"If-None-Match": '"other"'}).status_code == 200
    assert (
        client.get("/files/plain.css", headers={"Accept-Encoding": "identity"}).headers["etag"] != tag
    )  # another coding
    (folder / "second" / "plain.css").write_text("i {}")
    changed = client.get("/files/plain.css", headers={"If-None-Match": tag})
    assert (changed.status_code, changed.text) == (200, "i {}")


def test_a_file_changed_to_as_many_bytes_is_another(folder: Path, client: TestClient[Litestar]) -> None:
    path = folder / "second" / "short.css"
    assert client.get("/files/short.css").text == "b {}"
    path.write_text("i {}")
    os.utime(path, ns=(1, 1))
    assert client.get("/files/short.css").text == "i {}"


def test_a_head_is_the_same_without_the_file(client: TestClient[Litestar]) -> None:
    whole, about = client.get("/files/plain.css"), client.head("/files/plain.css")
    assert (about.status_code, about.content) == (200, b"")
    for name in ("content-type", "content-length", "content-encoding", "etag", "cache-control", "vary"):
        assert about.headers[name] == whole.headers[name], name


def test_of_two_folders_the_first_comes_first(client: TestClient[Litestar]) -> None:
    assert client.get("/files/both.css", headers={"Accept-Encoding": "gzip"}).text.startswith("first ")
    assert client.get("/files/plain.css").text == STYLE


@pytest.mark.parametrize(
    "name",
    [
        "../secret.css",
        "%2e%2e/secret.css",
        "..%2fsecret.css",
        "x/../../secret.css",
        "",
        "nothing.css",
        "x" * 300,
        "%00",
        "/etc/hostname",
    ],
)
def test_nothing_else_is_served(client: TestClient[Litestar], name: str) -> None:
    assert client.get(f"/files/{name}").status_code == 404
    assert client.head(f"/files/{name}").status_code == 404


def test_a_folder_is_no_file(folder: Path, client: TestClient[Litestar]) -> None:
    (folder / "first" / "inner.css").mkdir()
    assert client.get("/files/inner.css").status_code == 404


def test_a_smaller_file_by_its_own_name_is_no_style_sheet(client: TestClient[Litestar]) -> None:
    answer = client.get("/files/both.css.br")
    assert (answer.headers["content-type"], answer.content) == ("application/octet-stream", SMALLER)
