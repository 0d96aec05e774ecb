"""Ledger of a finished game: every change from its value at the start to its result, under a heading.

Before chance moves, the value of a position is the mean over all outcomes; the difference to the value after the actual
outcome is *luck*. The value of a decision is that of its action if all play well after it; how much more the best
action was worth is its *error*. What is left is the difference between the value of a position and its value one look
later: it is the net's own inconsistency, and stays *unexplained*.

If the net calls an action an error but may be wrong, rollouts of that action and of the best one decide their
difference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from jardinet.analysis.chance import expectations, values_of
from jardinet.analysis.model import SCHEMA, AnalysedTurn, Analysis, Chance, Choice, Decision, SeatBalance
from jardinet.bots.evaluation import DeepEvaluator, Evaluator
from jardinet.bots.levels import load_evaluator
from jardinet.games.api import CHANCE, Game, Move, State
from jardinet.games.parameters import GameError
from jardinet.games.records import joined
from jardinet.play.record import PlayedFor

DECIMALS = 6
EQUAL = 1e-4  # bids whose values differ by less are equally good: mixtures are not more exact
PLAYED = 1e-3  # less likely bids of a mixture are not worth telling
# Range of costs of errors that rollouts check: a greater cost is certainly an error, a smaller one hardly matters.
UNSURE = (0.015, 0.12)
MOST = 16  # errors per game that are rolled out, the costliest
ROLLOUTS = 64  # of each action
TWO_SIDED = 1.96  # standard errors on each side of a 95 % interval

Values = NDArray[np.float64]


def analyse(
    game: Game, moves: Sequence[Move], rollouts: int = ROLLOUTS, played_for: Sequence[PlayedFor] = ()
) -> Analysis:
    """Analysis of a finished game by its strongest bot's evaluator; deterministic.

    Args:
        game: with its parameters.
        moves: all of it, chance included, as `State.history` lists it.
        rollouts: for each action that may be no error; less than 2: none, which takes half the time or less.
        played_for: bots' decisions in people's places, which are nobody's own errors.

    Raises:
        ParameterError: the game has no evaluator.
        GameError: the game is not over, or the moves break its rules.
    """
    return _analyst_of(game, rollouts).analyse(moves, played_for)


def check_over(state: State) -> None:
    """Raise GameError unless a game is over."""
    if not state.is_terminal():
        raise GameError("not-over-to-analyse", "the game is not over: only a finished one can be analysed.")


@lru_cache(maxsize=16)
def _analyst_of(game: Game, rollouts: int) -> Analyst:
    return Analyst(game, load_evaluator(game), rollouts)


class _Look(NamedTuple):
    """Position that is looked at, and what follows until the next look.

    Attributes:
        state: the position, which is never changed.
        before: how many moves had been played.
        moves: a decision, a joint decision, or moves of chance; empty at the end.
    """

    state: State
    before: int
    moves: list[Move]


class _Judged(NamedTuple):
    """Decision as the evaluator sees it: the values and probabilities of all actions, and the value of the position."""

    worth: Values
    mixture: Values
    value: Values


class _RolledOut(NamedTuple):
    """Result of rollouts of an action compared with the best one.

    Attributes:
        gain: the cost of the action by the net minus its cost by the rollouts; positive: the error is smaller.
        rollouts: the number of rollouts of each of the two actions.
        doubt: half the width of the 95 % confidence interval of the gain.
    """

    gain: float
    rollouts: int
    doubt: float


NOT_ROLLED_OUT = _RolledOut(0.0, 0, 0.0)


class _Known(NamedTuple):
    """The evaluator's results for a game.

    Attributes:
        values: of each look for every seat, shape (looks, players).
        decisions: by look and seat.
        together: by look, the value of the joint choice for every seat.
        rolled_out: by look and seat, for decisions in which the net may be wrong.
        bots: by number of moves played and seat, the level of the bot that decided in a person's place.
    """

    values: Values
    decisions: Mapping[tuple[int, int], _Judged]
    together: Mapping[int, Values]
    rolled_out: Mapping[tuple[int, int], _RolledOut]
    bots: Mapping[tuple[int, int], str]


class Analyst:
    """Analyst of games with the same parameters."""

    def __init__(self, game: Game, evaluator: Evaluator, rollouts: int = ROLLOUTS) -> None:
        """Judge by `evaluator`: the deeper its lookahead, the less stays unexplained.

        Args:
            game: with its parameters.
            evaluator: judges it; a `DeepEvaluator` also does rollouts where it may be wrong.
            rollouts: how many of each action; less than 2: none.
        """
        self._game = game
        self._evaluator = evaluator
        self._rollouts = rollouts

    def analyse(self, moves: Sequence[Move], played_for: Sequence[PlayedFor] = ()) -> Analysis:
        """Analysis of a finished game from its moves: see the function `analyse`."""
        bots = {(one.before, one.seat): one.level for one in played_for}
        looks = self._looks(moves)
        found = self._evaluations(looks)
        known = _Known(self._values(looks, found), found, self._together(looks), self._rolled_out(looks, found), bots)
        begun, turns = 0, []
        lines = zip(self._game.turns(moves), self._game.turn_ends(moves), strict=True)
        for number, (line, end) in enumerate(lines, 1):
            own = []
            while begun < len(looks) - 1 and looks[begun + 1].before <= end:
                own.append(begun)
                begun += 1
            turns.append(self._turn(number, line.seat, end, {k: looks[k] for k in own}, known))
        start = _listed(known.values[0])
        accounts = [_account(k, start[k], turns) for k in range(self._game.num_players())]
        return Analysis(SCHEMA, self._game.name, dict(self._game.parameters), start, turns, accounts)

    def _looks(self, moves: Sequence[Move]) -> list[_Look]:
        """The positions to evaluate: every decision, every position before chance, and the end."""
        state = self._game.new_initial_state()
        looks = list[_Look]()
        for before, move in enumerate(moves):
            if not (looks and state.is_chance_node() and looks[-1].state.is_chance_node()):
                looks.append(_Look(state.clone(), before, []))
            looks[-1].moves.append(move)
            state.apply(move)
        check_over(state)
        return [*looks, _Look(state, len(moves), [])]

    def _values(self, looks: Sequence[_Look], found: Mapping[tuple[int, int], _Judged]) -> Values:
        """The values of each look for every seat: shape (looks, players)."""
        values: Values = np.empty((len(looks), self._game.num_players()))
        chances = list[int]()
        for k, look in enumerate(looks):
            if look.state.is_terminal():
                values[k] = values_of(self._game, self._evaluator, look.state.records)[0]
            elif not look.state.is_chance_node():
                values[k] = found[k, look.state.acting_seats()[0]].value
            elif k == 0:
                values[k] = self._start
            else:
                chances.append(k)
        if chances:
            records = joined([looks[k].state.records for k in chances])
            values[chances] = expectations(self._game, self._evaluator, records)
        rounded: Values = values.round(DECIMALS)
        return rounded

    @cached_property
    def _start(self) -> Values:
        """The value of a game's start if chance moves first; the same for all games."""
        start: Values = expectations(self._game, self._evaluator, self._game.new_initial_state().records)[0]
        return start

    def _evaluations(self, looks: Sequence[_Look]) -> dict[tuple[int, int], _Judged]:
        """Every decision, by look and seat, judged by what that seat saw."""
        acting = [(k, seat) for k, look in enumerate(looks) for seat in look.state.acting_seats()]
        records = joined([looks[k].state.observation(seat) for k, seat in acting])
        found = self._evaluator.evaluate(records, np.array([seat for _, seat in acting], np.int64))
        return {
            at: _Judged(found.worth[k].round(DECIMALS), found.mixtures[k], found.values[k])
            for k, at in enumerate(acting)
        }

    def _rolled_out(
        self, looks: Sequence[_Look], found: Mapping[tuple[int, int], _Judged]
    ) -> dict[tuple[int, int], _RolledOut]:
        """The results of rollouts of the errors that may be none, by look and seat; deterministic."""
        if not isinstance(self._evaluator, DeepEvaluator) or self._rollouts < 2:
            return {}
        costs = {at: _cost(looks[at[0]], at[1], one) for at, one in found.items()}
        unsure = sorted((at for at, cost in costs.items() if UNSURE[0] <= cost <= UNSURE[1]), key=lambda at: -costs[at])
        rolled_out = dict[tuple[int, int], _RolledOut]()
        for k, seat in unsure[:MOST]:
            actions = np.array([_action_of(looks[k], seat), _best_of(looks[k], seat, found[k, seat])])
            generator = np.random.default_rng((k, seat))
            position = looks[k].state.observation(seat)
            changes = self._evaluator.roll_out(position, seat, actions, self._rollouts, generator)
            if len(changes):
                gains = changes[:, 0] - changes[:, 1]
                doubt = TWO_SIDED * gains.std(ddof=1) / np.sqrt(len(gains))
                rolled_out[k, seat] = _RolledOut(float(gains.mean()), len(gains), round(float(doubt), DECIMALS))
        return rolled_out

    def _together(self, looks: Sequence[_Look]) -> dict[int, Values]:
        """The values of joint choices for every seat, by look."""
        joint = {k: look.moves[0] for k, look in enumerate(looks) if look.state.is_simultaneous_node()}
        if not joint:
            return {}
        records = joined([looks[k].state.observation() for k in joint])
        values = self._evaluator.values_together(records, np.array(list(joint.values()), np.int64))
        return dict(zip(joint, values.round(DECIMALS), strict=True))

    def _turn(
        self, number: int, seat: int | None, moves: int, looks: Mapping[int, _Look], known: _Known
    ) -> AnalysedTurn:
        """The analysis of a turn; `looks` are its own."""
        players, values = self._game.num_players(), known.values
        chances, decisions = list[Chance](), list[Decision]()
        bids, unexplained = np.zeros(players), np.zeros(players)
        for k, look in looks.items():
            if look.state.is_chance_node():
                outcomes = [look.state.action_to_string(CHANCE, one) for one in look.moves if isinstance(one, int)]
                chances.append(Chance(outcomes, _listed(values[k + 1] - values[k])))
                continue
            said = values[k].copy()
            for one in look.state.acting_seats():
                rolled_out = known.rolled_out.get((k, one), NOT_ROLLED_OUT)
                made = _decision(look, one, values[k], known.decisions[k, one], rolled_out)
                decisions.append(replace(made, played_by=known.bots.get((look.before, one))))
                said += decisions[-1].change
            if k in known.together:
                bids += known.together[k] - said
                said = known.together[k]
            unexplained += values[k + 1] - said
        after = values[max(looks) + 1] if looks else values[0]
        return AnalysedTurn(
            number, seat, moves, chances, decisions, _listed(bids), _listed(unexplained), _listed(after)
        )


