"""Fireflies as people and programs use it."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from fireflies import encoding, notation, parameters, rules
from fireflies.view import ENDS, View, caught, events_of, make_view, wisher
from jardinet.games import api
from jardinet.games.api import Action, Event, Move
from jardinet.games.chance import Deck, Die

_PLACES = range(1, rules.PLACES + 1)
_PLAYER_TEXTS = {
    rules.STAY: "stay",
    rules.GO: "go",
    **{rules.HANG + place - 1: f"hang-{place}" for place in _PLACES},
}
_CHANCE_TEXTS = {
    **{rules.ROLL + k: f"roll-{k + 1}" for k in range(rules.FACES)},
    rules.CLEAR: "turn-clear",
    rules.OWL: "turn-owl",
    **{rules.WISH + kind: f"wish-{kind + 1}" for kind in range(rules.KINDS)},
}


class FirefliesGame(api.Game):
    """Fireflies with what was agreed."""

    name = "fireflies"
    declared = parameters.PARAMETERS
    rules = rules.RULES
    encoding = encoding.ENCODING
    notation: ClassVar[api.Notation] = notation
    player_texts = MappingProxyType(_PLAYER_TEXTS)
    chance_texts = MappingProxyType(_CHANCE_TEXTS)
    has_private_events = True
    ends = MappingProxyType(ENDS)

    def _initial_state(self) -> FirefliesState:
        """A game about to begin: the die is rolled."""
        records = np.zeros(1, rules.STATE)
        for name in ("players", "nights", "places", "calm", "stormy", "wishes"):
            records[name] = self.parameters[name]
        self.rules.start(records, 0)
        return FirefliesState(self, records)

    def has_secrets(self) -> bool:
        """The wishes are secret."""
        return bool(self.parameters["wishes"])

    def is_hidden_from(self, state: api.State, outcome: Action, player: int | None) -> bool:
        """A wish is dealt face down; the seat that gets it knows it."""
        return outcome >= rules.WISH and player != wisher(state)

    def chance_sources(self) -> tuple[Die | Deck, ...]:
        """A die and a deck, and the wishes."""
        faces = [rules.ROLL + k for k in range(rules.FACES) for _ in range(int(rules.WEIGHTS[k]))]
        sky = Deck("sky", (rules.CLEAR,) * rules.CLEAR_CARDS + (rules.OWL,) * self._owls())
        cards = tuple(rules.WISH + kind for kind in range(rules.KINDS) for _ in range(rules.COPIES))
        return (Die("die", tuple(faces)), sky, *([Deck("wishes", cards)] if self.parameters["wishes"] else []))

    def _owls(self) -> int:
        return int(rules.owls_of(bool(self.parameters["calm"]), bool(self.parameters["stormy"])))

    def _turns(self) -> int:
        """The most turns that a game can have: a card is turned in each, but for one a night when there is none."""
        return rules.CLEAR_CARDS + self._owls() + int(self.parameters["nights"])

    def max_chance_outcomes(self) -> int:
        """Outcomes are numbered up to 75."""
        return rules.NUM_ACTIONS

    def max_chance_nodes_in_history(self) -> int:
        """A roll a turn, every card once, and a wish a seat."""
        return self._turns() + rules.CLEAR_CARDS + self._owls() + self._wishes()

    def _wishes(self) -> int:
        return self.num_players() if self.parameters["wishes"] else 0

    def max_game_length(self) -> int:
        """A choice of all a turn, and a lantern a night and seat."""
        return self._turns() + int(self.parameters["nights"]) * self.num_players()

    def observation_tensor_shape(self) -> tuple[int, ...]:
        """See encoding.py."""
        return (3 * self.num_players() + rules.PLACES + rules.OVER + 1 + 5 + rules.KINDS * bool(self._wishes()),)

    def match_points_of(self, states: NDArray[Any]) -> NDArray[np.int64]:
        """A match adds up fireflies; zeros where a game still runs."""
        caught = states["caught"][:, : self.num_players()].astype(np.int64)
        return np.where(states["winners"][:, None], caught, 0)

    def min_utility(self) -> float:
        """A loss."""
        return -1 / (self.num_players() - 1)

    def max_utility(self) -> float:
        """A victory alone."""
        return 1.0


class FirefliesState(api.State):
    """A position of Fireflies."""

    __slots__ = ()

    def view(self, player: int | None = None) -> View:
        """The position as plain data."""
        self.check_seat(player)
        return make_view(self, player)

    def events(self, move: Move, viewer: int | None = None) -> list[Event]:
        """What happens if `move` is played; a wish is told to its seat alone."""
        self.check_seat(viewer)
        return events_of(self, move, viewer)

    def __str__(self) -> str:
        """A line."""
        return f"night {self.view().night}, jar {self.view().jar}, caught {caught(self)}"
