"""Practice: the positions in which a player erred, the right answers, and the order in which they are repeated.

Storing and showing positions is left to the server and the terminal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

import msgspec
import numpy as np

from jardinet.analysis.decisions import JudgedDecision, judged_decisions
from jardinet.analysis.model import Analysis, Decision
from jardinet.analysis.turning_points import LEAST
from jardinet.bots.levels import load_evaluator
from jardinet.games.api import Game, IllegalActionError, Move, State
from jardinet.games.records import joined

MOST = 50  # positions that are kept for a person: the costliest
NEGLIGIBLE = 0.005  # shares of the victory: an action that costs less is as good as the best
SELDOM = 0.05  # share of a mixture: rarer actions are not listed, and must be as good by themselves
DEEPEST = 60  # positions that are judged along with one: a tile that is taken must still be placed

DECIMALS = 4

Key = TypeVar("Key")


class Judged(msgspec.Struct, frozen=True):
    """Position as it is judged for the seat that has to act in it.

    Attributes:
        costs: by the text of each legal action, how much less it is worth than the best, in shares of the victory; 0
            for every action of the mixture.
        mixture: the probability of each action that the strongest bot plays; a single action unless choices must be
            mixed.
    """

    costs: dict[str, float]
    mixture: dict[str, float]


class Position(msgspec.Struct, frozen=True):
    """Position in which a seat erred.

    Attributes:
        seat: that has to act, from 0.
        turn: of the game, from 1.
        before: how many moves of the game had been played.
        action: the text of what was played; "" in a puzzle, where nobody has erred.
        cost: how much less it was worth than the best, in shares of the victory.
        judged: the position under "", and the positions after the seat's own next actions under their texts
            (`take-13`).
        kind: of the decision, see `JudgedDecision.kind`; "" if nobody noted it.
        proof: what bears the name of the error out, see `NamedError`; empty if it has no name.
    """

    seat: int
    turn: int
    before: int
    action: str
    cost: float
    judged: dict[str, Judged]
    kind: str = ""
    proof: dict[str, int | str] = {}


class Progress(NamedTuple):
    """A person's progress with a position: its cost, the number of answers, and whether the last one was right."""

    cost: float
    tries: int = 0
    is_right: bool = False


def mistakes(game: Game, moves: Sequence[Move], analysis: Analysis) -> list[Position]:
    """The positions of a finished game in which a seat erred, in order, all seats together.

    An error counts from LEAST on, like a turning point, if the net is certain enough: if the unexplained part of the
    turn is less than the cost of the error. Actions of the mixture are no errors, and a bot's choice in a person's
    place is not theirs.

    Args:
        game: with its parameters.
        moves: all of it, chance included, as `State.history` lists it.
        analysis: of the same game.
    """
    found = [
        one
        for one in judged_decisions(game, moves, analysis)
        if one.is_own and LEAST <= one.decision.cost > abs(one.turn.unexplained[one.decision.seat])
    ]
    if not found:
        return []
    judged = judgements_of(game, [(one.state, one.decision.seat) for one in found])
    return [
        _position(one, own)
        for one, own in zip(found, judged, strict=True)
        if not is_right(own[""].costs[one.decision.action])
    ]


def _position(one: JudgedDecision, judged: Mapping[str, Judged]) -> Position:
    made, named = one.decision, one.named
    return Position(
        seat=made.seat,
        turn=one.turn.number,
        before=one.before,
        action=made.action,
        cost=made.cost,
        judged=_as_analysed(judged, made),
        kind=one.kind,
        proof=named.proof if named else {},
    )


def _as_analysed(judged: Mapping[str, Judged], decision: Decision) -> dict[str, Judged]:
    """The judgement of a position, with the cost of the played action taken from the analysis, which may come from rollouts."""
    costs = {**judged[""].costs, decision.action: round(decision.cost, DECIMALS)}
    return {**judged, "": Judged(costs, judged[""].mixture)}


def cost_of(position: Position, texts: Sequence[str]) -> float:
    """The cost of an answer, one action or several of the seat's own in a row, in shares of the victory.

    Raises:
        IllegalActionError: it cannot be played there.
    """
    if not texts:
        raise IllegalActionError("nothing-answered", "no action is answered: at least one is needed.")
    total = 0.0
    for number, text in enumerate(texts):
        judged = position.judged.get(" ".join(texts[:number]))
        if judged is None or text not in judged.costs:
            raise IllegalActionError("not-in-position", "{action} cannot be played in this position.", action=text)
        total += judged.costs[text]
    return total


def is_right(cost: float) -> bool:
    """Whether an answer of this cost is as good as the best."""
    return cost <= NEGLIGIBLE


def coming(progress: Mapping[Key, Progress]) -> list[Key]:
    """The positions not yet answered rightly, in order of practice: the least tried first, then the costliest."""
    to_come = [key for key, one in progress.items() if not one.is_right]
    return sorted(to_come, key=lambda key: (progress[key].tries, -progress[key].cost))


def kept(progress: Mapping[Key, Progress]) -> list[Key]:
    """The positions of a person to keep, at most MOST: first those not yet right, the costliest first."""
    return sorted(progress, key=lambda key: (progress[key].is_right, -progress[key].cost))[:MOST]


def judgements_of(game: Game, asked: Sequence[tuple[State, int]]) -> list[dict[str, Judged]]:
    """The judgements of positions, each for a seat, and of those in which that seat goes on; see `Position.judged`."""
    reached = [dict(_followed(state, seat)) for state, seat in asked]
    seats = [seat for (_, seat), paths in zip(asked, reached, strict=True) for _path in paths]
    positions = [(state, path) for paths in reached for path, state in paths.items()]
    records = joined([state.observation(seat) for (state, _), seat in zip(positions, seats, strict=True)])
    found = load_evaluator(game).evaluate(records, np.array(seats, np.int64))
    told = list[Judged]()
    for k, ((state, _path), seat) in enumerate(zip(positions, seats, strict=True)):
        value, worth, mixture = float(found.values[k, seat]), found.action_values[k], found.mixtures[k]
        best = value if state.is_simultaneous_node() else float(np.nanmax(worth))
        texts = {action: state.action_to_string(seat, action) for action in state.legal_actions(seat)}
        costs = {
            text: 0.0 if mixture[action] >= SELDOM else round(max(0.0, best - float(worth[action])), DECIMALS)
            for action, text in texts.items()
        }
        played = {text: round(float(mixture[action]), DECIMALS) for action, text in texts.items() if mixture[action]}
        told.append(Judged(costs, played))
    every = iter(told)
    return [{path: next(every) for path in paths} for paths in reached]


def _followed(state: State, seat: int) -> Iterator[tuple[str, State]]:
    """A position, and those that the seat alone can reach before anybody else or chance moves; at most DEEPEST."""
    waiting = [("", state)]
    for path, one in waiting:
        yield path, one
        if one.is_simultaneous_node():
            continue
        for action in one.legal_actions(seat):
            after = one.clone()
            after.apply_action(action)
            if after.current_player() == seat and len(waiting) < DEEPEST:
                waiting.append((f"{path} {one.action_to_string(seat, action)}".strip(), after))
