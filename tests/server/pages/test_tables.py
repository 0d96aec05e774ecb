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
    assert 'value="Ada"' in ada.get("/").text  # who they are themselves stays


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
