"""QR codes of tests, read from what is seen: a picture of a page, or the lines of a terminal."""

from __future__ import annotations

import re

import numpy as np
import zxingcpp
from tests.kit.pictures import pixels

_SIZE = 6  # pixels of a module that a terminal shows


def code_in_picture(png: bytes) -> str:
    """What the one code in a picture says."""
    return _read(pixels(png))


def code_in_terminal(told: str) -> str:
    """What the one code says that a terminal was told to draw by half blocks, black on white."""
    lines = re.findall(r"\x1b\[38;5;16;48;5;231m([ ▀▄█]+)\x1b\[0m", told)
    rows = [[sign in signs for sign in line] for line in lines for signs in ("▀█", "▄█")]
    grey = np.where(np.array(rows), 0, 255).astype(np.uint8)
    return _read(np.kron(grey, np.ones((_SIZE, _SIZE), np.uint8)))


def _read(picture: np.ndarray) -> str:
    [found] = zxingcpp.read_barcodes(picture)
    return str(found.text)
