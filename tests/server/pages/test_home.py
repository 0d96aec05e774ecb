from __future__ import annotations

import re

from tests.server.pages.conftest import Site


def own_tables(html: str) -> list[str]:
    """The reader's own tables in the order of the page, those that wait for them with a sign."""
    section = html.partition('aria-labelledby="own"')[2].partition("</section>")[0]
    return [
        re.findall(r'href="(/t/[\w-]+)"', one)[0] + (" !" if "▸ your turn" in one else "")
        for one in section.split("<li>")[1:]
    ]


def test_tables_that_wait_for_the_reader_come_first_and_say_so(site: Site) -> None:
    ada, ben = site.visitor(), site.visitor()
    hers, his, waiting = (
        ada.set_table("lucky_numbers", name="Ada", seat2="person", setup="michael", first=first)
        for first in ("1", "2", "1")
    )
    for table in (hers, his):
        ben.post(f"{table}/sit", seat="1", name="Ben")
    assert own_tables(ada.get("/").text) == [f"{hers} !", waiting, his]
    assert own_tables(ben.get("/").text) == [f"{his} !", hers]


def test_a_table_where_a_bot_plays_in_the_readers_place_does_not_wait_for_them(site: Site) -> None:
    ada, ben = site.visitor(), site.visitor()
    table = ada.set_table("maudits_criquets", name="Ada", seat2="person")
    ben.post(f"{table}/sit", seat="1", name="Ben")
    assert own_tables(ben.get("/").text) == [f"{table} !"]
    ben.post(f"{table}/bot", seat="1", level="random")
    assert own_tables(ben.get("/").text) == [table]


def test_a_listed_table_that_waits_for_company_is_everybodys_to_join(site: Site) -> None:
    table = site.visitor().set_table("lucky_numbers", name="Ada", is_listed="yes")
    page = site.visitor().get("/").text
    assert f'href="{table}">Join' in page
    assert "▸ your turn" not in page


def test_long_lists_go_on_at_the_next_page(site: Site) -> None:
    ada = site.visitor()
    tables = [ada.set_table("lucky_numbers", name="Ada", is_listed="yes", seat2="person") for _table in range(21)]
    page = ada.get("/").text
    assert own_tables(page) == tables[:0:-1]
    assert f'href="/?before={tables[1].removeprefix("/t/")}#own">Older tables' in page
    assert own_tables(ada.get(f"/?before={tables[1].removeprefix('/t/')}").text) == tables[:1]
    nobody = site.visitor()
    assert (nobody.get("/").text.count(">Join"), nobody.get("/").text.count("Older tables")) == (20, 1)
    last = nobody.get(f"/?open_before={tables[1].removeprefix('/t/')}").text
    assert (last.count(">Join"), last.count("Older tables")) == (1, 0)


def test_a_list_that_is_to_go_on_after_no_table_says_so(site: Site) -> None:
    for query in ("before=nowhere", "open_before=nowhere"):
        ada = site.visitor()
        ada.set_table("lucky_numbers", name="Ada")
        answer = ada.get(f"/?{query}")
        assert answer.status_code == 404
        assert "nowhere" in answer.text
