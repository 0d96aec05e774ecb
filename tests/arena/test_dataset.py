"""Data sets of self-play: every game and position comes back as it was played, whoever made the files and how often they stopped."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import jardinet
from jardinet.arena.dataset import MANIFEST, DatasetError, PlayedGame, load_dataset
from jardinet.arena.self_play import CHUNK, make_dataset, planned
from jardinet.bots.levels import bots_of, games_with_self_play, self_play_of
from jardinet.commands import dataset as command
from jardinet.games.parameters import ParameterError
from jardinet.play.record import state_of
from jardinet.play.record_format import read, write

GAMES = games_with_self_play()
SIZE = 60
FORM_1 = Path(__file__).parent / "dataset-1"  # jardinet dataset lucky-numbers maudits-criquets --games 12 --seed 1


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    make_dataset(folder, GAMES, SIZE, 3, workers=1)
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    """Every file by its path in the folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def stop_after(shards: int) -> Callable[[int], None]:
    """Ctrl-C when so many shards are there."""
    calls: list[int] = []

    def on_progress(games: int) -> None:
        calls.append(games)
        if len(calls) > shards:
            raise KeyboardInterrupt

    return on_progress


def test_every_game_comes_back_and_ends_as_it_is_told(made: Path) -> None:
    games = list(load_dataset(made, verify=True).games())
    assert [game.number for game in games] == list(range(SIZE))
    assert {game.game.name for game in games} == set(GAMES)
    for game in games:
        ends_as_it_is_told(game)
    assert len({game.moves for game in games}) == SIZE


def ends_as_it_is_told(game: PlayedGame) -> None:
    record = game.record()
    assert read(write(record)) == [record]
    final = state_of(record)
    assert final.is_terminal()
    assert tuple(final.returns()) == game.returns
    assert tuple(final.match_points()) == game.points
    assert game.game.ends[int(final.record["end"])] == game.end


def test_a_data_set_of_the_first_form_is_read_and_not_continued() -> None:
    before = contents(FORM_1)
    data = load_dataset(FORM_1, verify=True)
    assert (data.manifest.format, data.manifest.is_complete) == ("jardinet-dataset-1", True)
    games = list(data.games())
    assert [game.number for game in games] == list(range(12))
    for game in games:
        ends_as_it_is_told(game)
    positions = list(data.positions())
    assert sum(map(len, positions)) > 12 * 20
    assert {int(number) for of_shard in positions for number in of_shard.numbers} == set(range(12))
    with pytest.raises(DatasetError, match="by jardinet-dataset-1, jardinet"):
        make_dataset(FORM_1, ["lucky_numbers", "maudits_criquets"], 12, 1)
    assert contents(FORM_1) == before


@pytest.mark.parametrize("name", GAMES)
def test_positions_are_what_each_seat_saw_and_chose(made: Path, name: str) -> None:
    data = load_dataset(made)
    games = {game.number: game for game in data.games(name)}
    seen = 0
    for positions in data.positions(name):
        tensors, masks = positions.tensors(), positions.legal_actions_mask()
        at = 0
        for number in np.unique(positions.numbers):
            game = games[int(number)]
            state = game.game.new_initial_state()
            for move in game.moves:
                acting = state.acting_seats()
                for seat in acting:
                    action = move[seat] if isinstance(move, tuple) else move
                    assert (positions.numbers[at], positions.seats[at], positions.actions[at]) == (number, seat, action)
                    assert positions.observations[at : at + 1].tobytes() == state.observation(seat).tobytes()
                    assert np.array_equal(tensors[at], state.observation_tensor(seat))
                    assert np.flatnonzero(masks[at]).tolist() == state.legal_actions(seat)
                    assert (positions.results[at], positions.bots[at]) == (game.returns[seat], game.bots[seat])
                    at += 1
                state.apply(move)
        assert at == len(positions)
        seen += len(np.unique(positions.numbers))
    assert seen == len(games)


def test_shards_are_found_by_what_was_agreed(made: Path) -> None:
    data = load_dataset(made)
    assert all(game.game.num_players() == 3 for game in data.games(players=3))
    assert {game.game.name for game in data.games(players=3)} == set(GAMES)
    assert list(data.games(GAMES[0], players=7)) == []


def test_the_same_files_come_of_any_number_of_processes(made: Path, tmp_path: Path) -> None:
    make_dataset(tmp_path, GAMES, SIZE, 3, workers=2)
    assert contents(tmp_path) == contents(made)


