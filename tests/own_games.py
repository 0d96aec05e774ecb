"""The games that come with Jardinet: each has texts, pictures and records of its own that tests ask for by name."""

from __future__ import annotations

from jardinet.games import entry_of, registered_games

OWN_GAMES = [name for name in registered_games() if entry_of(name).game.startswith("jardinet.")]
