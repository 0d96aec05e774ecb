"""Files of the arena in the hands of others: data frames, databases and trainers read them with the lines of docs/dataset.md.

pyarrow is always there; pandas, Polars, DuckDB and datasets are tried where they are installed, and by `make test-versions`.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import sqlite3
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from tests.kit.stores import postgresql_url

import jardinet
from jardinet.arena.dataset import SHARDS, load_dataset
from jardinet.arena.export import columns_of
from jardinet.arena.self_play import COLUMNS, make_dataset
from jardinet.arena.tournament import tournament

PAGE = (Path(__file__).parents[2] / "docs" / "dataset.md").read_text(encoding="utf-8")
LINES = dict(re.findall(r"^\| `import ([a-z.]+)` \| `(.+)` \|$", PAGE, re.MULTILINE))
# What each makes of the lines, as plain rows of (number, moves, ending).
ROWS = {
    "pandas": "games[['number', 'moves', 'ending']].itertuples(index=False)",
    "pyarrow.dataset": "zip(*(games[name].to_pylist() for name in ('number', 'moves', 'ending')))",
    "polars": "games.select('number', 'moves', 'ending').iter_rows()",
    "duckdb": "duckdb.sql('select number, moves, ending from games').fetchall()",
    "datasets": "((game['number'], game['moves'], game['ending']) for game in games)",
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a data set called `data`."""
    folder = tmp_path_factory.mktemp("made")
    make_dataset(folder / "data", ["lucky_numbers", "maudits_criquets"], 24, 3, workers=1)
    return folder


def test_the_page_has_a_line_for_every_reader() -> None:
    assert set(LINES) == set(ROWS)


@pytest.mark.parametrize("module", ROWS)
def test_the_line_of_the_page_reads_the_whole_folder(module: str, made: Path) -> None:
    if importlib.util.find_spec(module.partition(".")[0]) is None:
        pytest.skip(f"{module} is not installed here")
    code = (
        f"import json, {module}\n{LINES[module]}\n"
        f"print(json.dumps([[int(n), [int(a) for a in moves], end] for n, moves, end in {ROWS[module]}]))"
    )
    surroundings = {
        **os.environ,
        "HF_HUB_OFFLINE": "1",
        "HF_HOME": str(made / "cache"),
        "HF_DATASETS_DISABLE_PROGRESS_BARS": "1",
    }
    told = subprocess.run(
        [sys.executable, "-c", code], cwd=made, env=surroundings, capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stderr
    expected = [[game.number, flat(game.moves), game.end] for game in load_dataset(made / "data").games()]
    assert sorted(json.loads(told.stdout.splitlines()[-1])) == expected


def flat(moves: tuple[int | tuple[int, ...], ...]) -> list[int]:
    return [action for move in moves for action in (move if isinstance(move, tuple) else (move,))]


def test_nothing_but_shards_lies_among_the_shards(made: Path) -> None:
    data = load_dataset(made / "data")
    shards = {made / "data" / shard.file for shard in data.manifest.shards}
    assert set((made / "data" / SHARDS).rglob("*")) == shards
    assert {path.suffix for path in shards} == {".parquet"}


def names_of_columns() -> list[str]:
    """Every column of every table that the arena writes."""
    played = tournament(jardinet.load_game("lucky_numbers", players=4), ["random", "greedy"], 4, 1, workers=1)
    adjusted = tournament(jardinet.load_game("lucky_numbers"), ["random", "greedy"], 2, 1, workers=1, adjusted=True)
    return [*dict.fromkeys([*COLUMNS, *columns_of(played), *columns_of(adjusted)])]


def test_no_column_is_a_reserved_word_of_a_database() -> None:
    names = names_of_columns()
    query = f"select {', '.join(names)} from games where {' = '.join(names[:2])} order by {', '.join(names)}"
    making = f"create table games ({', '.join(f'{name} text' for name in names)})"
    with sqlite3.connect(":memory:") as sqlite:
        sqlite.execute(making)
        assert sqlite.execute(query).fetchall() == []
    with psycopg.connect(urlsplit(postgresql_url())._replace(scheme="postgresql").geturl()) as postgresql:
        postgresql.execute(making.replace("create table", "create temporary table"))
        assert postgresql.execute(query).fetchall() == []
        words = postgresql.execute(
            "select word from pg_get_keywords() where catcode <> 'U' and word = any(%s)", [names]
        )
        assert words.fetchall() == []


def test_no_column_is_a_reserved_word_of_duckdb() -> None:
    duckdb = pytest.importorskip("duckdb")
    reserved = duckdb.sql(
        "select keyword_name from duckdb_keywords() where keyword_category <> 'unreserved'"
    ).fetchall()
    assert "end" in {word for (word,) in reserved}
    assert not {word for (word,) in reserved} & set(names_of_columns())
