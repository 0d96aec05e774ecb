"""Luck of games that are played: what the ledger of each game says, nothing in the mean, and shares known more narrowly."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest
from tests.sizes import few

import jardinet
from jardinet.analysis.ledger import Analyst
from jardinet.arena import tournament as module
from jardinet.arena.export import columns_of, write_csv
from jardinet.arena.standings import standings_of
from jardinet.arena.tally import mean_interval
from jardinet.arena.tournament import TournamentOutcome, tournament
from jardinet.bots.levels import load_evaluator
from jardinet.games.api import Game
from jardinet.games.parameters import ParameterError
from jardinet.terminal.screen import Screen
from jardinet.terminal.tabular import show_standings
from jardinet.words.language import load_language

LUCKY = jardinet.load_game("lucky_numbers")
BOTS = ["skilled", "greedy"]


@pytest.fixture(scope="module")
def outcome() -> TournamentOutcome:
    return tournament(LUCKY, BOTS, 200, 7, workers=1, adjusted=True)


@pytest.mark.parametrize(
    "game",
    [
        LUCKY,
        jardinet.load_game("lucky_numbers", players=3, bruno=True),
        jardinet.load_game("lucky_numbers", setup="michael"),
        jardinet.load_game("maudits_criquets"),
    ],
    ids=str,
)
def test_the_luck_of_a_game_is_that_of_its_ledger_after_the_first_deal(game: Game) -> None:
    played = tournament(game, BOTS, 4, 3, workers=1, adjusted=True, recorded=True)
    analyst = Analyst(game, load_evaluator(game, at_a_glance=True), rollouts=0)
    for row in played.rows:
        record = played.records[int(row["deal"]), int(row["rotation"])]
        chances = [chance for turn in analyst.analyse(record.moves).turns for chance in turn.chances]
        told = np.sum([chance.change for chance in chances[1:]], axis=0)
        assert row["luck"] == pytest.approx(told, abs=1e-4)


def test_luck_of_all_seats_is_none(outcome: TournamentOutcome) -> None:
    assert np.abs(outcome.rows["luck"]).max() > 0.1
    assert outcome.rows["luck"].sum(1) == pytest.approx(np.zeros(len(outcome.rows)), abs=1e-5)


@pytest.mark.parametrize("bots", [["random", "greedy"], ["novice", "expert"]])
def test_luck_has_no_mean_whoever_plays(bots: list[str]) -> None:
    """Its interval is one of 99.9 %, so that the seed is not chosen."""
    rows = tournament(LUCKY, bots, few(400, 200), 11, workers=1, adjusted=True).rows
    luck = rows["luck"][:, 0].reshape(-1, 2).mean(1)
    low, high = mean_interval(luck)
    assert abs(luck.mean()) < (high - low) / 2 * 3.3 / 1.96


def test_shares_without_luck_are_known_more_narrowly(outcome: TournamentOutcome) -> None:
    for one in standings_of(outcome):
        assert one.adjusted is not None
        assert one.adjusted.high - one.adjusted.low < 0.8 * (one.share.high - one.share.low)
        assert one.adjusted.low < one.share.high and one.share.low < one.adjusted.high
        (against,) = one.against
        assert against.adjusted == one.adjusted
    assert sum(one.adjusted.share for one in standings_of(outcome) if one.adjusted) == pytest.approx(1, abs=1e-6)


def test_luck_is_the_same_on_one_worker_and_on_two() -> None:
    bots, games = ["jardinet.bots.random:RandomBot", "greedy"], module.CHUNK + 2
    one, two = (tournament(LUCKY, bots, games, 5, workers=workers, adjusted=True).rows for workers in (1, 2))
    assert len(one) == games and one["luck"].any()
    assert one["luck"] == pytest.approx(two["luck"], abs=1e-6)


def test_games_are_the_same_whether_luck_is_counted(outcome: TournamentOutcome) -> None:
    plain = tournament(LUCKY, BOTS, 200, 7, workers=1)
    assert (plain.rows["won"] == outcome.rows["won"]).all() and not plain.rows["luck"].any()
    assert [one.adjusted for one in standings_of(plain)] == [None, None]


def test_what_cannot_be_evaluated_is_refused_before_anything_is_played() -> None:
    game = jardinet.load_game("fireflies")
    with pytest.raises(ParameterError, match="cannot be evaluated"):
        tournament(game, ["random", "cautious"], 4, 1, workers=1, adjusted=True)


def test_tables_and_files_tell_it(
    outcome: TournamentOutcome, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    show_standings(outcome, standings_of(outcome), {}, load_language("en"), Screen(is_plain=True))
    assert "; without luck: " in capsys.readouterr().out
    write_csv(outcome, tmp_path / "games.csv")
    with (tmp_path / "games.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [float(row["luck2"]) for row in rows] == columns_of(outcome)["luck2"] == outcome.rows["luck"][:, 1].tolist()
