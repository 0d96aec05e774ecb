"""Guests: players who come to a server with only a name, and the tokens by which they are known when they return.

The tokens that servers give to guests are in one file among the player's data, readable by them alone.
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
    """The token of the guest of that name at a site; None: there was none, or it is not known any more."""
    return _known().get(site, {}).get(name)


def known_at(site: str) -> dict[str, str]:
    """The tokens of everybody who is known at a site, by name."""
    return _known().get(site, {})


def keep_guest(site: str, name: str, token: str) -> None:
    """Keep a guest's token; errors are ignored: the guest is then a new one the next time."""
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
