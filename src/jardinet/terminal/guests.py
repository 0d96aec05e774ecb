"""Guests: whoever comes to a server by a name alone, and how they are known there when they come back.

The token that a server gives a guest lies in one file among the player's data, readable to them alone.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec
from platformdirs import user_data_path

from jardinet.play.files import save

_Known = dict[str, dict[str, str]]  # tokens by site and name
_KNOWN = msgspec.json.Decoder(_Known)


def known_guest(site: str, name: str) -> str | None:
    """The token of whoever came to a site by that name before; None: nobody has, or it is not known any more."""
    return _known().get(site, {}).get(name)


def keep_guest(site: str, name: str, token: str) -> None:
    """Keep a guest's token; where that is not possible they are a stranger the next time, and no worse off now."""
    known = _known()
    known.setdefault(site, {})[name] = token
    with suppress(OSError):
        _file().parent.mkdir(parents=True, exist_ok=True)
        save(_file(), msgspec.json.format(msgspec.json.encode(known)).decode() + "\n", 0o600)


def _known() -> _Known:
    try:
        return _KNOWN.decode(_file().read_bytes())
    except (OSError, msgspec.DecodeError):
        return {}


def _file() -> Path:
    return user_data_path("jardinet") / "guests.json"
