"""Tables of the bench of ratings, in Markdown, and their place in docs/ratings.md."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from benches.ratings.measures import Foretold, OwnFit

from jardinet.arena.benchmark.results import without_nought
from jardinet.games import title_of
from jardinet.ratings.yardstick import Yardstick

MARKED = re.compile(r"<!-- table: (.+?) -->\n.*?<!-- end of table -->\n", re.DOTALL)


def written(page: str, tables: Mapping[str, str]) -> str:
    """A page with these tables at their marks; marks of other tables stay as they are."""

    def fill(mark: re.Match[str]) -> str:
        content = tables.get(mark[1])
        return f"<!-- table: {mark[1]} -->\n\n{content}\n\n<!-- end of table -->\n" if content else mark[0]

    return MARKED.sub(fill, page)


def levels_table(yardsticks: Sequence[Yardstick]) -> str:
    """Every level's strength with its ±, a line for each game and number of players; behind it the factor."""
    names = list(yardsticks[0].levels)
    lines = [["", *(f"`{name}`" for name in names), "games", "factor"]]
    for yardstick in yardsticks:
        for sizing in yardstick.sizings:
            strengths = [
                f"{one.strength:.0f}" + (f" ± {one.doubt:.0f}" if one.error else "") for one in sizing.levels.values()
            ]
            factor, doubt = yardstick.factor(sizing.players), yardstick.factor_doubt(sizing.players)
            told = without_nought(factor, 2) + (f" ± {without_nought(doubt, 2)}" if doubt else "")
            lines.append([_heading(yardstick.game, sizing.players), *strengths, f"{sizing.games:,}", told])
    return _table(lines)


def loss_table(found: Mapping[tuple[str, int], Mapping[str, Foretold]]) -> str:
    """What forecasts lose: of the static fit in nats, of all others how much more."""
    names = list(next(iter(found.values())))
    lines = [["", *(_heading(*contest) for contest in found)]]
    for name in names:
        cells = []
        for losses in found.values():
            one = losses[name]
            cells.append(
                without_nought(one.loss, 4)
                if name == names[0]
                else f"{'+' if one.more >= 0 else '−'}{without_nought(abs(one.more), 4)} ± {without_nought(one.error, 4)}"
            )
        lines.append([name, *cells])
    return _table(lines)


def order_table(found: Mapping[tuple[str, int], Mapping[str, int | None]], most: Mapping[tuple[str, int], int]) -> str:
    """Games until the order of the levels is right."""
    names = dict.fromkeys(name for one in found.values() for name in one)
    lines = [["", *(_heading(*contest) for contest in found)]]
    for name in names:
        cells = [_games(one.get(name, 0), most[contest]) for contest, one in found.items()]
        lines.append([name, *cells])
    return _table(lines)


def own_table(found: Mapping[tuple[str, int], Mapping[str, Mapping[int, OwnFit]]]) -> str:
    """How well a level is known after some games of one's own."""
    counts = sorted({count for one in found.values() for fits in one.values() for count in fits})
    lines = [["", "", *(f"{count} games" for count in counts)]]
    for contest, kinds in found.items():
        for kind, fits in kinds.items():
            cells = [_fit(fits[count]) if count in fits else "" for count in counts]
            lines.append([_heading(*contest), kind, *cells])
    return _table(lines)


def _fit(fit: OwnFit) -> str:
    return f"± {fit.doubt:.0f}, off by {fit.error:.0f}, {100 * fit.covered:.0f} % within"


def _games(count: int | None, most: int) -> str:
    if count == 0:
        return "–"
    return f"more than {most:,}" if count is None else f"{count:,}"


def _heading(game: str, players: int) -> str:
    return f"{title_of(game)}, {players} players"


def _table(lines: Sequence[Sequence[str]]) -> str:
    ruled = [lines[0], ["---"] * len(lines[0]), *lines[1:]]
    return "\n".join(f"| {' | '.join(line)} |".replace("|  |", "| |") for line in ruled)
