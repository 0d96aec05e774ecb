"""A game in which all move at once has records, deals and matches like any other: here is one, as small as can be."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any, cast

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

import jardinet.games
from jardinet.games import api
from jardinet.games.api import CHANCE, SIMULTANEOUS, TERMINAL, Move, TextError, Turn
from jardinet.games.parameters import GameError, Parameter, check_all
from jardinet.play.deal import Sealed
from jardinet.play.match import Match, match_of
from jardinet.play.record import InMatch, Record, RecordError, read, state_of, write
from jardinet.play.verification import verify

TURNS = 4
BIDS, CARDS = (0, 1, 2), (3, 4, 5)


class PebblesRules:
    """Four turns: a card is revealed, all bid 0 to 2 at once, the highest bids take the card's pebbles."""

    STATE = np.dtype(
        [(name, "i4") for name in ("players", "player", "end", "winners", "turn", "card")] + [("pebbles", "i4", (4,))]
    )
    KEY = STATE
    NUM_ACTIONS = 3
    NUM_WORDS = 1

    def step(self, states: NDArray[Any], i: int, action: int) -> tuple[bool, int, int]:
        state = states[i]
        if state["player"] != CHANCE or action not in CARDS:
            return False, 0, 0
        state["card"], state["player"] = action, SIMULTANEOUS
        return True, SIMULTANEOUS, 0

    def step_joint(self, states: NDArray[Any], i: int, actions: NDArray[np.int64]) -> tuple[bool, int, int]:
        state = states[i]
        if state["player"] != SIMULTANEOUS or not set(actions.tolist()) <= set(BIDS):
            return False, 0, 0
        for seat, bid in enumerate(actions):
            state["pebbles"][seat] += state["card"] * (bid == max(actions))
        state["turn"] += 1
        is_over = state["turn"] == TURNS
        state["player"] = TERMINAL if is_over else CHANCE
        if is_over:
            pebbles = state["pebbles"][: len(actions)].tolist()
            state["end"] = 1
            state["winners"] = sum(1 << seat for seat, count in enumerate(pebbles) if count == max(pebbles))
        return True, int(state["player"]), self.legal_word(states, i, int(state["player"]), 0)

    def legal_word(self, states: NDArray[Any], i: int, player: int, word: int) -> int:
        if player == CHANCE:
            return 0b111000 if states[i]["player"] == CHANCE else 0
        return 0b111 if states[i]["player"] == SIMULTANEOUS and player >= 0 else 0

    def chance_probabilities(self, states: NDArray[Any], i: int, out: NDArray[np.float64]) -> None:
        out[:] = 1 / len(CARDS)

    def write_keys(self, states: NDArray[Any], keys: NDArray[Any]) -> None:
        keys[:] = states


class PebblesEncoding:
    """Nothing asks for a tensor of Pebbles."""

    def encode(self, states: NDArray[Any], i: int, player: int, out: NDArray[np.float32]) -> None:
        raise NotImplementedError


class PebblesState(api.State):
    """A position of Pebbles."""

    def match_points(self) -> list[int]:
        return [int(count) for count in self.record["pebbles"][: self.num_players()]]

    def view(self, player: int | None = None) -> msgspec.Struct:
        raise NotImplementedError

    def events(self, move: Move, viewer: int | None = None) -> list[api.Event]:
        raise NotImplementedError


