"""Getting the rules ready: what is said about it, and that nothing is left to compile afterwards."""

from __future__ import annotations

import subprocess
import sys
from typing import cast

import pytest

from jardinet.arena.prepare import _with_everything, prepare
from jardinet.games.api import Game
from jardinet.games.parameters import Parameter, ParameterError


def test_one_line_is_all_it_says_to_a_file() -> None:
    done = subprocess.run([sys.executable, "-m", "jardinet.arena.prepare"], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["Getting the rules ready (once, about a minute)"]
    assert done.stderr == ""


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(ParameterError, match="there is no game 'chess'"):
        prepare("chess")


class Quarrelsome:
    """A game whose variants "wet" and "dry" contradict each other."""

    declared = tuple(
        Parameter(name, False, (False, True), f"Whether it is {name}.") for name in ("wet", "dry", "windy")
    )

    def __init__(self, **chosen: bool) -> None:
        self.chosen = chosen

    def with_parameters(self, **changed: bool) -> Quarrelsome:
        if {"wet", "dry"} <= {*self.chosen, *changed}:
            raise ParameterError("wet-and-dry", "wet=True and dry=True contradict each other.")
        return Quarrelsome(**self.chosen, **changed)


def test_variants_that_contradict_each_other_are_not_prepared_together() -> None:
    everything = _with_everything(cast(Game, Quarrelsome()))
    assert cast(Quarrelsome, everything).chosen == {"wet": True, "windy": True}
