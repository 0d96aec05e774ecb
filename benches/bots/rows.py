"""Rows of the bench, by the table of docs/bots.md that tells them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from benches.bots.chances import GOAL as CHANCES
from benches.bots.chances import calibrated
from benches.bots.hints import RIGHT, SMALL, TOLD, large_differences, large_leads, small_leads
from benches.bots.measured import Goal, Measure
from benches.bots.speed import analysing, decision, hinting, reading
from benches.bots.strength import against, committee_of_two, half_of_nash_conv, looking_once, read

from jardinet.bots.levels import levels_of
from jardinet.bots.lucky_numbers.master import shipped_net as net_of_lucky_numbers
from jardinet.bots.lucky_numbers.trainer import net_name
from jardinet.bots.maudits_criquets import NETS
from jardinet.bots.maudits_criquets.master import shipped_net as net_of_maudits_criquets
from jardinet.games import title_of

LUCKY, CRIQUETS = "lucky_numbers", "maudits_criquets"


@dataclass(frozen=True)
class Row:
    """Row of the bench.

    Attributes:
        name: what is measured: none is part of another one's, so that `--only` has each alone too.
        games: how many it takes; of times, how many are taken.
        measure: measures it.
        goal: what is aimed at; None: it is told for comparison.
        unit: of what is measured; empty for shares, and for half of NashConv.
        game: what is played.
        net: the shipped net with which it is measured; empty: with none.
        reads: whether the net of a reader can be given.
    """

    name: str
    games: int
    measure: Measure
    goal: Goal | None = None
    unit: str = ""
    game: str = ""
    net: str = ""
    reads: bool = False


def net_of(game: str, players: int) -> str:
    """The name of the net with which master plays."""
    return NETS[players] if game == CRIQUETS else net_name(players)


def row(
    game: str,
    players: int,
    what: str,
    games: int,
    measure: Measure,
    goal: Goal | None = None,
    *,
    variant: str = "",
    unit: str = "",
    net: str = "",
    reads: bool = False,
) -> Row:
    """A row that is measured with the net with which master plays, or another of the game's."""
    agreed = f"{players} players, {variant}" if variant else f"{players} players"
    name, net = f"{title_of(game)}, {agreed}: {what}", net or net_of(game, players)
    return Row(name, games, measure, goal, unit, game, net, reads)


def with_greedy(
    game: str, games: int, goal: Goal, variant: str = "", *, players: int = 2, **parameters: int | str
) -> Row:
    """Master against greedy; of three and more it is alone among those."""
    what = "master against greedy" if players == 2 else "master among greedy"
    measure = against(game, "master", "greedy", players=players, **parameters)
    return row(game, players, what, games, measure, goal, variant=variant)


def ladder(game: str, players: int, games: int) -> list[Row]:
    """Each level but the weakest against the one below it; of three and more it is alone among those."""
    goal = Goal(0.60, 0.75) if players == 2 else Goal(low=1 / players)
    met = "against" if players == 2 else "among"
    levels = levels_of(game)
    return [
        row(game, players, f"{better} {met} {worse}", games, against(game, better, worse, players=players), goal)
        for worse, better in pairwise(levels)
    ]


def calibrations(game: str, games: dict[int, int]) -> list[Row]:
    """How right master is about its chances, by so many games of each number of players."""
    return [
        row(game, players, "calibration of master", count, calibrated(game, players), CHANCES)
        for players, count in games.items()
    ]


def hints(game: str) -> list[Row]:
    """How right 200 hints are, with any number of players."""
    title, net = title_of(game), net_of(game, 2)
    return [
        Row(f"{title}, hints: {what}", 200, measure(game), goal, game=game, net=net)
        for what, measure, goal in (
            ("leads of 4 and more that were leads", large_leads, RIGHT),
            ("smaller leads, what came less what was told", small_leads, SMALL),
            ("differences of 4 and more that were told", large_differences, TOLD),
        )
    ]


def speeds(game: str, read_net: Callable[[], object]) -> list[Row]:
    """How quick master and the analysis are, with two players."""
    return [
        row(game, 2, "a decision of master", 10, decision(game), Goal(most=50), unit="ms"),
        row(game, 2, "reading the net of master", 20, reading(read_net), Goal(most=50), unit="ms"),
        row(game, 2, "a hint", 100, hinting(game), Goal(most=50), unit="ms"),
        row(game, 2, "analysing a game", 20, analysing(game), Goal(slowest=3), unit="s"),
    ]