class PebblesGame(api.Game):
    """Pebbles with what was agreed."""

    name = "pebbles"
    declared = (
        Parameter("players", 2, range(2, 5), "How many play."),
        Parameter("first", 0, range(4), "Means nothing here, as all move at once."),
    )
    rules = cast(api.Rules, PebblesRules())
    encoding = cast(api.Encoding, PebblesEncoding())
    ends = MappingProxyType({1: "last-turn"})
    player_texts = MappingProxyType({bid: f"bid-{bid}" for bid in BIDS})
    chance_texts = MappingProxyType({card: f"reveal-{card}" for card in CARDS})

    @classmethod
    def settle(cls, given: dict[str, object]) -> dict[str, int | str]:
        return {"players": 2, "first": 0} | check_all(cls.declared, given)

    def _initial_state(self) -> PebblesState:
        record = np.zeros(1, self.rules.STATE)
        record["players"], record["player"] = self.num_players(), CHANCE
        return PebblesState(self, record)

    def deck(self) -> list[int]:
        return sorted(CARDS * 2)

    def turns(self, moves: Sequence[Move]) -> list[Turn]:
        texts: list[str] = []
        for move in moves:
            if isinstance(move, tuple):
                texts[-1] += " " + "".join(map(str, move))
            else:
                texts.append(f"+{move}")
        return [Turn(None, text) for text in texts]

    def read_turn(self, state: api.State, text: str) -> None:
        card, _, bids = text.partition(" ")
        if not card.startswith("+") or not (card[1:] + (bids or "0")).isdecimal():
            raise TextError(f"{text!r} is no turn of Pebbles: turns read like '+4 12'.")
        state.apply(int(card[1:]))
        if bids:
            state.apply(tuple(map(int, bids)))

    def max_chance_outcomes(self) -> int:
        return 6

    def max_game_length(self) -> int:
        return TURNS

    def max_chance_nodes_in_history(self) -> int:
        return TURNS

    def observation_tensor_shape(self) -> tuple[int, ...]:
        return (0,)

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Pebbles is a game like those in src/jardinet/games while a test here runs."""
    (tmp_path / "pebbles").mkdir()
    (tmp_path / "pebbles/__init__.py").touch()
    game = ModuleType("jardinet.games.pebbles.game")
    vars(game)["GAME"] = PebblesGame
    monkeypatch.setattr(jardinet.games, "__path__", [*jardinet.games.__path__, str(tmp_path)])
    monkeypatch.setitem(sys.modules, "jardinet.games.pebbles.game", game)
    monkeypatch.delitem(sys.modules, "jardinet.games.pebbles", raising=False)


def _record(plies: int, number: int = 1) -> Record:
    game = jardinet.load_game("pebbles", players=3, first=number - 1)
    deal = Sealed.from_seed(number).deal(["one", "two", "three"])
    state, pile = game.new_initial_state(), iter(deal.deck(game.deck()))
    for ply in range(plies):
        state.apply(next(pile) if state.is_chance_node() else (ply % 3, (ply + number) // 2 % 3, 1))
    return Record.of(state, ("ada", "ben", "cy"), deal=deal, match=InMatch(number, "replay"))


def test_turns_of_all_players_together_have_no_seat() -> None:
    lines = write(_record(8)).splitlines()
    assert lines[0] == '[Game "pebbles"]'
    assert [line.split(" ")[0] for line in lines[-4:]] == ["1.", "2.", "3.", "4."]
    assert all(line.split(" ")[1].startswith("+") for line in lines[-4:])


def test_such_a_game_reads_back_wherever_it_was_broken_off_and_its_deal_can_be_checked() -> None:
    for plies in range(9):
        record = _record(plies)
        assert read(write(record)) == [record]
        assert verify(record).outcome == ("fair" if plies == 8 else "unfinished")


def test_such_games_make_a_match() -> None:
    match = Match(jardinet.load_game("pebbles", players=3), tie="replay")
    records = [_record(8, number) for number in (1, 2, 3)]
    for record in records:
        match.add(state_of(record))
    assert match_of(read(write(*records))).totals == match.totals
    assert match.games_played == 3


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("\n2. +", "\n2. 1: +", "is not what the rest of the record makes it: '2. +"),
        ("\n2. +", "\n2. +3", "is not possible"),
        ("\n2. +", "\n2. ", "is no turn of Pebbles"),
        ('[End "last-turn"]', '[End "stall"]', r"""makes it: '\[End "last-turn"\]'"""),
    ],
)
def test_what_breaks_such_a_game_is_refused(old: str, new: str, reason: str) -> None:
    text = write(_record(8))
    assert old in text
    with pytest.raises(RecordError, match=reason):
        read(text.replace(old, new))
    assert issubclass(RecordError, GameError)
