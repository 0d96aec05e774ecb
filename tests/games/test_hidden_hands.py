"""One contract for games that hide something: nothing that a seat is shown changes when a hidden card is another one.

Every game whose rules have `_observe` is tested, with whatever parameters chance brings something face down.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import islice
from typing import Any

import msgspec
import numpy as np
import pytest
from tests.games.test_contract import parameter_sets, some_move

from jardinet.arena.lockstep import Seated, begin, play_games
from jardinet.bots.api import choose
from jardinet.bots.levels import bots_of, load_bot
from jardinet.envs.vector import VectorEnv
from jardinet.games import load_game, registered_games
from jardinet.games.api import CHANCE, Game, Move, State
from jardinet.games.batch import StateBatch
from jardinet.games.information import known_texts
from jardinet.games.records import copy_of
from jardinet.play.deal import Deal, Sealed
from jardinet.server.api.responses import response_of
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.commands import Play
from jardinet.server.tables.decide import decide, new_table, with_host
from jardinet.server.tables.table import TableState
from jardinet.words.game_words import load_words
from jardinet.words.language import load_language

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def hidden_in(state: State, viewer: int | None) -> list[int]:
    """Where in the history something was brought that `viewer` did not see."""
    game = state.get_game()
    return [
        k
        for k, (before, move) in enumerate(state.steps())
        if isinstance(move, int) and before.is_chance_node() and game.is_hidden_from(before, move, viewer)
    ]


def run_of(game: Game, seed: int) -> list[Move]:
    state, rng = game.new_initial_state(), random.Random(seed)
    while not state.is_terminal():
        state.apply(some_move(state, rng))
    return state.history()


def with_other_cards(game: Game, moves: list[Move], viewer: int | None) -> list[Move]:
    """The same game with the cards that `viewer` does not see dealt the other way round."""
    played = game.new_initial_state()
    for move in moves:
        played.apply(move)
    hidden, other = hidden_in(played, viewer), list(moves)
    for k, mirrored in zip(hidden, hidden[::-1], strict=True):
        other[k] = moves[mirrored]
    return other


def games_that_hide() -> list[Game]:
    games = [load_game(name, **given) for name in registered_games() for given in parameter_sets(name)[::-1]]
    games = [game.with_parameters(players=4) for game in games if game.rules.hides]
    return list(islice((game for game in games if hidden_in(state_after(game, run_of(game, 1)), None)), 2))


def state_after(game: Game, moves: list[Move]) -> State:
    state = game.new_initial_state()
    for move in moves:
        state.apply(move)
    return state


GAMES = games_that_hide()
every_game = pytest.mark.parametrize("game", GAMES, ids=repr)


def twins(game: Game) -> Iterator[tuple[int | None, list[State], list[State], list[Move]]]:
    """For every viewer the states of a running game, and of one with other hidden cards; what is played once they are dealt."""
    seen = 0
    for seed, viewer in ((seed, viewer) for seed in range(3) for viewer in (None, *range(game.players))):
        moves = run_of(game, seed)
        others = with_other_cards(game, moves, viewer)
        if others == moves:
            continue
        seen += 1
        dealt = max(hidden_in(state_after(game, moves), viewer)) + 1
        pair = [[state_after(game, played[:k]) for k in range(dealt, len(moves))] for played in (moves, others)]
        yield viewer, pair[0], pair[1], moves[dealt:]
    assert seen > game.players


def test_a_game_of_the_tests_hides_something_and_no_game_of_the_house_does() -> None:
    assert {game.name for game in GAMES} == {"fireflies"}
    for name in ("lucky_numbers", "maudits_criquets"):
        assert not load_game(name).rules.hides


@every_game
def test_no_view_record_tensor_text_picture_or_event_tells_a_hidden_card(game: Game) -> None:
    words = load_words(load_language("en"), game, ["Ada"] * game.players, 0)
    for viewer, states, others, moves in twins(game):
        for one, other, move in list(zip(states, others, moves, strict=True))[::4]:
            assert one.records.tobytes() != other.records.tobytes()
            seat = 0 if viewer is None else viewer
            assert one.observation(viewer).tobytes() == other.observation(viewer).tobytes()
            assert msgspec.json.encode(one.view(viewer)) == msgspec.json.encode(other.view(viewer))
            assert (one.draw(viewer), str(one)) == (other.draw(viewer), str(other))
            assert words.describe(one.view(viewer), viewer, with_others=True) == words.describe(
                other.view(viewer), viewer, with_others=True
            )
            if not one.child(move).is_terminal():
                assert one.events(move, viewer) == other.events(move, viewer)
            assert known_texts(one, viewer) == known_texts(other, viewer) != one.serialize()
            assert "?" in known_texts(one, viewer)
            if viewer is not None:
                for ask in ("observation_tensor", "information_state_tensor"):
                    assert np.array_equal(getattr(one, ask)(seat), getattr(other, ask)(seat)), ask
                assert one.information_state_string(seat) == other.information_state_string(seat)
                assert one.observation_string(seat) == other.observation_string(seat)
        batches = [StateBatch.from_states(played) for played in (states, others)]
        seats = np.full(len(states), -1 if viewer is None else viewer)
        assert batches[0].observations(seats).tobytes() == batches[1].observations(seats).tobytes()
        assert batches[0].records.tobytes() != batches[1].records.tobytes()


@every_game
def test_one_s_own_card_is_known_and_at_the_end_all_are(game: Game) -> None:
    moves = run_of(game, 2)
    ended = state_after(game, moves)
    running = state_after(game, moves[:-1])
    for viewer in range(game.players):
        own = set(hidden_in(ended, None)) - set(hidden_in(ended, viewer))
        assert own
        assert running.observation(viewer).tobytes() != running.observation().tobytes()
        assert ended.observation(viewer).tobytes() == ended.records.tobytes()
        assert known_texts(ended, viewer) == ended.serialize()


@every_game
def test_no_bot_plays_by_a_hidden_card(game: Game) -> None:
    for name in bots_of(game.name):
        bot = load_bot(name, game)
        asked = 0
        for viewer, states, others, _ in twins(game):
            for one, other in zip(states, others, strict=True):
                if viewer is not None and viewer in one.acting_seats():
                    choices = [choose(bot, state, viewer, np.random.default_rng(1)) for state in (one, other)]
                    assert choices[0] == choices[1]
                    asked += 1
        assert asked > 20


class Watching:
    """Bot that plays as another one does, and keeps what it is given."""

    name = "watching"

    def __init__(self, game: Game) -> None:
        self._bot = load_bot("random", game)
        self.seen: list[tuple[Any, Any]] = []

    def act(self, observations: Any, seats: Any, generator: np.random.Generator) -> Any:
        self.seen += rows_with(copy_of(observations), seats)
        return self._bot.act(observations, seats, generator)


def rows_with(records: Any, seats: Any) -> list[tuple[Any, int]]:
    """Each record as an array of its own, with its seat."""
    return [(records[k : k + 1], int(seat)) for k, seat in enumerate(seats)]


def is_masked(game: Game, record: Any, seat: int) -> bool:
    """Whether hiding once more changes nothing, and hiding it from a spectator does: it holds the own card alone."""
    again, spectator = copy_of(record), copy_of(record)
    game.rules.observe_all(again, np.array([seat]))
    game.rules.observe_all(spectator, np.array([-1]))
    kept, shown = bytes(record.tobytes()), (again.tobytes(), spectator.tobytes())
    return shown[0] == kept != shown[1]


@every_game
def test_simulations_and_environments_give_bots_and_learners_what_their_seats_may_know(game: Game) -> None:
    bot, generator = Watching(game), np.random.default_rng(1)
    seating = np.zeros((20, game.players), np.int64)
    states = begin(game, 20)
    play_games(game, [Seated(bot, generator)], seating, states, lambda games: game.rules.reveal_all(games, generator))
    env = VectorEnv(game, 5, observations="record", opponent={1: bot})
    observations, info = env.reset(seed=2)
    for _ in range(8):
        observations, *_, info = env.step(env.sample_actions(generator))
        for records in (observations, env.records):
            assert all(is_masked(game, *one) for one in rows_with(records, info["players"]))
    assert len(bot.seen) > 100
    assert all(is_masked(game, *one) for one in bot.seen)


@dataclass(frozen=True)
class OtherWishes(Deal):
    """Deal in which all hidden cards but the first seat's lie the other way round."""

    def deck(self, cards: Any, name: str = "") -> list[int]:
        order = super().deck(cards, name)
        return [order[0], *order[:0:-1]] if name == "wishes" else order


