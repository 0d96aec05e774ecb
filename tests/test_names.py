"""Names: a class of a name is one thing, wherever it is met."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import jardinet
from jardinet.games import registered_games

ROOT = Path(jardinet.__file__).parent


def test_no_two_classes_have_one_name_but_in_the_same_layers_of_two_games() -> None:
    """Each game has a `View`, say: which is meant is told by the folder of the game."""
    games = set(registered_games())
    found = defaultdict[str, list[Path]](list)
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(path.relative_to(ROOT))
    assert len(found) > 400
    twice = {name: paths for name, paths in found.items() if len(paths) > 1}
    for name, paths in twice.items():
        owners = [games & set(path.parts) for path in paths]
        layers = {tuple(part for part in path.parent.parts if part not in games) for path in paths}
        is_of_games = all(len(one) == 1 for one in owners) and len({*map(frozenset, owners)}) == len(paths)
        assert is_of_games and len(layers) == 1, f"{name} is in {', '.join(map(str, paths))}"
