"""No choice of any bot depends on what its seat cannot see: others' pending choices, the deck's order, numbers not yet drawn.

Bots are asked where they really play: at the terminal's table, and by the server's runner. In each test one that peeks
shows that it would be found.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, cast

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.bots.test_levels import positions_where_players_move

import jardinet
from jardinet.bots.api import Bot
from jardinet.bots.layer import BOTS
from jardinet.bots.levels import TEACHER, bots_of, lesson_of, load_bot
from jardinet.games.api import SIMULTANEOUS, Game
from jardinet.games.chance import ChanceSequence, Deck
from jardinet.games.records import rows_of
from jardinet.play.deal import Deal, Sealed, revealed
from jardinet.server.intervals import Intervals
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.bot_runner import BotRunner
from jardinet.server.tables.commands import Command, Play
from jardinet.server.tables.decide import decide, new_table, with_host
from jardinet.server.tables.happenings import Subscribers
from jardinet.server.tables.service import TableService
from jardinet.server.tables.table import TableState
from jardinet.terminal.local_table import LocalAgreement, LocalTable

PEEKING = "peeking"
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
WORDS = 624  # that a Mersenne twister gives one after another, before it makes new ones


def names_of(game: str) -> list[str]:
    """All that play a game: baselines and levels, those that search with an effort too, and the lesson's opponent."""
    searching = [f"{name}:6rollouts" for name, level in BOTS.of(game).levels.items() if level.search]
    return [*bots_of(game), *searching, *([TEACHER] if lesson_of(game) else [])]


def is_played_at_once(name: str) -> bool:
    """Whether all choose at once somewhere in a game."""
    records, _ = positions_where_players_move(jardinet.load_game(name), 50, 1)
    return bool((records["player"] == SIMULTANEOUS).any())


GAMES = jardinet.registered_games()
EVERYBODY = [(game, name) for game in GAMES for name in [*names_of(game), PEEKING]]
AT_ONCE = [(game, name) for game in GAMES if is_played_at_once(game) for name in [*names_of(game), PEEKING]]


class Answer(NamedTuple):
    """Choice of a bot, and the record that it saw."""

    chosen: int
    seen: bytes


