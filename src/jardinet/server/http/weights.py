"""Headers with quality values, which say how welcome each named thing is: RFC 9110, section 12.4.2."""

from __future__ import annotations

import re

_WEIGHED = re.compile(r"\s*([a-z0-9*-]+)\s*(?:;\s*q=([01](?:\.[0-9]{0,3})?)\s*)?")


def weighed(header: str) -> list[tuple[str, float]]:
    """The names in a header, in lower case and in their order, each with its quality value, from 0 (not at all) to 1.

    Malformed entries are left out.

    >>> weighed("br, GZIP;q=0.5, zstd;q=much, *;q=0")
    [('br', 1.0), ('gzip', 0.5), ('*', 0.0)]
    """
    parts = filter(None, map(_WEIGHED.fullmatch, header.lower().split(",")))
    return [(part[1], float(part[2] or 1)) for part in parts]
