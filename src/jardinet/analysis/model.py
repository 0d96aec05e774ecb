"""Analysis of a game as plain data: what faces show, and the JSON that `jardinet analyse --json` prints.

All figures are shares of the victory, 0 to 1, as the net sees them; a *change* has one for each seat, and over all seats
it sums to 0. All are rounded to six decimals, so that machines that reckon slightly differently tell the same.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

SCHEMA = 3  # of the JSON; it rises when a field goes or changes its meaning


class Choice(msgspec.Struct, frozen=True):
    """Action that is best, or one of several that are.

    Attributes:
        action: its text, such as `place-b3`.
        chance: how likely a perfect player takes it, 1 where nothing needs to be kept secret.
    """

    action: str
    chance: float


class Decision(msgspec.Struct, frozen=True, omit_defaults=True):
    """Choice of one seat, judged by what that seat saw.

    Attributes:
        seat: whose, from 0.
        action: the text of what was played.
        best: what was best, the likeliest first.
        options: how many actions were legal; 1: there was nothing to decide.
        worth: what the action was worth to the seat.
        cost: how much more the best one was worth to it; never negative.
        change: what the difference meant to every seat.
        rollouts: from how many the cost is known, of this action and of the best one each; 0: from the net alone.
        doubt: half the width of the cost's 95 % interval; 0 where nothing was played on.
        played_by: the level of the bot that chose in a person's place; left out in JSON where the seat's own player chose.
    """

    seat: int
    action: str
    best: list[Choice]
    options: int
    worth: float
    cost: float
    change: list[float]
    rollouts: int
    doubt: float
    played_by: str | None = None


class Chance(msgspec.Struct, frozen=True):
    """Tiles or cards that chance brought, one after another, before anybody had to choose.

    Attributes:
        outcomes: their texts, such as `reveal-13`.
        change: what they were worth to every seat beyond the exact mean over all that might have come.
    """

    outcomes: list[str]
    change: list[float]


class AnalysedTurn(msgspec.Struct, frozen=True):
    """Turn of the game, a line of its record.

    Attributes:
        number: from 1.
        seat: whose it was; None: everybody's.
        moves: how many moves of the game had been played when it was over.
        chances: what chance brought.
        decisions: what was chosen.
        bids: what it meant that choices made at once met as they did, beyond what each was worth by itself.
        unexplained: how far what the position was said to be worth was not what it was found to be worth a moment later.
        values: what the position was worth to every seat after the turn.
    """

    number: int
    seat: int | None
    moves: int
    chances: list[Chance]
    decisions: list[Decision]
    bids: list[float]
    unexplained: list[float]
    values: list[float]


class SeatBalance(msgspec.Struct, frozen=True):
    """Balance of one seat: `start + luck + bids - errors - bot_errors + gifts + unexplained = result`.

    Attributes:
        seat: from 0.
        start: what the game was worth to it before the first tile.
        luck: what chance gave it, or took.
        bids: what it gained as choices made at once met: chance too, as long as nobody can be read.
        errors: what its own decisions cost it, 0 or more.
        gifts: what the errors of the others brought it.
        unexplained: what the net cannot account for; neither luck nor skill.
        result: its share of the victory.
        adjusted: the result without luck and bids; it may lie outside of 0 to 1.
        decisions: how many it made itself where it had a choice.
        error_rate: what one of them cost on average; 0 where there was none.
        bot_errors: what the decisions cost it that bots made in its player's place, 0 or more.
    """

    seat: int
    start: float
    luck: float
    bids: float
    errors: float
    gifts: float
    unexplained: float
    result: float
    adjusted: float
    decisions: int
    error_rate: float
    bot_errors: float


class Analysis(msgspec.Struct, frozen=True):
    """Analysis of a finished game.

    Attributes:
        schema: version of this form.
        game: which game: `lucky_numbers`.
        parameters: what was agreed, as `load_game` takes it.
        start: what the game was worth to every seat before the first tile.
        turns: in order.
        accounts: one a seat.
    """

    schema: int
    game: str
    parameters: dict[str, int | str | bool]
    start: list[float]
    turns: list[AnalysedTurn]
    accounts: list[SeatBalance]


def to_json(analyses: Sequence[Analysis]) -> bytes:
    """Analyses as a JSON list, indented, with a line's end: what `jardinet analyse --json` prints, and a server answers."""
    return msgspec.json.format(msgspec.json.encode(analyses)) + b"\n"
