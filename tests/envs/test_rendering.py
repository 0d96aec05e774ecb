"""Frames: text, and pictures whose letters appear on every machine."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from tests.play.random_play import random_game
from tests.sizes import few

from jardinet.envs.rendering import METADATA, close_window, frame, rasterised, rgb_array
from jardinet.games import load_game, registered_games
from jardinet.games.api import State
from jardinet.games.drawing import SVG

CASES = [
    pytest.param(name, {"players": players}, id=f"{name}-{players}")
    for name in registered_games()
    for players in (2, 4)
]


def with_tile(number: int) -> State:
    """A board with one tile on it."""
    state = load_game("lucky_numbers", setup="michael").new_initial_state()
    state.apply_action(number)
    state.apply_action(state.string_to_action(0, "place-a1"))
    return state


@pytest.mark.parametrize(("name", "given"), CASES)
def test_all_frames_of_a_game_have_one_size(name: str, given: dict[str, Any]) -> None:
    shapes, pictures = set(), set()
    for number, state in enumerate(random_game(name, given, 1)):
        if number % few(100, 400) in (0, 7) or state.is_terminal():
            pixels = rgb_array(state)
            assert pixels.dtype == np.uint8
            shapes.add(pixels.shape)
            pictures.add(pixels.tobytes())
    assert len(pictures) > 2
    assert len(shapes) == 1
    height, width, colours = shapes.pop()
    assert (height % 2, width, colours) == (0, 480, 3)


def test_a_frame_is_only_made_where_a_mode_asks_for_it() -> None:
    state = with_tile(7)
    assert frame(state, None) is None
    assert frame(state, "ansi") == str(state)
    pixels = frame(state, "rgb_array")
    assert isinstance(pixels, np.ndarray)
    assert np.array_equal(pixels, rgb_array(state))


def test_a_window_shows_the_picture_and_frames_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setitem(METADATA, "render_fps", 1000)
    pygame = pytest.importorskip("pygame")
    assert frame(with_tile(7), "human") is None
    shown = pygame.surfarray.array3d(pygame.display.get_surface()).transpose(1, 0, 2)
    assert np.array_equal(shown, rgb_array(with_tile(7)))
    close_window()
    assert pygame.display.get_surface() is None


def test_without_a_screen_a_window_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    close_window()
    monkeypatch.setenv("SDL_VIDEODRIVER", "no-such-driver")
    with pytest.raises(RuntimeError, match=r"no window can be opened here \(.*\): render_mode='rgb_array' needs none"):
        frame(with_tile(7), "human")


def test_numbers_are_drawn_though_system_fonts_are_not_used() -> None:
    """Of the same leaves and discs only the digits differ: had the font not been found, nothing would."""
    frames = [rgb_array(with_tile(number)) for number in (3, 8, 18)]
    assert all(np.any(one != other, axis=2).sum() > 40 for one, other in pairwise(frames))
    assert np.array_equal(frames[0], rgb_array(with_tile(3)))


@pytest.mark.parametrize("name", registered_games())
def test_texts_of_a_picture_leave_ink(name: str) -> None:
    *_, state = random_game(name, {}, 1)
    svg = state._repr_svg_()
    whole, root = rasterised(svg, 900, 480), ElementTree.fromstring(svg)
    texts = list(root.iter(f"{{{SVG}}}text"))
    assert len(texts) > 4
    for text in texts[::3]:
        words, text.text = text.text, ""
        assert np.any(rasterised(ElementTree.tostring(root, "unicode"), 900, 480) != whole), words
        text.text = words


def test_a_small_frame_shrinks_the_picture_and_keeps_its_shape() -> None:
    height, width, _ = rasterised(with_tile(7)._repr_svg_(), 360, 480).shape
    assert height == 360
    assert abs(width - 480 / 715 * 360) < 1


@pytest.mark.parametrize("library", ["pygame", "resvg_py"])
def test_without_its_library_a_picture_says_what_to_install(library: str) -> None:
    code = (
        f"import sys; sys.modules[{library!r}] = None; import jardinet; from jardinet.envs.rendering import frame;"
        "state = jardinet.load_game('maudits_criquets').new_initial_state(); print(frame(state, 'ansi'));"
        "frame(state, 'rgb_array')"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.stdout.startswith("loot: -")  # and nobody else's greetings
    assert f"{library} is not installed here, and pictures need it" in run.stderr.splitlines()[-1]
