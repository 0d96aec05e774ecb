"""Static files: clients cache them for an hour, and then ask whether they have changed (RFC 9110, 13.1.2).

Litestar's own would read and compress a file for every request, and send it anew to clients that have it. Here that is done
at its first request, and again when it has changed; a file of its name and `.br` beside it is its smaller form.
"""

from __future__ import annotations

import gzip
import mimetypes
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path, PurePath
from stat import S_ISREG
from typing import Any

from litestar import Request, Response, Router, get, head
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.status_codes import HTTP_304_NOT_MODIFIED

from jardinet.server.http.sessions import FOR_EVERYBODY
from jardinet.server.http.weights import weighed

MOST, LARGEST = 200, 1_000_000  # how many files are kept as they are sent, and bytes of one
SMALLEST = 500  # bytes of one that is compressed
TEXT = ("text/", "application/json", "application/javascript", "application/manifest+json", "image/svg+xml")

Asked = Request[Any, Any, Any]


def static_files(address: str, *folders: Path) -> Router:
    """Router of the files of some folders at an address; of two with the same name the first folder's is served."""
    roots = [folder.resolve() for folder in folders]

    @get("/{file_path:path}", name=address, sync_to_thread=False)
    def get_file(file_path: FromPath[PurePath], request: Asked) -> Response[bytes | None]:
        file = _find(roots, file_path, request)
        if file.kept["ETag"] in re.split(r"\s*,\s*(?:W/)?|^W/", request.headers.get("if-none-match", "")):
            return Response(None, status_code=HTTP_304_NOT_MODIFIED, headers=file.kept)
        return Response(file.body, headers=file.kept | file.described)

    @head("/{file_path:path}", name=f"{address}/head", sync_to_thread=False)
    def head_file(file_path: FromPath[PurePath], request: Asked) -> Response[None]:
        file = _find(roots, file_path, request)
        return Response(None, headers=file.kept | file.described)

    return Router(address, route_handlers=[get_file, head_file], opt=FOR_EVERYBODY | {"exclude_from_compression": True})


@dataclass(frozen=True)
class _File:
    """A file as it is sent, in one of its codings, with headers that say how it is kept, and what it is."""

    body: bytes
    kept: dict[str, str]
    described: dict[str, str]


def _find(roots: Sequence[Path], name: PurePath, request: Asked) -> _File:
    """The file of a name, in the smallest coding that is accepted."""
    for root in roots:
        path = os.path.normpath(root / str(name).lstrip("/"))
        try:
            found = Path(path).stat()
        except (OSError, ValueError):  # there is none, or none can have such a name
            continue
        if S_ISREG(found.st_mode) and root in Path(path).parents:
            codings = weighed(request.headers.get("accept-encoding", ""))
            accepted = frozenset(name for name, weight in codings if weight)
            read = _read if found.st_size <= LARGEST else _read.__wrapped__
            return read(path, accepted & {"br", "gzip"}, (found.st_mtime_ns, found.st_size))
    raise NotFoundException


@lru_cache(MOST)
def _read(path: str, accepted: frozenset[str], _version: tuple[int, int]) -> _File:
    media_type, packed = mimetypes.guess_type(path)
    if media_type is None or packed:
        media_type = "application/octet-stream"
    body, smaller, coding = Path(path).read_bytes(), Path(f"{path}.br"), ""
    is_text = media_type.startswith(TEXT)
    if is_text and "br" in accepted and smaller.is_file():
        body, coding = smaller.read_bytes(), "br"
    elif is_text and "gzip" in accepted and len(body) >= SMALLEST:
        body, coding = gzip.compress(body, mtime=0), "gzip"
    kept = {"Cache-Control": "max-age=3600, public", "ETag": f'"{sha256(body).hexdigest()[:16]}"'}
    kept |= {"Vary": "Accept-Encoding"} if is_text else {}
    charset = "; charset=utf-8" if media_type.startswith("text/") else ""
    described = {"Content-Type": media_type + charset, "Content-Length": str(len(body))}
    return _File(body, kept, described | ({"Content-Encoding": coding} if coding else {}))
