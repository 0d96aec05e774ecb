"""Interface of bots: a bot sees what its seat may know and answers with legal actions.

Bots decide for many games at once, since most of their life is spent in simulations; `choose` asks
one for a single action, at a table. No bot ever gets a State: what is hidden cannot leak to it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from jardinet.games.api import Action, Game, IllegalActionError, State
from jardinet.games.parameters import GameError

TOLERANCE = 1e-4  # of what a policy adds up to, in single precision maybe


class BotError(GameError):
    """A bot failed, or did not answer as it should; the message names it. An illegal action is an IllegalActionError."""


class Bot(Protocol):
    """A player made of code. levels.py names those that come with a game; docs/write-a-bot.md shows how to write one.

    Attributes:
        name: what it is called: of a level as `load_bot` takes it, of any other bot as its maker likes.
    """

    name: str

    def act(
        self, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        """Choose one legal action in each of n positions.

        Args:
            observations: shape (n,), dtype `rules.STATE`: what the acting seat of each may know, as
                `State.observation` gives it; not to be written.
            seats: shape (n,): which seat the bot plays in each; that seat acts now, alone or together with
                all the others, whose actions are in no observation.
            generator: supplies everything random, so that the caller can repeat a game.

        Returns:
            shape (n,): an action that is legal for that seat, for each position.
        """
        ...


class PolicyBot(Bot, Protocol):
    """Bot that tells its policy too, so that others can reckon what they gain against it: see `bots.judge`."""

    def policy(self, observations: NDArray[Any], seats: NDArray[np.int64]) -> NDArray[np.float64]:
        """How likely `act` chooses each action in each of n positions.

        Args:
            observations, seats: as in `act`.

        Returns:
            shape (n, NUM_ACTIONS): 0 to 1, 0 where an action is not legal; each row adds up to 1.
        """
        ...


def choose(bot: Bot, state: State, player: int, generator: np.random.Generator) -> Action:
    """The one action that `bot` plays for seat `player` in `state`, where that seat acts now.

    Args:
        bot: from `load_bot`, for the game that `state` is of.
        state: the position; the bot gets the seat's observation of it only.
        player: a seat from 0.
        generator: supplies everything random.

    Raises:
        BotError: see `decisions`.
        IllegalActionError: the bot plays what is not legal.
    """
    action = int(decisions(bot, state.observation(player), np.array([player], np.int64), generator)[0])
    if action not in state.legal_actions(player):
        raise illegal(bot, state.get_game(), player, action)
    return action


def illegal(bot: Bot, game: Game, seat: int, action: int) -> IllegalActionError:
    """What to raise where a bot has played something that is not legal."""
    text = game.texts_of(seat).get(action, action)
    return IllegalActionError(
        "bot-illegal", "bot {bot!r} played {action}, which is not legal there.", bot=bot.name, action=text
    )


def decisions(
    bot: Bot, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
) -> NDArray[np.int64]:
    """What `bot.act` answers, where that is as many whole numbers as it was asked for; whether they are legal is not asked.

    Raises:
        BotError: it is not, or the bot raised something. What one of Jardinet's own bots raises is a fault of ours,
            and stays as it is.
    """
    answer = _asked(bot, lambda: np.asarray(bot.act(observations, seats, generator)))
    if answer.shape != seats.shape or answer.dtype.kind not in "iu":
        raise BotError(
            "bot-answer",
            "bot {bot!r} answered {kind} of shape {shape}: it must be a whole number for each of {count} positions.",
            bot=bot.name,
            kind=answer.dtype,
            shape=answer.shape,
            count=len(seats),
        )
    return answer.astype(np.int64, copy=False)


def policies(
    bot: Bot, observations: NDArray[Any], seats: NDArray[np.int64], legal: NDArray[Any]
) -> NDArray[np.float64]:
    """What `bot.policy` answers, where that is a distribution over legal actions in each position.

    Args:
        bot: any; one that does not tell its policy is refused.
        observations, seats: as in `Bot.act`.
        legal: shape (n, NUM_ACTIONS): not 0 where an action is legal.

    Raises:
        BotError: it is not, or the bot raised something (see `decisions`).
    """
    if not callable(getattr(bot, "policy", None)):
        raise BotError(
            "bot-without-policy",
            "bot {bot!r} does not tell its policy: it has no method policy(observations, seats).",
            bot=bot.name,
        )
    telling: Any = bot
    answer = _asked(bot, lambda: np.asarray(telling.policy(observations, seats), np.float64))
    if answer.shape != legal.shape:
        raise BotError(
            "bot-policy-shape",
            "bot {bot!r} told a policy of shape {shape}: it must be {wanted}, a number for each action of each position.",
            bot=bot.name,
            shape=answer.shape,
            wanted=legal.shape,
        )
    is_likely = (answer >= 0) & (legal != 0) | (answer == 0)
    if not (is_likely.all() and (np.abs(answer.sum(1) - 1) < TOLERANCE).all()):
        raise BotError(
            "bot-policy",
            "bot {bot!r} told a policy that is not one: its numbers are 0 or more, 0 where an action is not legal, and those "
            "of a position add up to 1.",
            bot=bot.name,
        )
    return answer


def _asked(bot: Bot, ask: Callable[[], NDArray[Any]]) -> NDArray[Any]:
    """What a bot answers; a fault of somebody else's bot is a BotError, one of our own stays as it is."""
    try:
        return ask()
    except GameError:
        raise
    except Exception as error:
        if type(bot).__module__.startswith("jardinet."):
            raise
        raise BotError("bot-failed", "bot {bot!r} failed: {reason}.", bot=bot.name, reason=said_of(error)) from error


def said_of(error: Exception) -> str:
    """What went wrong in somebody's code, and where: "ZeroDivisionError: division by zero (my_bot.py, line 3)"."""
    said = ": ".join([type(error).__name__, *str(error).strip().splitlines()[:1]])
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None or isinstance(error, SyntaxError):  # whose text tells the place already
        return said
    return f"{said} ({Path(trace.tb_frame.f_code.co_filename).name}, line {trace.tb_lineno})"
