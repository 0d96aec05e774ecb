"""Strength of a player as the lobby asks for it: within which range they look, and about which bot plays as well."""

from __future__ import annotations

import asyncio

from jardinet.bots.levels import first_opponent, levels_of
from jardinet.ratings.own import own_level
from jardinet.ratings.yardstick import load_yardstick
from jardinet.server.lobby.seek import KnownStrength
from jardinet.server.people.ratings import ratings_of
from jardinet.server.people.results import every_result_of
from jardinet.server.storage.database import Database


async def strength_of(database: Database, person: str, game: str) -> KnownStrength | None:
    """How strong somebody is in a game: of their rating and what luck left of their finished games the surer one; None: nobody knows.

    Raises:
        DatabaseAwayError: the database does not answer.
    """
    games = await every_result_of(database, person)
    fitted = await asyncio.to_thread(own_level, game, games)  # a thousand games take 40 ms
    rating = (await ratings_of(database, person, database.now())).get(game)
    known = [KnownStrength(one.value, one.doubt) for one in (fitted, rating) if one]
    return min(known, key=lambda one: one.doubt, default=None)


def nearest_level(game: str, strength: KnownStrength | None) -> str:
    """The bot of a game that plays about as well; without a strength, the one that somebody new plays against."""
    yardstick = load_yardstick(game)
    measured = {name: one for name, one in yardstick.levels.items() if name in levels_of(game)} if yardstick else {}
    if strength is None or not measured:
        return first_opponent(game)
    return min(measured, key=lambda name: abs(measured[name].strength - strength.value))
