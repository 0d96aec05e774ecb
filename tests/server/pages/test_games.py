"""Games come to the pages with templates, style sheets and pictures of their own, from wherever their package lies."""

from pathlib import Path

import pytest
from jinja2 import TemplateNotFound
from litestar.testing import TestClient
from tests.games.packages import Install
from tests.kit.pages import Site
from tests.kit.servers import settings_of

from jardinet.games import playable_games, title_of
from jardinet.server.app import create_app
from jardinet.server.boards.layer import BOARDS, static_url
from jardinet.server.pages.render import render
from jardinet.server.people.reader import Reader
from jardinet.server.settings import Settings
from jardinet.words.language import load_language

READER = Reader(None, "", load_language("en"), csrf="")

BOARD = """
    from dataclasses import replace
    from pathlib import Path
    from jardinet.server.boards.lucky_numbers.board import LAYER as THEIRS
    FOLDER = Path(__file__).parent
    LAYER = replace(THEIRS, templates=FOLDER, static=FOLDER / "static", sheets=("acorn.css",))
"""


def settings(folder: Path) -> Settings:
    return settings_of(f"sqlite:///{folder / 'tables.sqlite3'}")


@pytest.mark.parametrize("game", playable_games())
def test_every_style_sheet_that_a_game_names_is_there_and_linked(site: Site, game: str) -> None:
    ada, layer = site.visitor(), BOARDS.of(game)
    table = ada.get(ada.set_table(game, name="Ada", seat2="random")).text
    for sheet in layer.sheets:
        address = static_url(game, sheet)
        assert f'<link rel="stylesheet" href="{address}">' in table
        answer = ada.get(address)
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/css")
        assert "max-age=3600" in answer.headers["cache-control"]


@pytest.mark.parametrize("game", playable_games())
def test_nothing_but_static_files_is_served(site: Site, game: str) -> None:
    for name in ("board.py", "../templates/board.html", "%2e%2e/board.py", "x" * 300):
        assert site.visitor().get(static_url(game, name)).status_code == 404


def test_a_template_is_found_in_the_folder_of_its_own_game_only() -> None:
    for name in (
        "lucky_numbers/turn.html",
        "nobody/board.html",
        "lucky_numbers/../../maudits_criquets/templates/board.html",
    ):
        with pytest.raises(TemplateNotFound):
            render(name, READER)


def test_a_game_of_another_package_is_on_the_home_page_with_its_own_files(install: Install, tmp_path: Path) -> None:
    site = install("acorn", '"board": "acorn_package.board:LAYER", "title": "Acorns"', board=BOARD)
    (site / "acorn_package" / "static").mkdir()
    (site / "acorn_package" / "static" / "acorn.css").write_text("b { color: brown; }")
    with TestClient(create_app(settings(tmp_path))) as client:
        home = client.get("/").text
        assert "Acorns" in home
        assert client.get("/art/acorn/scene.svg").text == client.get("/art/lucky_numbers/scene.svg").text
        assert "Small games for 2 to 6" in home
        assert client.get("/games/acorn/acorn.css").text == "b { color: brown; }"


def test_a_half_made_game_is_hidden_and_the_others_are_played(
    install: Install, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    whole = playable_games()
    install("half", '"title": "Halves", "board": "half_package.board:LAYER"', board="LAYER = 1")
    install("other", '"title": "Halves"', game="1 / 0")
    with TestClient(create_app(settings(tmp_path))) as client:
        home = client.get("/").text
        assert "Halves" not in home
        assert all(title_of(name) in home for name in whole)
        for address in ("/rules/half", "/learn/half", "/set-up/half", "/games/half/x.css"):
            assert client.get(address).status_code in (400, 404), address
    told = "\n".join(caplog.messages)
    assert "the game half is hidden: half_package.board:LAYER is not a BoardLayer." in told
    assert "the game other is hidden: other_package.game cannot be imported: ZeroDivisionError" in told
