"""The walk through a finished game without a script: its moments one by one, another try in each, then the verdict."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from tests.kit.pages import Site, Visitor
from tests.server.pages.test_analysis import analysed
from tests.server.pages.test_practice import GAMES, best, erred, told

from jardinet.analysis.practice import Position, is_right
from jardinet.analysis.review import Moment, moments_of, review_of
from jardinet.play.record_format import read


def moments(reader: Visitor, table: str, seats: Sequence[int]) -> list[Moment]:
    """The moments of a table's first game for a reader with these seats, from its record."""
    (record,) = read(reader.get(f"{table}/record").text)
    return moments_of(record.game, record.moves, review_of(record), seats)


def error_in(found: Sequence[Moment]) -> tuple[int, Position]:
    """The first moment in which somebody erred: its number, and the position."""
    return next((number, one.error) for number, one in enumerate(found, 1) if one.error)


def way_on(text: str) -> str:
    """The address to which a moment's page leads on."""
    (address,) = re.findall(r'<a id="go-on"[^>]* href="([^"]+)"', text)
    return str(address)


@pytest.mark.parametrize("game", GAMES)
def test_from_the_end_of_a_game_one_walks_through_its_moments_to_the_verdict(site: Site, game: str) -> None:
    ada = site.visitor()
    table = erred(ada, game)
    assert f'href="{table}/review/1"' in ada.get(table).text
    found, address = moments(ada, table, [0]), f"{table}/review/1"
    for number, moment in enumerate(found, 1):
        text = analysed(ada, address)
        assert f"Moment {number} of {len(found)}" in text
        assert f"Turn {moment.turn}" in told(text)
        assert text.count('<path class="band') == 2 and text.count('<path class="stop"') == len(found)
        assert ("In the game you chose" in text) == (moment.error is not None)
        assert ('id="board"' in text) == (moment.error is not None)
        if moment.error:
            (better,) = re.findall(r'href="([^"]+&amp;better=1)"', text)
            shown = ada.get(better.replace("&amp;", "&")).text
            assert "Better:" in shown and 'id="board"' not in shown and "pointed" in shown
        address = way_on(text)
    assert address == f"{table}/analysis/1"
    verdict = ada.get(address).text
    assert '<section class="analysis verdict">' in verdict
    assert f'href="{table}/review/1"' in verdict


@pytest.mark.parametrize("game", GAMES)
def test_a_moment_is_tried_again_until_it_is_right_and_counts_as_practice(site: Site, game: str) -> None:
    ada = site.visitor()
    table = erred(ada, game)
    number, position = error_in(moments(ada, table, [0]))
    address = f"{table}/review/1"
    before = ada.get("/practice").text
    wrong = ada.post(address, moment=number, play=position.action).text
    assert "Not quite:" in wrong and "Better:" in wrong
    assert f'href="{table}/review/1?moment={number}">Try again</a>' in wrong
    right = ada.post(address, moment=number, play=best(position)).text
    assert "Right!" in right and "Try again" not in right
    assert way_on(right)
    done = ada.get("/practice").text
    assert "0 of" in before
    assert "1 of" in done or "and it is right" in done


def test_what_cannot_be_played_is_said_and_what_is_asked_is_answered(site: Site) -> None:
    ada = site.visitor()
    table = erred(ada, "lucky_numbers")
    found = moments(ada, table, [0])
    number, _position = error_in(found)
    answer = ada.post(f"{table}/review/1", moment=number, play="nonsense")
    assert answer.status_code == 422
    assert "That is not possible now." in answer.text
    asked = ada.post(f"{table}/review/1", moment=number, why="a1")
    assert asked.url.path == f"{table}/review/1" and f"moment={number}" in str(asked.url)
    assert re.search(r'<p id="answer" class="answer" role="status">\S', asked.text)
    assert ada.post(f"{table}/review/1", moment=99, play="draw").status_code == 404
    beyond = ada.get(f"{table}/review/1?moment=99").text
    assert f"Moment {len(found)} of {len(found)}" in beyond
    assert ada.get(f"{table}/review/2").status_code == 404
    assert ada.get(f"{table}/review/1?moment=0").status_code == 400


@pytest.mark.parametrize("game", GAMES)
def test_others_are_shown_the_moments_of_all_and_may_try_in_their_place(site: Site, game: str) -> None:
    ada, ben = site.visitor(), site.visitor()
    table = erred(ada, game)
    found = moments(ben, table, range(2))
    number, position = error_in(found)
    text = ben.get(f"{table}/review/1?moment={number}").text
    name = ("Ada", "Greedy")[position.seat]
    assert f"{name} chose “" in text and "In the game you chose" not in text
    assert "Right!" in ben.post(f"{table}/review/1", moment=number, play=best(position)).text
    assert "Nothing to practise yet." in ben.get("/practice").text
    assert is_right(min(position.judged[""].costs.values()))


@pytest.mark.parametrize("game", GAMES)
def test_the_replay_shows_chances_and_notes_once_the_game_is_reviewed(site: Site, game: str) -> None:
    ada = site.visitor()
    table = erred(ada, game)
    (record,) = read(ada.get(f"{table}/record").text)
    analysis = review_of(record).analysis
    for step in (0, 1, len(analysis.turns)):
        text = ada.get(f"{table}/replay/1?step={step}").text
        values = analysis.turns[step - 1].values if step else analysis.start
        assert re.findall(r"<b>(\d+)%</b>", text) == [f"{100 * share:.0f}" for share in values]
    turn = next(one for one in analysis.turns if any(made.cost > 0.03 for made in one.decisions))
    assert "Better for" in ada.get(f"{table}/replay/1?step={turn.number}").text
