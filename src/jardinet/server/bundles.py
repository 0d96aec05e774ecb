"""Bundles: each style sheet and script with all that it imports as one small file, made by tools/fetch_web.py.

They are served in place of their sources while they are up to date. If a source was edited since, in a checkout, pages
load the sources themselves: browsers follow their imports, only with many more requests.
"""

from __future__ import annotations

import logging
from hashlib import sha256
from pathlib import Path

_SERVER = Path(__file__).parent
_STALE = "Style sheets or scripts have changed since they were bundled: pages take them one by one. `make .venv/web` bundles them."


def fresh_bundles(server: Path = _SERVER) -> Path | None:
    """The folder that holds the bundle of `/static/x.css` as `static/x.css`; None, and a warning, if they are not fresh.

    Args:
        server: this folder; beside the sources it holds `bundles/sources.txt`, their sums as sha256sum writes them.
    """
    bundles = server / "bundles"
    try:
        sums = [line.split(maxsplit=1) for line in (bundles / "sources.txt").read_text("utf-8").splitlines()]
        if all(sha256((server / name).read_bytes()).hexdigest() == digest for digest, name in sums):
            return bundles
    except FileNotFoundError:
        pass
    logging.getLogger(__name__).warning(_STALE)
    return None