def _decision(look: _Look, seat: int, value: Values, judged: _Judged, rolled_out: _RolledOut) -> Decision:
    """The analysis of one seat's decision; `value` is the value of the position for every seat."""
    state, action = look.state, _action_of(look, seat)
    change = judged.worth[action] - value
    if rolled_out.rollouts:
        gain = min(rolled_out.gain, -change[seat])  # nothing is better than the best
        change = change + np.where(np.arange(len(change)) == seat, gain, -gain / (len(change) - 1))
    is_no_error = change[seat] >= -(EQUAL if state.is_simultaneous_node() or rolled_out.rollouts else 0)
    if is_no_error:  # with three and more a bid may even be better than the mixture it is drawn from
        change = np.zeros(len(change))
    if state.is_simultaneous_node():
        likely = [int(one) for one in np.argsort(-judged.mixture, kind="stable") if judged.mixture[one] > PLAYED]
        best = [Choice(state.action_to_string(seat, one), float(judged.mixture[one].round(3))) for one in likely]
    else:
        best = [Choice(state.action_to_string(seat, action if is_no_error else _best_of(look, seat, judged)), 1.0)]
    return Decision(
        seat=seat,
        action=state.action_to_string(seat, action),
        best=best,
        options=len(state.legal_actions(seat)),
        worth=float(judged.worth[action, seat]),
        cost=round(max(0.0, -float(change[seat])), DECIMALS),
        change=_listed(change),
        rollouts=rolled_out.rollouts,
        doubt=rolled_out.doubt,
    )


