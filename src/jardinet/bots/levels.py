"""Names of the bots, called levels, and how each is made; nothing heavy is imported to name them.

A level that searches may be told what it may spend on a decision: `master:200ms`, `master:1s`, `master:2000rollouts`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from jardinet.games.parameters import ParameterError
from jardinet.games.registry import Layer, entry_of, instance_of, registered_games

if TYPE_CHECKING:
    from jardinet.bots.api import Bot
    from jardinet.bots.evaluation import Evaluator
    from jardinet.bots.training import Training
    from jardinet.games.api import Game

TEACHER = "teacher"  # the level of a lesson's opponent, which plays nowhere else

Make = Callable[["Game"], "Bot"]

SECONDS = (0.001, 60.0)  # that a decision may take, from and to
ROLLOUTS = (1, 1_000_000)


@dataclass(frozen=True)
class Effort:
    """Effort that a bot may spend on one decision: one of the two, the other is None.

    Attributes:
        seconds: of the clock, SECONDS: what comes of it differs from machine to machine and from time to time.
        rollouts: continuations of the game that are played out, ROLLOUTS: with a seed the same games come again.
    """

    seconds: float | None = None
    rollouts: int | None = None

    @classmethod
    def of(cls, text: str) -> Self:
        """From how it is typed after a level and a colon.

        Raises:
            ParameterError: it is not understood, or out of range; the message says what is possible.

        >>> Effort.of("200ms"), Effort.of("1.5s"), Effort.of("2000rollouts")
        (Effort(seconds=0.2, rollouts=None), Effort(seconds=1.5, rollouts=None), Effort(seconds=None, rollouts=2000))
        """
        typed = re.fullmatch(r"(\d{1,9}(?:\.\d{1,9})?)(ms|s)|(\d{1,9})rollouts", text, re.ASCII)
        number, unit, rollouts = typed.groups() if typed else ("0", "s", None)
        seconds = float(number or 0) / (1000 if unit == "ms" else 1)
        if rollouts and ROLLOUTS[0] <= int(rollouts) <= ROLLOUTS[1]:
            return cls(rollouts=int(rollouts))
        if SECONDS[0] <= seconds <= SECONDS[1]:
            return cls(seconds=seconds)
        raise ParameterError(
            f"{text!r} is nothing that a bot can spend on a decision: possible are 1ms to {SECONDS[1]:.0f}s, "
            f"or {ROLLOUTS[0]}rollouts to {ROLLOUTS[1]}rollouts."
        )


Search = Callable[["Game", Effort, str], "Bot"]


@dataclass(frozen=True)
class Level:
    """Level of a game's bots.

    Attributes:
        make: makes a bot that plays a game; it imports what it needs when it is called.
        told: how it plays, in one short English sentence for a player; faces translate it.
        search: makes the bot that plays it with an effort, and what it is called then; None: it decides at once.
    """

    make: Make
    told: str
    search: Search | None = None


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


def is_level(name: str, game_name: str) -> bool:
    """Whether a name is that of a game's level, alone or with what it may spend, possible or not.

    >>> [is_level(name, "lucky_numbers") for name in ("master", "master:1s", "master:9h", "my_bot.py:Master", "ada")]
    [True, True, True, False, False]
    """
    return game_name in registered_games() and name.partition(":")[0] in _levels(game_name)


def load_bot(level: str, game: Game) -> Bot:
    """The bot of a level, ready to play `game`.

    Args:
        level: its name, and after a colon what it may spend on a decision, if it searches: see `Effort.of`.
        game: what it is to play.

    Raises:
        ParameterError: the game has no such level, or it cannot use what it may spend; the message says what there is.
    """
    if level == "random":  # plays whatever has rules, games that are registered nowhere too
        return _random(game)
    levels, lesson = _levels(game.name), lesson_of(game.name)
    if level == TEACHER and lesson:
        return lesson.make(game)
    name, colon, effort = level.partition(":")
    if name not in levels:
        raise ParameterError(f"there is no bot {level!r}: {game.name} has {', '.join(levels)}.")
    if not colon:
        return levels[name].make(game)
    search = levels[name].search
    if search is None:
        others = ", ".join(other for other in levels if levels[other].search) or "no bot"
        raise ParameterError(
            f"{name} decides at once, so {level!r} is not possible: of {game.name} {others} can search."
        )
    return search(game, Effort.of(effort), level)


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
