"""Names of the bots and their factories: the levels that players are offered, and baselines for study.

A searching bot can be given an effort per decision: `master:200ms`, `master:1s`, `master:2000rollouts`. To name bots
nothing heavy is imported.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from jardinet.bots.layer import BOTS, BotsLayer, Effort, Lesson, Level, SelfPlaySetting, Trust
from jardinet.games.parameters import ParameterError
from jardinet.games.registry import entry_of, registered_games
from jardinet.games.sentences import Every, Sentence

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from jardinet.bots.api import Bot
    from jardinet.bots.evaluation import Evaluator
    from jardinet.bots.judge import Judge
    from jardinet.games.api import Game

TEACHER = "teacher"  # the level of a lesson's opponent, which plays nowhere else


def levels_of(game_name: str) -> list[str]:
    """The levels of a game, weakest first: the bots that players are offered. A game without bots of its own has `random`.

    Raises:
        ParameterError: there is no such game.
        UnfinishedGameError: its bots layer is invalid.

    >>> levels_of("lucky_numbers")
    ['novice', 'casual', 'skilled', 'expert', 'master']
    """
    return list(_levels(game_name))


def baselines_of(game_name: str) -> list[str]:
    """The bots for comparison, weakest first; raises what `levels_of` raises.

    >>> baselines_of("lucky_numbers")
    ['random', 'greedy']
    """
    return list(_baselines(game_name))


def bots_of(game_name: str) -> list[str]:
    """All names that `load_bot` knows for a game, except the opponent of a lesson: the baselines, then the levels."""
    return list(_bots(game_name))


def first_opponent(game_name: str) -> str:
    """The level for a player's first games: the second weakest, which plays with a purpose, if there is one.

    >>> first_opponent("lucky_numbers")
    'casual'
    """
    return levels_of(game_name)[:2][-1]


def stand_in_of(game_name: str) -> str:
    """The level that plays for somebody who is away: the middle one, so that nobody gains by being away.

    >>> stand_in_of("lucky_numbers")
    'skilled'
    """
    levels = levels_of(game_name)
    return levels[len(levels) // 2]


def lesson_of(game_name: str) -> Lesson | None:
    """The lesson prepared for a first game."""
    return BOTS.of(game_name).lesson if entry_of(game_name).bots else None


def self_play_of(game_name: str) -> Sequence[SelfPlaySetting]:
    """The configurations that a data set holds of a game.

    Raises:
        ParameterError: there is no such game, or data sets hold nothing of it.
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
    """Whether a name is that of a game's level or baseline, alone or with an effort, whether possible or not.

    >>> [is_bot(name, "lucky_numbers") for name in ("master", "master:1s", "master:9h", "my_bot.py:Master", "ada")]
    [True, True, True, False, False]
    """
    return game_name in registered_games() and name.partition(":")[0] in _bots(game_name)


def load_bot(name: str, game: Game) -> Bot:
    """The bot of a level, or a baseline, ready to play `game`.

    Args:
        name: its name; if it searches, an effort per decision may follow after a colon: see `Effort.of`.
        game: the game that it is to play.

    Raises:
        ParameterError: the game has no bot of that name, or the bot cannot use the effort; the message says what there
            is.
    """
    if name == "random":  # plays every game that has rules, unregistered ones too
        return _random(game)
    bots, lesson = _bots(game.name), lesson_of(game.name)
    if name == TEACHER and lesson:
        from jardinet.bots.lessons import TeacherBot

        return TeacherBot(game, lesson.make(game))
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


def measured_beside_bots(game_name: str, file_name: str) -> bytes | None:
    """The content of a file of measurements that lies beside a game's bots; None: there is none.

    Raises:
        ParameterError: there is no such game.
    """
    package = entry_of(game_name).bots.partition(":")[0]
    spec = find_spec(package) if package else None
    if spec is None or spec.submodule_search_locations is None:
        return None
    file = files(package) / file_name
    return file.read_bytes() if file.is_file() else None


def can_be_evaluated(game_name: str) -> bool:
    """Whether a game has an evaluator: see `load_evaluator`.

    >>> can_be_evaluated("lucky_numbers")
    True
    """
    return bool(entry_of(game_name).bots) and BOTS.of(game_name).evaluator is not None


def load_evaluator(game: Game, *, at_a_glance: bool = False) -> Evaluator:
    """The evaluator of positions and actions of `game`; see `Evaluator`.

    Args:
        game: with its parameters.
        at_a_glance: whether to judge quickly, for many positions, rather than as well as possible.

    Raises:
        ParameterError: the game has no evaluator.
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


def trust_of(game: Game, observation: NDArray[Any]) -> Trust:
    """How far the differences of a game's evaluator can be trusted in a position, shape (1,)."""
    tell = BOTS.of(game.name).trust
    return tell(observation) if tell else Trust()


def exact_worth(game: Game, observation: NDArray[Any]) -> NDArray[np.float64] | None:
    """The exact worth of every action in a position, shape (1,), for the seat that acts; None where nobody can tell; see `BotsLayer.exact`."""
    tell = BOTS.of(game.name).exact
    return tell(game, observation) if tell else None


def openness_of(game: Game, records: NDArray[Any], seat: int) -> NDArray[np.float64] | None:
    """How open each of some positions leaves a seat's board, the more the better; None if nothing tells."""
    tell = BOTS.of(game.name).openness
    return tell(records, seat) if tell else None


def digest_of_nets(game_name: str, only: str | None = None) -> str:
    """SHA-256 of the nets that a game's bots play with, or of one, in hexadecimal: another net is another bot.

    Empty without nets.
    """
    from jardinet.bots.weights import digest_of

    module = entry_of(game_name).bots.partition(":")[0]
    return digest_of(module, only) if module else ""


def load_judge(game: Game) -> Judge:
    """The judge of the exploitability of bots that play `game`; see `Judge`.

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
