"""Addresses as QR codes: for a page, and for a terminal."""

from __future__ import annotations

import segno

_BORDER = 2  # modules around it; phones ask for no more
_INK, _END = "\033[38;5;16;48;5;231m", "\033[0m"  # black on white, in any terminal's colours


def svg_of(address: str, *, fills: bool = False) -> str:
    """The QR code of an address as SVG to stand inside a page; `fills`: as large as its style sheet says."""
    code = segno.make(address)
    return code.svg_inline(scale=1 if fills else 4, border=_BORDER, dark="#000", light=None, omitsize=fills)


def lines_of(address: str) -> list[str]:
    """The QR code of an address as text lines for a terminal with colours and UTF-8, two rows of modules a line."""
    rows = [[bool(one) for one in row] for row in segno.make(address).matrix_iter(border=_BORDER)]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return [_INK + "".join(" ▄▀█"[2 * up + down] for up, down in zip(*pair, strict=True)) + _END for pair in pairs]
