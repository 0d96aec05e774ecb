"""Headers that name things and say how welcome each of them is: RFC 9110, section 12.4.2."""

from __future__ import annotations

import re

_WEIGHED = re.compile(r"\s*([a-z0-9*-]+)\s*(?:;\s*q=([01](?:\.[0-9]{0,3})?)\s*)?")


def weighed(header: str) -> list[tuple[str, float]]:
    """What is named, in small letters and in its order, and how welcome it is, from 0 (not at all) to 1.

    What is written otherwise is left out.

    >>> weighed("br, GZIP;q=0.5, zstd;q=much, *;q=0")
    [('br', 1.0), ('gzip', 0.5), ('*', 0.0)]
    """
    parts = filter(None, map(_WEIGHED.fullmatch, header.lower().split(",")))
    return [(part[1], float(part[2] or 1)) for part in parts]
