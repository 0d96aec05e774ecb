"""Pictures of tests: screenshots as numbers."""

from __future__ import annotations

import io

import numpy as np
import pygame


def pixels(png: bytes) -> np.ndarray:
    """The pixels of a picture: uint8 [height, width, 3]."""
    seen = pygame.surfarray.array3d(pygame.image.load(io.BytesIO(png), "picture.png"))
    return np.ascontiguousarray(seen.swapaxes(0, 1))
