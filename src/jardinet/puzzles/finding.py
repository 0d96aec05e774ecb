"""Search for puzzles in bots' games: positions where one action is clearly best, and how hard the levels find them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from jardinet.analysis.practice import SELDOM, Judged, judgements_of
from jardinet.arena.deals import BOTS, SEATS, Deals
from jardinet.arena.lockstep import Histories, Seated, begin, play_games
from jardinet.bots.api import PolicyBot
from jardinet.bots.levels import exact_worth, levels_of, load_bot, load_evaluator
from jardinet.games import load_game
from jardinet.games.api import Action, Game, State
from jardinet.games.parameters import ParameterError
from jardinet.games.records import joined
from jardinet.puzzles.book import Puzzle, kind_of
from jardinet.puzzles.proving import MARGIN, Proof, proof_of

CHOICES = 3  # legal actions at least: who may only take or leave has no puzzle
KNOWS = 0.5  # a level answers right if it plays the right action more often than that
HARDEST = 5
TRIVIAL = 0.9  # a position that the weakest level masters more likely than that is no puzzle
DECIMALS = 3
HOPEFUL = 0.07  # share of the victory: the lead by the net from which rollouts are worth their time
TRIES = 2  # positions of a game that are rolled out, until one holds


class Candidate(NamedTuple):
    """Position that may be a puzzle.

    Attributes:
        state: the position.
        seat: that has to act in it.
        turn: of the game, from 1.
        worth: shape (NUM_ACTIONS,): of its actions, by the net; NaN where one is not legal.
        best: the action that seems right.
        kind: see `kind_of`.
        difficulty: 1 to HARDEST.
    """

    state: State
    seat: int
    turn: int
    worth: NDArray[np.float64]
    best: Action
    kind: str
    difficulty: int


def games_of_bots(game: Game, count: int, seeds: Sequence[int]) -> list[State]:
    """Finished games in which every seat's level is drawn by chance.

    Args:
        game: with its parameters.
        count: how many.
        seeds: of everything random.
    """
    deals = Deals(game, np.random.SeedSequence(list(seeds)))
    levels = _levels(game)
    seated = [Seated(bot, deals.generator(BOTS, k)) for k, bot in enumerate(levels)]
    seating = deals.generator(SEATS).integers(len(levels), size=(count, game.num_players()))
    histories = Histories((k, []) for k in range(count))
    play_games(game, seated, seating, begin(game, count), deals.reveal(range(count)), histories)
    return [deals.followed(k, histories[k]) for k in range(count)]


def candidates_in(game: Game, ended: State) -> list[Candidate]:
    """The positions of a finished game in which one action seems clearly best, and which not everybody sees."""
    ends = game.turn_ends(ended.history())
    asked = list[tuple[State, int, int]]()
    for before, (state, _) in enumerate(ended.steps()):
        seats = [seat for seat in state.acting_seats() if len(state.legal_actions(seat)) >= CHOICES]
        here = state.clone() if seats else state
        asked += [(here, seat, 1 + sum(end <= before for end in ends)) for seat in seats]
    if not asked:
        return []
    records = joined([state.observation(seat) for state, seat, _ in asked])
    seats_array = np.array([seat for _, seat, _ in asked], np.int64)
    found = load_evaluator(game).evaluate(records, seats_array)
    likely = [bot.policy(records, seats_array) for bot in _levels(game)]
    told = list[Candidate]()
    for k, (state, seat, turn) in enumerate(asked):
        worth, best = found.action_values[k], int(np.argmax(found.mixtures[k]))
        others = np.delete(worth, best)
        is_pure = found.mixtures[k, best] > 1 - SELDOM
        if not is_pure or float(worth[best] - np.nanmax(others)) < HOPEFUL or likely[0][k, best] > TRIVIAL:
            continue
        wrong = sum(bool(one[k, best] <= KNOWS) for one in likely)
        kind = kind_of(state, seat, state.action_to_string(seat, best))
        told.append(Candidate(state, seat, turn, worth, best, kind, min(HARDEST, 1 + wrong)))
    return told


def puzzle_of(one: Candidate, seeds: Sequence[int]) -> Puzzle | None:
    """The puzzle of a candidate; None: its answer does not hold.

    Args:
        one: it.
        seeds: of the rollouts.
    """
    proof = proof_of(one.state, one.seat, one.worth, one.best, [*seeds, 0])
    if proof is None or not is_clear(proof):
        return None
    state, seat, answer = one.state, one.seat, one.state.action_to_string(one.seat, one.best)
    judged = judgements_of(state.get_game(), [(state, seat)])[0]
    costs = {path: _rounded(told) for path, told in judged.items()}
    costs[""] = {
        state.action_to_string(seat, action): 0.0 if action == one.best else round(max(cost, MARGIN), DECIMALS)
        for action, cost in proof.costs.items()
    }
    if answer in costs:  # the turn goes on after it: what follows must be as sure
        after = after_answer(state, one.best)
        told = follow_up_of(after, seat, [*seeds, 1])
        if told is None:
            return None
        costs[answer] = told
    return Puzzle(
        game=state.get_game().name,
        players=state.num_players(),
        moves=state.serialize(),
        seat=seat,
        turn=one.turn,
        costs=costs,
        answer=answer,
        kind=one.kind,
        difficulty=one.difficulty,
        lead=round(proof.lead, DECIMALS),
        doubt=round(proof.doubt, DECIMALS),
        rollouts=proof.rollouts,
    )


def is_clear(proof: Proof) -> bool:
    """Whether a proof makes a puzzle of its position."""
    return proof.lead >= MARGIN and proof.surely > 0


def after_answer(state: State, action: Action) -> State:
    """The position after an action of the seat whose turn it is."""
    after = state.clone()
    after.apply_action(action)
    return after


def follow_up_of(state: State, seat: int, seeds: Sequence[int]) -> dict[str, float] | None:
    """The costs of the actions in a position that follows on the right answer; None where it is not clear which are worse.

    Of exact values all tell. Else what costs less than MARGIN by the net is as good as the best; of the others the nearest
    are compared. The best comes first.
    """
    game, observation = state.get_game(), state.observation(seat)
    exact = exact_worth(game, observation)
    worth = load_evaluator(game).evaluate(observation, np.array([seat])).action_values[0] if exact is None else exact
    best = int(np.nanargmax(worth))
    costs = {action: float(worth[best] - worth[action]) for action in state.legal_actions(seat)}
    if exact is None:
        worse = [action for action, cost in costs.items() if cost >= MARGIN]
        costs = dict.fromkeys(costs, 0.0)
        if worse:
            proof = proof_of(state, seat, worth, best, seeds, least=0.0, rivals=worse)
            if proof is None or proof.surely <= 0:
                return None
            costs |= {action: max(proof.costs[action], MARGIN) for action in worse}
    order = sorted(costs, key=lambda action: action != best)
    return {state.action_to_string(seat, action): round(costs[action], DECIMALS) for action in order}


def puzzles_in(game_name: str, players: int, games: int, seeds: Sequence[int]) -> Iterator[Puzzle]:
    """Puzzles in some games of bots, at most one of each game and as different from each other as there are.

    Args:
        game_name: what is played.
        players: how many play.
        games: how many.
        seeds: of everything random.
    """
    game, kinds = load_game(game_name, players=players), dict[str, int]()
    generator = np.random.default_rng([*seeds, 2])
    for k, ended in enumerate(games_of_bots(game, games, seeds)):
        found = candidates_in(game, ended)
        order = generator.permutation(len(found)).tolist()
        order.sort(key=lambda one: kinds.get(found[one].kind, 0))
        for one in order[:TRIES]:
            if (puzzle := puzzle_of(found[one], [*seeds, 3, k, one])) is not None:
                kinds[puzzle.kind] = kinds.get(puzzle.kind, 0) + 1
                yield puzzle
                break


def _rounded(judged: Judged) -> dict[str, float]:
    return {text: round(cost, DECIMALS) for text, cost in judged.costs.items()}


@lru_cache(maxsize=4)
def _levels(game: Game) -> list[PolicyBot]:
    """The levels of a game, weakest first; raises ParameterError where one does not tell its policy."""
    bots = [load_bot(level, game) for level in levels_of(game.name)]
    for bot in bots:
        if not callable(getattr(bot, "policy", None)):
            raise ParameterError(
                "no-puzzles",
                "{game} has no puzzles: its level {bot!r} does not tell its policy.",
                game=game,
                bot=bot.name,
            )
    return [cast(PolicyBot, bot) for bot in bots]
