"""Tournaments: the same tiles for all who play a deal, the same games whoever plays them, and bots that fail."""

from __future__ import annotations

import csv
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import jardinet
from jardinet.arena import tournament as module
from jardinet.arena.export import columns_of, write_csv
from jardinet.arena.standings import plot_of, standings_of
from jardinet.arena.tournament import Tournament, TournamentOutcome, row_type, tournament
from jardinet.bots.api import BotError
from jardinet.bots.random import RandomBot
from jardinet.games.api import CHANCE, IllegalActionError
from jardinet.games.parameters import ParameterError
from jardinet.play.record import state_of
from jardinet.play.record_format import read, write
from jardinet.plots import in_percent
from jardinet.terminal.screen import Screen
from jardinet.terminal.tabular import show_standings
from jardinet.words.language import load_language

GAME = jardinet.load_game("lucky_numbers")
THREE = jardinet.load_game("maudits_criquets", players=3)
BOTS = ["random", "greedy"]


@pytest.fixture(scope="module")
def outcome() -> TournamentOutcome:
    """Of three seats and two bots, some of whom sit twice."""
    return tournament(THREE, BOTS, 60, 5, workers=1, recorded=True)


def drawn(outcome: TournamentOutcome, deal: int, rotation: int) -> list[int]:
    """What chance brought in a game, in its order, as the game's own State tells it."""
    record = outcome.records[deal, rotation]
    state, brought = record.game.new_initial_state(), []
    for move in record.moves:
        if state.current_player() == CHANCE:
            assert isinstance(move, int)
            brought.append(move)
        state.apply(move)
    return brought


@pytest.mark.parametrize("name", jardinet.registered_games())
def test_all_who_play_a_deal_have_the_same_tiles_in_the_same_order(name: str) -> None:
    """Whatever they do: `random` chooses by chance of its own, and games of one deal part at once."""
    game = jardinet.load_game(name)
    bots: list[Any] = ["random", "jardinet.bots.random:RandomBot"]
    played = tournament(game, bots, 12, 3, workers=1, recorded=True)
    decks = []
    for deal in range(int(played.rows["deal"].max()) + 1):
        one, other = (drawn(played, deal, rotation) for rotation in range(2))
        common = min(len(one), len(other))
        assert common > 0
        assert one[:common] == other[:common]
        assert played.records[deal, 0].moves != played.records[deal, 1].moves
        decks.append(tuple(one[:4]))
    assert len(set(decks)) > 1


def test_records_are_the_games_that_were_counted(outcome: TournamentOutcome) -> None:
    assert len(outcome.records) == len(outcome.rows) == 60
    for row in outcome.rows[:12]:
        record = outcome.records[int(row["deal"]), int(row["rotation"])]
        assert read(write(record)) == [record]
        assert [outcome.bots[bot] for bot in row["bot"]] == list(record.seats)
        final = state_of(record)
        assert final.match_points() == row["points"].tolist()
        assert [seat in final.winners() for seat in range(3)] == row["won"].tolist()


def test_the_same_games_come_of_any_number_of_processes_and_any_order() -> None:
    def backwards(contest: Tournament) -> Iterator[Any]:
        return map(contest.play, reversed(contest.chunks()))

    alone = tournament(GAME, BOTS, 1100, 4, workers=1)
    assert len(Tournament.of(GAME, BOTS, 1100, 4).chunks()) == 2
    for other in (tournament(GAME, BOTS, 1100, 4, workers=2), tournament(GAME, BOTS, 1100, 4, spread=backwards)):
        assert np.array_equal(alone.rows, other.rows)
        assert standings_of(alone) == standings_of(other)
    assert not np.array_equal(alone.rows[:100], tournament(GAME, BOTS, 100, 5, workers=1).rows)


def first_legal(observations: NDArray[Any], seats: NDArray[np.int64]) -> NDArray[np.int64]:
    masks = np.zeros((len(seats), GAME.rules.NUM_WORDS), np.int64)
    GAME.rules.legal_masks(observations, seats, masks)
    return np.array([int(mask & -mask).bit_length() - 1 for mask in masks[:, 0]])


def test_a_bots_chance_is_its_own() -> None:
    """Another bot that draws more often moves neither the deck nor what `random` chooses."""

    class Wasteful(RandomBot):
        name = "wasteful"

        def act(
            self, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
        ) -> NDArray[np.int64]:
            generator.random(1000)
            return first_legal(observations, seats)

    class Thrifty(RandomBot):
        name = "thrifty"

        def act(
            self, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
        ) -> NDArray[np.int64]:
            return first_legal(observations, seats)

    one, other = (tournament(GAME, ["random", kind(GAME)], 8, 2, workers=1).rows for kind in (Wasteful, Thrifty))
    assert np.array_equal(one, other)


def test_ctrl_c_keeps_whole_rounds() -> None:
    def interrupt(done: int) -> None:
        raise KeyboardInterrupt

    broken_off = tournament(GAME, BOTS, 10**6, 4, workers=1, on_progress=interrupt)
    assert broken_off.is_interrupted
    assert np.array_equal(broken_off.rows, tournament(GAME, BOTS, 1000, 4, workers=1).rows)


