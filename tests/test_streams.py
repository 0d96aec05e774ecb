"""Output that is not UTF-8: what the encoding lacks is printed as something close, wherever something is printed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.kit.forking import run

from jardinet.streams import print_everything
from jardinet.words.language import CODES


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished game of somebody whose name ASCII cannot write."""
    path = tmp_path_factory.mktemp("records") / "game.jdn"
    seats = ["--seats", "random,random", "--seed", "7", "--record", str(path)]
    assert run("play", "lucky-numbers", *seats).returncode == 0
    path.write_text(path.read_text("utf-8").replace("random", "Zoë"), "utf-8")
    return path


def told(encoding: str, *arguments: str, typed: bytes | None = None) -> subprocess.CompletedProcess[bytes]:
    """`jardinet ARGUMENTS` whose streams have an encoding, with what is typed: it comes to its end."""
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "LANGUAGE": "", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        [sys.executable, "-m", "jardinet", *arguments], env=environment, capture_output=True, check=False, input=typed
    )
    assert done.returncode in (0, 2), done.stderr
    return done


def test_nothing_is_left_out_in_an_encoding_that_lacks_signs(record: Path) -> None:
    whole = run("replay", str(record), "--lang", "fr", "--plain").stdout
    lossy = told("latin-1", "replay", str(record), "--lang", "fr", "--plain").stdout.decode("latin-1")
    assert len(lossy.splitlines()) == len(whole.splitlines()) > 100
    assert lossy == whole.replace("’", "'").replace("−", "-").replace("–", "-").replace("œ", "oe").replace("…", "...")
    assert "Zoë" in lossy


@pytest.mark.parametrize(
    "arguments",
    [
        ["--lang", "de", "--help"],
        ["simulate", "lucky-numbers", "--seats", "random,random", "--games", "4", "--seed", "1", "--workers", "1"],
        ["games", "--lang", "fr"],
        ["rules", "maudits-criquets", "--lang", "es"],
        ["replay", "nowhere", "--lang", "fr"],
    ],
)
def test_ascii_is_enough_for_everything(arguments: list[str]) -> None:
    done = told("ascii", *arguments)
    assert (done.stdout + done.stderr).decode("ascii").strip()


def test_what_is_read_may_be_of_another_encoding_too(
    record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A byte that is no UTF-8 is a sign that nobody understands, and no fault of ours."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    done = told("utf-8", "practice", str(record), "--seat", "1", typed=b"caf\xe9\n")
    assert "“caf\N{REPLACEMENT CHARACTER}” is not a play" in done.stdout.decode()


@pytest.mark.parametrize("code", CODES)
def test_no_text_for_players_loses_a_sign_but_those_that_only_draw(code: str) -> None:
    print_everything()
    catalogue = Path("src/jardinet/words/locale") / code / "LC_MESSAGES" / "jardinet.po"
    signs = {sign for sign in catalogue.read_text("utf-8") if not sign.isascii()} if catalogue.exists() else set()
    lost = {sign for sign in signs if sign.encode("ascii", "closest") in (b"", b"?") and sign != "¿"}
    assert not lost
