"""Games of an arena's file as games of a ladder."""

from pathlib import Path

import pytest

from jardinet.arena.export import write_csv
from jardinet.arena.tournament import tournament
from jardinet.games import load_game
from jardinet.games.parameters import GameError
from jardinet.ratings.arena_file import games_in
from jardinet.ratings.ladder import Ladder
from jardinet.ratings.yardstick import load_yardstick


def test_all_games_of_an_arena_count_and_have_the_places_of_its_rows(tmp_path: Path) -> None:
    outcome = tournament(load_game("lucky_numbers", players=3), ["random", "greedy"], 40, seed=1, workers=1)
    write_csv(outcome, tmp_path / "games.csv")
    games, yardstick = games_in(tmp_path / "games.csv"), load_yardstick("lucky_numbers")
    assert yardstick
    assert [[seat.place for seat in one.seats] for one in games] == outcome.rows["place"].tolist()
    assert [one.order for one in games] == sorted(one.order for one in games)
    ladder = Ladder(yardstick)
    twice = [len({seat.person for seat in one.seats}) < 3 for one in games]
    assert all(twice)  # of two bots one has two of three seats
    assert all(ladder.add(one) is None for one in games)


def test_games_of_two_bots_rate_them(tmp_path: Path) -> None:
    outcome = tournament(load_game("lucky_numbers"), ["random", "greedy"], 60, seed=1, workers=1)
    write_csv(outcome, tmp_path / "games.csv")
    yardstick = load_yardstick("lucky_numbers")
    assert yardstick
    ladder = Ladder(yardstick)
    assert all(ladder.add(one) is not None for one in games_in(tmp_path / "games.csv"))
    assert ladder.ratings["greedy"].value > ladder.ratings["random"].value + 100
    assert ladder.ratings["greedy"].games == len(outcome.rows)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("deal,bot1\n", 1),
        ("bot1,bot2,place1\na,b,1\n", 2),
        ("bot1,place1,bot2,place2\na,1,b,2\na,1,b,x\n", 3),
        ("bot1,place1,bot2,place2\na,1,b,3\n", 2),
        ("bot1,place1,bot2,place2\na,1\n", 2),
    ],
)
def test_another_file_is_refused_with_the_line(tmp_path: Path, text: str, line: int) -> None:
    (tmp_path / "games.csv").write_text(text)
    with pytest.raises(GameError, match=f"line {line} of "):
        games_in(tmp_path / "games.csv")


@pytest.mark.parametrize("row", [b"caf\xe9,1,b,2\n", b"a\0,1,b,2\n", b"x" * 200_000 + b",1,b,2\n"])
def test_so_is_one_that_is_no_text_or_has_an_endless_field(tmp_path: Path, row: bytes) -> None:
    (tmp_path / "games.csv").write_bytes(b"bot1,place1,bot2,place2\na,1,b,2\n" + row)
    with pytest.raises(GameError, match="line 3 of "):
        games_in(tmp_path / "games.csv")
