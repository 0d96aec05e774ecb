"""Names of the bots and how each is made: the levels that players are offered, and baselines for study.

A bot that searches may be told what it may spend on a decision: `master:200ms`, `master:1s`, `master:2000rollouts`.
Nothing heavy is imported to name them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self

from jardinet.games.parameters import ParameterError
from jardinet.games.registry import Layer, entry_of, instance_of, registered_games
from jardinet.games.sentences import Every, Sentence

if TYPE_CHECKING:
    from jardinet.bots.api import Bot
    from jardinet.bots.evaluation import Evaluator
    from jardinet.bots.judge import Judge
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
            "effort",
            "{effort!r} is not something a bot can spend on a decision: possible are 1ms to {most}s, or "
            "{fewest}rollouts to {highest}rollouts.",
            effort=text,
            most=f"{SECONDS[1]:.0f}",
            fewest=ROLLOUTS[0],
            highest=ROLLOUTS[1],
        )


Search = Callable[["Game", Effort, str], "Bot"]


@dataclass(frozen=True)
class Level:
    """Bot of a game that can be asked for by its name, a level or a baseline.

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
class SelfPlaySetting:
    """Configuration of a game in a data set of self-play: how often it is played, as what, and by whom.

    Attributes:
        share: of the records of its game, 0 to 1; all of a game add up to 1.
        parameters: what is agreed, as `load_game` takes it.
        bots: a weight by name: who sits at each seat of each game is drawn by them.
    """

    share: float
    parameters: Mapping[str, int | str]
    bots: Mapping[str, int]


# Bots of such a configuration in which anybody may meet anybody, by name, where a game has `erring_levels` and `greedy`.
MIXED: Mapping[str, int] = {"master": 2, "expert": 2, "skilled": 2, "casual": 2, "novice": 1, "greedy": 1}


@dataclass(frozen=True)
class BotsLayer:
    """Layer of a game with its own bots.

    Attributes:
        levels: whom players are offered, by name, weakest first.
        lesson: what is prepared for somebody's first game; None: any deal, against the weakest level.
        training: how one of the levels learns; None: none does.
        evaluator: makes what judges every action as the strongest level does; None: nothing does.
        glance: makes what judges as that does but looks less far ahead, and so is quicker; None: `evaluator` is as quick.
        baselines: bots that others are measured by and that players are not offered, by name, weakest first; `random` is
            one of every game.
        judge: tells how far from an equilibrium bots are, where the game is cut down; None: nothing does.
        self_play: what a data set holds of the game; none: no data set has it.
    """

    levels: Mapping[str, Level]
    lesson: Lesson | None = None
    training: Training | None = None
    evaluator: Callable[[Game], Evaluator] | None = None
    glance: Callable[[Game], Evaluator] | None = None
    baselines: Mapping[str, Level] = field(default_factory=dict)
    judge: Callable[[Game], Judge] | None = None
    self_play: Sequence[SelfPlaySetting] = ()


BOTS: Layer[BotsLayer] = Layer("bots", instance_of(BotsLayer))


def erring_levels(
    evaluator: Callable[[Game], Evaluator], *, novice: float, casual: float, skilled: float, expert: float
) -> dict[str, Level]:
    """The levels below a game's master, weakest first: they judge as it does, and err; see quantal.py.

    Args:
        evaluator: see `BotsLayer`.
        novice, casual, skilled, expert: the temperature of each, in shares of the victory.
    """

    def make(name: str, temperature: float) -> Make:
        def bot(game: Game) -> Bot:
            from jardinet.bots.quantal import QuantalBot

            return QuantalBot(name, evaluator(game), temperature)

        return bot

    return {
        "novice": Level(make("novice", novice), "Is still learning: misses a lot, and never minds."),
        "casual": Level(make("casual", casual), "Plays for fun, and often settles for second best."),
        "skilled": Level(make("skilled", skilled), "Knows the game well; a slip now and then leaves you a chance."),
        "expert": Level(make("expert", expert), "Sees nearly everything, and forgives little."),
    }


def levels_of(game_name: str) -> list[str]:
    """The levels of a game, weakest first: whom players are offered. Of a game without bots of its own that is `random`.

    Raises:
        ParameterError: there is no such game.
        UnfinishedGameError: its own are not what they should be.

    >>> levels_of("lucky_numbers")
    ['novice', 'casual', 'skilled', 'expert', 'master']
    """
    return list(_levels(game_name))


def baselines_of(game_name: str) -> list[str]:
    """The bots that others are measured by, weakest first; `levels_of` tells what is raised.

    >>> baselines_of("lucky_numbers")
    ['random', 'greedy']
    """
    return list(_baselines(game_name))


def bots_of(game_name: str) -> list[str]:
    """All that `load_bot` knows for a game, but for the opponent of a lesson: the baselines, then the levels."""
    return list(_bots(game_name))


def first_opponent(game_name: str) -> str:
    """The level for somebody's first games: the second weakest, which knows what it wants, where there is one.

    >>> first_opponent("lucky_numbers")
    'casual'
    """
    return levels_of(game_name)[:2][-1]


