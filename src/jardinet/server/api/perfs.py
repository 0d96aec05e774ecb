"""Ratings as the API tells them, with the field names of Lichess' `perfs`."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from jardinet.server.people.ratings import LATELY, gains_of, ratings_of
from jardinet.server.storage.database import Database


class Perf(msgspec.Struct, frozen=True, omit_defaults=True):
    """A rating in one game; half of its interval of 95 % is 1.96 times `rd`."""

    games: Annotated[int, Meta(description="How many were rated.")]
    rating: Annotated[int, Meta(description="1500 is the bot `skilled`; 400 more are odds of 10 to 1.")]
    rd: Annotated[int, Meta(description="Its standard deviation today: it grows by the months without a rated game.")]
    prog: Annotated[int, Meta(description=f"What the last {LATELY} games have added.")]
    prov: Annotated[bool, Meta(description="Provisional: its interval is wide. Left out: it is not.")] = False


async def perfs_of(database: Database, person: str) -> dict[str, Perf]:
    """A person's ratings by game, as they are today.

    Raises:
        DatabaseAwayError: the database does not answer.
    """
    gains = await gains_of(database, person)
    return {
        played: Perf(
            one.games, round(one.value), round(one.deviation), round(sum(gains.get(played, ()))), one.is_provisional
        )
        for played, one in (await ratings_of(database, person, database.now())).items()
    }
