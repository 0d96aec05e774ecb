"""A device that somebody else uses next: by a button, and by itself where the host wants it so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.kit.databases import new_sqlite
from tests.kit.pages import Site, Visitor, open_site
from tests.kit.servers import settings_of

from jardinet.server.settings import SettingError, Settings


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[Site]:
    """A site that forgets people after ten idle minutes."""
    with open_site(replace(settings_of(new_sqlite(tmp_path / "kiosk.sqlite3")), kiosk_minutes=10)) as one:
        yield one


def is_known(visitor: Visitor) -> bool:
    return "Good to see you, Ada." in visitor.get("/").text


def later(site: Site, minutes: int) -> None:
    """Set the clock of the site forward."""
    site.pass_time(minutes=minutes)


def test_whoever_is_not_meant_starts_anew(site: Site) -> None:
    ada = site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", seat2="random", first="1")
    assert "Not Ada? Start anew" in ada.get("/").text.replace("\u2068", "").replace("\u2069", "")
    key = ada.get(table).text.partition("/seat/")[2].partition('"')[0]
    asked = ada.get("/start-anew").text
    assert f'href="{table}"' in asked
    assert is_known(ada)  # looking forgets nothing
    assert ada.post("/start-anew").url.path == "/"
    assert not is_known(ada)
    assert "data-yours" not in ada.get(table).text
    assert ada.get("/games").text.count(table) == 0
    ada.post(f"/seat/{key}/")
    assert "data-yours" in ada.get(table).text  # the seat's link leads back


def test_a_kiosk_forgets_who_has_gone_and_nobody_who_is_there(kiosk: Site) -> None:
    ada = kiosk.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", seat2="random", first="1")
    for _ in range(3):
        later(kiosk, 9)
        assert is_known(ada)
    for polled in ("/company", f"{table}/news"):
        later(kiosk, 6)
        ada.get(polled)  # a page asks for that by itself
    assert "data-yours" not in ada.get(table).text
    assert not is_known(ada)


def test_the_pages_of_a_kiosk_offer_to_start_anew_and_tell_their_script_when(kiosk: Site, site: Site) -> None:
    for one, is_kiosk in ((kiosk, True), (site, False)):
        ada = one.visitor()
        assert "data-kiosk" not in ada.get("/").text  # nobody is there yet
        ada.set_table("lucky_numbers", name="Ada")
        for address in ("/", "/games"):
            page = ada.get(address).text
            assert ('data-kiosk="10"' in page, 'id="start-anew"' in page) == (is_kiosk, is_kiosk)
            assert ('href="/start-anew">Start anew' in page) == is_kiosk


@pytest.mark.parametrize("given", ["0", "241", "ten", "1.5", "-3", "٣"])
def test_what_is_no_number_of_minutes_is_refused(given: str, tmp_path: Path) -> None:
    environment = {"JARDINET_DATABASE_URL": f"sqlite:///{tmp_path / 'tables.sqlite3'}"}
    with pytest.raises(SettingError, match="a number of minutes from 1 to 240"):
        Settings.of(environment | {"JARDINET_KIOSK": given})
    assert Settings.of(environment | {"JARDINET_KIOSK": "15"}).kiosk_minutes == 15
    assert Settings.of(environment).kiosk_minutes is None
