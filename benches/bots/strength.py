"""Measures of strength: shares of the victories of bots, of readers, and what the best answer wins of a master."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from benches.bots.measured import Measure, Measured, Run
from benches.cut_downs import CUT_DOWNS, learned_and_judged
from benches.reader import net_of, taken
from numpy.typing import NDArray

from jardinet import load_game
from jardinet.arena.standings import standings_of
from jardinet.arena.tournament import tournament
from jardinet.bots.api import Bot
from jardinet.bots.lucky_numbers.lookahead import best_of
from jardinet.bots.lucky_numbers.master import MasterBot as MasterOfLuckyNumbers
from jardinet.bots.lucky_numbers.master import shipped_net as net_of_lucky_numbers
from jardinet.bots.maudits_criquets.committee import MEMBERS
from jardinet.bots.maudits_criquets.master import MasterBot, shipped_net
from jardinet.bots.maudits_criquets.responder import Responder
from jardinet.bots.maudits_criquets.value import ValueNet
from jardinet.games.api import Game

# Games that a responder learns from: ten minutes of a core, or so many for each that it then plays, which is less.
LEARNED, LEARNED_A_GAME = 80_000, 40


Seat = str | Callable[[Game], Bot]  # a level's name, or what makes a bot


class AtOnceBot(MasterOfLuckyNumbers):
    """Master of Lucky Numbers that looks at once alone, and not again."""

    name = "at-once"

    def act(
        self, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        """See `Bot.act`."""
        return best_of(observations, self._lookahead.worth(observations))[0]


def looking_once(game: Game) -> Bot:
    """Master of Lucky Numbers as the levels below it look."""
    return AtOnceBot(game, net_of_lucky_numbers(game.num_players()))


def committee_of_two(game: Game) -> Bot:
    """Master of Maudits Criquets with the nets that play two, however many play."""
    return MasterBot(game, shipped_net("2-players"))


def tells_luck(game: str, players: int) -> bool:
    """Whether shares are told without luck too.

    Of Maudits Criquets with more than two, to reckon what luck brought takes twenty times as long as to play, and makes no
    interval narrower.
    """
    return game != "maudits_criquets" or players == 2


def against(game: str, bot: Seat, other: Seat, *, players: int = 2, **parameters: Any) -> Measure:
    """A bot's share of the victories as the only one among others, in every seat of each deal."""

    def measure(run: Run) -> Measured:
        played = load_game(game, players=players, **parameters)
        outcome = tournament(
            played,
            [seat if isinstance(seat, str) else seat(played) for seat in (bot, other)],
            run.games,
            run.seed,
            is_one_among=True,
            adjusted=tells_luck(game, players),
            workers=run.workers,
            on_progress=run.tell,
        )
        if outcome.is_interrupted:
            raise KeyboardInterrupt
        return next(Measured.of(one.share, one.adjusted) for one in standings_of(outcome) if one.bot == outcome.bots[0])

    return measure


def read(members: int = MEMBERS, *, learns: bool = False) -> Measure:
    """What a reader takes off master of Maudits Criquets with two players.

    Args:
        members: how many of master's nets play side by side.
        learns: whether the reader learns its values from games against this very master first.
    """

    def measure(run: Run) -> Measured:
        game = load_game("maudits_criquets")
        net = net_of(run.reader) if run.reader else shipped_net("2-players-seed-1")
        master = MasterBot(game, some_of(shipped_net("2-players"), members))
        learner = Responder(game, run.seed, master, net)
        while learns and learner.games < min(LEARNED, LEARNED_A_GAME * run.games):
            learner.step()
        return Measured.of(taken(game, learner.reader(), master, run.games, run.seed, run.tell))

    return measure


def some_of(committee: ValueNet, members: int) -> ValueNet:
    """The first nets of a committee (bots/maudits_criquets/committee.py) side by side, without the others."""
    units = len(committee.out) // MEMBERS * members
    rows, bias = (
        np.concatenate([factors[..., :units] for factors in np.split(part, 2, axis=-1)], axis=-1)
        for part in committee[:2]
    )
    return ValueNet(rows, bias, committee.out[:units] * np.float32(MEMBERS / members))


def half_of_nash_conv(name: str) -> Measure:
    """What whoever answers best wins of a master that has learned a cut-down game: see benches/cut_downs.py."""

    def measure(run: Run) -> Measured:
        game = load_game("maudits_criquets", **CUT_DOWNS[name])
        learned = learned_and_judged(game, run.games, run.seed, run.tell)
        return Measured(value=learned.half_of_nash_conv, games=learned.games)

    return measure
