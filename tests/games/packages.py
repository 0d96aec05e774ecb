"""Throw-away packages that bring a game, whole or half made: the fixture `install` lays them on the path."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from jardinet.games import registry

# A whole game, were there another of that name: every layer is that of one of ours.
ENTRY = """
    from pathlib import Path
    from jardinet.games.lucky_numbers import parameters as theirs
    from jardinet.games.parameters import Parameter, check_all
    from jardinet.games.registry import GameEntry
    PARAMETERS = (Parameter("players", 2, range(2, 7), "How many play."), *theirs.PARAMETERS[1:])
    def settle(given):
        own = check_all(PARAMETERS, given)
        return {{**theirs.settle({{**own, "players": 2}}), "players": own.get("players", 2)}}
    LAYERS = {{layer: "jardinet." + place for layer, place in {{
        "drawing": "games.lucky_numbers.drawing:LAYER", "bots": "bots.lucky_numbers:LAYER",
        "words": "words.lucky_numbers:LAYER", "terminal": "terminal.lucky_numbers:LAYER",
        "board": "server.boards.lucky_numbers.board:LAYER",
    }}.items()}}
    ENTRY = GameEntry(**{{
        "name": {name!r}, "title": "Half a game", "parameters": PARAMETERS, "settle": settle,
        "game": "{name}_package.game:GAME", **LAYERS, **{{{changed}}},
    }})
"""
GAME = """
    from jardinet.games.lucky_numbers.game import LuckyNumbersGame
    from {name}_package import PARAMETERS, settle
    class GAME(LuckyNumbersGame):
        name = {name!r}
        declared = PARAMETERS
        @classmethod
        def settle(cls, given):
            return settle(given)
"""

Install = Callable[..., Path]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Lay a package and its dist-info on the path, as pip would; returns the folder that it lies in.

    `changed`: fields of its entry that are not those of ENTRY; `game`, `entry`, `board`: its modules, `{name}` filled in.
    """

    # Not beside the game that all other tests have; `syspath_prepend` puts everything back as it was.
    monkeypatch.syspath_prepend(tmp_path)
    sys.path[:] = [place for place in sys.path if not Path(place, "fireflies").is_dir()]
    monkeypatch.setenv("PYTHONPATH", "")
    registry.forget()

    def lay(
        name: str,
        changed: str = "",
        *,
        game: str = GAME,
        entry: str = ENTRY,
        board: str = "",
        package: str = "",
        version: str = "1.0",
    ) -> Path:
        package = package or f"{name}-package"
        site = tmp_path / package
        folder, info = site / package.replace("-", "_"), site / f"{package.replace('-', '_')}-{version}.dist-info"
        folder.mkdir(parents=True)
        info.mkdir()
        module = folder.name
        (folder / "__init__.py").write_text(dedent(entry).format(name=name, changed=changed))
        for file, text in ("game", game), ("board", board):
            if text:
                (folder / f"{file}.py").write_text(dedent(text).format(name=name))
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n")
        (info / "entry_points.txt").write_text(f"[{registry.GROUP}]\n{name} = {module}:ENTRY\n")
        for loaded in [one for one in sys.modules if one.partition(".")[0] == module]:
            monkeypatch.delitem(sys.modules, loaded)  # another test's package of that name
        monkeypatch.syspath_prepend(site)
        registry.forget()
        return site

    yield lay
    registry.forget()
