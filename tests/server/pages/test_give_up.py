"""Giving up: a bot plays on, from the table's menu and from the list."""

from __future__ import annotations

import pytest
from tests.kit.pages import Site
from tests.kit.waiting import UNHURRIED, until


@pytest.mark.parametrize(
    ("game", "agreed", "games"),
    [("lucky_numbers", {"first": "1"}, 1), ("maudits_criquets", {"tie": "shared", "crops": "2", "copies": "4"}, 2)],
)
def test_a_game_against_bots_that_is_given_up_comes_to_its_end(
    site: Site, game: str, agreed: dict[str, str], games: int
) -> None:
    """At once, however calmly the bots were to play, with all games of a match; the record says who played for whom."""
    ada = site.visitor()
    table = ada.set_table(game, name="Ada", seat2="random", bot_pace="calm", **agreed)
    assert f'action="{table}/give-up"' in ada.get(table).text
    assert ada.post(f"{table}/give-up", back="/games").url.path == "/games"
    until(lambda: "Still running" not in ada.get("/games").text, "the bots play to the end", UNHURRIED)
    assert f'action="{table}/give-up"' not in ada.get(table).text
    assert ada.get(f"{table}/replay/{games}").status_code == 200
    assert "skilled" in ada.get(f"{table}/record").text
    assert ada.post(f"{table}/give-up").status_code == 409


def test_among_people_a_bot_plays_on_until_one_comes_back(site: Site) -> None:
    ada, ben = site.visitor(), site.visitor()
    table = ada.set_table("maudits_criquets", name="Ada", seat2="person")
    ben.post(f"{table}/sit", seat="1", name="Ben")
    ben.post(f"{table}/give-up")
    assert "plays for Ben" in ada.get(table).text
    page = ben.get(table).text
    assert f'action="{table}/give-up"' not in page
    assert f'action="{table}/return"' in page
    ben.post(f"{table}/return", seat="1")
    assert "plays for Ben" not in ada.get(table).text


def test_before_the_game_begins_the_seat_is_free_again(site: Site) -> None:
    ada = site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", seat2="person")
    assert "Your seat is free again" in ada.get("/games").text
    ada.post(f"{table}/give-up", back="/games")
    assert ada.get(table).text.count('class="free"') == 2
    assert table not in ada.get("/games").text


def test_nobody_gives_up_for_others(site: Site) -> None:
    ada, stranger = site.visitor(), site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", seat2="random", first="1")
    assert "give-up" not in stranger.get(table).text
    assert stranger.post(f"{table}/give-up").status_code == 403
    assert "plays for" not in ada.get(table).text
