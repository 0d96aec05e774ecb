"""Array types for the bots' files."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Indices = NDArray[np.int64]
Floats = NDArray[np.float64]
Weights = NDArray[Any]  # of a net: float32; float64 in tests of a gradient