# What a core of the machine of docs/bots.md plays out in 5, 20, 60 and 200 ms; then in ten times as long.
SEARCHES = [f"master:{rollouts}rollouts" for rollouts in (12, 48, 144, 480)]
LONG, LONGER = SEARCHES[-1], "master:4800rollouts"
BY_TIME = [row(LUCKY, 2, f"{bot} against none", 1000, against(LUCKY, bot, "master")) for bot in SEARCHES]
READ = Goal(most=0.55, high=0.56)

TABLES: dict[str, list[Row]] = {
    "levels, 2 players": [*ladder(LUCKY, 2, 2000), *ladder(CRIQUETS, 2, 2000)],
    "levels, 3 and 4 players": [
        *ladder(LUCKY, 3, 1200),
        *ladder(LUCKY, 4, 1200),
        *ladder(CRIQUETS, 3, 6000),
        *ladder(CRIQUETS, 4, 2000),
    ],
    "hints": [*hints(LUCKY), *hints(CRIQUETS)],
    "Lucky Numbers, strength": [
        with_greedy(LUCKY, 5000, Goal(low=0.745)),
        with_greedy(LUCKY, 2000, Goal(0.72), "Bruno's variant", bruno=True),
        with_greedy(LUCKY, 2000, Goal(0.72), "Michael's set-up", setup="michael"),
        with_greedy(LUCKY, 2000, Goal(0.72), "for points", utility="points"),
        with_greedy(LUCKY, 2100, Goal(1.6 / 3), players=3),
        with_greedy(LUCKY, 2000, Goal(1.6 / 4), players=4),
        row(
            LUCKY, 2, "master against one that looks once", 2500, against(LUCKY, "master", looking_once), Goal(low=0.5)
        ),
    ],
    "Lucky Numbers, time": [
        row(LUCKY, 2, f"{LONG} against greedy", 2000, against(LUCKY, LONG, "greedy"), Goal(low=0.77)),
        *BY_TIME,
        row(
            LUCKY,
            2,
            f"{LONGER} against a tenth of them",
            200,
            against(LUCKY, LONGER, LONG),
            Goal(most=0.52, is_adjusted=True),
        ),
    ],
    "Lucky Numbers, chances": calibrations(LUCKY, {2: 6000, 3: 4000, 4: 4000}),
    "Lucky Numbers, speed": speeds(LUCKY, partial(net_of_lucky_numbers.__wrapped__, 2)),
    "Maudits Criquets, strength": [
        with_greedy(CRIQUETS, 5000, Goal(0.73)),
        with_greedy(CRIQUETS, 6000, Goal(0.42), players=3),
        row(
            CRIQUETS,
            3,
            "master with the nets of 2 players among greedy",
            6000,
            against(CRIQUETS, committee_of_two, "greedy", players=3),
            net=NETS[2],
        ),
        with_greedy(CRIQUETS, 6000, Goal(0.33), players=4),
    ],
    "Maudits Criquets, readers": [
        row(CRIQUETS, 2, "a reader against master", 5000, read(), READ, reads=True),
        row(CRIQUETS, 2, "a reader that has learned against master", 10_000, read(learns=True), READ, reads=True),
        row(CRIQUETS, 2, "a reader against one of master's nets", 3000, read(1), reads=True),
        row(CRIQUETS, 2, "a reader against two of master's nets", 3000, read(2), reads=True),
        row(CRIQUETS, 2, "a reader against three of master's nets", 3000, read(3), reads=True),
    ],
    "Maudits Criquets, cut down": [
        Row(
            f"Maudits Criquets, cut down to {name}: half of NashConv",
            2_457_600,  # as many as the shipped nets of two have learned from
            half_of_nash_conv(name),
            Goal(most=most),
        )
        for name, most in {"numbers": 0.01, "specials": 0.03}.items()
    ],
    "Maudits Criquets, chances": calibrations(CRIQUETS, {2: 6000, 3: 4000, 4: 20_000}),
    "Maudits Criquets, speed": speeds(CRIQUETS, partial(net_of_maudits_criquets.__wrapped__, NETS[2])),
}
ROWS = [one for table in TABLES.values() for one in table]
