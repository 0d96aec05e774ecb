"""The compiled rules against the slow referee, step by step in games of all variants.

Play is biased so that impasses, invasions and cancelled cards come up often; each variant's test
makes sure in the end that the rare situations did.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from types import ModuleType
from typing import Any, cast

import msgspec
import pytest

from jardinet.games import load_game
from jardinet.games.api import CHANCE, SIMULTANEOUS, TERMINAL, Event, IllegalActionError, Move
from jardinet.games.maudits_criquets import rules
from jardinet.games.maudits_criquets.game import MauditsCriquetsState
from jardinet.games.maudits_criquets.names import BIDS, KINDS
from jardinet.games.maudits_criquets.view import sources_of

EVENTS, COPIES = 0.02, 0.002  # the share of moves whose events, and of states whose view and refusals are compared
KIND = {kind: rules.PICK + number for number, kind in enumerate(KINDS)}
BID = {bid: number for number, bid in enumerate(BIDS)}
ASKED = {"chance": CHANCE, "all": SIMULTANEOUS, "nobody": TERMINAL}

WHOLE: list[dict[str, Any]] = [
    {"players": players, "beginner": beginner, "majority_tie": tie}
    for players, beginner, tie in itertools.product((2, 3, 4), (False, True), ("all", "none"))
]
CUT_DOWN: list[dict[str, Any]] = [
    {"players": 2, "crops": 1, "copies": 5, "locusts": 3, "numbers": 2, "loot": 1},
    {"players": 2, "crops": 2, "copies": 6, "locusts": 0, "numbers": 3, "specials": False, "loot": 2},
    {"players": 3, "crops": 4, "copies": 13, "locusts": 14, "numbers": 6, "loot": 1},
    {"players": 3, "crops": 1, "copies": 13, "locusts": 4, "numbers": 2, "beginner": True},
    {"players": 4, "crops": 3, "copies": 1, "locusts": 14, "numbers": 1, "majority_tie": "none"},
    {"players": 2, "crops": 2, "copies": 3, "locusts": 2, "numbers": 1, "specials": False},
]
TURNS_WHOLE, TURNS_CUT_DOWN = 7_900, 1_000  # of each variant: 100,800 together
RARE = {
    *("a tie that locusts decide", "a shared victory", "a short loot", "the end within a round"),
    *("the end with a round", "a gain after an impasse", "a loot discarded", "a loot discarded on the last bid card"),
    *("an impasse on the last bid card", "an impasse without a card to add", "cancelled a", "cancelled x"),
    *("all by ace", "kinds left over", "nothing left to take"),
    *("an invasion that forestalls a harvest", "a harvest of two tokens", "a harvest with surplus"),
    *("nobody has a crop", "a tied majority"),
}


@pytest.mark.parametrize("agreed", [*WHOLE, *CUT_DOWN], ids=lambda agreed: "-".join(map(str, agreed.values())))
def test_engine_and_referee_agree_on_every_state_of_random_games(
    cricket_referee: ModuleType, agreed: dict[str, Any]
) -> None:
    """MC-1.1 to MC-7.2: legal actions, successors, events, tokens, reserves, end and winners."""
    rng = random.Random(repr(agreed))
    is_whole = agreed in WHOLE
    turns, notes = 0, Counter[str]()
    while turns < (TURNS_WHOLE if is_whole else TURNS_CUT_DOWN):
        judge = cricket_referee.Referee(**agreed)
        state = cast(MauditsCriquetsState, load_game("maudits_criquets", **agreed).new_initial_state())
        turns += Comparison(state, judge, rng).play()
        notes += judge.notes
    if is_whole:
        by_two = {"all by alone"} if agreed["players"] == 2 else set()
        by_x = {"an x beside an a of beginners"} if agreed["beginner"] else {"all by x"}
        assert RARE | by_two | by_x <= set(notes), f"too tame: {(RARE | by_two | by_x) - set(notes)} never happened"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_where_all_tokens_came_from_adds_up_to_what_the_referee_gave(cricket_referee: ModuleType, players: int) -> None:
    """MC-4.3, MC-5.1, MC-6.2: harvests, interim scorings, and the one at the end."""
    for seed in range(10):
        judge = cricket_referee.Referee(players=players)
        state = cast(MauditsCriquetsState, load_game("maudits_criquets", players=players).new_initial_state())
        game, events, harvested = Comparison(state, judge, random.Random(seed)), list[Event](), [0] * players
        while not state.is_terminal():
            told, move = game.choose()
            events += state.events(move)
            state.apply(move)
            judge.play(told)
            for what, *happened in judge.happened:
                if what == "harvest":
                    harvested[happened[0]] += happened[-1]
        sources = sources_of(events, players)
        assert [one.harvests + one.interim + one.final for one in sources] == judge.tokens
        assert [one.harvests for one in sources] == harvested
        assert sum(one.final for one in sources) <= players


class Comparison:
    """One game, played on the engine and by the referee."""

    def __init__(self, state: MauditsCriquetsState, judge: Any, rng: random.Random) -> None:
        self.state, self.judge, self.rng = state, judge, rng
        self.quarrel = rng.choice((0.0, 0.0, 0.5, 0.9))  # how often all bid the same
        self.greed = rng.choice((0.0, 0.7))  # how often a seat picks the highest stack
        self.luck = rng.choice((0.0, 0.0, 0.9))  # how often chance lays out what lies there already

    def play(self) -> int:
        """Play to the end; returns how many turns were played."""
        state, judge, rng = self.state, self.judge, self.rng
        game, turns, decisions, chances = state.get_game(), 0, 0, 0
        while True:
            self.compare()
            if rng.random() < (COPIES if judge.asked != "nobody" else 0.1):
                self.compare_view()
                check_copies(state)
                check_refusals(state)
            if state.is_terminal():
                break
            told, move = self.choose()
            turns += isinstance(move, tuple)
            decisions, chances = decisions + (judge.asked != "chance"), chances + (judge.asked == "chance")
            foretold = state.events(move) if rng.random() < EVENTS else None
            state.apply(move)
            judge.play(told)
            if foretold is not None:
                assert [(type(e).__name__.lower(), *msgspec.structs.astuple(e)) for e in foretold] == judge.happened
        assert decisions <= game.max_game_length()
        assert chances <= game.max_chance_nodes_in_history()
        return turns

    def choose(self) -> tuple[Any, Move]:
        """A move as the referee and as the engine call it."""
        rng, judge = self.rng, self.judge
        if judge.asked == "all":
            wanted = rng.choice(rng.choice(judge.hands)) if rng.random() < self.quarrel else ""
            bids = [wanted if wanted in hand else rng.choice(hand) for hand in judge.hands]
            return bids, tuple(BID[bid] for bid in bids)
        kinds = judge.kinds()
        kind = rng.choice(kinds)
        if rng.random() < (self.luck if judge.asked == "chance" else self.greed):
            kind = max(kinds, key=lambda kind: judge.loot[kind])
        return kind, KIND[kind]

    def compare(self) -> None:
        """Everything the two know."""
        state, judge, record = self.state, self.judge, self.state.record
        asked, players = judge.asked, len(judge.seats)
        assert state.current_player() == ASKED.get(asked, asked)
        assert state.legal_actions() == [KIND[kind] for kind in judge.kinds()]
        if asked == "all":
            hands = [sum([1 << BID[bid] for bid in hand]) for hand in judge.hands]
            assert record["hand"].tolist()[:players] == hands
        pile, loot = record["pile"].tolist(), record["loot"].tolist()
        assert pile == list(judge.pile.values())  # in the order of KINDS
        assert loot == list(judge.loot.values())
        if asked == "chance":  # whatever else were wrong now is still so when all bid, at most a few cards on
            return
        reserves, tokens = record["reserve"].tolist()[:players], record["tokens"].tolist()[:players]
        assert reserves == [list(reserve.values()) for reserve in judge.reserves]
        assert tokens == judge.tokens
        assert (record["impasses"], record["rounds"], record["pile_size"]) == (judge.impasses, judge.rounds, sum(pile))
        assert sum(pile) + sum(loot) + sum(map(sum, reserves)) + judge.harvested + judge.discarded == judge.cards
        assert sum(tokens) == judge.harvested // 3 + judge.majorities
        if asked == "nobody":
            assert (state.winners(), state.match_points()) == (judge.winners, judge.tokens)
            won = (players / len(judge.winners) - 1) / (players - 1)
            assert state.returns() == [won if s in judge.winners else -1 / (players - 1) for s in judge.seats]

    def compare_view(self) -> None:
        """What faces are told, and the tensor."""
        state, judge = self.state, self.judge
        view = state.view()
        assert [(stack.kind, stack.count) for stack in view.loot] == [
            (k, judge.loot[k]) for k in KINDS if judge.loot[k]
        ]
        assert [(s.kind, s.count) for s in view.unseen] == [(k, judge.pile[k]) for k in KINDS if judge.pile[k]]
        assert (view.pile, view.impasses, view.winners) == (judge.pile.total(), judge.impasses, judge.winners)
        assert (view.end is None) == (judge.asked != "nobody")
        for seat in view.seats:
            reserve = judge.reserves[seat.seat]
            assert [(stack.kind, stack.count) for stack in seat.reserve] == [
                (k, reserve[k]) for k in KINDS if reserve[k]
            ]
            assert (seat.tokens, seat.crops) == (judge.tokens[seat.seat], reserve.total() - reserve["locust"])
            assert seat.hand == judge.hands[seat.seat]
            assert sorted(seat.hand + seat.played) == sorted(judge.bid_cards)
            assert seat.bid == judge.last_bids[seat.seat]
        if judge.asked == "all":
            assert [state.legal_actions(seat) for seat in judge.seats] == [[BID[b] for b in h] for h in judge.hands]
        if judge.asked in judge.seats:
            assert view.takers[0] == judge.asked
            assert view.legal == [f"pick-{kind}" for kind in judge.kinds()]
        for seat in judge.seats:
            tensor = state.observation_tensor(seat)
            assert tensor.shape == state.get_game().observation_tensor_shape()
            assert 0 <= tensor.min() <= tensor.max() <= 1


def check_copies(state: MauditsCriquetsState) -> None:
    """A clone and a state read back are the state; playing the clone leaves the state alone."""
    before = state.observation().tobytes()
    twin, again = state.clone(), state.get_game().deserialize_state(state.serialize())
    assert twin.observation().tobytes() == before == again.observation().tobytes()
    assert again.history() == state.history() == twin.history()
    if twin.is_simultaneous_node():
        twin.apply_actions([twin.legal_actions(seat)[0] for seat in range(twin.num_players())])
    elif not twin.is_terminal():
        twin.apply_action(twin.legal_actions()[0])
    assert state.observation().tobytes() == before


def check_refusals(state: MauditsCriquetsState) -> None:
    """Every action and every bid that is not legal is refused, and nothing has changed."""
    before, history, players = state.observation().tobytes(), state.history(), state.num_players()
    for action in range(-1, rules.NUM_ACTIONS + 1):
        if action not in state.legal_actions():
            with pytest.raises(IllegalActionError, match="not possible"):
                state.apply_action(action)
    right = [min(state.legal_actions(seat), default=0) for seat in range(players)]
    wrong = [right[:-1], [*right, 0], []]
    for seat in range(players):
        for bid in set(range(-1, rules.NUM_ACTIONS + 1)) - set(state.legal_actions(seat)):
            wrong.append([*right[:seat], bid, *right[seat + 1 :]])
    for bids in wrong if state.is_simultaneous_node() else [right]:
        with pytest.raises(IllegalActionError):
            state.apply_actions(bids)
        assert state.observation().tobytes() == before
    assert (state.observation().tobytes(), state.history()) == (before, history)
