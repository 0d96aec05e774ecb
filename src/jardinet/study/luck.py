"""Chapter: how much of a result is luck, and how often the better player wins."""

from __future__ import annotations

import numpy as np

from jardinet import plots
from jardinet.bots.levels import levels_of
from jardinet.games import title_of
from jardinet.study.chapters import Chapter, ChapterPage
from jardinet.study.figures import Figure, judged, percent, variance_share
from jardinet.study.layer import studied_games
from jardinet.study.playing import HEADINGS
from jardinet.study.study import Study

WEAKER = ("expert", "skilled", "casual")  # opponents of master
EQUALS = ("master", "skilled")  # levels that play against themselves
BIDS = "How bids met carries {share}: that is chance too, as long as nobody can be read."


def _fill(study: Study, page: ChapterPage) -> None:
    page.say(
        "Two questions hide in “how much of it is luck?”. How much of what made *this* game end as it did was luck? And how",
        "often does the better player win *a* game? All games here are games of two.",
    )
    page.heading("What a result is made of")
    page.say(
        "Two equal bots play, and every game is explained from the seat of the first player: what the tiles or cards brought,",
        "what it meant that bids met as they did, what both players' errors cost and gave, and what the net cannot account",
        "for ([how](../analysis.md)). Each heading carries a part of the variance of the results, its covariance with the",
        "result; the parts add up to 100 %. Errors are errors in the judgement of `master`, so `master` makes none.",
    )
    parts = _parts(study, page)
    page.table(
        ["", *HEADINGS, "games"],
        [
            [name, *(percent(one, 0) if one.low < one.high else "–" for one in figures), str(figures[0].n)]
            for name, figures in parts.items()
        ],
    )
    page.plot(
        "parts",
        plots.stacked(
            "What the result of a game of two is made of",
            "part of the variance of the results",
            HEADINGS,
            [(name, [max(0.0, one.value) for one in figures]) for name, figures in parts.items()],
            lambda value: f"{value:.0%}",
        ),
        "Bars of luck, bids, errors and what is unexplained, as in the table above",
    )
    for game in studied_games():
        by_luck, by_bids = (page.figures[f"{game}.{name}.master"] for name in ("luck", "bids"))
        page.conclude(
            f"{title_of(game)}: between two masters luck carries {percent(by_luck, 0)} of the variance of the results,",
            judged(
                by_luck,
                0.5,
                above="more than all the rest.",
                below="less than all the rest.",
                open_="and these games do not tell whether that is more than all the rest.",
            ),
            *([BIDS.format(share=percent(by_bids, 0))] if by_bids.high > 0 else []),
        )
    page.heading("How often the better player wins")
    page.say(
        "`master` against weaker bots, each deal played from both seats, so that neither the tiles nor who begins favours one;",
        "and what chance brought is taken off ([how](../write-a-bot.md#what-is-told)).",
        "A player of the same strength would win half.",
    )
    for game in studied_games():
        agreed = study.game(game, players=2)
        found = [
            (other, page.figure(f"{game}.master-against-{other}", study.against(agreed, "master", other)))
            for other in WEAKER
            if other in levels_of(game)
        ]
        page.table(
            [f"{title_of(game)}: master against", "share of the victories", "deals"],
            [[f"`{other}`", percent(one), str(one.n)] for other, one in found],
        )
        page.plot(
            game,
            plots.intervals(
                f"{title_of(game)}: victories of master",
                "share of the victories",
                [(f"against {other}", one) for other, one in found],
                plots.in_percent,
                0.5,
            ),
            f"Shares of the victories of master in {title_of(game)} with their intervals, as in the table above",
        )
        page.command(
            f"jardinet arena {game.replace('_', '-')} --bots master,{found[-1][0]} --games {study.games} --seed {study.seed}"
        )
        page.conclude(_told(title_of(game), *found[-1]))


def _parts(study: Study, page: ChapterPage) -> dict[str, list[Figure]]:
    """The parts of the variance, by game and level."""
    found = {}
    for game in studied_games():
        agreed = study.game(game, players=2)
        for level in EQUALS:
            rows = study.ledgers(agreed, level)
            result = np.ascontiguousarray(rows["result"])
            found[f"{title_of(game)}, {level}"] = [
                page.figure(f"{game}.{name}.{level}", variance_share(np.ascontiguousarray(rows[name]), result))
                for name in HEADINGS
            ]
    return found


def _told(title: str, other: str, share: Figure) -> str:
    told = f"{title}: `master` wins {percent(share)} of its games against `{other}`"
    return judged(
        share,
        0.5,
        above=f"{told}; the rest is left to the weaker player.",
        below=f"{told}, which is less than half.",
        open_=f"{told}: too few games to tell whether that is more than half.",
    )


CHAPTER = Chapter("luck", "How much is luck?", _fill)
