"""Chapter: what the variants of a game change."""

from __future__ import annotations

import numpy as np

from jardinet import plots
from jardinet.games import title_of
from jardinet.study.chapters import Chapter, ChapterPage, made_by
from jardinet.study.figures import Figure, judged, mean_of, number, percent, share_of
from jardinet.study.layer import STUDIES, StudyVariant, studied_games
from jardinet.study.playing import Rows
from jardinet.study.study import Study

WEAKER = "skilled"  # opponent of master, to measure how much skill counts


def _fill(study: Study, page: ChapterPage) -> None:
    page.say(
        "Games of two, `master` against itself. All variants are played on the same shuffles, so a difference is reckoned",
        "shuffle by shuffle, and its interval is that of the mean difference. How much skill counts shows in how often",
        f"`master` beats `{WEAKER}`. Shares of victories are without luck ([how](../write-a-bot.md#what-is-told)), which narrows",
        "what is known of them and changes nothing in the mean.",
    )
    for game in studied_games():
        if len(STUDIES.of(game).variants) > 1:
            page.heading(title_of(game))
            if told := STUDIES.of(game).variants_told:
                page.say(told)
            _tell(study, page, game)


def _tell(study: Study, page: ChapterPage, game: str) -> None:
    variants = STUDIES.of(game).variants
    played = {one.name: study.master(study.game(game, one, 2)) for one in variants}
    told = {one.name: _figures(study, page, game, one, played[one.name]) for one in variants}
    names = list(next(iter(told.values())))
    page.table(["", *told], [[name, *(one[name] for one in told.values())] for name in names])
    page.plot(
        f"{game}-strength",
        plots.intervals(
            f"{title_of(game)}: victories of master against {WEAKER}",
            "share of the victories",
            [(one.name, page.figures[f"{game}.{one.name}.strength"]) for one in variants],
            plots.in_percent,
        ),
        f"How often master beats {WEAKER} in each variant, with intervals, as in the table above",
    )
    usual = variants[0]
    for variant in variants[1:]:
        turns = page.figure(
            f"{game}.{variant.name}.turns-more",
            mean_of(played[variant.name]["turns"] - played[usual.name]["turns"].astype(np.float64)),
        )
        page.conclude(
            f"{title_of(game)}, {variant.name}: {_conclusion(turns, usual)}",
            *_beginning(page, game, variant, played[variant.name], played[usual.name]),
            _skill(page, game, variant, usual),
        )
    page.command(
        f"jardinet arena {game.replace('_', '-')} --bots master,{WEAKER} --games {study.games} --seed {study.seed}"
        + made_by(variants[-1].parameters)
    )


def _figures(study: Study, page: ChapterPage, game: str, variant: StudyVariant, rows: Rows) -> dict[str, str]:
    """A column of the table, by row."""
    agreed = study.game(game, variant, 2)
    name = f"{game}.{variant.name}"
    told = {
        "turns": number(page.figure(f"{name}.turns", mean_of(rows["turns"]))),
        "decisions": number(page.figure(f"{name}.decisions", mean_of(rows["decisions"]))),
    }
    if "first" in agreed.parameters:
        share = mean_of(rows["without_luck"][:, 0])
        told["victories of the first player"] = percent(page.figure(f"{name}.first", share))
    ties = share_of([int((rows["share"].max(1) < 1).sum())], len(rows))
    told["shared victories"] = percent(page.figure(f"{name}.shared", ties))
    for end, text in agreed.ends.items():
        if len(agreed.ends) > 1:
            share = share_of([int((rows["end"] == end).sum())], len(rows))
            told[f"ended by {text.replace('-', ' ')}"] = percent(page.figure(f"{name}.end.{text}", share))
    strength = page.figure(f"{name}.strength", study.against(agreed, "master", WEAKER))
    told[f"`master` against `{WEAKER}`"] = percent(strength)
    told["games"] = str(len(rows))
    return told


def _conclusion(turns: Figure, usual: StudyVariant) -> str:
    return judged(
        turns,
        0,
        above=f"games are longer than with the {usual.name}, by {number(turns)} turns.",
        below=f"games are shorter than with the {usual.name}, by {number(turns.scaled(-1))} turns.",
        open_=f"that games get longer or shorter does not show, the difference is {number(turns)} turns.",
    )


def _beginning(page: ChapterPage, game: str, variant: StudyVariant, rows: Rows, usual: Rows) -> list[str]:
    """The effect of a variant on the seat that begins, if the game has one."""
    if f"{game}.{variant.name}.first" not in page.figures:
        return []
    more = page.figure(
        f"{game}.{variant.name}.first-more", mean_of(rows["without_luck"][:, 0] - usual["without_luck"][:, 0])
    )
    return [
        judged(
            more,
            0,
            above=f"Who begins wins more often than usual, by {number(more.scaled(100))} games in a hundred.",
            below=f"Who begins wins less often than usual, by {number(more.scaled(-100))} games in a hundred.",
            open_=f"That it changes what beginning is worth does not show: {number(more.scaled(100))} games in a hundred.",
        )
    ]


def _skill(page: ChapterPage, game: str, variant: StudyVariant, usual: StudyVariant) -> str:
    this, other = (page.figures[f"{game}.{one.name}.strength"] for one in (variant, usual))
    if this.low > other.high:
        return f"Skill counts for more: `master` beats `{WEAKER}` in {percent(this)} of the games, else in {percent(other)}."
    if this.high < other.low:
        return f"Skill counts for less: `master` beats `{WEAKER}` in {percent(this)} of the games, else in {percent(other)}."
    return (
        f"That skill counts for more or less does not show: `master` beats `{WEAKER}` in {percent(this)} of the games, else in "
        f"{percent(other)}."
    )


CHAPTER = Chapter("variants", "What do the variants change?", _fill)
