"""Matches (LN-7): who begins, what a game counts, how a tie is settled, and going on from records."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from runpy import run_path

import pytest

import jardinet
from jardinet.games.api import State
from jardinet.games.lucky_numbers.view import Board, View
from jardinet.games.parameters import ParameterError
from jardinet.play.files import load, save
from jardinet.play.match import Match, MatchError, ScoreRow, match_of
from jardinet.play.record import InMatch, Record, state_of
from jardinet.play.record_format import write

PlayAtRandom = Callable[..., State]


@pytest.fixture(scope="session")
def play_at_random() -> PlayAtRandom:
    play: PlayAtRandom = run_path(str(Path(__file__).with_name("random_play.py")))["play_at_random"]
    return play


NAMES = ("ada", "ben", "cy", "di")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("first", [0, 1])
def test_as_many_games_as_players_each_seat_first_once_in_seat_order(players: int, first: int) -> None:
    """LN-7.1."""
    match = Match(jardinet.load_game("lucky_numbers", players=players, first=first, setup="michael"))
    begins = []
    while not match.is_over:
        assert match.next_game() == match.game.with_parameters(first=match.next_game().parameters["first"])
        begins.append(match.next_game().parameters["first"])
        match.add([2] + [-1] * (players - 1))
    assert begins == [(first + number) % players for number in range(players)]
    assert (match.games_played, match.rounds) == (players, 1)


def test_every_winner_scores_two_everybody_else_minus_one_a_free_cell(play_at_random: PlayAtRandom) -> None:
    """LN-7.2."""
    for players in (2, 3, 4):
        match = Match(jardinet.load_game("lucky_numbers", players=players))
        state = play_at_random(match.next_game(), players)
        match.add(state)
        free = [sum(cell.tile is None for cell in board.cells) for board in _boards(state)]
        assert match.totals == [2 if seat in state.winners() else -free[seat] for seat in range(players)]


def test_points_add_up_on_the_score_sheet() -> None:
    """LN-7.2."""
    match = Match(jardinet.load_game("lucky_numbers", players=3, first=2))
    for points in ([2, -3, -5], [-1, 2, 2], [2, -6, 0]):
        match.add(points)
    assert match.score_sheet() == [
        ScoreRow(1, 2, [2, -3, -5], [2, -3, -5]),
        ScoreRow(2, 0, [-1, 2, 2], [1, -1, -3]),
        ScoreRow(3, 1, [2, -6, 0], [3, -7, -3]),
    ]
    assert match.totals == [3, -7, -3]


def test_the_highest_total_wins_and_nobody_before_the_last_game() -> None:
    """LN-7.3."""
    match = Match(jardinet.load_game("lucky_numbers"))
    assert (match.totals, match.winners, match.is_over) == ([0, 0], [], False)
    match.add([2, -9])
    assert (match.winners, match.is_over) == ([], False)
    match.add([-12, 2])
    assert (match.winners, match.is_over) == ([1], True)


def test_a_tie_is_a_shared_victory() -> None:
    """LN-7.3."""
    match = Match(jardinet.load_game("lucky_numbers", players=3))
    for points in ([2, -3, -1], [-3, 2, -1], [-1, -1, -4]):
        match.add(points)
    assert (match.winners, match.is_over) == ([0, 1], True)


def test_a_tie_may_be_replayed_in_full_rounds_until_one_leads() -> None:
    """LN-7.3: in the Spanish edition."""
    match = Match(jardinet.load_game("lucky_numbers", edition="es", first=1), tie="replay")
    match.add([2, -3])
    match.add([-3, 2])
    assert (match.is_over, match.winners, match.rounds) == (False, [], 1)
    assert match.next_game().parameters["first"] == 1
    match.add([2, -1])
    assert not match.is_over  # one leads, but the round is not full
    match.add([-1, 2])
    assert (match.is_over, match.rounds) == (False, 2)
    match.add([2, -1])
    match.add([2, -1])
    assert (match.is_over, match.winners, match.games_played, match.rounds) == (True, [0], 6, 3)


def test_a_replayed_match_without_a_tie_ends_after_its_first_round() -> None:
    """LN-7.3."""
    match = Match(jardinet.load_game("lucky_numbers", edition="es"), tie="replay")
    match.add([2, -3])
    match.add([2, -3])
    assert (match.is_over, match.winners) == (True, [0])


@pytest.mark.parametrize("edition", ["tiki", "5-vor-12"])
def test_only_the_spanish_edition_replays_a_tie(edition: str) -> None:
    """LN-7.3, LN-8."""
    with pytest.raises(ParameterError, match=f"edition='{edition}' and tie='replay' contradict each other"):
        Match(jardinet.load_game("lucky_numbers", edition=edition), tie="replay")
    with pytest.raises(ParameterError, match="it must be shared or replay"):
        Match(jardinet.load_game("lucky_numbers", edition=edition), tie="duel")


def test_what_is_not_the_end_of_the_next_game_is_not_scored(play_at_random: PlayAtRandom) -> None:
    match = Match(jardinet.load_game("lucky_numbers"))
    with pytest.raises(MatchError, match="only a finished game counts"):
        match.add(play_at_random(match.next_game(), 1, 30))
    with pytest.raises(MatchError, match=r"lucky_numbers\(first=1\) does not belong here: lucky_numbers\(\) does"):
        match.add(play_at_random(jardinet.load_game("lucky_numbers", first=1), 1))
    with pytest.raises(MatchError, match="3 numbers are given: a game counts for 2 seats"):
        match.add([1, 2, 3])
    assert match.games_played == 0
    match.add([2, -1])
    match.add([2, -1])
    with pytest.raises(MatchError, match="the match is over after 2 games"):
        match.add([2, -1])


def test_a_match_goes_on_from_its_file(tmp_path: Path, play_at_random: PlayAtRandom) -> None:
    path, records = tmp_path / "match.jdn", _records(play_at_random)
    for finished in range(3):
        broken_off = replace(records[finished], moves=records[finished].moves[:50])
        save(path, write(*records[:finished], broken_off))
        match = match_of(load(path))
        assert match.games_played == finished
        assert match.next_game() == records[finished].game
        assert match.next_in_match == InMatch(finished + 1, "shared")
        assert match.totals == _totals(records[:finished])
    save(path, write(*records))
    assert match_of(load(path)).totals == _totals(records)
    assert match_of(load(path)).is_over


def test_records_that_are_no_match_are_refused(play_at_random: PlayAtRandom) -> None:
    records = _records(play_at_random)
    broken_off = replace(records[0], moves=records[0].moves[:50])
    for wrong, message in (
        ([], "no Match tag"),
        ([replace(records[0], match=None)], "no Match tag"),
        (records[1:], "^game 1 does not continue this match"),
        ([records[0], records[2]], "^game 2 does not continue this match"),
        ([records[0], replace(records[1], seats=("eve", "ben", "cy"))], "the seats ada, ben and cy belongs here"),
        ([records[0], replace(records[0], match=InMatch(2, "shared"))], "^game 2 is .*first=1"),
        ([broken_off, records[1]], "^game 1 is not over: only the last one may be broken off"),
    ):
        with pytest.raises(MatchError, match=message):
            match_of(wrong)


def _records(play_at_random: PlayAtRandom) -> list[Record]:
    games = [jardinet.load_game("lucky_numbers", players=3, first=first) for first in range(3)]
    return [
        Record.of(play_at_random(game, number), NAMES[:3], match=InMatch(number, "shared"))
        for number, game in enumerate(games, 1)
    ]


def _totals(records: list[Record]) -> list[int]:
    points = [state_of(record).match_points() for record in records]
    return [sum(game[seat] for game in points) for seat in range(3)]


def _boards(state: State) -> list[Board]:
    view = state.view()
    assert isinstance(view, View)
    return view.boards
