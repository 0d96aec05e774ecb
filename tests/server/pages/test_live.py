"""Live pages: what several readers see alike is the same message, and nothing of one reader's own is in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from jardinet.server.bench import Visitor

PLAY, PLY = re.compile(r'name="play" value="([^"]+)"'), re.compile(r'data-ply="(\d+)"')


@contextmanager
def two_at_a_table(address: str) -> Iterator[tuple[Visitor, Visitor, str]]:
    with Visitor(address) as ada, Visitor(address) as ben:
        table = ada.set_table(seat2="person", setup="michael", first="1")
        ben.post_form(f"{table}/sit", seat="1", name="Ben")
        yield ada, ben, table
