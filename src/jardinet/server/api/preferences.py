"""API controller of preferences: the settings of the account's person, the same as on the page of settings."""

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
        """All preferences of a person; a field for each."""

    class PreferencesRequest(msgspec.Struct, frozen=True):
        """The preferences to change; those left out stay as they are."""

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
    """Controller of a person's preferences: read and change them."""

    path = "/account/preferences"
    tags = ("account",)
    security = NEEDS_TOKEN

    @get("/", operation_id="getPreferences", summary="Your settings", responses=problems(401))
    async def show(self, caller: NamedDependency[Account], database: NamedDependency[Database]) -> PreferencesResponse:
        """Your settings; the default for each that you have not set."""
        return _told(await kept_preferences(database, caller.id) or {})

    @post("/", operation_id="setPreferences", summary="Change your settings", status_code=200, responses=problems(401))
    async def change(
        self, caller: NamedDependency[Account], database: NamedDependency[Database], data: JSONBody[PreferencesRequest]
    ) -> PreferencesResponse:
        """Change some of your settings: your pages have them at the next load, on all your devices."""
        return _told(await keep_preferences(database, caller.id, chosen_in(msgspec.structs.asdict(data))))


def _told(kept: dict[str, str]) -> PreferencesResponse:
    return msgspec.convert(completed(kept), PreferencesResponse)
