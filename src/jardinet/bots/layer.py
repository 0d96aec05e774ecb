"""Layer of a game that holds its bots: what a game declares, and the types of it. Nothing heavy is imported."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

from jardinet.games.parameters import ParameterError
from jardinet.games.registry import Layer, instance_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from jardinet.bots.api import Bot
    from jardinet.bots.evaluation import Evaluator
    from jardinet.bots.judge import Judge
    from jardinet.bots.training import Training
    from jardinet.games.api import Game

Make = Callable[["Game"], "Bot"]

SECONDS = (0.001, 60.0)  # allowed per decision, from and to
ROLLOUTS = (1, 1_000_000)


@dataclass(frozen=True)
class Effort:
    """Effort that a bot may spend on one decision: one of the two attributes, the other is None.

    Attributes:
        seconds: of clock time, within SECONDS: the result differs from machine to machine and from time to time.
        rollouts: continuations of the game that are played out, within ROLLOUTS: the same seed gives the same games.
    """

    seconds: float | None = None
    rollouts: int | None = None

    @classmethod
    def of(cls, text: str) -> Self:
        """Parse the text after a level and a colon.

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
    """Named bot of a game: a level or a baseline.

    Attributes:
        make: makes a bot that plays a game; it imports what it needs when it is called.
        told: how it plays, in one short English sentence for a player; faces translate it.
        search: makes the bot of this level for an effort and a full name; None: it does not search.
    """

    make: Make
    told: str
    search: Search | None = None


@dataclass(frozen=True)
class Lesson:
    """Lesson of a game: see lessons.py. Its moves are texts as `State.serialize` joins them, chance left out.

    Attributes:
        seed: of the deal.
        make: makes the bot as which the opponent plays off the course; see Level.
        opening: what has been played when the learner comes.
        course: what the coach advises and the opponent plays after that, moment by moment.
    """

    seed: int
    make: Make
    opening: str
    course: Sequence[str]


@dataclass(frozen=True)
class SelfPlaySetting:
    """Configuration of a game in a data set of self-play: its share, its parameters and its bots.

    Attributes:
        share: of the records of its game, 0 to 1; all of a game add up to 1.
        parameters: of the game, as `load_game` takes them.
        bots: a weight by name: the bot of each seat in each game is drawn with these weights.
    """

    share: float
    parameters: Mapping[str, int | str]
    bots: Mapping[str, int]


# Bots by name for such a configuration, for a game with `erring_levels` and `greedy`: any bot may meet any other.
MIXED: Mapping[str, int] = {"master": 2, "expert": 2, "skilled": 2, "casual": 2, "novice": 1, "greedy": 1}


@dataclass(frozen=True)
class Trust:
    """How far an evaluator's difference between two actions can be trusted, as paired playouts show (benches/hints.py).

    Attributes:
        least: a smaller difference, in shares of the victory, says nothing of which action is better.
        share: how much of a greater one came true, in the mean.
    """

    least: float = 0.0
    share: float = 1.0

    def trusted(self, cost: float) -> float:
        """What remains of a difference: 0 where it says nothing."""
        return self.share * cost if cost >= self.least else 0.0


@dataclass(frozen=True)
class BotsLayer:
    """Layer of a game that holds its own bots.

    Attributes:
        levels: the bots that players are offered, by name, weakest first.
        lesson: prepared for a player's first game; None: any deal, against the weakest level.
        training: how one of the levels learns; None: none does.
        evaluator: makes an evaluator that judges every action as the strongest level does; None: there is none.
        glance: makes a faster evaluator that looks less far ahead; None: `evaluator` is as fast.
        baselines: bots for comparison that players are not offered, by name, weakest first; every game has `random`.
        judge: makes a judge of the exploitability of bots in a cut-down game; None: there is none.
        self_play: the configurations that a data set holds of the game; none: no data set has it.
        trust: tells how far the evaluator's differences in a position, shape (1,), can be trusted; None: wholly.
        exact: tells the exact worth of every action of the seat that acts in a position, shape (1,): shape (NUM_ACTIONS,),
            shares of the victory, NaN where it is not legal; None where that would take too long. None: of no position.
        openness: tells how open each of some positions, shape (n,), leaves a seat's board, the more the better; None:
            nothing does.
    """

    levels: Mapping[str, Level]
    lesson: Lesson | None = None
    training: Training | None = None
    evaluator: Callable[[Game], Evaluator] | None = None
    glance: Callable[[Game], Evaluator] | None = None
    baselines: Mapping[str, Level] = field(default_factory=dict)
    judge: Callable[[Game], Judge] | None = None
    self_play: Sequence[SelfPlaySetting] = ()
    trust: Callable[[NDArray[Any]], Trust] | None = None
    exact: Callable[[Game, NDArray[Any]], NDArray[np.float64] | None] | None = None
    openness: Callable[[NDArray[Any], int], NDArray[np.float64]] | None = None


BOTS: Layer[BotsLayer] = Layer("bots", instance_of(BotsLayer))


def erring_levels(
    make: Callable[[str, Game, float], Bot], *, novice: float, casual: float, skilled: float, expert: float
) -> dict[str, Level]:
    """The levels below a game's master, weakest first: they evaluate as it does, but err; see quantal.py.

    Args:
        make: makes the bot of a name, for a game, that errs by a temperature.
        novice, casual, skilled, expert: the temperature of each, in shares of the victory.
    """

    def named(name: str, temperature: float) -> Make:
        return lambda game: make(name, game, temperature)

    return {
        "novice": Level(named("novice", novice), "Is still learning: misses a lot, and never minds."),
        "casual": Level(named("casual", casual), "Plays for fun, and often settles for second best."),
        "skilled": Level(named("skilled", skilled), "Knows the game well; a slip now and then leaves you a chance."),
        "expert": Level(named("expert", expert), "Sees nearly everything, and forgives little."),
    }
