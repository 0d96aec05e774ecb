"""Drawings that pages show beside their own words: sheets of pieces, everybody's faces, each game's scene and grounds."""

from __future__ import annotations

from litestar import Controller, Response, get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from jardinet.games.drawing import DRAWINGS
from jardinet.server.http.sessions import FOR_EVERYBODY
from jardinet.server.pages.rules import PICTURE_POLICY, known_game
from jardinet.server.people.characters import characters


class ArtPages(Controller):
    """Controller of pictures: pieces, faces, scenes and grounds; the same for everybody, and cached for an hour."""

    path = "/art"
    include_in_schema = False
    cache_control = CacheControlHeader(max_age=3600, public=True)
    opt = FOR_EVERYBODY

    @get("/{name:str}", sync_to_thread=False)
    def sheet(self, name: FromPath[str]) -> Response[str]:
        """The pieces of a game's pictures as `GAME.svg`, drawn by the game itself, or the faces as `characters.svg`.

        Pages show them by `<use>`.
        """
        game = name.removesuffix(".svg")
        symbols = characters if game == "characters" else DRAWINGS.of(game).symbols
        return Response(symbols(), media_type="image/svg+xml")

    @get("/{name:str}/{picture:str}", sync_to_thread=False, response_headers=PICTURE_POLICY)
    def picture(self, name: FromPath[str], picture: FromPath[str]) -> Response[str]:
        """One of a game's pictures as SVG, `PICTURE.svg`: its scene for lists of games, or a background."""
        draw = DRAWINGS.of(known_game(name)).pictures.get(picture.removesuffix(".svg"))
        if draw is None:
            raise NotFoundException
        return Response(draw(), media_type="image/svg+xml")


def scene_url(game: str) -> str:
    """The address of a game's scene; empty if it has none."""
    return f"/art/{game}/scene.svg" if "scene" in DRAWINGS.of(game).pictures else ""
