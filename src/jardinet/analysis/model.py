"""Analysis of a game as plain data: for faces, and for the JSON of `jardinet analyse --json`.

All figures are shares of the victory, 0 to 1, by the net; a *change* has one for each seat, and they sum to 0. All are
rounded to six decimals, so that machines with slightly different arithmetic give the same.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

SCHEMA = 3  # of the JSON; it rises when a field goes or changes its meaning


class Choice(msgspec.Struct, frozen=True):
    """Action that is best, or one of several that are.

    Attributes:
        action: its text, such as `place-b3`.
        chance: the probability that a perfect player takes it; 1 unless choices must be mixed.
    """

    action: str
    chance: float


class Decision(msgspec.Struct, frozen=True, omit_defaults=True):
    """Choice of one seat, judged by that seat's observation.

    Attributes:
        seat: whose, from 0.
        action: the text of what was played.
        best: the best actions, the likeliest first.
        options: how many actions were legal; 1: there was nothing to decide.
        worth: the value of the action for the seat.
        cost: by how much the best action was worth more to it; never negative.
        change: the effect of that difference on every seat.
        rollouts: how many the cost is based on, for this action and for the best one each; 0: on the net alone.
        doubt: half the width of the cost's 95 % interval; 0 without rollouts.
        played_by: the level of the bot that chose in a person's place; left out in JSON if the seat's own player chose.
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
        change: the luck of every seat: the value after them minus the exact mean over all possible outcomes.
    """

    outcomes: list[str]
    change: list[float]


class AnalysedTurn(msgspec.Struct, frozen=True):
    """Turn of the game, a line of its record.

    Attributes:
        number: from 1.
        seat: whose turn it was; None: everybody's.
        moves: how many moves of the game had been played when it was over.
        chances: the outcomes of chance.
        decisions: the choices.
        bids: the effect of the combination of simultaneous choices, beyond the value of each by itself.
        unexplained: the difference between the value of the position and its value one look later.
        values: of the position for every seat after the turn.
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
        start: the value of the game for it before the first tile.
        luck: its gain or loss by chance.
        bids: its gain by the combination of simultaneous choices: also chance, as long as nobody is predictable.
        errors: the cost of its own decisions for it, 0 or more.
        gifts: its gain by the errors of the others.
        unexplained: what the net cannot account for; neither luck nor skill.
        result: its share of the victory.
        adjusted: the result without luck and bids; it may lie outside of 0 to 1.
        decisions: how many it made itself among several actions.
        error_rate: the average cost of these; 0 if there were none.
        bot_errors: the cost for it of decisions that bots made in its player's place, 0 or more.
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
        schema: version of this format.
        game: which game: `lucky_numbers`.
        parameters: as `load_game` takes them.
        start: the value of the game for every seat before the first tile.
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
    """Analyses as a JSON list, indented, with a newline at the end: the output of `jardinet analyse --json` and of a server."""
    return msgspec.json.format(msgspec.json.encode(analyses)) + b"\n"
