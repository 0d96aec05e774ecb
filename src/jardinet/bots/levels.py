"""Names of the bots, called levels, and how each is made; nothing heavy is imported to name them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jardinet.games.parameters import ParameterError
from jardinet.games.registry import Layer, entry_of, instance_of

if TYPE_CHECKING:
    from jardinet.bots.api import Bot
    from jardinet.bots.evaluation import Evaluator
    from jardinet.bots.training import Training
    from jardinet.games.api import Game

TEACHER = "teacher"  # the level of a lesson's opponent, which plays nowhere else

Make = Callable[["Game"], "Bot"]


@dataclass(frozen=True)
class Level:
    """Level of a game's bots.

    Attributes:
        make: makes a bot that plays a game; it imports what it needs when it is called.
        told: how it plays, in one short English sentence for a player; faces translate it.
    """

    make: Make
    told: str


@dataclass(frozen=True)
class Lesson:
    """Lesson of a game: a deal, and the opponent that plays on it what the coach speaks of.

    Attributes:
        seed: of the deal.
        make: makes the opponent; see Level.
    """

    seed: int
    make: Make


@dataclass(frozen=True)
class BotsLayer:
    """Layer of a game with its own bots.

    Attributes:
        levels: by name, weakest first.
        lesson: what is prepared for somebody's first game; None: any deal, against the weakest level.
        training: how one of the levels learns; None: none does.
        evaluator: makes what judges every action as the strongest level does; None: nothing does.
    """

    levels: Mapping[str, Level]
    lesson: Lesson | None = None
    training: Training | None = None
    evaluator: Callable[[Game], Evaluator] | None = None


BOTS: Layer[BotsLayer] = Layer("bots", instance_of(BotsLayer))


def levels_of(game_name: str) -> list[str]:
    """The levels that play a game, weakest first: those of any game, then its own.

    Raises:
        ParameterError: there is no such game.
        UnfinishedGameError: its own are not what they should be.

    >>> levels_of("lucky_numbers")
    ['random', 'greedy', 'master']
    """
    return list(_levels(game_name))


def first_opponent(game_name: str) -> str:
    """The level for somebody's first games: the second weakest, which knows what it wants, where there is one.

    >>> first_opponent("lucky_numbers")
    'greedy'
    """
    return levels_of(game_name)[:2][-1]


def lesson_of(game_name: str) -> Lesson | None:
    """What is prepared for a first game."""
    return BOTS.of(game_name).lesson if entry_of(game_name).bots else None


def told_of(game_name: str, level: str) -> str:
    """How a level plays a game, in English; see Level. Raises KeyError where the game has no such level."""
    return _levels(game_name)[level].told


def load_bot(level: str, game: Game) -> Bot:
    """The bot of a level, ready to play `game`.

    Raises:
        ParameterError: the game has no such level; the message lists those it has.
    """
    if level == "random":  # plays whatever has rules, games that are registered nowhere too
        return _random(game)
    levels, lesson = _levels(game.name), lesson_of(game.name)
    if level == TEACHER and lesson:
        return lesson.make(game)
    if level not in levels:
        raise ParameterError(f"there is no bot {level!r}: {game.name} has {', '.join(levels)}.")
    return levels[level].make(game)


def can_be_evaluated(game_name: str) -> bool:
    """Whether `load_evaluator` has something for a game.

    >>> can_be_evaluated("lucky_numbers")
    True
    """
    return bool(entry_of(game_name).bots) and BOTS.of(game_name).evaluator is not None


def load_evaluator(game: Game) -> Evaluator:
    """What judges positions and actions of `game`; see `Evaluator`.

    Raises:
        ParameterError: the game has nothing that could.
    """
    make = BOTS.of(game.name).evaluator if entry_of(game.name).bots else None
    if make is None:
        raise ParameterError(f"{game.name} cannot be evaluated: none of its bots tells what an action is worth.")
    return make(game)


def _levels(game_name: str) -> dict[str, Level]:
    own = BOTS.of(game_name).levels if entry_of(game_name).bots else {}
    return {"random": RANDOM, **own}


def _random(game: Game) -> Bot:
    from jardinet.bots.random import RandomBot

    return RandomBot(game)


RANDOM = Level(_random, "Plays whatever the rules allow, just as it comes.")
