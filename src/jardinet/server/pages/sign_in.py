"""Sign-in page: somebody comes back by a recovery sheet. Where a guest has played, it asks next about their games."""

from __future__ import annotations

from functools import partial
from typing import Any

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.response import Redirect

from jardinet.games.parameters import GameError
from jardinet.server.pages.forms import Form, PageRequest
from jardinet.server.pages.render import page
from jardinet.server.people.devices import Devices
from jardinet.server.people.reader import reader_of
from jardinet.server.people.sheets import use_sheet
from jardinet.server.statuses import status_of


class SignInPages(Controller):
    """Controller of the sign-in page."""

    path = "/sign-in"

    @get("/", name="sign-in")
    async def show(self, request: PageRequest) -> Response[str]:
        """The ways to sign in."""
        return _shown(request)

    @post("/")
    async def sign_in(self, request: PageRequest, devices: NamedDependency[Devices], data: Form) -> Any:
        """Sign in by what the form holds; then the guest's games are asked about."""
        try:
            await devices.sign_in(request, partial(use_sheet, text=data.get("sheet", "")))
        except GameError as error:
            return _shown(request, error)
        return Redirect("/along", status_code=303)


def _shown(request: PageRequest, problem: GameError | None = None) -> Response[str]:
    reader = reader_of(request)
    return page(
        "sign_in.html",
        reader,
        status_of(problem) if problem else 200,
        problem=reader.language.tell_alone(problem) if problem else "",
    )
