"""Simulations: the same totals however they are split, honest chance, and nothing lost by Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import chisquare
from tests.sizes import IS_WHOLE, few

import jardinet
from jardinet.arena.lockstep import play_chunk
from jardinet.arena.simulate import Contest, simulate
from jardinet.arena.tally import Tally
from jardinet.bots.levels import bots_of, levels_of
from jardinet.bots.random import RandomBot
from jardinet.games.api import SIMULTANEOUS, Game, IllegalActionError
from jardinet.games.lucky_numbers.rules import DISCARD, PLACING
from jardinet.games.parameters import ParameterError
from jardinet.games.records import rows_of

GAME = jardinet.load_game("lucky_numbers")
BIDDING_GAME = jardinet.load_game("maudits_criquets", players=3)  # all move at once in it, and none begins
LEVELS = ["greedy", "random"]

every_game = pytest.mark.parametrize("name", jardinet.registered_games())


@every_game
def test_totals_do_not_depend_on_the_number_of_processes(name: str) -> None:
    game = jardinet.load_game(name)
    games = few(1200, 600)  # of more than one chunk
    alone, together = (simulate(game, _bots(game), games, 4, workers=workers) for workers in (1, 2))
    assert alone == together
    assert alone.games == games


@every_game
def test_totals_do_not_depend_on_the_order_of_the_chunks(name: str) -> None:
    game = jardinet.load_game(name)
    games = few(1200, 600)
    contest = Contest(game.name, game.parameters, _bots(game), games, 4, True)
    tallies = [contest.play(chunk) for chunk in reversed(contest.chunks())]
    assert [tally.games for tally in tallies] == [few(200, 100), *[500] * few(2, 1)]
    assert sum(tallies, contest.nothing()) == simulate(game, _bots(game), games, 4, workers=1)


def _bots(game: Game) -> list[str]:
    """A bot of the game's own against random ones, which draw lots; where little is tried, a quick one."""
    own = levels_of(game.name)[0] if IS_WHOLE else bots_of(game.name)[1]
    return [own, *["random"] * (game.num_players() - 1)]


def test_another_way_to_play_the_chunks_may_give_them_in_any_order() -> None:
    def backwards(contest: Contest) -> Iterator[Tally]:
        return map(contest.play, reversed(contest.chunks()))

    assert simulate(GAME, LEVELS, 1200, 4, spread=backwards) == simulate(GAME, LEVELS, 1200, 4, workers=1)
    with pytest.raises(ParameterError, match="workers=2 is not possible here"):
        simulate(GAME, LEVELS, 1200, 4, workers=2, spread=backwards)


def test_more_games_of_a_seed_begin_with_the_same_ones() -> None:
    few, many = (Contest(GAME.name, GAME.parameters, LEVELS, games, 4, True) for games in (500, 900))
    assert few.play(0) == many.play(0)


def test_seeds_and_chunks_give_different_games() -> None:
    one, other = (Contest(GAME.name, GAME.parameters, LEVELS, 1000, seed, True) for seed in (1, 2))
    assert len({tally.decisions for tally in (one.play(0), one.play(1), other.play(0), other.play(1))}) == 4


@pytest.mark.parametrize(
    ("name", "parameters"),
    [("lucky_numbers", {"bruno": True, "setup": "michael"}), ("maudits_criquets", {"majority_tie": "none"})],
)
def test_uncompiled_games_are_the_same(name: str, parameters: dict[str, int | str]) -> None:
    code = (
        "import jardinet, msgspec; from jardinet.arena.simulate import simulate\n"
        f"game = jardinet.load_game({name!r}, **{parameters})\n"
        "print(msgspec.json.encode(simulate(game, ['greedy', 'greedy'], 3, 6, workers=1)).decode())"
    )
    slow = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, stdout=subprocess.PIPE, check=True
    )
    game = jardinet.load_game(name, **parameters)
    assert msgspec.json.decode(slow.stdout, type=Tally) == simulate(game, ["greedy", "greedy"], 3, 6, workers=1)


