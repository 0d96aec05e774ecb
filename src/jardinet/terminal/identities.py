"""Who a player is at servers: guests by name, and at most one person per site who has signed in; with the tokens that say so.

They are in files among the player's data, readable by them alone.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec
from platformdirs import user_data_path

from jardinet.play.files import save

_Guests = dict[str, dict[str, str]]  # tokens by site and name
_GUESTS = msgspec.json.Decoder(_Guests)


class SignedIn(msgspec.Struct, frozen=True):
    """A person who has signed in at a site on this machine, and the token that acts for them."""

    name: str
    token: str


_People = dict[str, SignedIn]  # by site
_PEOPLE = msgspec.json.Decoder(_People)


# Guests


def known_guest(site: str, name: str) -> str | None:
    """The token of the guest of that name at a site; None: there was none, or it is not known any more."""
    return _guests().get(site, {}).get(name)


def guests_at(site: str) -> list[str]:
    """The names of the guests who have come to a site from this machine."""
    return [*_guests().get(site, {})]


def keep_guest(site: str, name: str, token: str) -> None:
    """Keep a guest's token; errors are ignored: the guest is then a new one the next time."""
    known = _guests()
    known.setdefault(site, {})[name] = token
    with suppress(OSError):
        _keep(_guests_file(), known)


# People who have signed in


def known_person(site: str) -> SignedIn | None:
    """Who has signed in at a site on this machine."""
    return _people().get(site)


def keep_person(site: str, person: SignedIn) -> None:
    """Keep who has signed in at a site, in place of whoever was before; raises OSError if that is not possible."""
    _keep(people_file(), _people() | {site: person})


def check_keeps_people() -> None:
    """See that `keep_person` is possible, by writing what is there anew; raises OSError if it is not."""
    _keep(people_file(), _people())


def forget_person(site: str, token: str) -> None:
    """Forget who had signed in at a site by that token; errors are ignored: it is found to be of no use once more."""
    known = _people()
    if site in known and known[site].token == token:
        del known[site]
        with suppress(OSError):
            _keep(people_file(), known)


def people_file() -> Path:
    """The file that says who has signed in."""
    return user_data_path("jardinet") / "people.json"


# Files


def _guests() -> _Guests:
    try:
        return _GUESTS.decode(_guests_file().read_bytes())
    except (OSError, msgspec.DecodeError):
        return {}


def _people() -> _People:
    try:
        return _PEOPLE.decode(people_file().read_bytes())
    except (OSError, msgspec.DecodeError):
        return {}


def _guests_file() -> Path:
    return user_data_path("jardinet") / "guests.json"


def _keep(file: Path, known: _Guests | _People) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    save(file, msgspec.json.format(msgspec.json.encode(known)).decode() + "\n", 0o600)
