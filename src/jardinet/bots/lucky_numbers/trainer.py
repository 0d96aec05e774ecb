"""Trainer of Lucky Numbers' master: a net learns the values of positions by self-play.

With three and four players it first watches greedy's games and learns who won: there, games of an untrained net take
for ever. Then it learns by self-play with TD(lambda) (R. Sutton, 1988; G. Tesauro's TD-Gammon, 1995): the target of a
position's value is a mix of its value by one-ply lookahead and of the later course of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.adam import Adam
from jardinet.bots.arrays import Indices
from jardinet.bots.lucky_numbers.features import TURNED, slots_of
from jardinet.bots.lucky_numbers.greedy import GreedyBot
from jardinet.bots.lucky_numbers.lookahead import Lookahead, best_of
from jardinet.bots.sparse_net import Net, Rows, add_gradient
from jardinet.bots.training import Arrays
from jardinet.bots.weights import to_arrays
from jardinet.games.api import Game
from jardinet.games.lucky_numbers.rules import CHOOSING, SETUP_DRAWING
from jardinet.games.records import rows_of

HIDDEN = 64
GAMES = 96  # of one step
WATCHED, AT_A_TIME = 9600, 480  # greedy's games, and of one step
POSITIONS = 256  # of one change of the weights
REUSED = 2  # how often a step's positions are learned from: learning takes a twentieth of the time of playing
DRAWS = 6  # tiles by which a draw is valued while learning; all of them would take four times as long
EXACT = 48_000  # games after the watched ones; from then on a draw is valued by all tiles
LAMBDA = 0.7
RATE, SLOWING = 1.5e-3, 12_000  # Adam's rate, and after how many games it is halved, then a third, …
SETTLED = 4  # players: from this number on a net is calibrated at the end; with fewer its shares need no correction
SETTLING, SETTLING_AT_ONCE = 4000, 200  # games of master against itself for that
HALVINGS = 40  # bisection steps to find the factor between a half and two

Chosen = tuple[Indices, NDArray[np.float32] | None]  # actions, and the outputs expected after them
Chooser = Callable[[NDArray[Any], np.random.Generator], Chosen]


class Seen(NamedTuple):
    """Positions of some games: the games' numbers, the records, and the outputs expected there, if known."""

    games: Indices
    records: NDArray[Any]
    outlook: NDArray[np.float32] | None


