from __future__ import annotations

import re

import pytest
from tests.kit.pages import Site
from tests.kit.waiting import until

NEXT = 'id="next"'


def test_only_those_at_a_table_begin_the_next_game_of_its_match(site: Site) -> None:
    """Where bots alone play it is the host; who watches has no button, and nothing comes of the button's form."""
    host, stranger = site.visitor(), site.visitor()
    table = host.set_table(
        "maudits_criquets", name="Ada", seat1="random", seat2="random", tie="shared", crops="2", copies="4"
    )
    until(lambda: NEXT in host.get(table).text, "the bots come to an end")
    assert NEXT not in stranger.get(table).text
    assert stranger.post(f"{table}/next").status_code == 403
    assert host.get(f"{table}/replay/2").status_code == 404
    assert host.post(f"{table}/next").status_code == 200
    assert host.get(f"{table}/replay/2").status_code == 200


def test_a_host_takes_no_guests_seat_by_sitting_down_again_but_for_somebody_beside_them(site: Site) -> None:
    ada = site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", seat2="person", seat3="person")
    refused = ada.post(f"{table}/sit", seat="1", name="Ada")
    assert refused.status_code == 409
    assert "You already sit here" in refused.text
    assert 'class="free"' in ada.get(table).text
    page = ada.post(f"{table}/sit", seat="1", name="Leo", beside="1").text
    assert page.count('class="free"') == 1
    assert "Leo" in page
    assert "Good to see you, Ada." in ada.get("/").text  # who they are themselves stays


@pytest.mark.parametrize("game", ["lucky_numbers", "maudits_criquets"])
@pytest.mark.parametrize("fields", [{}, {"play": ""}, {"play": "  "}])
def test_a_form_that_plays_nothing_is_told(site: Site, game: str, fields: dict[str, str]) -> None:
    ada = site.visitor()
    table = ada.set_table(game, name="Ada", seat2="random", first="1")
    ply = re.search(r'data-ply="(\d+)"', ada.get(table).text)
    assert ply
    for at in (ply[1], "0", ""):
        answer = ada.post(f"{table}/play", ply=at, **fields)
        assert answer.status_code == 422
        assert "No action is given" in answer.text


def test_what_a_button_asks_is_answered_where_its_browser_knows_no_form_of_elsewhere(site: Site) -> None:
    """Some text browsers send it with the board's form, in which it lies."""
    ada, ben = site.visitor(), site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", first="1")
    ben.post(f"{table}/sit", seat="1", name="Ben")
    before = re.findall(r'data-ply="\d+"', ada.get(table).text)
    told = ada.post(f"{table}/play", ply="0", why="b1", laid="")
    assert (told.history[0].status_code, str(told.url.query, "ascii")) == (303, "why=b1")
    assert re.search(r'<p id="answer"[^>]*>[^<]+', told.text)
    assert ada.post(f"{table}/play", ply="0", pick="").history[0].headers["location"] == f"{table}?"
    assert re.findall(r'data-ply="\d+"', ada.get(table).text) == before


def test_each_change_brings_another_address_so_that_no_browser_shows_the_page_before(site: Site) -> None:
    ada, ben = site.visitor(), site.visitor()
    table = ada.set_table("maudits_criquets", name="Ada")
    addresses = [ben.post(f"{table}/sit", seat="1", name="Ben").url]
    for bid in ("bid-1", "bid-2"):
        ply = re.findall(r'data-ply="(\d+)"', ada.get(table).text)[0]
        addresses.append(ada.post(f"{table}/play", ply=ply, play=bid).url)
    assert len(set(addresses)) == len(addresses)
    assert all(re.fullmatch(rf"{table}\?at=[\d.]+", one.raw_path.decode()) for one in addresses)
    looks = [re.findall(rf'href="({table}\?at=[^"]+)"', ada.get(table).text)[0] for _look in range(2)]
    assert looks[0] != looks[1]  # who looks again is not shown what they have


@pytest.mark.parametrize(
    ("words", "told"),
    [("board", "row 1: "), ("Board", "row 1: "), ("moves", "place on"), ("why b1", "cannot go on b1")],
)
def test_what_is_typed_to_know_the_table_is_answered_as_at_the_terminal(site: Site, words: str, told: str) -> None:
    ada, ben = site.visitor(), site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", first="1")
    ben.post(f"{table}/sit", seat="1", name="Ben")
    before = re.findall(r'data-ply="(\d+)"', ada.get(table).text)
    page = ada.post(f"{table}/command", ply=before[0], words=words)
    assert page.status_code == 200
    assert told in page.text.partition('id="answer"')[2].partition("</p>")[0]
    assert re.findall(r'data-ply="(\d+)"', page.text) == before
