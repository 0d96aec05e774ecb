"""Decisions of an analysed game, each with its position; and what kinds of decisions cost each seat how much."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import msgspec

from jardinet.analysis.model import AnalysedTurn, Analysis, Decision
from jardinet.analysis.turning_points import LEAST
from jardinet.games.api import Game, Move, NamedError, State


class KindTally(msgspec.Struct, frozen=True):
    """Decisions of one kind.

    Attributes:
        decisions: how many there were, among several actions each.
        cost: of all together, in shares of the victory, 0 or more.
    """

    decisions: int
    cost: float


@dataclass(frozen=True)
class JudgedDecision:
    """Decision of an analysed game.

    Attributes:
        state: the position, which nobody may change.
        turn: of the game.
        before: how many moves of the game had been played.
        decision: as the analysis has it.
        others: the decisions of the other seats at the same time.
    """

    state: State
    turn: AnalysedTurn
    before: int
    decision: Decision
    others: Sequence[Decision] = ()

    @property
    def is_own(self) -> bool:
        """Whether there was something to decide, and the seat's own player did."""
        return self.decision.played_by is None and self.decision.options > 1

    @property
    def kind(self) -> str:
        """The name of the error that it was, if it was one and has a name; else what kind of decision: see `State.decision_kind`."""
        seat = self.decision.seat
        if named := self.named:
            return named.kind
        return self.state.decision_kind(seat, self.state.string_to_action(seat, self.decision.action))

    @cached_property
    def named(self) -> NamedError | None:
        """The name of the error, and its proof: see `State.error_named`; None: it is no error to speak of, or has no name."""
        made = self.decision
        if made.cost < LEAST:
            return None
        action, best = (self.state.string_to_action(made.seat, text) for text in (made.action, made.best[0].action))
        likely = {one.seat: {choice.action: choice.chance for choice in one.best} for one in self.others}
        return self.state.error_named(made.seat, action, best, likely)


def judged_decisions(game: Game, moves: Sequence[Move], analysis: Analysis) -> Iterator[JudgedDecision]:
    """Every decision of a finished game, in order.

    Args:
        game: with its parameters.
        moves: all of it, chance included, as `State.history` lists it.
        analysis: of the same game.
    """
    state, listed = game.new_initial_state(), ((turn, one) for turn in analysis.turns for one in turn.decisions)
    for before, move in enumerate(moves):
        if not state.is_chance_node():
            here = state.clone()
            made = [next(listed) for _seat in here.acting_seats()]
            for turn, decision in made:
                others = [one for _turn, one in made if one is not decision]
                yield JudgedDecision(here, turn, before, decision, others)
        state.apply(move)


def kinds_of(game: Game, moves: Sequence[Move], analysis: Analysis) -> list[dict[str, KindTally]]:
    """By seat what each kind of its own player's decisions cost; arguments as in `judged_decisions`."""
    found: list[dict[str, KindTally]] = [{} for _ in analysis.accounts]
    for one in judged_decisions(game, moves, analysis):
        if one.is_own and one.kind:
            own = found[one.decision.seat]
            known = own.get(one.kind, KindTally(0, 0.0))
            own[one.kind] = KindTally(known.decisions + 1, round(known.cost + one.decision.cost, 6))
    return found
