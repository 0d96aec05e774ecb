"""A position as the frame of an environment: plain text, or the game's own picture as pixels or in a window.

Frames look the same on every machine, even one without any font: text is always drawn in pygame's default font, which
pygame brings along.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import as_file, files
from io import BytesIO
from math import ceil
from typing import Any
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

from jardinet.games.api import Game, State
from jardinet.games.parameters import ParameterError
from jardinet.games.sentences import Either

RENDER_MODES = ("human", "ansi", "rgb_array")
METADATA: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}

Pixels = NDArray[np.uint8]
Frame = str | Pixels | None


def check_render_mode(mode: str | None, modes: Sequence[str] = RENDER_MODES) -> str | None:
    """Return the mode if it is one of `modes`, or None for no rendering; raise ParameterError otherwise."""
    if mode not in (None, *modes):
        raise ParameterError(
            "render-mode",
            "render_mode={mode!r} is not possible: it must be {modes}.",
            mode=mode,
            modes=Either([*modes, None]),
        )
    return mode


def frame(state: State, mode: str | None) -> Frame:
    """The position in one of RENDER_MODES: `ansi` its text, `rgb_array` its picture; None without a mode.

    With `human` the picture is shown in a window (see `show`), and None is returned.

    Args:
        state: the position, seen by a spectator.
        mode: one of RENDER_MODES, or None.

    Raises:
        ImportError: pictures need resvg-py and pygame, and one of them is not installed.
        RuntimeError: there is no screen for a window.

    >>> import jardinet
    >>> state = jardinet.load_game("lucky_numbers", setup="michael").new_initial_state()
    >>> for text in ("reveal-13", "place-c3"):
    ...     state.apply_action(state.string_to_action(state.current_player(), text))
    >>> print(frame(state, "ansi"))
    seat 1            seat 2
      .   .   .   .     .   .   .   .
      .   .   .   .     .   .   .   .
      .   .  13   .     .   .   .   .
      .   .   .   .     .   .   .   .
    table: -; pile: 39
    >>> frame(state, "rgb_array").shape
    (716, 480, 3)
    """
    if mode is None:
        return None
    if mode == "human":
        show(rgb_array(state), state.get_game().name)
        return None
    return str(state) if mode == "ansi" else rgb_array(state)


def show(pixels: Pixels, title: str) -> None:
    """Show a picture in this process's only window, for the time given by METADATA's `render_fps`; see `close_window`.

    Raises:
        ImportError: pygame is not installed.
        RuntimeError: there is no screen to open a window on.
    """
    pygame = _pygame()
    height, width, _ = pixels.shape
    try:
        pygame.display.init()
        window = pygame.display.get_surface()
        if window is None or window.get_size() != (width, height):
            window = pygame.display.set_mode((width, height))
    except pygame.error as error:
        raise RuntimeError(f"no window can be opened here ({error}): render_mode='rgb_array' needs none.") from None
    pygame.display.set_caption(title)
    pygame.surfarray.blit_array(window, pixels.transpose(1, 0, 2))
    pygame.event.pump()  # otherwise the system would consider the window dead
    pygame.display.flip()
    pygame.time.wait(1000 // METADATA["render_fps"])


def close_window() -> None:
    """Close the window, if there is one."""
    _pygame().display.quit()


def rgb_array(state: State) -> Pixels:
    """The picture of a position: uint8, shape (height, width, 3), the same shape for all positions of a game.

    It has the size of the first picture of a game; pictures that have grown higher are scaled to fit, since videos need
    frames of one size.
    """
    height, width = _size(state.get_game())
    picture = rasterised(state.draw(), height, width)
    canvas = np.full((height, width, 3), 255, np.uint8)
    top, left = (height - picture.shape[0]) // 2, (width - picture.shape[1]) // 2
    canvas[top : top + picture.shape[0], left : left + picture.shape[1]] = picture
    return canvas


def rasterised(svg: str, height: int, width: int) -> Pixels:
    """A picture as pixels on white, scaled to fit into `height` by `width`: uint8, shape (…, …, 3).

    Raises:
        ImportError: resvg-py or pygame is not installed.
    """
    pygame, resvg_py = _pygame(), _installed("resvg_py")
    with as_file(files("pygame") / pygame.font.get_default_font()) as letters:
        png = resvg_py.svg_to_bytes(
            svg,
            background="#ffffff",
            height=height,
            width=width,
            skip_system_fonts=True,
            font_files=[str(letters)],
            sans_serif_family="FreeSans",  # the family of that font
        )
    pixels: Pixels = pygame.surfarray.array3d(pygame.image.load(BytesIO(png))).transpose(1, 0, 2)
    return pixels


def _pygame() -> Any:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # otherwise pygame greets on standard output
    return _installed("pygame")


def _installed(module: str) -> Any:
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise ImportError(
            f"{error.name} is not installed here, and pictures need it: pip install jardinet[envs] adds it."
        ) from error


@lru_cache(32)
def _size(game: Game) -> tuple[int, int]:
    """Height and width of the game's first picture, in pixels; even numbers, as video codecs ask for."""
    picture = ElementTree.fromstring(game.new_initial_state().draw())  # noqa: S314 - our own
    _, _, width, height = picture.attrib["viewBox"].split()
    return 2 * ceil(float(height) / 2), 2 * ceil(float(width) / 2)
