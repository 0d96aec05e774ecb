"""Deals of one seed: reproducible chance for each deal, and generators for the bots.

Chance in a deal follows from the seed and the deal's number alone, not from the moves or the bots: so variants and bots
are compared on the same tiles or cards. Bots draw from generators of their own, which do not affect the decks.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from jardinet.arena.lockstep import Reveal, followed
from jardinet.envs.streams import Streams
from jardinet.games.api import Game, Move, State

DECKS, BOTS, SEATS = 0, 1, 2  # the purpose of a generator


class Deals:
    """Deals of a game by their numbers, from 0.

    >>> import jardinet
    >>> from jardinet.arena.lockstep import begin
    >>> game = jardinet.load_game("lucky_numbers")
    >>> states = begin(game, 3)
    >>> Deals(game, 7).reveal([0, 1, 0])(states)
    >>> states["hand"][0].tolist() == states["hand"][2].tolist() != states["hand"][1].tolist()
    True
    """

    def __init__(self, game: Game, seed: int | np.random.SeedSequence) -> None:
        """`seed`: of all randomness: a whole number from 0, or its SeedSequence."""
        self._game = game
        self._seed = seed if isinstance(seed, np.random.SeedSequence) else np.random.SeedSequence(seed)

    def reveal(self, deals: Sequence[int]) -> Reveal:
        """A function that plays chance's moves in many games: game i is of deal `deals[i]`; several may be of the same deal."""
        different = list(dict.fromkeys(deals))
        places = {deal: place for place, deal in enumerate(different)}
        decks = Streams.of_seeds([self._sequence(DECKS, deal) for deal in different])
        return partial(Streams(decks.rows[[places[deal] for deal in deals]]).reveal_all, self._game.rules)

    def followed(self, deal: int, moves: Sequence[Move]) -> State:
        """Replay a game of a deal from its players' moves, from the beginning to the end."""
        return followed(self._game, moves, np.random.Generator(np.random.SFC64(self._sequence(DECKS, deal))))

    def generator(self, kind: int, *key: int) -> np.random.Generator:
        """The generator for bots' choices (BOTS), or for drawing seats (SEATS): the same for the same key."""
        return np.random.default_rng(self._sequence(kind, *key))

    def of_chunk(self, chunk: int) -> np.random.Generator:
        """One generator for all randomness in a chunk of games that need not be reproducible one by one."""
        return np.random.default_rng(self._sequence(chunk))

    def _sequence(self, *key: int) -> np.random.SeedSequence:
        return np.random.SeedSequence(self._seed.entropy, spawn_key=(*self._seed.spawn_key, *key))
