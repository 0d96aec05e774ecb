"""Runs the tests of what others' libraries carry with the lowest versions that each extra of pyproject.toml admits, and with the newest.

`make test-versions`: a virtual environment of its own for each, in build/versions; uv resolves. What the tests themselves
need, and libraries that read what the arena writes (group `readers`), are the newest in both. Last it prints the versions of
all that pyproject.toml names, and how each run ended. Arguments are pytest's, in place of TESTED.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from importlib.metadata import distributions
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PLACE = ROOT / "build" / "versions"
UV = Path(sys.executable).with_name("uv")
KINDS = ("lowest", "newest")
TESTED = [
    *("tests/arena", "tests/envs", "tests/server", "--ignore=tests/server/browser"),
    *(f"docs/{page}.md" for page in ("dataset", "open-spiel", "gymnasium", "pettingzoo", "vector")),
]
COMPILE = (
    "pip",
    "compile",
    "--quiet",
    "--upgrade",
    "--no-header",
    "--no-annotate",
    "--no-emit-index-url",
    "pyproject.toml",
)


def main(arguments: list[str]) -> int:
    """Tests with each kind of versions, the second even where the first fails; returns 1 where one failed."""
    PLACE.mkdir(parents=True, exist_ok=True)
    codes = {kind: tested(kind, installed(kind), arguments or TESTED) for kind in KINDS}
    versions = [versions_in(PLACE / kind) for kind in KINDS]
    rows = [("", *KINDS), *((name, *(there.get(name, "-") for there in versions)) for name in named())]
    rows.append(("tests", *("pass" if code == 0 else "FAIL" for code in codes.values())))
    for name, *told in rows:
        print(f"{name:24}" + "".join(f"{one:>12}" for one in told))  # noqa: T201
    return int(any(codes.values()))


def installed(kind: str) -> Path:
    """The Python of an environment with such versions, made anew."""
    wanted, venv = PLACE / f"{kind}.txt", PLACE / kind
    constraints: list[str] = []
    if kind == "lowest":
        least = PLACE / "least.txt"
        uv(*COMPILE, "--extra", "all", "--resolution", "lowest-direct", "--output-file", str(least))
        constraints = ["--constraint", str(least)]
    groups = ("--group", "test", "--group", "readers")
    uv(*COMPILE, "--extra", "all", *groups, *constraints, "--output-file", str(wanted))
    uv("venv", "--quiet", "--clear", "--python", sys.executable, str(venv))
    python = venv / "bin" / "python"
    uv("pip", "sync", "--quiet", "--python", str(python), str(wanted))
    uv("pip", "install", "--quiet", "--no-deps", "--python", str(python), "--editable", ".")
    return python


def tested(kind: str, python: Path, arguments: list[str]) -> int:
    """The exit status of pytest there; what Numba compiles is kept beside the environment, apart from that of others."""
    print(f"\nWith the {kind} versions", flush=True)  # noqa: T201
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(PLACE / f"{kind}-compiled")}
    call = [str(python), "-m", "pytest", "-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder", *arguments]
    return subprocess.run(call, cwd=ROOT, env=environment, check=False).returncode  # noqa: S603 - our own words


def named() -> list[str]:
    """The libraries that pyproject.toml names for what is given away, in its order."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    texts = [*project["dependencies"], *(text for extra in project["optional-dependencies"].values() for text in extra)]
    names = dict.fromkeys(canonicalize_name(Requirement(text).name) for text in texts)
    return [name for name in names if name != "jardinet"]


def versions_in(venv: Path) -> dict[str, str]:
    """The version of every distribution in an environment."""
    places = [str(path) for path in venv.glob("lib/python*/site-packages")]
    return {canonicalize_name(one.metadata["Name"]): one.version for one in distributions(path=places)}


def uv(*arguments: str) -> None:
    """Runs uv; raises CalledProcessError where it fails."""
    subprocess.run([str(UV), *arguments], cwd=ROOT, check=True)  # noqa: S603 - our own words


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
