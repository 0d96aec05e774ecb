"""Puzzles on the page: the list, and each answered on its board without a script; nothing of it is kept."""

from __future__ import annotations

import re

import pytest
from tests.kit.pages import Site

from jardinet.puzzles.book import Puzzle, book_of
from jardinet.words.language import CODES

GAMES = ["lucky_numbers", "maudits_criquets"]


def puzzles_of(game: str) -> list[Puzzle]:
    book = book_of(game)
    assert book
    return book.puzzles


def wrong_answer(puzzle: Puzzle) -> str:
    return max(puzzle.costs[""], key=puzzle.costs[""].__getitem__)


def right_answer(puzzle: Puzzle) -> str:
    """The right answer, with what must follow in the same turn."""
    then = puzzle.costs.get(puzzle.answer)
    return " ".join([puzzle.answer, *([min(then, key=then.__getitem__)] if then else [])])


def test_the_list_leads_to_the_puzzle_of_the_day_of_each_game_and_to_each_difficulty(site: Site) -> None:
    ada = site.visitor()
    listed = ada.get("/puzzles").text
    for game in GAMES:
        addresses = re.findall(rf'href="(/puzzles/{game}/\d+)"', listed)
        difficulties = {one.difficulty for one in puzzles_of(game)}
        assert len(addresses) == 1 + len(difficulties)
        found = [puzzles_of(game)[int(one.rpartition("/")[2]) - 1].difficulty for one in addresses[1:]]
        assert found == sorted(difficulties)
        assert all(ada.get(one).status_code == 200 for one in addresses)
    assert 'href="/puzzles"' in ada.get("/").text


def test_tomorrow_there_is_another_puzzle(site: Site) -> None:
    today = site.visitor().get("/puzzles").text
    site.pass_time(days=1)
    assert site.visitor().get("/puzzles").text != today


@pytest.mark.parametrize("game", GAMES)
def test_an_answer_is_judged_and_the_better_play_is_shown(site: Site, game: str) -> None:
    ada, number = site.visitor(), 1
    puzzle, address = puzzles_of(game)[number - 1], f"/puzzles/{game}/{number}"
    asked = ada.get(address).text
    assert "One play is clearly the best: which?" in asked and "Right!" not in asked
    told = ada.post(address, play=wrong_answer(puzzle)).text
    assert "Not quite:" in told and "Better:" in told and "In the game you chose" not in told
    told = ada.post(address, play=right_answer(puzzle)).text
    assert "Right!" in told
    assert ("certain" if puzzle.is_exact else f"in {puzzle.rollouts} games") in told
    assert f'id="next" class="button main" href="/puzzles/{game}/{number % len(puzzles_of(game)) + 1}"' in told


@pytest.mark.parametrize("game", GAMES)
def test_every_button_of_a_puzzle_can_be_pressed_and_is_judged(site: Site, game: str) -> None:
    ada = site.visitor()
    for number in (2, 3, 4):
        address = f"/puzzles/{game}/{number}"
        board = ada.get(address).text
        for play in dict.fromkeys(re.findall(r'name="play" value="([^"]+)"', board)):
            assert "verdict" in (told := ada.post(address, play=play)).text and told.status_code == 200, play


def test_what_cannot_be_played_is_refused_and_what_is_not_there_not_found(site: Site) -> None:
    ada = site.visitor()
    answer = ada.post("/puzzles/lucky_numbers/1", play="place-z9")
    assert answer.status_code == 422 and "That is not possible now." in answer.text
    total = len(puzzles_of("lucky_numbers"))
    for address in ("/puzzles/lucky_numbers/0", f"/puzzles/lucky_numbers/{total + 1}", "/puzzles/chess/1"):
        assert ada.get(address).status_code == 404
        assert ada.post(address, play="draw").status_code == 404


def test_a_question_is_answered_before_anything_is_played(site: Site) -> None:
    ada = site.visitor()
    place = next(k for k, one in enumerate(puzzles_of("lucky_numbers"), 1) if one.kind.startswith("place"))
    answer = ada.post(f"/puzzles/lucky_numbers/{place}", why="a1 20")
    assert answer.status_code == 200 and "why=a1" in str(answer.url)
    assert re.search(r'id="answer" class="answer" role="status">[^<]', answer.text)


@pytest.mark.parametrize("code", CODES)
def test_it_is_told_in_the_language_of_whoever_solves(site: Site, code: str) -> None:
    told = site.visitor().get("/puzzles/maudits_criquets/1", **{"Accept-Language": code}).text
    assert f'<html lang="{code}"' in told
