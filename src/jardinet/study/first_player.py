"""Chapter: the advantage of beginning."""

from __future__ import annotations

from jardinet import plots
from jardinet.games import title_of
from jardinet.study.chapters import Chapter, ChapterPage, made_by
from jardinet.study.figures import Figure, judged, mean_of, percent
from jardinet.study.layer import STUDIES, studied_games
from jardinet.study.study import Study


def _fill(study: Study, page: ChapterPage) -> None:
    page.say(
        "`master` plays all seats, so whoever wins more often than the others does so by where it sits. A victory that k players",
        "share counts 1/k for each. What the tiles brought beyond the mean is taken off ([how](../write-a-bot.md#what-is-told)):",
        "that changes nothing in the mean, and leaves less to chance.",
    )
    for game in studied_games():
        page.heading(title_of(game))
        if "first" in study.game(game).parameters:
            _tell(study, page, game)
        else:
            page.conclude(f"{title_of(game)} has no first player: all choose at once, so no seat differs from another.")


def _tell(study: Study, page: ChapterPage, game: str) -> None:
    layer, rows = STUDIES.of(game), []
    for players in layer.players:
        found = []
        for variant in layer.variants:
            share = mean_of(study.master(study.game(game, variant, players))["without_luck"][:, 0])
            found.append((variant.name, page.figure(f"{game}.{players}-players.{variant.name}", share)))
            rows.append([str(players), variant.name, percent(share), _verdict(share, players), str(share.n)])
        page.plot(
            f"{game}-{players}",
            plots.intervals(
                f"{title_of(game)}: victories of the first of {players} players",
                f"share of the victories; the line is 1/{players}",
                found,
                plots.in_percent,
                1 / players,
            ),
            f"Shares of the victories of the first of {players} players with their intervals, as in the table below",
        )
    page.table(["players", "played", "victories of the first player", "which is", "games"], rows)
    usual = layer.variants[0]
    for players in layer.players:
        page.conclude(_conclusion(page.figures[f"{game}.{players}-players.{usual.name}"], game, players))
    page.command(
        f"jardinet simulate {game.replace('_', '-')} --seats master,master --first 1 --games {study.games} "
        f"--seed {study.seed}{made_by(layer.variants[-1].parameters)}"
    )


def _verdict(share: Figure, players: int) -> str:
    return judged(
        share,
        1 / players,
        above="more than its part",
        below="less than its part",
        open_="not to be told from its part",
    )


def _conclusion(share: Figure, game: str, players: int) -> str:
    told = f"{percent(share)} of the victories"
    part = f"{100 / players:.3g}\N{NO-BREAK SPACE}%"
    return f"{title_of(game)} with {players} players: " + judged(
        share,
        1 / players,
        above=f"who begins wins more often than chance would have it, {told} instead of {part}.",
        below=f"who begins wins less often than chance would have it, {told} instead of {part}.",
        open_=f"that it pays to begin, or costs, does not show: {told}, where {part} would be chance.",
    )


CHAPTER = Chapter("first-player", "What is it worth to begin?", _fill)
