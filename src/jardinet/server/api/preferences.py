"""API controller of preferences: what the account's person has set for themselves, as on the page of settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from litestar import Controller, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec import UNSET, Meta, UnsetType

from jardinet.server.api.authentication import NEEDS_TOKEN
from jardinet.server.api.problems import problems
from jardinet.server.people.preferences import PREFERENCES, chosen_in, completed, keep_preferences, kept_preferences
from jardinet.server.people.tokens import Account
from jardinet.server.storage.database import Database
from jardinet.words.language import load_language

if TYPE_CHECKING:

    class PreferencesResponse(msgspec.Struct, frozen=True):
        """What somebody has set for themselves, by name; a field for each preference."""

    class PreferencesRequest(msgspec.Struct, frozen=True):
        """What is to be another; what is left out stays."""

else:
    _TYPES = [
        (one.name, Annotated[Literal[one.choices], Meta(description=one.label(load_language("en")))])
        for one in PREFERENCES
    ]
    PreferencesResponse = msgspec.defstruct("PreferencesResponse", _TYPES, frozen=True)
    PreferencesRequest = msgspec.defstruct(
        "PreferencesRequest", [(name, kind | UnsetType, UNSET) for name, kind in _TYPES], frozen=True
    )


class PreferencesApi(Controller):
    """Controller: see the module."""

    path = "/account/preferences"
    tags = ("account",)
    security = NEEDS_TOKEN

    @get("/", operation_id="getPreferences", summary="Your settings", responses=problems(401))
    async def show(self, caller: NamedDependency[Account], database: NamedDependency[Database]) -> PreferencesResponse:
        """What you have set for yourself, and what is usual for the rest."""
        return _told(await kept_preferences(database, caller.id) or {})

    @post("/", operation_id="setPreferences", summary="Change your settings", status_code=200, responses=problems(401))
    async def change(
        self, caller: NamedDependency[Account], database: NamedDependency[Database], data: JSONBody[PreferencesRequest]
    ) -> PreferencesResponse:
        """Change some of your settings: your pages have them when they are loaded next, at every device of yours."""
        return _told(await keep_preferences(database, caller.id, chosen_in(msgspec.structs.asdict(data))))


def _told(kept: dict[str, str]) -> PreferencesResponse:
    return msgspec.convert(completed(kept), PreferencesResponse)
