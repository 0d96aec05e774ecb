"""Settings: the page where everybody chooses what they prefer, and the form that is also in a table's menu."""

from __future__ import annotations

from urllib.parse import urlencode

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromQuery
from litestar.response import Redirect

from jardinet.server.introductions import Introductions
from jardinet.server.pages.forms import Form, PageRequest, way_back
from jardinet.server.pages.render import page
from jardinet.server.people.preferences import chosen_in
from jardinet.server.people.reader import reader_of


class SettingsPages(Controller):
    """Controller of the settings page, and of the form that changes preferences."""

    path = "/"

    @get("/settings", name="settings")
    async def show(self, request: PageRequest, back: FromQuery[str] = "/") -> Response[str]:
        """The settings; `back`: the page where one was before."""
        back = way_back(back)
        address = "/settings?" + urlencode({"back": back})
        return page("settings.html", reader_of(request), back=back, address=address)

    @post("/me")
    async def change(self, request: PageRequest, introductions: NamedDependency[Introductions], data: Form) -> Redirect:
        """Change one's name or preferences, whichever the form names; then back to where one was."""
        reader = reader_of(request)
        if name := data.get("name") or reader.name:  # a reader with a name may be new to the database
            await introductions.introduce(request, name)
        if chosen := chosen_in(data):
            await introductions.prefer(request, chosen)
        return Redirect(way_back(data.get("back", "/")), status_code=303)
