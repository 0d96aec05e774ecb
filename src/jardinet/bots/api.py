"""Interface of bots: a bot gets observations of its seat and answers with legal actions.

Bots decide for many games at once, since they mostly run in simulations; `choose` asks a bot for a single action, at a
table. No bot ever gets a State, so nothing hidden can leak to it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from jardinet.games.api import Action, Game, IllegalActionError, State
from jardinet.games.parameters import GameError

TOLERANCE = 1e-4  # of the sum of a policy, which may be in single precision


class BotError(GameError):
    """A bot failed, or did not answer as it should; the message names it. An illegal action is an IllegalActionError."""


class Bot(Protocol):
    """A player made of code. levels.py names those that come with a game; docs/write-a-bot.md shows how to write one.

    Attributes:
        name: of a level, as `load_bot` takes it; of any other bot, as its author likes.
    """

    name: str

    def act(
        self, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        """Choose one legal action in each of n positions.

        Args:
            observations: shape (n,), dtype `rules.STATE`: `State.observation` of the acting seat in each position; not
                to be written.
            seats: shape (n,): the seat that the bot plays in each; it acts now, alone or together with all others,
                whose actions are in no observation.
            generator: supplies all randomness, so that the caller can repeat a game.

        Returns:
            shape (n,): an action that is legal for that seat, for each position.
        """
        ...


class PolicyBot(Bot, Protocol):
    """Bot that also tells its policy, so that its exploitability can be computed: see `bots.judge`."""

    def policy(self, observations: NDArray[Any], seats: NDArray[np.int64]) -> NDArray[np.float64]:
        """The probability that `act` chooses each action, in each of n positions.

        Args:
            observations, seats: as in `act`.

        Returns:
            shape (n, NUM_ACTIONS): 0 to 1, 0 where an action is not legal; each row adds up to 1.
        """
        ...


def certain(actions: NDArray[np.int64], num_actions: int) -> NDArray[np.float64]:
    """The policy that chooses these actions for sure, shape (n, num_actions)."""
    probabilities: NDArray[np.float64] = (np.arange(num_actions) == actions[:, None]).astype(np.float64)
    return probabilities


def choose(bot: Bot, state: State, player: int, generator: np.random.Generator) -> Action:
    """The action that `bot` plays for seat `player` in `state`; that seat must act now.

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
    """The error for a bot's action that is not legal."""
    text = game.texts_of(seat).get(action, action)
    return IllegalActionError(
        "bot-illegal", "bot {bot!r} played {action}, which is not legal there.", bot=bot.name, action=text
    )


def decisions(
    bot: Bot, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
) -> NDArray[np.int64]:
    """The answer of `bot.act`, checked to be one whole number per position; whether they are legal is not checked.

    Raises:
        BotError: the answer is anything else, or the bot raised an exception. Exceptions of Jardinet's own bots are our
            bugs and are not wrapped.
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
    """The answer of `bot.policy`, checked to be a distribution over the legal actions in each position.

    Args:
        bot: any bot; one without a policy is refused.
        observations, seats: as in `Bot.act`.
        legal: shape (n, NUM_ACTIONS): not 0 for each legal action.

    Raises:
        BotError: the answer is anything else, or the bot raised an exception (see `decisions`).
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
    """A bot's answer; an exception of a foreign bot becomes a BotError, one of our own bots is not wrapped."""
    try:
        return ask()
    except GameError:
        raise
    except Exception as error:
        if type(bot).__module__.startswith("jardinet."):
            raise
        raise BotError("bot-failed", "bot {bot!r} failed: {reason}.", bot=bot.name, reason=said_of(error)) from error


def said_of(error: Exception) -> str:
    """An exception in a user's code and its place: "ZeroDivisionError: division by zero (my_bot.py, line 3)"."""
    said = ": ".join([type(error).__name__, *str(error).strip().splitlines()[:1]])
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None or isinstance(error, SyntaxError):  # its text names the place already
        return said
    return f"{said} ({Path(trace.tb_frame.f_code.co_filename).name}, line {trace.tb_lineno})"