def _action_of(look: _Look, seat: int) -> int:
    """The action that a seat played."""
    (move,) = look.moves
    return move[seat] if isinstance(move, tuple) else move


def _best_of(look: _Look, seat: int, judged: _Judged) -> int:
    """The best action of a seat; of a mixture, the likeliest."""
    own = judged.mixture if look.state.is_simultaneous_node() else judged.worth[:, seat]
    return int(np.nanargmax(own))


def _cost(look: _Look, seat: int, judged: _Judged) -> float:
    """The cost of the action that was played: by how much the best one is worth more, by the net."""
    return float(judged.value[seat] - judged.worth[_action_of(look, seat), seat])


def _account(seat: int, start: float, turns: Sequence[AnalysedTurn]) -> SeatBalance:
    """The sums of all headings of the ledger for one seat."""
    decisions = [one for turn in turns for one in turn.decisions]
    made = [one for one in decisions if one.seat == seat and one.options > 1]
    own = [one for one in made if one.played_by is None]
    errors = round(sum((one.cost for one in own), 0.0), DECIMALS)
    luck = sum(one.change[seat] for turn in turns for one in turn.chances)
    bids = sum(turn.bids[seat] for turn in turns)
    result = turns[-1].values[seat]
    return SeatBalance(
        seat=seat,
        start=start,
        luck=round(luck, DECIMALS),
        bids=round(bids, DECIMALS),
        errors=errors,
        gifts=round(sum(one.change[seat] for one in decisions if one.seat != seat), DECIMALS),
        unexplained=round(sum(turn.unexplained[seat] for turn in turns), DECIMALS),
        result=result,
        adjusted=round(result - luck - bids, DECIMALS),
        decisions=len(own),
        error_rate=round(errors / len(own), DECIMALS) if own else 0.0,
        bot_errors=round(sum((one.cost for one in made if one.played_by is not None), 0.0), DECIMALS),
    )


def _listed(values: Values) -> list[float]:
    """The values as a list of floats, rounded to DECIMALS, without negative zeros."""
    return [round(float(value), DECIMALS) + 0.0 for value in values]
