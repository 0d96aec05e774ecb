from __future__ import annotations

import asyncio
import re
from pathlib import Path

from sqlalchemy import select
from tests.kit.pages import Site

from jardinet.server.storage.database import Database
from jardinet.server.storage.models import SeatRow


def key_of(database: Path, table: str, number: int = 0) -> str:
    async def query() -> str:
        async with Database.open(f"sqlite:///{database}") as opened:
            seat = (SeatRow.table_id == table.rpartition("/")[2], SeatRow.number == number)
            return str(await opened.read(lambda connection: connection.scalar(select(SeatRow.key).where(*seat))))

    return asyncio.run(query())


def test_looking_at_a_seats_link_moves_nothing_and_its_button_moves_the_seat(site: Site, tmp_path: Path) -> None:
    phone, laptop = site.visitor(), site.visitor()
    table = phone.set_table("lucky_numbers", name="Ada", seat2="greedy", first="1", setup="michael")
    link = f"/seat/{key_of(tmp_path / 'tables.sqlite3', table)}"
    page = laptop.get(link)
    assert "Ada&#39;s seat at a table of Lucky Numbers moves to this device" in page.text
    assert "You draw" in phone.get(f"{table}/replay/1").text
    answer = laptop.post(link)
    assert answer.url.path.rstrip("/") == table
    assert "You draw" in laptop.get(f"{table}/replay/1").text
    assert "Ada draws" in phone.get(f"{table}/replay/1").text
    assert "is yours on this device already" in laptop.get(link).text


def test_a_renewed_link_is_the_only_one_that_opens_the_seat(site: Site) -> None:
    """Whoever has copied the old one, or finds it in an old message, gets nowhere."""
    ada, ben, laptop = site.visitor(), site.visitor(), site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada")
    ben.post(f"{table}/sit", seat="1", name="Ben")
    old = link_on(ada.get(table).text)
    assert ben.post(f"{table}/key", seat="0").status_code == 403
    assert link_on(ada.get(table).text) == old
    new = link_on(ada.post(f"{table}/key", seat="0").text)
    assert new != old
    for answer in (laptop.get(old), laptop.post(old)):
        assert answer.status_code == 404
    assert laptop.post(new).url.path.rstrip("/") == table


def link_on(page: str) -> str:
    """The seat's link that a table's page shows its player."""
    found = re.search(r'href="[^"]*(/seat/[\w-]+)"', page)
    assert found
    return found[1]


def test_a_key_that_opens_no_seat_leads_nowhere(site: Site, tmp_path: Path) -> None:
    table = site.visitor().set_table("lucky_numbers", name="Ada")
    free = key_of(tmp_path / "tables.sqlite3", table, 1)
    for key in ("nothing", free):
        assert site.visitor().get(f"/seat/{key}").status_code == 404
        assert site.visitor().post(f"/seat/{key}").status_code == 404
