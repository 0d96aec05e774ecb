"""Compile the gettext catalogues: `python tools/compile_catalogues.py`, or those of another folder, named behind it."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALES = Path(__file__).parent.parent / "src" / "jardinet" / "words" / "locale"

ALWAYS = datetime(2000, 1, 1, tzinfo=UTC)  # the date in each: else it would be today's, and no two packages alike


def compile_catalogues(folder: Path = LOCALES) -> None:
    """Write a .mo beside every .po of a folder; one that says the same is not touched, since somebody may read it."""
    for source in folder.glob("*/LC_MESSAGES/*.po"):
        with source.open("rb") as text:
            catalogue = read_po(text, locale=source.parts[-3])
        catalogue.creation_date = ALWAYS
        compiled, target = BytesIO(), source.with_suffix(".mo")
        write_mo(compiled, catalogue)
        if not target.is_file() or target.read_bytes() != compiled.getvalue():
            target.write_bytes(compiled.getvalue())


if __name__ == "__main__":
    compile_catalogues(*map(Path, sys.argv[1:2]))
