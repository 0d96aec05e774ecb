from __future__ import annotations

import pytest
from tests.kit.pages import Site

from jardinet.games import registered_games
from jardinet.play.record_format import read
from jardinet.play.verification import verify


@pytest.mark.parametrize("game", registered_games())
def test_the_record_of_a_finished_game_verifies_and_the_page_says_so(site: Site, game: str) -> None:
    table, reader = site.finished_table(game), site.visitor()
    answer = reader.get(f"{table}/record")
    record = read(answer.content)[0]
    assert verify(record).is_fair
    assert record.deal
    assert record.deal.secret
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["content-disposition"].startswith(f'attachment; filename="{game}-')
    page = reader.get(f"{table}/proof").text
    assert '<p class="verdict"><span aria-hidden="true">✓ </span>' in page  # the sign is for the eye alone
    assert "Fair: the deck is the one that was promised" in page
    for told in (record.deal.commitment, record.deal.secret.hex(), *record.deal.nonces):
        assert told in page


def test_a_running_game_tells_its_promise_and_keeps_its_secret(site: Site) -> None:
    ada = site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", seat2="greedy")
    record = read(ada.get(f"{table}/record").content)[0]
    assert record.deal
    assert record.deal.secret is None
    page = ada.get(f"{table}/proof").text
    assert record.deal.commitment in page
    assert "revealed when the game is over" in page
    assert "Not over yet" in page


def test_the_promise_stands_before_anybody_has_joined(site: Site) -> None:
    page = site.visitor().get(f"{site.visitor().set_table('lucky_numbers', name='Ada')}/proof").text
    assert "known as soon as everybody is seated" in page


def test_a_match_promises_the_deals_of_all_its_games_at_once(site: Site) -> None:
    table = site.visitor().set_table("lucky_numbers", name="Ada", seat3="person", tie="shared")
    assert site.visitor().get(f"{table}/proof").text.count("Promised before the game") == 3
