"""Compile the gettext catalogues: `python tools/compile_catalogues.py`."""

from __future__ import annotations

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALES = Path(__file__).parent.parent / "src" / "jardinet" / "words" / "locale"


def compile_catalogues() -> None:
    """Write jardinet.mo beside every jardinet.po."""
    for source in LOCALES.glob("*/LC_MESSAGES/jardinet.po"):
        with source.open("rb") as text:
            catalogue = read_po(text, locale=source.parts[-3])
        with source.with_suffix(".mo").open("wb") as target:
            write_mo(target, catalogue)


if __name__ == "__main__":
    compile_catalogues()
