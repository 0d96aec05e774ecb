"""Layer of a game for its study: its variants, what counts as a turn, and its own chapters.

Players do not need it, so it is none of `registry.LAYERS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from jardinet.arena.lockstep import PlayedGames
from jardinet.games import registered_games
from jardinet.games.api import Game
from jardinet.games.registry import Layer, entry_of, instance_of

if TYPE_CHECKING:
    from jardinet.study.chapters import Chapter


@dataclass(frozen=True)
class StudyVariant:
    """Variant of a game.

    Attributes:
        name: on pages, in lower case: "Michael's set-up".
        parameters: of the variant, for `load_game`.
    """

    name: str
    parameters: Mapping[str, int | str] = field(default_factory=dict)


@dataclass(frozen=True)
class StudyLayer:
    """What a game declares for `jardinet study`; the study plays with the five levels, as in every game.

    Attributes:
        players: the numbers of players with which it is studied.
        variants: the variants that are studied; the first is the usual game.
        variants_told: further remarks on them, in sentences; may be empty.
        turn: what is counted as a turn, and what is not, in sentences.
        turns: a function that returns the number of turns of each of n finished games, shape (n,).
        chapters: the chapters that only this game has.
    """

    players: Sequence[int]
    variants: Sequence[StudyVariant]
    turn: str
    turns: Callable[[Game, PlayedGames], NDArray[np.int64]]
    variants_told: str = ""
    chapters: Sequence[Chapter] = ()


STUDIES: Layer[StudyLayer] = Layer("study", instance_of(StudyLayer))


def studied_games() -> list[str]:
    """The games that have such a layer, in their order."""
    return [name for name in registered_games() if entry_of(name).study]