def test_every_line_up_plays_as_many_deals_and_two_at_least() -> None:
    contest = Tournament.of(THREE, BOTS, 1, 1)
    assert (contest.deals, contest.games()) == (4, 12)
    rows = np.concatenate([contest.play(chunk).rows for chunk in contest.chunks()])
    assert rows["deal"].tolist() == np.repeat(range(4), 3).tolist()
    assert Tournament.of(THREE, BOTS, 13, 1).games() == 18


def test_places_put_winners_first_and_then_go_by_points() -> None:
    won, points = np.array([[True, False, False], [False, False, True]]), np.array([[1, 5, 5], [0, 3, 2]])
    assert module._places(won, points).tolist() == [[1, 2, 2], [3, 2, 1]]


@pytest.mark.parametrize(
    ("bots", "games", "seed", "says"),
    [
        (["greedy"], 10, 1, "there must be at least two"),
        (["greedy", "random", "greedy"], 10, 1, "each with a different name"),
        (["greedy", "chess"], 10, 1, "there is no bot 'chess'"),
        (BOTS, 0, 1, "games must be at least 1"),
        (BOTS, 10, -1, "seed at least 0"),
    ],
)
def test_what_cannot_be_held_is_refused(bots: list[str], games: int, seed: int, says: str) -> None:
    with pytest.raises(ParameterError, match=says):
        tournament(GAME, bots, games, seed)


def test_records_of_many_games_are_refused() -> None:
    with pytest.raises(ParameterError, match="records of 1002 games are too many: 1000 at most are possible"):
        tournament(GAME, BOTS, 1001, 1, recorded=True)


