"""API controller of vacations: see, begin and end one's own."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec import Meta

from jardinet.server.api.authentication import NEEDS_TOKEN
from jardinet.server.api.problems import problems
from jardinet.server.people.tokens import Account
from jardinet.server.storage.database import Database
from jardinet.server.tables.vacations import OwnVacation, Vacations, vacation_of


class VacationResponse(msgspec.Struct, frozen=True):
    """Vacation of the account's person."""

    until: Annotated[datetime | None, Meta(description="When it ends at the latest; null: you are on none.")]
    days_left: Annotated[int, Meta(description="The days of vacation that are left in this year, by UTC.")]


class VacationRequest(msgspec.Struct, frozen=True):
    """Beginning or end of a vacation."""

    off: Annotated[bool, Meta(description="True: it begins now. False: you are back.")]


class VacationApi(Controller):
    """Controller of a person's vacation."""

    path = "/account/vacation"
    tags = ("account",)
    security = NEEDS_TOKEN

    @get("/", operation_id="getVacation", summary="Your vacation", responses=problems(401))
    async def show(self, caller: NamedDependency[Account], database: NamedDependency[Database]) -> VacationResponse:
        """Your vacation, and the days that are left."""
        return _told(await vacation_of(database, caller.id))

    @post("/", operation_id="setVacation", summary="Go on vacation", status_code=200, responses=problems(401, 422))
    async def change(
        self, caller: NamedDependency[Account], vacations: NamedDependency[Vacations], data: JSONBody[VacationRequest]
    ) -> VacationResponse:
        """Begin your vacation, or end it: the clocks of your games of days stand still meanwhile, and all at these tables see it.

        You have 30 days in a year; one that has begun is spent. A vacation ends by itself when they are.
        """
        return _told(await (vacations.begin(caller.id) if data.off else vacations.end(caller.id)))


def _told(own: OwnVacation) -> VacationResponse:
    return VacationResponse(own.until, own.days_left)
