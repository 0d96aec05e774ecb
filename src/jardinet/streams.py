"""Standard streams with a limited encoding: missing characters are replaced by similar ones.

Examples are a terminal of ISO 8859, a Windows pipe, `PYTHONIOENCODING`. A sentence without its dash is better than
none.
"""

from __future__ import annotations

import codecs
import io
import sys
import unicodedata

_CLOSEST = "closest"  # the name of our error handler for encoding
_ASCII = "plain-ascii"
_SPELT = str.maketrans(
    dict.fromkeys("‘’‚′", "'")
    | dict.fromkeys("“”„«»", '"')
    | dict.fromkeys("‐–—−", "-")
    | dict.fromkeys("→▸▶", ">")
    | dict.fromkeys("•★✓✱❀♥", "*")
    | dict.fromkeys("■▮", "#")
    | dict.fromkeys("●°ø", "o")
    | dict.fromkeys("⁄◢", "/")
    | {"ß": "ss", "œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "Ø": "O", "ł": "l", "Ł": "L"}
    | {"×": "x", "±": "+-", "·": ".", "µ": "u", "μ": "u", "¡": "!", "▲": "^", "⇄": "%"}
)


def print_everything() -> None:
    """From now on print and read any text: characters missing from a stream's encoding are replaced, never an error."""
    codecs.register_error(_CLOSEST, _closest)
    codecs.register(_plain_ascii)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            is_ascii = codecs.lookup(stream.encoding).name == "ascii"
            stream.reconfigure(encoding=_ASCII if is_ascii else None, errors=_CLOSEST)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def _closest(error: UnicodeError) -> tuple[str | bytes, int]:
    """The replacement of the first character that cannot be encoded, and the position to continue from.

    >>> print_everything()
    >>> "« 7 − 2 » : œuf, été…".encode("ascii", _CLOSEST)
    b'" 7 - 2 " : oeuf, ete...'
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    sign, following = error.object[error.start], error.start + 1
    if "\udc80" <= sign <= "\udcff":  # a byte of a file's name: unchanged
        return bytes([ord(sign) - 0xDC00]), following
    if unicodedata.category(sign) in ("Mn", "Cf"):  # a combining accent, or a mark of writing direction
        return "", following
    spelt = unicodedata.normalize("NFKD", sign).translate(_SPELT).encode("ascii", "ignore").decode()
    return spelt or "?", following


def _plain_ascii(name: str) -> codecs.CodecInfo | None:
    """ASCII under a name that Typer does not know: for a stream named `ascii`, Typer prints UTF-8."""
    if name != _ASCII.replace("-", "_"):
        return None
    known = codecs.lookup("ascii")
    return codecs.CodecInfo(
        known.encode,
        known.decode,
        known.streamreader,
        known.streamwriter,
        known.incrementalencoder,
        known.incrementaldecoder,
        name=_ASCII,
    )
