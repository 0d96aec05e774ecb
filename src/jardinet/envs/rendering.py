"""A position as the frame of an environment: plain text, or the game's own picture as pixels.

Frames look the same on every machine, one without any font included: letters are always drawn in
the font that pygame brings along, pygame's own default.
"""

from __future__ import annotations

import os
from functools import lru_cache
from importlib.resources import as_file, files
from io import BytesIO
from math import ceil
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

from jardinet.games.api import Game, State
from jardinet.games.parameters import ParameterError

RENDER_MODES = ("ansi", "rgb_array")
METADATA = {"render_modes": list(RENDER_MODES), "render_fps": 2}

Pixels = NDArray[np.uint8]
Frame = str | Pixels | None


def check_render_mode(mode: str | None) -> str | None:
    """Return the mode where there is such a one, or None for no rendering; raise ParameterError else."""
    if mode not in (None, *RENDER_MODES):
        raise ParameterError(f"render_mode={mode!r} is not possible: it is {' or '.join(RENDER_MODES)}, or None.")
    return mode


def frame(state: State, mode: str | None) -> Frame:
    """The position in one of RENDER_MODES: `ansi` its text, `rgb_array` its picture; None without a mode.

    Args:
        state: the position, seen by a spectator.
        mode: one of RENDER_MODES, or None.

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
    return str(state) if mode == "ansi" else rgb_array(state)


def rgb_array(state: State) -> Pixels:
    """The picture of a position: uint8, shape (height, width, 3), the same shape for all positions of a game.

    It is as large as the picture of the beginning; one that grew higher since is made to fit, since
    videos want frames of one size.
    """
    height, width = _size(state.get_game())
    picture = rasterised(state.draw(), height, width)
    canvas = np.full((height, width, 3), 255, np.uint8)
    top, left = (height - picture.shape[0]) // 2, (width - picture.shape[1]) // 2
    canvas[top : top + picture.shape[0], left : left + picture.shape[1]] = picture
    return canvas


def rasterised(svg: str, height: int, width: int) -> Pixels:
    """A picture as pixels on white, as large as fits into `height` by `width`: uint8, shape (…, …, 3).

    Raises:
        ImportError: resvg-py or pygame is not installed.
    """
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # pygame greets on standard output else
    try:
        import resvg_py
        from pygame import font, image, surfarray
    except ModuleNotFoundError as error:
        raise ImportError(
            f"{error.name} is not installed here, and pictures need it: pip install jardinet[envs] brings it."
        ) from error
    with as_file(files("pygame") / font.get_default_font()) as letters:
        png = resvg_py.svg_to_bytes(
            svg,
            background="#ffffff",
            height=height,
            width=width,
            skip_system_fonts=True,
            font_files=[str(letters)],
            sans_serif_family="FreeSans",  # the family of that font
        )
    return surfarray.array3d(image.load(BytesIO(png))).transpose(1, 0, 2)


@lru_cache(32)
def _size(game: Game) -> tuple[int, int]:
    """Height and width of the game's first picture, in pixels; even numbers, as video codecs ask for."""
    picture = ElementTree.fromstring(game.new_initial_state().draw())  # noqa: S314 - our own
    _, _, width, height = picture.attrib["viewBox"].split()
    return 2 * ceil(float(height) / 2), 2 * ceil(float(width) / 2)
