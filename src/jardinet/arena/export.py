"""Export of a tournament's games as a table, one row per game: CSV, or Parquet (extra `study`) for many games."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import numpy as np

from jardinet.arena.tournament import TournamentOutcome
from jardinet.extras import extra


def columns_of(outcome: TournamentOutcome) -> dict[str, list[Any]]:
    """The columns of the table: deal and rotation from 0, the results of each seat from 1, the ending, turns and decisions.

    `bot1` is the bot in the first seat, `share1` its victories (one shared by k counts 1/k), `place1` and `points1` its
    place and match points (see `tournament.row_type`); `luck1`, if luck was counted, its luck.

    >>> from jardinet import load_game
    >>> from jardinet.arena.tournament import tournament
    >>> outcome = tournament(load_game("lucky_numbers"), ["random", "greedy"], 2, seed=1, workers=1)
    >>> columns_of(outcome)["bot1"]
    ['random', 'greedy', 'random', 'greedy']
    """
    rows, names = outcome.rows, np.array(outcome.bots, object)
    columns = {"deal": rows["deal"], "rotation": rows["rotation"]}
    for seat, share in enumerate(outcome.shares().T):
        columns[f"bot{seat + 1}"] = names[rows["bot"][:, seat]]
        columns[f"share{seat + 1}"] = share
        columns[f"place{seat + 1}"] = rows["place"][:, seat]
        columns[f"points{seat + 1}"] = rows["points"][:, seat]
        if outcome.is_adjusted:
            columns[f"luck{seat + 1}"] = rows["luck"][:, seat]
    told: dict[str, list[Any]] = {name: column.tolist() for name, column in columns.items()}
    return told | {
        "ending": [outcome.game.ends[number] for number in rows["end"].tolist()],
        "turns": rows["turns"].tolist(),
        "decisions": rows["decisions"].tolist(),
    }


def write_csv(outcome: TournamentOutcome, path: Path) -> None:
    """Write the table as CSV, in UTF-8, with a heading.

    Raises:
        OSError: it cannot be written.
    """
    columns = columns_of(outcome)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        writer.writerows(zip(*columns.values(), strict=True))


def write_parquet(outcome: TournamentOutcome, path: Path) -> None:
    """Write the table as Parquet.

    Raises:
        MissingExtraError: pyarrow is not installed.
        OSError: it cannot be written.
    """
    with extra("study"):
        import pyarrow as arrow
        from pyarrow import parquet
    parquet.write_table(arrow.table(columns_of(outcome)), path)