def test_another_seed_brings_other_games(made: Path, tmp_path: Path) -> None:
    make_dataset(tmp_path, GAMES, 2, 4, workers=1)
    assert not {game.moves for game in load_dataset(tmp_path).games()} & {
        game.moves for game in load_dataset(made).games()
    }


def test_after_ctrl_c_the_same_command_goes_on(made: Path, tmp_path: Path) -> None:
    broken_off = make_dataset(tmp_path, GAMES, SIZE, 3, workers=1, on_progress=stop_after(3))
    assert not broken_off.is_complete
    assert len(load_dataset(tmp_path, verify=True).manifest.shards) == 3
    kept = {path: path.stat().st_mtime_ns for path in tmp_path.glob("games/*.parquet")}
    assert make_dataset(tmp_path, GAMES, SIZE, 3, workers=1).is_complete
    assert contents(tmp_path) == contents(made)
    assert {path: path.stat().st_mtime_ns for path in kept} == kept


def test_a_damaged_shard_is_refused_and_played_again(made: Path, tmp_path: Path) -> None:
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    shard = tmp_path / "games" / "shard-0002.parquet"
    changed = bytearray(shard.read_bytes())
    changed[len(changed) // 3] ^= 1
    shard.write_bytes(changed)
    with pytest.raises(DatasetError, match=r"shard-0002\.parquet is damaged"):
        load_dataset(tmp_path, verify=True)
    shard.write_bytes(changed[: len(changed) // 2])
    with pytest.raises(DatasetError, match=r"shard-0002\.parquet is damaged"):
        list(load_dataset(tmp_path).games())
    shard.write_bytes((tmp_path / "games" / "shard-0003.parquet").read_bytes())
    with pytest.raises(DatasetError, match=r"shard-0002\.parquet is damaged"):
        list(load_dataset(tmp_path).positions())
    make_dataset(tmp_path, GAMES, SIZE, 3, workers=1)
    assert contents(tmp_path) == contents(made)


def test_a_folder_of_something_else_is_refused(made: Path, tmp_path: Path) -> None:
    before = contents(made)
    with pytest.raises(DatasetError, match=r"has another data set: “jardinet dataset .* --games 60 --seed 3”"):
        make_dataset(made, GAMES, SIZE, 4)
    assert contents(made) == before
    with pytest.raises(DatasetError, match="holds no data set"):
        load_dataset(tmp_path)
    (tmp_path / MANIFEST).write_text("{}", encoding="utf-8")
    with pytest.raises(DatasetError, match="is not a manifest of the form jardinet-dataset-1 or jardinet-dataset-2"):
        load_dataset(tmp_path)


@pytest.mark.parametrize("name", GAMES)
def test_every_configuration_can_be_played_and_all_together_are_the_whole(name: str) -> None:
    rows = self_play_of(name)
    assert sum(row.share for row in rows) == pytest.approx(1)
    for row in rows:
        assert jardinet.load_game(name, **row.parameters)
        assert set(row.bots) <= set(bots_of(name))


def test_a_large_data_set_is_half_of_each_game_and_mixed_from_the_beginning() -> None:
    _, plan = planned(GAMES, 100_000, 1)
    assert sum(shard.games for shard in plan) == 100_000
    assert max(shard.games for shard in plan) == CHUNK
    of_game = Counter[str]()
    for shard in plan:
        of_game[shard.game] += shard.games
    assert set(of_game.values()) == {50_000}
    half = [shard for shard in plan if shard.first + shard.games <= 50_000]
    for shard in plan:
        alike = (shard.game, shard.parameters, shard.bots)
        whole, early = (
            sum(one.games for one in shards if (one.game, one.parameters, one.bots) == alike) for shards in (plan, half)
        )
        assert abs(early - whole / 2) <= CHUNK


@pytest.mark.parametrize(
    ("names", "games", "says"),
    [(GAMES, 0, "games must be at least 1"), (["chess"], 5, "chess"), (["fireflies"], 5, "no data set has Fireflies")],
)
def test_what_cannot_be_made_is_refused(tmp_path: Path, names: list[str], games: int, says: str) -> None:
    with pytest.raises(ParameterError, match=says):
        make_dataset(tmp_path / "new", names, games, 1)
    assert not (tmp_path / "new").exists()


def test_the_command_makes_one_of_a_single_game(tmp_path: Path) -> None:
    call = [GAMES[0].replace("_", "-"), "--output", str(tmp_path / "data"), "--games", "4", "--workers", "1"]
    done = CliRunner().invoke(command.app, call)
    assert done.exit_code == 0, done.output
    assert {game.game.name for game in load_dataset(tmp_path / "data").games()} == {GAMES[0]}
