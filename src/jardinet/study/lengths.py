"""Chapter: how long games are."""

from __future__ import annotations

from jardinet import plots
from jardinet.games import title_of
from jardinet.study.chapters import Chapter, ChapterPage
from jardinet.study.figures import mean_of, number, quantile_of
from jardinet.study.layer import STUDIES, studied_games
from jardinet.study.study import Study

BARS = 30  # of a histogram, about
SHARES = (0.05, 0.5, 0.95)  # quantiles of the number of turns


def _fill(study: Study, page: ChapterPage) -> None:
    page.say(
        "`master` plays all seats. Turns are those of all players together. A decision is whatever a player chooses, set-up",
        "included, even where there is one possibility alone; chance is not counted.",
    )
    for game in studied_games():
        page.heading(title_of(game))
        page.say(STUDIES.of(game).turn)
        _tell(study, page, game)


def _tell(study: Study, page: ChapterPage, game: str) -> None:
    rows, series = [], []
    for players in STUDIES.of(game).players:
        played = study.master(study.game(game, players=players))
        name = f"{game}.{players}-players"
        turns = page.figure(f"{name}.turns", mean_of(played["turns"]))
        decisions = page.figure(f"{name}.decisions", mean_of(played["decisions"]))
        most = [page.figure(f"{name}.turns-of-{share:.0%}", quantile_of(played["turns"], share)) for share in SHARES]
        rows.append(
            [str(players), number(turns), *(number(one, 0) for one in most), number(decisions), str(len(played))]
        )
        series.append((f"{players} players", played["turns"].tolist()))
        page.conclude(
            f"{title_of(game)} with {players} players: {number(turns)} turns and {number(decisions)} decisions."
        )
    heads = [f"{100 * share:.0f}\N{NO-BREAK SPACE}% of the games have at most" for share in SHARES]
    page.table(["players", "turns", *heads, "decisions", "games"], rows)
    spread = max(max(one) for _, one in series) - min(min(one) for _, one in series)
    page.plot(
        game,
        plots.histograms(f"{title_of(game)}: how long games are", "turns", series, max(1, round(spread / BARS))),
        f"How many turns games of {title_of(game)} have: a histogram for each number of players",
    )


CHAPTER = Chapter("lengths", "How long are the games?", _fill)