class Noting:
    """Bot that plays as another one does, and notes what that is given and answers."""

    def __init__(self, bot: Bot) -> None:
        self.name = bot.name
        self.answers: list[Answer] = []
        self._bot = bot

    def act(
        self, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        seen = observations.tobytes()
        actions = self._bot.act(observations, seats, generator)
        self.answers.append(Answer(int(actions[0]), seen))
        return actions


class Peeking:
    """Bot that plays by a number that it should not know."""

    name = PEEKING

    def __init__(self, game: Game, look: Callable[[np.random.Generator], int]) -> None:
        self._rules = game.rules
        self._look = look

    def act(
        self, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        legal = np.empty((1, self._rules.NUM_ACTIONS), np.int8)
        self._rules.legal_table(observations, seats, legal)
        actions = np.flatnonzero(legal[0])
        return actions[[self._look(generator) % len(actions)]]


def bot_of(name: str, game: Game, look: Callable[[np.random.Generator], int]) -> Bot:
    return Peeking(game, look) if name == PEEKING else load_bot(name, game)


def check(name: str, alternatives: Sequence[Sequence[Answer]]) -> None:
    """Whatever a seat cannot see, it sees and plays the same; unless it peeks."""
    assert alternatives and all(len(answers) > 1 for answers in alternatives)
    is_honest = all(len(set(answers)) == 1 for answers in alternatives)
    assert is_honest == (name != PEEKING), [len(set(answers)) for answers in alternatives]


# Decks -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Reshuffled(Deal):
    """Deal whose decks lie in another order behind the cards that are known."""

    known: tuple[int, ...] = ()
    seed: int = 0

    def deck(self, cards: Sequence[int], name: str = "") -> list[int]:
        order, kept = super().deck(cards, name), sum(outcome in cards for outcome in self.known)
        return order[:kept] + Random(self.seed).sample(order[kept:], len(order) - kept)


@dataclass(frozen=True)
class Resealed(Sealed):
    """Secret of such a deal."""

    known: tuple[int, ...] = ()
    seed: int = 0

    def deal(self, nonces: Sequence[str]) -> Deal:
        return Reshuffled(self.secret, tuple(nonces), self.known, self.seed)


def with_other_decks(sealed: Sealed, known: Sequence[int]) -> list[Sealed]:
    """Secrets by which what is not known yet lies in other orders."""
    return [Resealed(sealed.secret, tuple(known), seed) for seed in (1, 2, 3)]


def next_card(game: Game, ahead: ChanceSequence) -> int:
    """The card of the deck that is revealed next."""
    deck = next(source for source in game.chance_sources() if isinstance(source, Deck))
    return ahead.next_like(deck.outcomes[0])


# At the terminal ---------------------------------------------------------------------------------


class Evening:
    """Game at the terminal of one bot, in the last seat, and people who act at random, but alike every evening."""

    def __init__(self, name: str, game: Game, look: Callable[[LocalTable], int]) -> None:
        """`look`: what a bot that peeks sees of the table."""
        seats = [*["ada"] * (game.players - 1), "random"]
        self.table = LocalTable(LocalAgreement(game, seats, seed=3, path=Path("nothing is saved")))
        self.bot = Noting(bot_of(name, game, lambda _: look(self.table)))
        self.table.bots[game.players - 1] = self.bot
        self._people = Random(4)
        self.table.go_on()

    def play_on(self, until: Callable[[], bool]) -> None:
        """Have all play until something is so that is asked when it is a person's turn, or the game is over."""
        while not self.table.is_over and not until():
            seat = self.table.next_person()
            assert seat is not None
            self.table.play(seat, [self._people.choice(self.table.state.legal_actions(seat))])
            self.table.go_on()

    def play_to_choice(self, number: int) -> None:
        """Have them play until everybody is to choose at once, and nobody has: for that time, from 0."""
        counted = count()
        everybody = list(range(self.table.game.players))
        self.play_on(
            lambda: (
                self.table.state.is_simultaneous_node()
                and self.table.state.acting_seats() == everybody
                and self.table.next_person() == 0
                and next(counted) == number
            )
        )

    def known(self) -> list[list[int]]:
        """What had been revealed when the bot was asked, for each of its answers."""
        state, cards, found = self.table.game.new_initial_state(), list[int](), list[list[int]]()
        for move in self.table.state.history():
            if self.table.game.players - 1 in state.acting_seats():
                found.append(list(cards))
            if state.is_chance_node() and isinstance(move, int):
                cards.append(move)
            state.apply(move)
        return found


@pytest.mark.parametrize(("game_name", "name"), AT_ONCE)
def test_what_others_have_chosen_decides_nothing_at_the_terminal(game_name: str, name: str) -> None:
    game = jardinet.load_game(game_name, players=3)

    def begun(number: int) -> Evening:
        evening = Evening(name, game, lambda table: table._chosen.get(0, 0))
        evening.play_to_choice(number)
        return evening

    hints, answers = list[list[Answer]](), list[list[Answer]]()
    for number in range(2):
        before = begun(number)
        if before.table.is_over:
            break
        first, second = (before.table.state.legal_actions(seat) for seat in (0, 1))
        hints.append([])
        answers.append([])
        for one, other in zip(first, [*second[1:], second[0]], strict=True):
            evening = begun(number)
            evening.bot.answers.clear()
            evening.table.play(0, [one])
            evening.table.ask_bot(evening.bot, 1)  # for a hint
            evening.table.play(1, [other])  # after which all but the bot have chosen
            hints[-1].append(evening.bot.answers[0])
            answers[-1].append(evening.bot.answers[1])
    check(name, hints)
    check(name, answers)


@pytest.mark.parametrize(("game_name", "name"), EVERYBODY)
def test_how_the_deck_lies_decides_nothing_at_the_terminal(
    game_name: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, as_dealt = jardinet.load_game(game_name), Sealed.from_seed(3)
    bot_of(
        name, game, lambda _generator: 0
    )  # a lesson's opponent plays its course through once, on the deal of lessons

    def look(table: LocalTable) -> int:
        ahead = table._deal.outcomes(game)
        ahead.pass_over(revealed(game, table.state.history()))
        return next_card(game, ahead)

    def played(answers: int, sealed: Sealed) -> Evening:
        monkeypatch.setattr("jardinet.terminal.local_table.Sealed.from_seed", lambda _seed, _number: sealed)
        evening = Evening(name, game, look)
        evening.play_on(lambda: len(evening.bot.answers) >= answers)
        return evening

    evening = played(10, as_dealt)
    alternatives = []
    for number, (answer, known) in enumerate(zip(evening.bot.answers, evening.known(), strict=True)):
        others = (played(number + 1, sealed) for sealed in with_other_decks(as_dealt, known))
        alternatives.append([answer, *(other.bot.answers[number] for other in others)])
    check(name, alternatives)


# At the server -----------------------------------------------------------------------------------


class OneTable:
    """All that a BotRunner asks of a TableService: a table as it stands, at which a bot's play is heard and nothing moves."""

    def __init__(self, table: TableState) -> None:
        self.table = table
        self.heard = asyncio.Event()
        self.subscribers = Subscribers()

    def now(self) -> datetime:
        return NOON

    async def load(self, _table_id: str) -> TableState:
        return self.table

    async def awaiting_bots(self) -> Sequence[str]:
        return []

    async def do(self, _table_id: str, _command: Command) -> None:
        self.heard.set()


def tables_that_await_a_bot(game: str) -> list[TableState]:
    """Some tables at which one person and one bot, in the last seat, have played at random; nobody has chosen."""
    chance = Random(5)
    agreement = Agreement(game, {}, ["person", "random"], seed=3, bot_pace="instant")
    table = with_host(new_table("t", "ada", agreement, NOON, chance), "Ada", NOON, chance)
    found = list[TableState]()
    while len(found) < 10 and not table.is_over:
        assert table.state
        if 1 in table.acting() and not table.choices:
            found.append(table)
        seat = table.awaited()[0]
        text = table.state.action_to_string(seat, chance.choice(table.state.legal_actions(seat)))
        table = decide(table, Play(seat, table.ply, (text,)), NOON, chance)
    return found


def answers_at(
    alternatives: Sequence[Sequence[TableState]], name: str, look: Callable[[TableState], int]
) -> list[list[Answer]]:
    """What a bot answers at tables, always with the same generator; `look`: what one that peeks sees of them."""
    service, new_generator = OneTable(alternatives[0][0]), np.random.default_rng
    assert service.table.state
    bot = Noting(bot_of(name, service.table.state.get_game(), lambda _: look(service.table)))

    async def ask() -> None:
        runner = BotRunner(cast(TableService, service), Intervals())
        async with runner.running():
            for service.table in (table for tables in alternatives for table in tables):
                service.heard.clear()
                runner.wake(service.table.id)
                await asyncio.wait_for(service.heard.wait(), 60)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("jardinet.server.tables.bot_runner.load_bot", lambda _level, _game: bot)
        patch.setattr("numpy.random.default_rng", lambda seed=None: new_generator(6 if seed is None else seed))
        asyncio.run(ask())
    answers = iter(bot.answers)
    return [[next(answers) for _ in tables] for tables in alternatives]


@pytest.mark.parametrize(("game_name", "name"), AT_ONCE)
def test_what_others_have_chosen_decides_nothing_at_the_server(game_name: str, name: str) -> None:
    def with_choices(table: TableState) -> list[TableState]:
        assert table.state
        texts = [table.state.action_to_string(0, action) for action in table.state.legal_actions(0)]
        return [table, *(decide(table, Play(0, table.ply, (text,), "ada"), NOON, Random(1)) for text in texts)]

    tables = [with_choices(table) for table in tables_that_await_a_bot(game_name) if table.acting() == [0, 1]]
    assert all(table.choices for _, *chosen in tables for table in chosen)
    check(name, answers_at(tables, name, lambda table: sum(table.choices.get(0, "").encode())))


@pytest.mark.parametrize(("game_name", "name"), EVERYBODY)
def test_how_the_deck_lies_decides_nothing_at_the_server(game_name: str, name: str) -> None:
    game = jardinet.load_game(game_name)

    def with_decks(table: TableState) -> list[TableState]:
        assert table.game and table.state
        others = with_other_decks(table.game.sealed, revealed(game, table.state.history()))
        return [table, *(table.with_game(replace(table.game, sealed=sealed)) for sealed in others)]

    tables = [with_decks(table) for table in tables_that_await_a_bot(game_name)]
    check(name, answers_at(tables, name, lambda table: next_card(game, table.chance_ahead())))


# Random numbers, whoever else might be given those of the same generator -------------------------


def drawing(words: NDArray[np.uint32], bot: Bot, record: NDArray[Any], seat: NDArray[np.int64]) -> tuple[Answer, int]:
    """What a bot answers where its generator gives these words, and how many of them it has drawn."""
    twister = np.random.MT19937()
    twister.state = {"bit_generator": "MT19937", "state": {"key": words, "pos": 0}}
    chosen = bot.act(record, seat, np.random.Generator(twister))[0]
    after = cast(dict[str, Any], twister.state)["state"]
    assert (after["key"] == words).all()  # else it has drawn more than there are
    return Answer(int(chosen), record.tobytes()), after["pos"]


@pytest.mark.parametrize(("game_name", "name"), EVERYBODY)
def test_numbers_that_a_bot_has_not_drawn_decide_nothing(game_name: str, name: str) -> None:
    game, generator = jardinet.load_game(game_name), np.random.default_rng(7)
    bot = bot_of(name, game, lambda given: int(deepcopy(given).integers(1000)))
    records, seats = positions_where_players_move(game, 400, 8)
    alternatives = []
    for k in range(min(20, len(seats))):
        words, *others = generator.integers(1 << 32, size=(4, WORDS), dtype=np.uint32)
        one, seat = rows_of(records, np.array([k])), seats[k : k + 1]
        answer, drawn = drawing(words, bot, one, seat)
        alternatives.append([answer])
        for other in others:
            other[:drawn] = words[:drawn]
            alternatives[-1].append(drawing(other, bot, one, seat)[0])
    check(name, alternatives)