def test_seats_take_turns_in_going_first() -> None:
    game = jardinet.load_game("lucky_numbers", players=3, first=1)
    rotating, fixed = (Contest(game.name, game.parameters, ["random"] * 3, 1001, 1, rotate) for rotate in (True, False))
    assert [*rotating.firsts(0)[:4], *rotating.firsts(1)[:2]] == [0, 1, 2, 0, 2, 0]
    assert set(fixed.firsts(2)) == {1}


@pytest.mark.parametrize("rotate", [True, False])
def test_a_game_that_nobody_begins_is_simulated_all_the_same(rotate: bool) -> None:
    one = simulate(BIDDING_GAME, ["random"] * 3, 100, 1, rotate_first=rotate, workers=1)
    assert one == simulate(BIDDING_GAME, ["random"] * 3, 100, 1, workers=1)


def test_progress_counts_up_to_all_games() -> None:
    seen: list[int] = []
    simulate(GAME, ["random", "random"], 1200, 1, workers=1, on_progress=seen.append)
    assert seen == [500, 1000, 1200]


@pytest.mark.parametrize(
    ("levels", "games", "seed", "says"),
    [
        (["greedy"], 10, 1, "1 bots for 2 players"),
        (["greedy", "chess"], 10, 1, "there is no bot 'chess'"),
        (LEVELS, 0, 1, "games must be at least 1"),
        (LEVELS, 10, -1, "seed at least 0"),
    ],
)
def test_what_cannot_be_simulated_is_refused(levels: list[str], games: int, seed: int, says: str) -> None:
    with pytest.raises(ParameterError, match=says):
        simulate(GAME, levels, games, seed)


# Counting ----------------------------------------------------------------------------------


def test_every_game_is_counted_once_everywhere() -> None:
    tally = simulate(jardinet.load_game("lucky_numbers", players=4), ["random"] * 4, 700, 1, workers=1)
    assert tally.games == sum(tally.ends.values()) == 700
    winners = [sum(seat.wins[k] for seat in tally.seats) for k in range(4)]
    assert sum(count / (k + 1) for k, count in enumerate(winners)) == pytest.approx(700)
    assert sum(result.share for result in tally.results()) == pytest.approx(1)
    assert all(result.low < result.win_rate < result.high for result in tally.results())
    assert all(result.share_low < result.share < result.share_high for result in tally.results())


@pytest.mark.parametrize(("setup", "setup_turns"), [("standard", 2), ("michael", 8)])
def test_turns_are_runs_of_decisions_by_one_seat(setup: str, setup_turns: int) -> None:
    game = jardinet.load_game("lucky_numbers", setup=setup)
    tally = simulate(game, ["random", "random"], 100, 1, workers=1)
    # Eight tiles are set up; after that two alternate, and a turn is to choose and to place.
    assert tally.decisions - 8 * 100 == 2 * (tally.turns - setup_turns * 100)


