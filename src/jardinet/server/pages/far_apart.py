"""Page for friends far apart: how to open a server at home to people beyond its network."""

from __future__ import annotations

from litestar import Response, get
from litestar.di import NamedDependency

from jardinet.server.pages.forms import PageRequest
from jardinet.server.pages.render import page
from jardinet.server.people.reader import reader_of
from jardinet.server.reach import Reach


@get("/far-apart", name="far-apart")
async def far_apart(request: PageRequest, reach: NamedDependency[Reach | None]) -> Response[str]:
    """The page; the port is the one at which this server listens, 8012 where it does not know."""
    return page("far_apart.html", reader_of(request), port=reach.port if reach else 8012)
