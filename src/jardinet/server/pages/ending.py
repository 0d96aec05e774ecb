"""End of a game as pages tell it: who won, by how much and why, the ranking, and where the game can be seen again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from jardinet.bots.levels import levels_of
from jardinet.server.analyses.runner import can_be_analysed
from jardinet.server.boards.context import AnyContext
from jardinet.server.pages.forms import table_url
from jardinet.server.tables.table import TableState
from jardinet.server.tables.table_game import TableGame
from jardinet.words.game_words import AnyWords, Outcome
from jardinet.words.language import Language


class Ending(NamedTuple):
    """End of a game, for the template.

    Attributes:
        verdict: who won the match if it has ended with the game, else who won the game.
        outcome: how the game itself ended.
        winners: the seats that won it.
        is_won: whether one of the reader's seats did.
        replay: the address of the game from its first turn on.
        picture: that of the final boards as an SVG.
        review: the address of the game's review, its moments and then luck and errors; empty if nothing can judge it.
        score: how many tables in a row of rematches each has won, in a line; empty at the first one.
        next_level: the level to play against next, after two victories in a row against the one before it; empty: none.
        practice: the address of the positions in which the reader erred most; empty if there are none, or none is known yet.
    """

    verdict: str
    outcome: Outcome
    winners: list[int]
    is_won: bool
    replay: str
    picture: str
    review: str
    practice: str
    score: str = ""
    next_level: str = ""


def ending_of(
    context: AnyContext, earlier: Sequence[Sequence[int]] = (), *, may_practise: bool = False
) -> Ending | None:
    """The end of the game that a table's page shows; None while it runs.

    Args:
        context: of the board.
        earlier: the winners at the tables of which this is the rematch, the latest first.
        may_practise: whether the reader erred in it.
    """
    table, game = context.table, context.game
    if not context.state.is_terminal():
        return None
    outcome, winners = outcome_of(game, context.words, context.seat), context.state.winners()
    match = table.match if table.match and table.match.is_over else None
    return Ending(
        verdict=context.words.match_verdict(match.winners) if match else outcome.verdict,
        outcome=outcome,
        winners=winners,
        is_won=any(seat in winners for seat in context.seats),
        replay=replay_url(table.id, game.number),
        picture=picture_url(table.id, game, context.language),
        review=review_url(table, game),
        practice=practice_url(table.id, game.number) if may_practise else "",
        score=_score(context, earlier),
        next_level=_next_level(context, earlier),
    )


def _score(context: AnyContext, earlier: Sequence[Sequence[int]]) -> str:
    """See Ending: `You 2 : 1 Ada` for two, and a name with its number for each of more; several who win share nothing."""
    if not earlier or not context.table.is_over:
        return ""
    won = Counter(seat for winners in (context.table.winners, *earlier) for seat in winners)
    names = [context.words.heading(seat) for seat in range(len(context.names))]
    if len(names) == 2:
        return f"{names[0]} {won[0]}\u00a0:\u00a0{won[1]} {names[1]}"
    return " · ".join(f"{name} {won[seat]}" for seat, name in enumerate(names))


def _next_level(context: AnyContext, earlier: Sequence[Sequence[int]]) -> str:
    """See Ending; for one person against one bot."""
    table = context.table
    bots = [seat.level for seat in table.seats if seat.level and not seat.person]
    has_won = len(context.seats) == 1 and [*table.winners] == [*context.seats]
    if not (has_won and earlier and [*earlier[0]] == [*context.seats] and len(bots) == 1 and len(table.seats) == 2):
        return ""
    levels = levels_of(table.agreement.game)
    stronger = levels[levels.index(bots[0]) + 1 :] if bots[0] in levels else []
    return next(iter(stronger), "")


def picture_url(table_id: str, game: TableGame, language: Language) -> str:
    """The address of a picture of a game's position as it is now, with its words in a language."""
    assert game.state
    turns = len(game.state.get_game().turns([one.move for one in game.log]))
    return f"{table_url(table_id)}/picture/{game.number}/{turns}.svg?lang={language.code}"


def replay_url(table_id: str, number: int) -> str:
    """The address of a game of a table, turn by turn."""
    return f"{table_url(table_id)}/replay/{number}"


def review_url(table: TableState, game: TableGame) -> str:
    """The address of a game's review; empty while it runs, and if nothing can judge it."""
    return f"{table_url(table.id)}/review/{game.number}" if can_be_analysed(table, game) else ""


def analysis_url(table: TableState, game: TableGame) -> str:
    """The address of a game's analysis; empty while it runs, and if nothing can judge it."""
    return f"{table_url(table.id)}/analysis/{game.number}" if can_be_analysed(table, game) else ""


def practice_url(table_id: str, number: int) -> str:
    """The address at which somebody practises a game of a table."""
    return f"/practice?table={table_id}&game={number}"


def outcome_of(game: TableGame, words: AnyWords, viewer: int | None) -> Outcome:
    """How a finished game ended, as a seat may know it; None: a spectator."""
    assert game.state
    return words.outcome(game.state.view(viewer), [event for one in game.log for event in one.events_for(viewer)])