def stand_in_of(game_name: str) -> str:
    """The level that plays for somebody who is away: the middle one, so that it pays nobody to be.

    >>> stand_in_of("lucky_numbers")
    'skilled'
    """
    levels = levels_of(game_name)
    return levels[len(levels) // 2]


def lesson_of(game_name: str) -> Lesson | None:
    """What is prepared for a first game."""
    return BOTS.of(game_name).lesson if entry_of(game_name).bots else None


def self_play_of(game_name: str) -> Sequence[SelfPlaySetting]:
    """What a data set holds of a game.

    Raises:
        ParameterError: there is no such game, or nothing of it.
    """
    entry = entry_of(game_name)
    rows = BOTS.of(game_name).self_play if entry.bots else ()
    if not rows:
        raise ParameterError(
            "no-self-play", "no data set has {game}: its bots do not say who plays it.", game=entry.title
        )
    return rows


def games_with_self_play() -> list[str]:
    """The games that a data set can hold."""
    return [name for name in registered_games() if entry_of(name).bots and BOTS.of(name).self_play]


def told_of(game_name: str, level: str) -> str:
    """How a bot plays a game, in English; see Level. Raises KeyError where the game has none of that name."""
    return _bots(game_name)[level].told


def is_bot(name: str, game_name: str) -> bool:
    """Whether a name is that of a game's level or baseline, alone or with what it may spend, possible or not.

    >>> [is_bot(name, "lucky_numbers") for name in ("master", "master:1s", "master:9h", "my_bot.py:Master", "ada")]
    [True, True, True, False, False]
    """
    return game_name in registered_games() and name.partition(":")[0] in _bots(game_name)


def load_bot(name: str, game: Game) -> Bot:
    """The bot of a level, or a baseline, ready to play `game`.

    Args:
        name: its name, and after a colon what it may spend on a decision, if it searches: see `Effort.of`.
        game: what it is to play.

    Raises:
        ParameterError: the game has none of that name, or it cannot use what it may spend; the message says what there is.
    """
    if name == "random":  # plays whatever has rules, games that are registered nowhere too
        return _random(game)
    bots, lesson = _bots(game.name), lesson_of(game.name)
    if name == TEACHER and lesson:
        return lesson.make(game)
    bot, colon, effort = name.partition(":")
    if bot not in bots:
        raise ParameterError(
            "no-such-bot",
            "there is no bot {bot!r}: {game} has {bots}.",
            bot=name,
            game=entry_of(game.name).title,
            bots=Every(list(bots)),
        )
    if not colon:
        return bots[bot].make(game)
    search = bots[bot].search
    if search is None:
        searching = [other for other in bots if bots[other].search]
        raise ParameterError(
            "bot-at-once",
            "{bot} decides at once, so {name!r} is not possible: in {game}, {bots} can search.",
            bot=bot,
            name=name,
            game=entry_of(game.name).title,
            bots=Every(searching) if searching else Sentence("no bot"),
        )
    return search(game, Effort.of(effort), name)


def can_be_evaluated(game_name: str) -> bool:
    """Whether `load_evaluator` has something for a game.

    >>> can_be_evaluated("lucky_numbers")
    True
    """
    return bool(entry_of(game_name).bots) and BOTS.of(game_name).evaluator is not None


def load_evaluator(game: Game, *, at_a_glance: bool = False) -> Evaluator:
    """What judges positions and actions of `game`; see `Evaluator`.

    Args:
        game: with what was agreed.
        at_a_glance: whether many positions are to be judged, quickly rather than as well as possible.

    Raises:
        ParameterError: the game has nothing that could.
    """
    layer = BOTS.of(game.name) if entry_of(game.name).bots else BotsLayer({})
    make = (at_a_glance and layer.glance) or layer.evaluator
    if make is None:
        raise ParameterError(
            "no-evaluator",
            "{game} cannot be evaluated: none of its bots tells what an action is worth.",
            game=entry_of(game.name).title,
        )
    return make(game)


def digest_of_nets(game_name: str, only: str | None = None) -> str:
    """SHA-256 of the nets that a game's bots play with, or of one, in hexadecimal: another net is another bot.

    Empty without nets.
    """
    from jardinet.bots.weights import digest_of

    module = entry_of(game_name).bots.partition(":")[0]
    return digest_of(module, only) if module else ""


def load_judge(game: Game) -> Judge:
    """What tells how far from an equilibrium a bot is that plays `game`; see `Judge`.

    Raises:
        ParameterError: the game has nothing that could.
        GameError: it has more positions than can be visited.
    """
    make = BOTS.of(game.name).judge if entry_of(game.name).bots else None
    if make is None:
        raise ParameterError(
            "no-judge",
            "{game} cannot be judged: nothing tells how far from an equilibrium its bots are.",
            game=entry_of(game.name).title,
        )
    return make(game)


def _levels(game_name: str) -> Mapping[str, Level]:
    return BOTS.of(game_name).levels if entry_of(game_name).bots else {"random": RANDOM}


def _baselines(game_name: str) -> Mapping[str, Level]:
    return {"random": RANDOM, **(BOTS.of(game_name).baselines if entry_of(game_name).bots else {})}


def _bots(game_name: str) -> Mapping[str, Level]:
    return {**_baselines(game_name), **_levels(game_name)}


def _random(game: Game) -> Bot:
    from jardinet.bots.random import RandomBot

    return RandomBot(game)


RANDOM = Level(_random, "Plays whatever the rules allow, just as it comes.")