class Picky(RandomBot):
    """Plays at random and counts how often it bids (as one of all), and how often it picks."""

    name = "picky"
    bids = picks = 0

    def act(
        self, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        together = observations["player"] == SIMULTANEOUS
        assert (observations["player"][~together] == seats[~together]).all()
        self.bids += int(together.sum())
        self.picks += int((~together).sum())
        return super().act(observations, seats, generator)


def test_players_who_move_at_once_decide_each_and_take_one_turn_together() -> None:
    bot = Picky(BIDDING_GAME)
    tally = play_chunk(BIDDING_GAME, [bot] * 3, np.zeros(50, np.int64), np.random.default_rng(3))
    assert tally.decisions == bot.bids + bot.picks
    assert tally.turns == bot.bids // 3 + bot.picks  # a seat picks once between two bids (MC-2.6)
    assert bot.picks > 1000


def test_match_points_are_those_of_the_finished_states() -> None:
    watcher = Watcher()
    tally = play_chunk(GAME, [watcher, watcher], np.zeros(50, np.int64), np.random.default_rng(2))
    wins = sum(tally.seats[0].wins)
    assert 0 < wins < 50
    # LN-7.2: 2 for a victory, else minus the free cells, which are 1 to 12
    assert 2 * wins - 12 * (50 - wins) <= tally.seats[0].points <= 2 * wins - (50 - wins)


def test_tallies_add_up_and_travel_as_json() -> None:
    one = simulate(GAME, LEVELS, 300, 1, workers=1)
    two = simulate(GAME, LEVELS, 200, 2, workers=1)
    both = one + two
    assert both.games == 500 and both.decisions == one.decisions + two.decisions
    assert both == two + one
    assert msgspec.json.decode(msgspec.json.encode(both), type=Tally) == both


# Chance and bots ---------------------------------------------------------------------------


class Watcher(RandomBot):
    """Plays at random and keeps what it saw."""

    name = "watcher"

    def __init__(self) -> None:
        super().__init__(GAME)
        self.seen: list[NDArray[Any]] = []

    def act(
        self, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        assert (observations["player"] == seats).all()
        self.seen.append(observations.copy())
        return super().act(observations, seats, generator)


def test_chance_draws_every_hidden_tile_equally_often() -> None:
    watcher = Watcher()
    play_chunk(GAME, [watcher, watcher], np.arange(500) % 2, np.random.default_rng(11))
    seen = np.concatenate(watcher.seen)
    drawn = seen[(seen["phase"] == PLACING) & ~seen["taken"]]
    before = drawn["pile"].astype(float)
    before[np.arange(len(drawn)), drawn["tile"]] += 1
    expected = (before / before.sum(1, keepdims=True)).sum(0)[1:]
    observed = np.bincount(drawn["tile"], minlength=21)[1:]
    assert len(drawn) > 10_000
    assert chisquare(observed, expected).pvalue > 0.001


def test_the_first_tiles_of_games_are_uniform() -> None:
    watcher = Watcher()
    game = jardinet.load_game("lucky_numbers", setup="michael")
    play_chunk(game, [watcher, watcher], np.zeros(1500, np.int64), np.random.default_rng(12))
    first_tiles = watcher.seen[0]["tile"]
    assert len(first_tiles) == 1500
    assert chisquare(np.bincount(first_tiles, minlength=21)[1:]).pvalue > 0.001


class Cheat(Watcher):
    """Always discards, legal or not."""

    name = "cheat"

    def act(
        self, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        return np.full(len(seats), DISCARD)


def test_a_bot_that_breaks_the_rules_is_named() -> None:
    with pytest.raises(IllegalActionError, match="'cheat' played discard"):
        play_chunk(GAME, [Watcher(), Cheat()], np.ones(3, np.int64), np.random.default_rng(1))


class Miser(RandomBot):
    """Always bids the 1, in hand or not."""

    name = "miser"

    def act(
        self, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        return np.where(observations["player"] == SIMULTANEOUS, 0, super().act(observations, seats, generator))


def test_a_bot_that_bids_a_card_it_no_longer_holds_is_named() -> None:
    with pytest.raises(IllegalActionError, match="'miser' played bid-1"):
        bots = [RandomBot(BIDDING_GAME), Miser(BIDDING_GAME), RandomBot(BIDDING_GAME)]
        play_chunk(BIDDING_GAME, bots, np.zeros(3, np.int64), np.random.default_rng(1))


def test_no_bid_is_known_to_anybody_who_still_bids() -> None:
    class Peeper(RandomBot):
        """Checks that hands are even and the cards played last are from turns before (MC-2.2)."""

        name = "peeper"

        def act(
            self, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
        ) -> NDArray[np.int64]:
            bidding = observations[observations["player"] == SIMULTANEOUS]
            in_hand = np.bitwise_count(bidding["hand"][:, :3])
            assert (in_hand == in_hand[:, :1]).all()
            assert not (bidding["hand"][:, :3] >> np.maximum(bidding["bid"][:, :3], 0) & 1)[
                bidding["bid"][:, :3] >= 0
            ].any()
            return super().act(observations, seats, generator)

    bots = [Peeper(BIDDING_GAME) for _ in range(3)]
    assert play_chunk(BIDDING_GAME, bots, np.zeros(20, np.int64), np.random.default_rng(1)).games == 20


def test_copied_rows_are_independent_and_equal() -> None:
    records = np.repeat(GAME.new_initial_state().observation(), 5)
    records["pile_size"] = np.arange(5)
    rows = rows_of(records, np.array([3, 1, 1]))
    assert rows["pile_size"].tolist() == [3, 1, 1] and rows.dtype == records.dtype
    rows["pile_size"] = 9
    assert records["pile_size"].tolist() == [0, 1, 2, 3, 4]


# Processes ---------------------------------------------------------------------------------

# The thread that manages the workers takes its time, and Python's end meets it while it closes its pipe.
SLOW_END = """
import sys, time
from concurrent.futures import process
import jardinet
from jardinet.arena.simulate import simulate

close, wakeup = process._ThreadWakeup.close, process._ThreadWakeup.wakeup

def close_late(self):
    give_up = time.monotonic() + 2
    while not process._global_shutdown and time.monotonic() < give_up:
        time.sleep(0.01)
    close(self)

def wake_up_late(self):
    if not self._closed:
        while process._global_shutdown and not self._closed:
            time.sleep(0.01)
        self._writer.send_bytes(b"")

process._ThreadWakeup.close, process._ThreadWakeup.wakeup = close_late, wake_up_late


def go_on_or_fail(done):
    if len(sys.argv) > 1:
        raise ZeroDivisionError

try:
    tally = simulate(
        jardinet.load_game("lucky_numbers"), ["random", "random"], 10**3, 1, workers=2, on_progress=go_on_or_fail
    )
    print(tally.games)
except ZeroDivisionError:
    print("failed")
"""


@pytest.mark.parametrize(("ending", "says"), [([], "1000"), (["fail"], "failed")])
def test_nothing_of_the_workers_is_left_when_python_ends(ending: list[str], says: str) -> None:
    done = subprocess.run([sys.executable, "-c", SLOW_END, *ending], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == (f"{says}\n", "")


# Ctrl-C ------------------------------------------------------------------------------------


def test_an_interrupt_keeps_the_finished_chunks() -> None:
    def interrupt(done: int) -> None:
        if done == 1000:
            raise KeyboardInterrupt

    broken_off = simulate(GAME, LEVELS, 10**7, 4, workers=1, on_progress=interrupt)
    assert broken_off.is_interrupted
    assert msgspec.structs.replace(broken_off, is_interrupted=False) == simulate(GAME, LEVELS, 1000, 4, workers=1)


def test_ctrl_c_in_the_terminal_keeps_the_finished_chunks_of_all_processes() -> None:
    code = (
        "import jardinet, msgspec; from jardinet.arena.simulate import simulate\n"
        "game = jardinet.load_game('lucky_numbers')\n"
        "tally = simulate(game, ['random', 'random'], 10**7, 1, workers=2,\n"
        "                 on_progress=lambda done: print(done, flush=True))\n"
        "print(msgspec.json.encode(tally).decode())"
    )
    command = [sys.executable, "-c", code]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "500\n"
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to every process of the group
        said, errors = process.communicate(timeout=60)
    tally = json.loads(said.splitlines()[-1])
    assert (process.returncode, errors) == (0, "")
    assert tally["is_interrupted"] and tally["games"] >= 500 and tally["games"] % 500 == 0
    assert sum(tally["ends"].values()) == tally["games"]


# Ctrl-C comes as soon as something is so; uncompiled games take so long that none would be finished in time.
EARLY = """
import multiprocessing, os, signal, sys, threading, time
from multiprocessing import forkserver
import jardinet
from jardinet.arena.simulate import simulate

def press():
    while not {"preparing": lambda: forkserver._forkserver._forkserver_pid,
               "playing": multiprocessing.active_children}[sys.argv[1]]():
        time.sleep(0.001)
    time.sleep(0.3)
    os.killpg(0, signal.SIGINT)

threading.Thread(target=press).start()
tally = simulate(jardinet.load_game("lucky_numbers"), ["greedy", "greedy"], 10**7, 1, workers=2)
print(tally.games, tally.is_interrupted)
"""


@pytest.mark.parametrize("doing", ["preparing", "playing"])
def test_ctrl_c_ends_a_simulation_at_once_before_anything_is_finished(doing: str) -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", EARLY, doing],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        start_new_session=True,
    )
    assert (done.stdout, done.stderr) == ("0 True\n", "")
