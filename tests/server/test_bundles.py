"""Bundles: what pages link, each in one file with all that it imports, as long as that is what they were made of."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from fetch_web import FOLDERS, SERVER
from tests.kit.databases import new_sqlite
from tests.kit.pages import Site, open_site
from tests.kit.servers import settings_of

from jardinet.games import playable_games
from jardinet.server.bundles import fresh_bundles

IMPORT = re.compile(r'@import|\bfrom\s*"|\bimport\s*"')


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with open_site(settings_of(new_sqlite(tmp_path_factory.mktemp("site") / "tables.sqlite3"))) as one:
        yield one


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The server's folder with its style sheets, scripts and bundles, to be changed."""
    for name in ("static", "boards", "bundles"):
        shutil.copytree(SERVER / name, tmp_path / name)
    return tmp_path


def linked(site: Site) -> set[str]:
    """Every style sheet and script that pages link, ours and those of our games."""
    ada = site.visitor()
    pages = ["/", "/account", "/rules", "/api/reference"]
    for game in playable_games():
        pages += [f"/{room}/{game}" for room in ("rules", "learn", "set-up")]
        pages += [ada.set_table(game, name="Ada", seat2=seat) for seat in ("random", "person")]
    found = (re.findall(r'(?:href|src)="(/(?:static|games)/[^"]+\.(?:css|js))"', ada.get(page).text) for page in pages)
    return {address for addresses in found for address in addresses}


def test_whatever_a_page_links_brings_along_what_it_imports(site: Site) -> None:
    assert fresh_bundles(), "`make .venv/web-tests` bundles"
    addresses = linked(site)
    assert {"/static/sheets/site.css", "/static/garden.js", "/games/lucky_numbers/table.css"} <= addresses
    for address in addresses:
        text = site.visitor().get(address).text
        assert not IMPORT.search(text), address


def test_one_sheet_and_no_comment_stands_for_all_that_are_imported(site: Site) -> None:
    text = site.visitor().get("/static/sheets/table.css").text
    assert "/*" not in text
    assert ".menu-button" in text  # of table.css
    assert "@keyframes knock" in text  # of steps.css


def test_what_is_needed_seldom_stays_apart(site: Site) -> None:
    assert 'import("./share.js")' in site.visitor().get("/static/garden.js").text


def test_bundles_are_fresh_while_their_sources_say_the_same(copy: Path) -> None:
    assert fresh_bundles(copy) == copy / "bundles"
    (copy / "static" / "garden.css").touch()
    assert fresh_bundles(copy) == copy / "bundles"


@pytest.mark.parametrize("name", ["static/garden.css", "static/steps.js", "boards/lucky_numbers/static/tile.css"])
def test_an_edited_source_is_noticed_and_told(copy: Path, name: str, caplog: pytest.LogCaptureFixture) -> None:
    path = copy / name
    path.write_text(path.read_text() + "\n")
    assert fresh_bundles(copy) is None
    assert "make .venv/web" in caplog.text


@pytest.mark.parametrize("name", ["static/clock.css", "bundles/sources.txt"])
def test_a_source_that_is_gone_is_noticed_and_so_are_bundles_that_are_not_there(copy: Path, name: str) -> None:
    (copy / name).unlink()
    assert fresh_bundles(copy) is None


def test_every_source_is_in_a_bundle_or_is_one() -> None:
    for address, folder in FOLDERS.items():
        sources = {one.relative_to(folder) for one in folder.rglob("*") if one.suffix in (".css", ".js")}
        own = {one for one in sources if one.parts[0] != "vendor"}
        made = {one.relative_to(SERVER / "bundles" / address) for one in (SERVER / "bundles" / address).rglob("*.*s")}
        assert made == own, address
