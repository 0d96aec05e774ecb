"""Arguments that nobody knows: told as ours, and as Python tells them, which is what trainers look for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import pytest

import jardinet
from jardinet.envs.gymnasium import env_id
from jardinet.envs.pettingzoo import aec_env, parallel_env
from jardinet.envs.vector import VectorEnv
from jardinet.games.parameters import UnknownParameterError

MADE: dict[str, Callable[..., Any]] = {
    "load_game": lambda **given: jardinet.load_game("maudits_criquets", **given),
    "with_parameters": lambda **given: jardinet.load_game("lucky_numbers").with_parameters(**given),
    "Gymnasium": lambda **given: gymnasium.make(env_id("lucky_numbers"), **given),
    "PettingZoo": lambda **given: aec_env("lucky_numbers", **given),
    "PettingZoo, parallel": lambda **given: parallel_env("maudits_criquets", **given),
    "VectorEnv": lambda **given: VectorEnv("lucky_numbers", 2, **given),
}


@pytest.mark.parametrize("make", MADE.values(), ids=MADE)
def test_an_unknown_argument_is_told_as_python_tells_it_too(make: Callable[..., Any]) -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'frameskip'") as refused:
        make(frameskip=4)
    assert isinstance(refused.value, UnknownParameterError)
    assert "there is no parameter 'frameskip': the game has players," in str(refused.value)
