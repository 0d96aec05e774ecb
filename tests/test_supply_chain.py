"""What this project is made of beside its own files: pinned with hashes, and never committed."""

import json
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]
PIN = re.compile(r"[\w.-]+(?:\[[\w,-]+\])?==\S+(?: ;[^\\]*)? \\\n(?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+")
INSTALL = re.compile(r"pip install[^\n]*")


def test_every_library_is_pinned_with_its_hash_and_installed_by_that_alone() -> None:
    locks = sorted((ROOT / "requirements").glob("*.txt"))
    assert locks
    for lock in locks:
        text = lock.read_text(encoding="utf-8")
        others = [one for one in PIN.sub("", text).splitlines() if one and not one.lstrip().startswith("#")]
        assert PIN.search(text)
        assert not others, lock.name
    for file in (ROOT / "Makefile", ROOT / "Containerfile"):
        calls = INSTALL.findall(file.read_text(encoding="utf-8"))
        assert calls
        for call in calls:
            assert "--require-hashes" in call or "--no-deps" in call, f"{file.name}: {call}"


def test_what_pages_take_from_npm_is_pinned_with_its_hash() -> None:
    packages = json.loads((ROOT / "web/package-lock.json").read_text(encoding="utf-8"))["packages"]
    fetched = {name: one for name, one in packages.items() if name and not one.get("link")}
    assert fetched
    assert not [name for name, one in fetched.items() if not one.get("integrity", "").startswith("sha512-")]


def test_nothing_minified_or_compiled_is_committed() -> None:
    told = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    tracked = told.split("\0")
    assert "pyproject.toml" in tracked
    odd = re.compile(r"\.min\.(js|css)$|/vendor/|node_modules/|\.(so|dll|dylib|exe|pyc|whl|jar|wasm|mo)$")
    assert not [file for file in tracked if odd.search(file)]
