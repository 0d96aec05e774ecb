"""Decisions of an analysed game, each with its position; and what kinds of decisions cost each seat how much."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from jardinet.analysis.model import AnalysedTurn, Analysis, Decision
from jardinet.games.api import Game, Move, State


class KindTally(msgspec.Struct, frozen=True):
    """Decisions of one kind.

    Attributes:
        decisions: how many there were, among several actions each.
        cost: of all together, in shares of the victory, 0 or more.
    """

    decisions: int
    cost: float


class JudgedDecision(NamedTuple):
    """Decision of an analysed game.

    Attributes:
        state: the position, which nobody may change.
        turn: of the game.
        before: how many moves of the game had been played.
        decision: as the analysis has it.
    """

    state: State
    turn: AnalysedTurn
    before: int
    decision: Decision

    @property
    def is_own(self) -> bool:
        """Whether there was something to decide, and the seat's own player did."""
        return self.decision.played_by is None and self.decision.options > 1

    @property
    def kind(self) -> str:
        """What kind of decision it was: see `State.decision_kind`."""
        seat = self.decision.seat
        return self.state.decision_kind(seat, self.state.string_to_action(seat, self.decision.action))


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
            for _seat in here.acting_seats():
                turn, decision = next(listed)
                yield JudgedDecision(here, turn, before, decision)
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