class Faulty(RandomBot):
    """Fails as it is told to."""

    name = "faulty"
    answer: Any = None

    def act(
        self, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        if self.answer is None:
            raise LookupError("no idea")
        answer: NDArray[np.int64] = self.answer
        return answer


@pytest.mark.parametrize(
    ("answer", "error", "says"),
    [
        (None, BotError, r"bot 'faulty' failed: LookupError: no idea \(test_tournament.py, line \d+\)"),
        (np.zeros(1), BotError, r"answered float64 of shape \(1,\): it must be a whole number for each of"),
        (np.full(40, 99), IllegalActionError, "bot 'faulty' played 99, which is not legal there"),
    ],
)
def test_a_bot_that_fails_is_named(answer: Any, error: type[Exception], says: str) -> None:
    bot = Faulty(GAME)
    bot.answer = answer
    with pytest.raises(error, match=says):
        tournament(GAME, [bot, "random"], 80, 1, workers=1)


def test_a_bot_that_cannot_be_copied_is_refused_where_others_would_play() -> None:
    class Local(RandomBot):
        name = "local"

    with pytest.raises(
        ParameterError, match=r"the bot 'local' cannot be copied into other processes .*: play with workers=1"
    ):
        tournament(GAME, [Local(GAME), "random"], 10**5, 1, workers=2)


def test_a_bot_that_was_typed_into_python_is_refused_there_too() -> None:
    code = (
        "import jardinet; from jardinet.arena.tournament import tournament\n"
        "class Typed:\n    name = 'typed'\n    def act(self, *_): ...\n"
        "try: tournament(jardinet.load_game('lucky_numbers'), ['random', Typed()], 9000, 1, workers=2)\n"
        "except ValueError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=True)
    assert "the bot 'typed' cannot be copied into other processes (its class stands in no file)" in done.stdout


# What is told ------------------------------------------------------------------------------


def test_standings_count_what_the_rows_say(outcome: TournamentOutcome) -> None:
    standings = standings_of(outcome)
    assert [one.bot for one in standings] == ["greedy", "random"]
    shares = outcome.shares()
    for one in standings:
        own = outcome.rows["bot"] == outcome.bots.index(one.bot)
        assert one.share.games == own.sum() == sum(map(sum, one.places)) == 90
        assert one.share.share == pytest.approx(shares[own].mean())
        assert one.points == pytest.approx(outcome.rows["points"][own].mean())
        assert one.share.low < one.share.share < one.share.high
        for seat, share in enumerate(one.seats):
            assert share.share == pytest.approx(shares[own[:, seat], seat].mean())
        (against,) = one.against  # in every game they meet
        assert against.share == one.share
    assert sum(one.share.share * one.share.games for one in standings) == pytest.approx(60)


def test_a_pair_is_counted_in_the_games_of_both() -> None:
    bots = ["random", "jardinet.bots.random:RandomBot", "greedy"]
    played = tournament(GAME, bots, 60, 1, workers=1)
    best = standings_of(played)[0]
    assert best.bot == "greedy"
    for against in best.against:
        both = np.isin(played.rows["bot"], [2, bots.index(against.bot)]).all(1)
        assert against.share.games == both.sum() == 20
        assert against.share.share == pytest.approx(played.shares()[both][played.rows["bot"][both] == 2].mean())


def test_no_games_have_no_standings(outcome: TournamentOutcome) -> None:
    nothing = TournamentOutcome(outcome.game, outcome.bots, outcome.lineups, outcome.rows[:0], {}, False, True)
    assert standings_of(nothing) == []
    assert plot_of([], "a game", 2).startswith("<svg")


def test_a_csv_has_a_row_for_every_game(outcome: TournamentOutcome, tmp_path: Path) -> None:
    write_csv(outcome, tmp_path / "games.csv")
    with (tmp_path / "games.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 60
    assert list(rows[0]) == list(columns_of(outcome))
    assert [float(row["share2"]) for row in rows] == outcome.shares()[:, 1].tolist()
    assert {row["ending"] for row in rows} <= set(THREE.ends.values())
    assert [row["bot3"] for row in rows[:3]] == [outcome.bots[bot] for bot in outcome.rows["bot"][:3, 2]]


def test_parquet_holds_the_same_table(outcome: TournamentOutcome, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    from jardinet.arena.export import write_parquet

    write_parquet(outcome, tmp_path / "games.parquet")
    assert parquet.read_table(tmp_path / "games.parquet").to_pydict() == columns_of(outcome)


def test_ratings_agree_with_the_standings(outcome: TournamentOutcome) -> None:
    pytest.importorskip("openskill")
    from jardinet.arena.ratings import ratings_of

    ratings = {rating.bot: rating for rating in ratings_of(outcome)}
    assert ratings["greedy"].mu > 25 > ratings["random"].mu
    assert all(0 < rating.sigma < 25 / 3 for rating in ratings.values())
    assert ratings_of(outcome) == list(ratings.values())


def test_the_last_of_thousands_of_games_counts_as_the_first() -> None:
    """However long a tournament is: of 6,000 games the last 3,000 are won by the bot that lost all before."""
    pytest.importorskip("openskill")
    from jardinet.arena.ratings import ratings_of

    rows = np.zeros(6000, row_type(2))
    rows["bot"], rows["place"] = [0, 1], [1, 2]
    before = ratings_of(TournamentOutcome(THREE, ("a", "b"), [], rows[:3000], {}, False, False))
    rows["place"][3000:] = [2, 1]
    after = ratings_of(TournamentOutcome(THREE, ("a", "b"), [], rows, {}, False, False))
    assert before[0].mu > after[0].mu and after[1].mu > before[1].mu
    assert all(later.sigma < one.sigma for one, later in zip(before, after, strict=True))


def test_a_rating_tells_second_from_last_where_the_game_does() -> None:
    pytest.importorskip("openskill")
    from jardinet.arena.ratings import ratings_of

    rows = np.zeros(20, row_type(3))
    rows["bot"], rows["won"] = [0, 1, 2], [True, False, False]
    outcome = TournamentOutcome(THREE, ("a", "b", "c"), [], rows, {}, False, False)
    rows["place"] = [1, 2, 3]
    first, second, last = (rating.mu for rating in ratings_of(outcome))
    assert first > second > last
    rows["place"] = [1, 2, 2]
    first, *others = (rating.mu for rating in ratings_of(outcome))
    assert first > others[0] == pytest.approx(others[1])


def test_a_tie_takes_from_others_what_it_gives_and_is_blind_to_the_order_of_seats() -> None:
    """Some releases of openskill gave points to all who tied, or to whoever was named first."""
    pytest.importorskip("openskill")
    from jardinet.arena.ratings import ratings_of

    rows = np.zeros(1, row_type(3))
    rows["bot"] = [0, 1, 2]
    outcome = TournamentOutcome(THREE, ("a", "b", "c"), [], rows, {}, False, False)
    for places in ([1, 1, 1], [1, 1, 3], [1, 2, 2], [2, 2, 1]):
        rows["place"] = places
        strengths: dict[int, set[float]] = {place: set() for place in places}
        for place, rating in zip(places, ratings_of(outcome), strict=True):
            strengths[place].add(round(rating.mu, 6))
        assert all(len(one) == 1 for one in strengths.values())
        assert sum(one.mu for one in ratings_of(outcome)) == pytest.approx(75)


def test_a_plot_shows_every_bot_at_its_share(outcome: TournamentOutcome) -> None:
    drawing = plot_of(standings_of(outcome), "maudits_criquets", 3)
    assert drawing.count("<circle") == 2
    assert all(f"{one.bot}: {in_percent(one.share.share)}" in drawing for one in standings_of(outcome))


def test_a_plain_screen_is_told_every_share_with_its_headings(
    outcome: TournamentOutcome, capsys: pytest.CaptureFixture[str]
) -> None:
    show_standings(outcome, standings_of(outcome), {}, load_language("en"), Screen(is_plain=True))
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("bot: Greedy; share of victories: ")
    assert "; seat 3: " in said[2] and "rating" not in said[0]
    assert said[-1].startswith("Games: 60, from 20 deals")