class LuckyNumbersTrainer:
    """Trainer of the net for a number of players: see `Trainer`.

    One net serves every edition and variant: every third game is with Bruno's variant, every other with Michael's
    set-up. The net sees in its inputs which it is; boards have similar values in all of them.
    """

    def __init__(
        self,
        game: Game,
        seed: int,
        hidden: int = HIDDEN,
        games: tuple[int, int] = (AT_A_TIME, GAMES),
        watched: int | None = None,
    ) -> None:
        """Begin with an untrained net.

        Args:
            game: for its number of players; its other parameters do not matter.
            seed: of everything random.
            hidden: units of the hidden layer.
            games: the games per training step: first of greedy, while the net learns from its games; later of the net.
            watched: how many of greedy's games the net learns from at first, a multiple of those per step; None: 0
                with two players, WATCHED with more.
        """
        self.name = net_name(game.num_players())
        self.games = 0
        self._game = game.with_parameters(utility="win")
        self._seed, self._at_a_time = seed, games
        self._watched = WATCHED * (game.num_players() > 2) if watched is None else watched
        self._greedy = GreedyBot(self._game)
        players = game.num_players()
        slots = slots_of(players)
        generator = np.random.default_rng(np.random.SeedSequence(seed))
        net = Net.begun(int(slots[-1]), len(slots) - 1, hidden, 2 * players, generator)
        self._lookahead = Lookahead(self._game, net)
        self._adam = Adam(net)

    def step(self) -> dict[str, float]:
        """Play some games and learn from them; see `Trainer.step`."""
        # Games are counted, not steps, so that all randomness follows from the number of games.
        generator = np.random.default_rng(np.random.SeedSequence(self._seed, spawn_key=(self.games,)))
        is_watching = self.games < self._watched
        count = self._at_a_time[0] if is_watching else self._at_a_time[1]
        records, targets = self._play(count, self._watch if is_watching else self._choose, generator)
        rate = RATE / (1 + max(0, self.games - self._watched) / SLOWING)
        seats = records["seat"].astype(np.int64)
        losses = []
        for _ in range(REUSED):  # each time in another symmetric form of equal value
            order = generator.permutation(len(records))
            symmetries = generator.integers(2 * TURNED, size=len(records))
            rows = self._lookahead.rows(records, seats, symmetries)
            for chosen in np.array_split(order, max(1, len(order) // POSITIONS)):
                losses.append(self._learn(rows[chosen], targets[chosen], rate))
        self.games += count
        return {"loss": float(np.mean(losses)), "rate": rate}

    def state(self) -> dict[str, NDArray[Any]]:
        """Copies of all data that later steps depend on, by name; see `Trainer.state`."""
        return self._adam.state() | {"games": np.array(self.games)}

    def restore(self, state: Arrays) -> None:
        """Continue from the `state()` of an equal trainer; see `Trainer.restore`."""
        self._adam.restore(state)
        self.games = int(state["games"])

    def weights(self) -> dict[str, NDArray[Any]]:
        """The net's weights by name, as a bot takes them; see `Trainer.weights`."""
        return to_arrays(self._adam.mean)

    def final_weights(self, tell: Callable[[float], None] = lambda _: None) -> dict[str, NDArray[Any]]:
        """The net to ship if training ends here; see `Trainer.final_weights`.

        With many players, the net after temperature scaling of its shares.

        In games of master the trained net is overconfident, however long it learned (docs/decisions/0021).
        """
        return to_arrays(self._settled(SETTLING, tell) if self._game.num_players() >= SETTLED else self._adam.mean)

    def _settled(self, games: int, tell: Callable[[float], None]) -> Net:
        """The net scaled by the maximum-likelihood factor over so many games of master (C. Guo et al., temperature scaling, ICML 2017)."""
        net, players = self._adam.mean, self._game.num_players()
        lookahead = Lookahead(self._game, net)

        def look_again(records: NDArray[Any], generator: np.random.Generator) -> Chosen:
            return best_of(records, lookahead.worth_again(records))[0], None

        scores, shares = [], []
        for begun in range(0, games, SETTLING_AT_ONCE):
            generator = np.random.default_rng(np.random.SeedSequence(self._seed, spawn_key=(self.games, begun)))
            records, came = self._play(min(SETTLING_AT_ONCE, games - begun), look_again, generator)
            rows = lookahead.rows(records, records["seat"].astype(np.int64))
            values = net.values(rows, rows, np.arange(len(rows)), players)[:, :players].astype(np.float64)
            scores.append(np.log(np.maximum(values, np.finfo(np.float32).tiny)))
            shares.append(came[:, :players])
            tell(min(1, (begun + SETTLING_AT_ONCE) / games))
        factor = np.float32(likeliest_factor(np.concatenate(scores), np.concatenate(shares)))
        out, out_bias = net.out.copy(), net.out_bias.copy()
        out[:, :players] *= factor
        out_bias[:players] *= factor
        return net._replace(out=out, out_bias=out_bias)

    def _learn(self, rows: Rows, targets: NDArray[np.float32], rate: float) -> float:
        """Learn from some positions and their target outputs; returns the loss before."""
        shares, net = self._game.num_players(), self._adam.net
        return self._adam.step(lambda gradient: add_gradient(rows, targets, *net, shares, *gradient), rate)

    def _choose(self, records: NDArray[Any], generator: np.random.Generator) -> Chosen:
        if self.games >= self._watched + EXACT:
            return self._lookahead.choose(records)
        return self._lookahead.choose(records, DRAWS, generator.random(len(records)))

    def _watch(self, records: NDArray[Any], generator: np.random.Generator) -> Chosen:
        return self._greedy.act(records, records["player"].astype(np.int64), generator), None

    def _play(
        self, count: int, choose: Chooser, generator: np.random.Generator
    ) -> tuple[NDArray[Any], NDArray[np.float32]]:
        """Play games; returns the positions in which a seat was about to draw or choose, and their targets.

        Args:
            count: how many games.
            choose: plays all seats; the values it expects, if any, are part of the targets.
            generator: supplies everything random.

        Returns:
            dtype STATE, shape (n,), and float32, shape (n, outputs): the target outputs for the seat whose turn it was.
        """
        rules = self._game.rules
        states = self._begin(count)
        seen: list[Seen] = []
        while True:
            drawing = np.flatnonzero(states["phase"] == SETUP_DRAWING)
            before_draw = rows_of(states, drawing)
            rules.reveal_all(states, generator)
            moving = np.flatnonzero(states["player"] >= 0)
            if not len(moving):
                return self._targets(seen, self._lookahead.outcomes(states))
            records = rows_of(states, moving)
            actions, outlook = choose(records, generator)
            # Positions to learn: at the choice that begins a turn, and in Michael's set-up before each draw.
            choosing = np.flatnonzero(records["phase"] == CHOOSING)
            before_choice = rows_of(records, choosing)
            for games, before in ((drawing, before_draw), (moving[choosing], before_choice)):
                expected = None if outlook is None else outlook[np.searchsorted(moving, games)]
                seen.append(Seen(games, before, expected))
            rules.apply_all(states, moving, actions)

    def _begin(self, count: int) -> NDArray[Any]:
        """New games, of all variants."""
        states = rows_of(self._game.new_initial_state().observation(), np.zeros(count, np.int64))
        states["bruno"], states["michael"] = np.arange(len(states)) % 3 == 2, np.arange(len(states)) % 2 == 1
        for i in range(len(states)):
            self._game.rules.start(states, i)
        return states

    def _targets(self, seen: list[Seen], came: NDArray[np.float32]) -> tuple[NDArray[Any], NDArray[np.float32]]:
        """The targets of `_play`, computed backwards from `came`, the outcomes of the games."""
        players = self._game.num_players()
        targets = []
        for games, records, outlook in reversed(seen):
            if outlook is not None:
                came[games] = LAMBDA * came[games] + (1 - LAMBDA) * outlook
            turn = (records["seat"].astype(np.int64)[:, None] + np.arange(players)) % players
            targets.append(np.take_along_axis(came[games], np.concatenate([turn, players + turn], axis=1), axis=1))
        joined = b"".join(records.tobytes() for _, records, _ in seen)
        return np.frombuffer(joined, self._game.rules.STATE), np.concatenate(targets[::-1])


def net_name(players: int) -> str:
    """The name of the net for that many players."""
    return f"{players}-players"


def likeliest_factor(scores: NDArray[np.float64], shares: NDArray[np.float32]) -> float:
    """The factor of the scores, 1/2 to 2, whose softmax gives `shares` the maximum likelihood; both of shape (n, k)."""
    low, high = 0.5, 2.0
    for _ in range(HALVINGS):
        factor = (low + high) / 2
        raised = np.exp(factor * (scores - scores.max(1, keepdims=True)))
        expected = raised / raised.sum(1, keepdims=True)
        is_too_great = ((expected - shares) * scores).sum() > 0  # the slope of the loss
        low, high = (low, factor) if is_too_great else (factor, high)
    return (low + high) / 2
