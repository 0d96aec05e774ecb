"""The settings: one page that every page leads to, and back from; a table has them in its menu too."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

import pytest
from tests.kit.databases import new_sqlite
from tests.kit.pages import Site, Visitor, open_site
from tests.kit.servers import settings_of

from jardinet.games import playable_games
from jardinet.server.people.preferences import PREFERENCES
from jardinet.words.language import CODES

LINK = re.compile(r'<p class="to-settings"><a href="([^"]+)"')
ADDRESSES = (
    "/",
    "/rules",
    "/rules/lucky_numbers",
    "/account",
    "/set-up/maudits_criquets",
    "/learn/lucky_numbers",
    "/t/nowhere",
)


def chosen(page: str) -> dict[str, str]:
    """What the form of a page has chosen, by the names of what can be set."""
    found = {}
    for one in re.findall(r'<select id="set-.*?</select>', page, re.DOTALL):
        name, selected = re.search(r'name="(\w+)"', one), re.findall(r'value="(\w+)"[^>]* selected', one)
        assert name and len(selected) == 1
        found[name[1]] = selected[0]
    return found


def link_of(visitor: Visitor, address: str) -> str:
    found = LINK.search(visitor.get(address).text)
    assert found, address
    return unescape(found[1])


def test_every_page_leads_to_the_settings_and_from_there_back_without_a_script(site: Site) -> None:
    ada = site.visitor()
    for address in (*ADDRESSES, ada.set_table("lucky_numbers", name="Ada"), "/games"):
        page = ada.get(link_of(ada, address)).text
        back = "/" if address == "/t/nowhere" else address
        assert f'class="button" href="{back}"' in page
        assert set(chosen(page)) == {one.name for one in PREFERENCES}
        assert not LINK.search(page), "it is that page"


def test_what_is_chosen_there_stays_and_holds_on_every_page(site: Site) -> None:
    ada = site.visitor()
    for last in (0, -1):
        wanted = {one.name: one.choices[last] for one in PREFERENCES}
        answer = ada.post("/me", back="/settings?back=/rules", **wanted)
        assert answer.url.path == "/settings"
        assert chosen(answer.text) == wanted
        page = ada.get("/").text
        for name, value in wanted.items():
            assert f' data-{name}="{value}"' in page or name == "language"
        ada.post("/me", **dict.fromkeys(wanted, "perhaps"))
        assert chosen(ada.get("/settings").text) == wanted, "what cannot be chosen changes nothing"


def test_until_somebody_chooses_a_language_it_is_what_the_browser_asks_for(site: Site) -> None:
    ada = site.visitor()
    for code in CODES:
        assert f'<html lang="{code}"' in ada.get("/settings", **{"Accept-Language": code}).text
    ada.post("/me", language="fr")
    assert '<html lang="fr"' in ada.get("/settings", **{"Accept-Language": "de"}).text
    ada.post("/me", language="auto")
    assert '<html lang="de"' in ada.get("/settings", **{"Accept-Language": "de"}).text


@pytest.mark.parametrize(
    "back", ["//elsewhere.example", "/\\elsewhere.example", "https://elsewhere.example", "javascript:alert()"]
)
def test_nothing_leads_back_to_another_site(site: Site, back: str) -> None:
    ada = site.visitor()
    ada.get("/")
    assert 'class="button" href="/"' in ada.get(f"/settings?{urlencode({'back': back})}").text
    assert ada.asked_once("/me", back=back, theme="dark").headers["location"] == "/"


@pytest.mark.parametrize("game", playable_games())
def test_a_table_has_them_in_its_menu_and_no_other_page_on_itself(site: Site, game: str) -> None:
    ada = site.visitor()
    table = ada.set_table(game, name="Ada", seat2="random")
    page = ada.get(table).text
    assert set(chosen(page)) == {one.name for one in PREFERENCES}
    assert f'name="back" value="{table}"' in page
    for address in ADDRESSES:
        assert not chosen(ada.get(address).text), address


def test_what_a_person_chooses_holds_at_once_in_each_of_their_browsers_at_every_process(tmp_path: Path) -> None:
    settings = settings_of(new_sqlite(tmp_path / "tables.sqlite3"))
    with open_site(settings) as here, open_site(settings) as there:
        at_home, away = here.visitor(), there.visitor()
        at_home.post("/me", theme="light", speed="fast")  # while nobody knows them
        table = at_home.set_table("lucky_numbers", name="Ada")
        away.becomes(at_home)
        at_home.post("/me", theme="dark", language="fr")
        page = away.get("/").text
        assert 'lang="fr"' in page and 'data-theme="dark"' in page and 'data-speed="fast"' in page
        away.post("/me", sound="on")
        known = chosen(at_home.get(table).text)
        assert (known["sound"], known["theme"], known["speed"]) == ("on", "dark", "fast")


def test_a_program_reads_and_changes_what_its_person_has_set(site: Site) -> None:
    ada = site.visitor()
    ada.post("/me", name="Ada", theme="dark")
    found = re.search(r"jardinet_[\w-]{43}", ada.post("/account/tokens", label="a test").text)
    assert found
    program, address = {"Authorization": f"Bearer {found[0]}"}, "/api/account/preferences"
    usual = {one.name: one.default for one in PREFERENCES}
    assert ada.get(address, **program).json() == usual | {"theme": "dark"}
    assert ada.send(address, {"help": "none"}, **program).json() == usual | {"theme": "dark", "help": "none"}
    assert chosen(ada.get("/settings").text) == usual | {"theme": "dark", "help": "none"}
    assert ada.send(address, {"help": "much"}, **program).status_code == 400
    assert ada.get(address).status_code == 401
