"""The walk through a finished game without a script: its moments one by one, another try in each, then the verdict."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

import pytest
from tests.kit.pages import Site, Visitor
from tests.server.pages.test_analysis import analysed
from tests.server.pages.test_practice import GAMES, best, erred, told

from jardinet.analysis.practice import Position, is_right
from jardinet.analysis.review import ReviewMoment, moments_of, review_of
from jardinet.play.record_format import read


def moments(reader: Visitor, table: str, seats: Sequence[int]) -> list[ReviewMoment]:
    """The moments of a table's first game for a reader with these seats, from its record."""
    (record,) = read(reader.get(f"{table}/record").text)
    return moments_of(record.game, record.moves, review_of(record), seats)


def error_in(found: Sequence[ReviewMoment]) -> tuple[str, Position]:
    """The first moment in which somebody erred: its key, and the position."""
    return next((one.key, one.error) for one in found if one.error)


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
    key, position = error_in(moments(ada, table, [0]))
    address = f"{table}/review/1"
    before = ada.get("/practice").text
    wrong = ada.post(address, at=key, play=position.action).text
    assert "Not quite:" in wrong and "Better:" in wrong
    assert f'href="{table}/review/1?at={key}">Try again</a>' in wrong
    right = ada.post(address, at=key, play=best(position)).text
    assert "Right!" in right and "Try again" not in right
    assert way_on(right)
    done = ada.get("/practice").text
    assert "0 of" in before
    assert "1 of" in done or "and it is right" in done


def test_what_cannot_be_played_is_said_and_what_is_asked_is_answered(site: Site) -> None:
    ada = site.visitor()
    table = erred(ada, "lucky_numbers")
    found = moments(ada, table, [0])
    key, _position = error_in(found)
    answer = ada.post(f"{table}/review/1", at=key, play="nonsense")
    assert answer.status_code == 422
    assert "That is not possible now." in answer.text
    asked = ada.post(f"{table}/review/1", at=key, why="a1")
    assert asked.url.path == f"{table}/review/1" and f"at={key}" in str(asked.url)
    assert re.search(r'<p id="answer" class="answer" role="status">\S', asked.text)
    assert ada.post(f"{table}/review/1", at="99-0", play="draw").status_code == 404
    assert f"Moment 1 of {len(found)}" in ada.get(f"{table}/review/1?at=9999-0").text
    assert ada.get(f"{table}/review/2").status_code == 404
    assert ada.get(f"{table}/review/1?at={'9' * 30}").status_code == 400


@pytest.mark.parametrize("game", GAMES)
def test_others_are_shown_the_moments_of_all_and_may_try_in_their_place(site: Site, game: str) -> None:
    ada, ben = site.visitor(), site.visitor()
    table = erred(ada, game)
    found = moments(ben, table, range(2))
    key, position = error_in(found)
    text = ben.get(f"{table}/review/1?at={key}").text
    name = ("Ada", "Greedy")[position.seat]
    assert f"{name} chose “" in text and "In the game you chose" not in text
    assert "Right!" in ben.post(f"{table}/review/1", at=key, play=best(position)).text
    assert "Nothing to practise yet." in ben.get("/practice").text
    assert is_right(min(position.judged[""].costs.values()))


@pytest.mark.parametrize("game", GAMES)
def test_a_moment_has_an_address_and_a_picture_that_are_the_same_for_everybody(site: Site, game: str) -> None:
    ada, ben = site.visitor(), site.visitor()
    table = erred(ada, game)
    for moment in moments(ada, table, [0]):
        address = f"{table}/review/1?at={moment.key}"
        shown = ada.get(f"{address}&better=1").text
        (shared,) = re.findall(r'data-share="[^"]+(/t/[^"]+)"', shown)
        (picture,) = re.findall(r'data-picture="([^"]+)"', shown)
        assert html.unescape(shared) == address
        theirs = ben.get(address).text
        assert f"Turn {moment.turn}" in told(theirs) and ("Ada chose" in theirs) == (moment.error is not None)
        drawn = ben.get(html.unescape(picture))
        assert drawn.headers["content-type"].startswith("image/svg+xml") and drawn.text.startswith("<svg")
        assert "default-src 'none'" in drawn.headers["content-security-policy"]
    for name in ("9999-0.svg", f"{moment.key}.png", "svg"):
        assert ben.get(f"{table}/review/1/{name}").status_code == 404


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
