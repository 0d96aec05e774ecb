"""Keys by which a substitute takes an entry over: signed with the server's keys, stored nowhere, and good for once."""

from __future__ import annotations

import hmac

from jardinet.server.keys import Key, Keys
from jardinet.server.tables.errors import NoSuchTableError
from jardinet.server.tournaments.held import HeldTournament
from jardinet.tournaments.plan import TournamentError

_LENGTH = 24  # signs: 96 bits


def substitute_key(keys: Keys, held: HeldTournament, entry: int) -> str:
    """The key of an entry; once somebody has taken it over, it opens nothing any more.

    Raises:
        TournamentError: there is no such entry.
    """
    if entry not in range(1, held.state.entries + 1):
        raise TournamentError("no-such-entry", "the tournament has no entry {entry}.", entry=entry)
    return _signed(keys.sealing(), held, entry)


def check_substitute(keys: Keys, held: HeldTournament, entry: int, given: str) -> None:
    """Raise NoSuchTableError if a key is not that of the entry as it is now."""
    said = given.encode("utf-8", "replace")
    if not any(hmac.compare_digest(said, _signed(key, held, entry).encode()) for key in keys.reading()):
        raise NoSuchTableError("substitute-link-over", "this link is not valid any more: ask the host for another one.")


def _signed(key: Key, held: HeldTournament, entry: int) -> str:
    said = f"substitute {held.id} {entry} {held.state.players.get(entry, 0)}"
    return hmac.digest(key.secret, said.encode(), "sha256").hex()[:_LENGTH]
