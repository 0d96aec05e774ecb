"""What waits for a reader: the list on *My games* and the home page, and its number in the titles."""

from __future__ import annotations

import re

from tests.kit.pages import Site, Visitor

from jardinet.server.tables.agreement import DAY


def table_of_days(host: Visitor, guest: Visitor, days: int, **form: str) -> str:
    """A table at which the host has to play; returns its address."""
    table = host.set_table("lucky_numbers", name="Ada", first="1", pace=str(days * DAY), **form)
    guest.post(f"{table}/sit", seat="1", name="Ben")
    return table


def title_of(page: str) -> str:
    return str(re.findall("<title>(.*?)</title>", page, re.DOTALL)[0]).strip()


def order_in(page: str) -> list[str]:
    """The tables that a page leads to, in order."""
    return list(dict.fromkeys(re.findall(r'class="button[a-z ]*" href="(/t/[^"]+)"', page)))


def test_mine_come_first_by_the_time_left_which_is_told(site: Site) -> None:
    ada, ben = site.visitor(), site.visitor()
    seven, three = table_of_days(ada, ben, 7), table_of_days(ada, ben, 3)
    bens = table_of_days(ben, ada, 1)
    site.pass_time(hours=2)
    page = ada.get("/games").text
    mine, running = page.split('id="running"')
    assert (order_in(mine), order_in(running)) == ([three, seven], [bens])
    assert ("2 days left" in mine, "6 days left" in mine) == (True, True)
    assert "days left" not in running
    site.pass_time(days=1.5)
    assert "33 hours left" in ada.get("/games").text


def test_their_number_is_in_the_titles(site: Site) -> None:
    ada, ben = site.visitor(), site.visitor()
    first, second = table_of_days(ada, ben, 3), table_of_days(ada, ben, 3)
    assert title_of(ada.get("/games").text) == "(2) My games · Jardinet"
    assert title_of(ada.get("/").text) == "(2) Jardinet"
    assert title_of(ada.get(first).text).startswith("(2) ● Your turn")
    assert title_of(ben.get(second).text) == "Lucky Numbers · Jardinet"
    assert (title_of(ben.get("/").text), title_of(site.visitor().get("/").text)) == ("Jardinet", "Jardinet")
    assert [('data-waiting="2"' in one.get("/").text) for one in (ada, ben)] == [True, False]
    assert 'data-waiting="0"' in ben.get("/").text
    assert "data-waiting" not in site.visitor().get("/").text


def test_the_home_page_leads_to_the_table_with_the_least_time(site: Site) -> None:
    ada, ben = site.visitor(), site.visitor()
    three, seven = table_of_days(ada, ben, 3), table_of_days(ada, ben, 7)
    page = ada.get("/").text
    own = page.split('id="own"')[1].split("</section>")[0]
    assert (three in own, seven in own, "3 days left" in own or "2 days left" in own) == (True, False, True)
