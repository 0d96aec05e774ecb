"""The value of a whole small game of Lucky Numbers for two: every deal and every set-up, with the solver of endings behind them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement
from math import comb, prod

from jardinet.bots.lucky_numbers.endings import CLOSED, EndingSolver
from jardinet.games.api import Game, State
from jardinet.games.lucky_numbers.rules import SETUP_PLACING
from jardinet.games.parameters import GameError

Hands = tuple[tuple[int, ...], tuple[int, ...]]  # of the seat that begins, and of the other, rising


def value_of(game: Game, tell: Callable[[int, int], None] | None = None) -> float:
    """The share of the victory of the seat that begins, before anything is dealt, if both play perfectly.

    Args:
        game: of two, with the standard set-up and without Bruno's variant, so small that all endings can be solved: with
            three cells a side and five numbers it takes minutes.
        tell: called with how many pairs of hands are done, and how many there are.

    Raises:
        GameError: it is set up in Michael's way, or a position stays open however far the solver looks.
    """
    if game.parameters["setup"] != "standard":
        raise GameError(
            "whole-standard", "{game!r} cannot be solved: whole games are, with the standard set-up.", game=game
        )
    solver, numbers = EndingSolver(game), int(game.parameters["numbers"])
    known: dict[Hands, float] = {}
    deals = list(_deals(int(game.parameters["side"]), numbers))
    total = 0.0
    for done, (hands, chance) in enumerate(deals):
        if tell is not None:
            tell(done, len(deals))
        one, two = (tuple(numbers + 1 - tile for tile in reversed(hand)) for hand in hands)
        turned = (one, two)
        if turned not in known:  # the same game with every board turned about
            known[hands] = _of_deal(game, solver, hands)
        total += chance * known[hands if hands in known else turned]
    if tell is not None:
        tell(len(deals), len(deals))
    return total


def _deals(side: int, numbers: int) -> Iterator[tuple[Hands, float]]:
    """Every pair of hands, with its probability; the order within a hand changes nothing."""
    each = list(combinations_with_replacement(range(1, numbers + 1), side))
    ways = comb(2 * numbers, side) * comb(2 * numbers - side, side)
    for one in each:
        for two in each:
            counts = [(one.count(tile), two.count(tile)) for tile in range(1, numbers + 1)]
            if all(a + b <= 2 for a, b in counts):
                yield (one, two), prod(comb(2, a) * comb(2 - a, b) for a, b in counts) / ways


def _of_deal(game: Game, solver: EndingSolver, hands: Hands) -> float:
    """The value of a deal for the seat that begins."""
    state = game.new_initial_state()
    for tile in (*hands[0], *hands[1]):
        state.apply_action(tile)
    return _of_set_up(state, solver, {})


def _of_set_up(state: State, solver: EndingSolver, known: dict[bytes, float]) -> float:
    """The value of a position of the set-up for the seat that began."""
    key = state.key()
    if key not in known:
        if int(state.record["phase"]) != SETUP_PLACING:
            found = solver.solve(state, wants="value")
            if not found.is_exact:
                raise GameError(
                    "stays-open", "{game!r} cannot be solved: a position stays open.", game=state.get_game()
                )
            low, high = found.value
            assert high - low <= CLOSED
            known[key] = low
        else:
            after = []
            for action in state.legal_actions():
                child = state.clone()
                child.apply_action(action)
                after.append(_of_set_up(child, solver, known))
            is_first = state.current_player() == int(state.record["first"])
            known[key] = max(after) if is_first else min(after)
    return known[key]
