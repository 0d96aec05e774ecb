"""Bots at some of the seats of many games at once: their seats, and their choices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.api import Bot, decisions
from jardinet.bots.own import bot_of
from jardinet.games.api import Game
from jardinet.games.parameters import GameError

Opponent = str | Bot  # as `bot_of` takes it


class Opponents:
    """The bots of an environment, asked for all positions of one step at once.

    Args:
        game: the game that is played.
        opponent: the bot at every seat but the first; or a mapping from seats, 0 and up, to their bots; None: no bots.

    Raises:
        GameError: there is no such bot or seat.
    """

    def __init__(self, game: Game, opponent: Opponent | Mapping[int, Opponent] | None) -> None:
        """Load the bots; arguments as for the class."""
        seats = range(game.num_players())
        if opponent is None:
            opponent = {}
        elif not isinstance(opponent, Mapping):
            opponent = dict.fromkeys(seats[1:], opponent)
        for seat in opponent:
            if seat not in seats:
                raise GameError(
                    "opponent-seat",
                    "opponent at seat {seat!r} is not possible: seats are 0 to {last}.",
                    seat=seat,
                    last=seats[-1],
                )
        self._game = game
        self._opponents = {int(seat): opponent[seat] for seat in opponent}
        self.seats = sorted(self._opponents)
        self._bots = self._loaded()

    def _loaded(self) -> dict[int, Bot]:
        """The bot at each seat; seats with the same name share one bot."""
        named = {each: bot_of(each, self._game) for each in self._opponents.values() if isinstance(each, str)}
        return {
            seat: named[each] if isinstance(each, str) else bot_of(each, self._game)
            for seat, each in self._opponents.items()
        }

    def __getstate__(self) -> dict[str, Any]:
        """Bots given by name are loaded anew, so that they need not be picklable."""
        return {name: value for name, value in self.__dict__.items() if name != "_bots"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._bots = self._loaded()

    def name(self, seat: int) -> str:
        """The name of the bot at a seat."""
        return self._bots[seat].name

    def act(
        self, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        """The choices of the bots at these seats: see `Bot.act`; the same bot at several seats is asked once for all."""
        bots = [*{id(bot): bot for bot in self._bots.values()}.values()]
        if len(bots) == 1:
            return decisions(bots[0], observations, seats, generator)
        actions = np.empty(len(seats), np.int64)
        rows = observations.view(np.uint8).reshape(len(observations), observations.itemsize)
        for bot in bots:
            own = np.flatnonzero(np.isin(seats, [seat for seat in self.seats if self._bots[seat] is bot]))
            if len(own):
                actions[own] = decisions(bot, rows[own].reshape(-1).view(observations.dtype), seats[own], generator)
        return actions