@dataclass(frozen=True)
class OtherSealed(Sealed):
    def deal(self, nonces: Any) -> Deal:
        return OtherWishes(self.secret, tuple(nonces))


def table_of(is_other: bool) -> Iterator[TableState]:
    """A table of Fireflies with wishes as it goes on; the last one is over."""
    chance = random.Random(5)
    agreement = Agreement("fireflies", {"wishes": True, "players": 3}, ["person", "random", "random"], seed=3)
    table = new_table("t", "ada", agreement, NOON, chance)
    if is_other:
        table = table.with_game(replace(table.games[0], sealed=OtherSealed(table.games[0].sealed.secret)))
    table = with_host(table, "Ada", NOON, chance)
    while not table.is_over:
        yield table
        assert table.state
        seat = table.awaited()[0]
        text = table.state.action_to_string(seat, chance.choice(table.state.legal_actions(seat)))
        table = decide(table, Play(seat, table.ply, (text,)), NOON, chance)
    yield table


def test_a_running_table_tells_no_hidden_card_and_has_no_record_before_its_end() -> None:
    pairs = list(zip(table_of(False), table_of(True), strict=True))
    assert len(pairs) > 5
    for one, other in pairs[:-1]:
        assert one.state and other.state and one.game and other.game
        assert one.state.records.tobytes() != other.state.records.tobytes()
        assert response_of(one, None, [], NOON) == response_of(other, None, [], NOON)
        assert "wish" not in response_of(one, None, [], NOON).state.moves
        for seat in (None, 0):
            told = [[entry.events_for(seat) for entry in table.log] for table in (one.game, other.game)]
            assert told[0] == told[1]
        assert one.record_of(one.game) is None
    ended = pairs[-1][0]
    assert ended.game and (record := ended.record_of(ended.game))
    assert [
        move
        for move in record.moves
        if isinstance(move, int) and record.game.texts_of(CHANCE).get(move, "")[:4] == "wish"
    ]
