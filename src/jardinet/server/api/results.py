"""API controller of results: what an account's finished games add up to."""

from __future__ import annotations

import asyncio

from litestar import Controller, get
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec

from jardinet.analysis.results import Doing
from jardinet.ratings.own import doing_with_levels
from jardinet.server.api.authentication import NEEDS_TOKEN
from jardinet.server.api.problems import problems
from jardinet.server.people.results import every_result_of
from jardinet.server.people.tokens import Account
from jardinet.server.storage.database import Database


class ResultsApi(Controller):
    """Controller of the results of an account."""

    path = "/account/results"
    tags = ("account",)
    security = NEEDS_TOKEN

    @get(
        "/",
        operation_id="getResults",
        summary="How you are doing",
        responses={
            200: ResponseSpec(list[Doing], generate_examples=False, description="By game and number of seats."),
            **problems(401),
        },
    )
    async def results(self, caller: NamedDependency[Account], database: NamedDependency[Database]) -> list[Doing]:
        """What your latest thousand finished games add up to, by game and number of seats; what you play most comes first.

        `balance` counts games won, lost and shared; `rivals` the same against each bot and person; `curve` tells what you gave
        away a decision, five games at a time; `kinds` what you err in most; `level` is your level in that game with luck left
        out, on a scale where `skilled` is 1500. Lessons count for nothing, and neither does a game in which bots made more than
        a quarter of your plays. All costs are shares of the victory, 0 to 1.
        """
        return await asyncio.to_thread(doing_with_levels, await every_result_of(database, caller.id))
