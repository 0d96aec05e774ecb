"""Training of the value of Maudits Criquets by self-play: temporal differences on the share of the victory.

Many games are played at once. Every turn's bids are solved as `master` solves them, with the net learned so far, and
drawn from the equilibrium, or chosen at random, by some seats seldom and by others often: an opponent who wants to beat
a master leads it to positions that two masters never reach, so it must know those too. The target for a position before
its cards are laid out is the value of the next turn; at the beginning a part of the target comes from later turns
(Sutton's TD(lambda), 1988), up to the next random bid, after which the game no longer shows the value of good play.
Playing a turn takes ten times as long as learning from it, so each is learned from several times.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.adam import Adam
from jardinet.bots.maudits_criquets import matrix, value
from jardinet.bots.maudits_criquets.master import best_picks, mixtures_of
from jardinet.bots.maudits_criquets.value import ValueNet
from jardinet.bots.training import Arrays
from jardinet.bots.weights import to_arrays
from jardinet.games.api import SIMULTANEOUS, TERMINAL, Game
from jardinet.games.maudits_criquets.rules import BIDS
from jardinet.games.records import bytes_of, records_in, rows_of

HIDDEN = 64
GAMES = {2: 256, 3: 64, 4: 16}  # per step by number of players, about a second's worth
LEARNING_ROUNDS = 100  # of regret matching; the master plays with more
AS_AGREED = 0.6  # the share of games with exactly the given parameters; the rest mix beginners' rule and ties
BATCH = 256  # positions per step of Adam
RATE = 3e-3  # of Adam's steps at the beginning
HALVED = 60  # steps after which it is divided by the square root of 2; after four times as many, by that of 5
TRACE = 0.6  # lambda at the beginning; it falls like the rate, since the luck of drawn bids adds noise to the targets
TRIED = 4.0  # each seat bids at random with probability u ** TRIED, u uniform in 0..1; half as often for picks
REUSED = 4  # how often a position is learned from, on average
LAST = 50_000  # size of the replay buffer, in positions


class ValueTrainer:
    """Trainer of a net for one number of players: see `Trainer`.

    Attributes:
        name: of the net.
        games: how many have been played so far.
        players: how many play.
    """

    def __init__(self, game: Game, seed: int, *, hidden: int = HIDDEN, games_a_step: int | None = None) -> None:
        """Begin with random weights.

        Args:
            game: a Maudits Criquets.
            seed: a whole number from 0.
            hidden: how many hidden units the net has.
            games_a_step: how many games are played at once; None: a second's worth.

        Raises:
            ValueError: the seed is negative, or `hidden` or `games_a_step` is not possible.
        """
        if games_a_step is not None and games_a_step < 1:
            raise ValueError(f"{games_a_step} games a step are not possible: it is at least 1.")
        self.name = f"{game.players}-players"
        self.games = 0
        self.players = game.players
        self._game = game
        self._seed = seed
        self._games_a_step = games_a_step or GAMES[game.players]
        self._steps = 0
        self._adam = Adam(value.new_net(hidden, np.random.default_rng(np.random.SeedSequence(seed))))
        self._records = game.new_initial_state().observation()[:0]
        self._targets = np.empty((0, game.players))

    def step(self) -> dict[str, float]:
        """Play some games and learn from them; see `Trainer.step`.

        The loss, the entropy of bids in bits, and how many turns a game had.
        """
        generator = np.random.default_rng(np.random.SeedSequence(self._seed, spawn_key=(self._steps,)))
        records, targets, surprise = self._play(generator)
        self._remember(records, targets)
        rate = RATE * self._fallen()
        losses = []
        for _ in range(-(-REUSED * len(records) // BATCH)):
            batch = generator.integers(0, len(self._records), BATCH)
            losses.append(self._learn(rows_of(self._records, batch), self._targets[batch], rate))
        self._steps += 1
        self.games += self._games_a_step
        return {"surprise": surprise, "loss": float(np.mean(losses)), "turns": len(records) / self._games_a_step}

    def state(self) -> dict[str, NDArray[Any]]:
        """Copies of all data that later steps depend on, by name; see `Trainer.state`."""
        learned = self._adam.state()
        counts = np.array([self.games, self._steps, learned.pop("steps")])
        return learned | {"counts": counts, "records": bytes_of(self._records).copy(), "targets": self._targets.copy()}

    def restore(self, state: Arrays) -> None:
        """Continue from the `state()` of an equal trainer; see `Trainer.restore`."""
        self._records = records_in(np.array(state["records"]), self._records.dtype)
        self._targets = np.array(state["targets"])
        self.games, self._steps, batches = (int(count) for count in state["counts"])
        self._adam.restore({**state, "steps": np.array(batches)})

    def weights(self) -> dict[str, NDArray[Any]]:
        """The net's weights by name, as a bot takes them; see `Trainer.weights`."""
        return to_arrays(self._adam.mean)

    def begin_with(self, net: ValueNet, behind: int) -> None:
        """Begin with the weights of a trained net with as many hidden units; it is not changed.

        Args:
            net: the trained net.
            behind: how many steps to count as done already: the more, the smaller the next ones are.
        """
        self._adam.begin_with(net)
        self._steps = behind

    def values(self) -> ValueNet:
        """A copy of the net that values positions."""
        return deepcopy(self._adam.mean)

    def _fallen(self) -> float:
        """The present rate as a share of the rate at the beginning."""
        return 1 / float(np.sqrt(1 + self._steps / HALVED))

    def _remember(self, records: NDArray[Any], targets: NDArray[np.float64]) -> None:
        """Add these positions to the replay buffer; the oldest are dropped if it is full."""
        rows = np.concatenate([bytes_of(self._records), bytes_of(records)])[-LAST:]
        self._records = records_in(rows, records.dtype)
        self._targets = np.concatenate([self._targets, targets])[-LAST:]

    def _play(self, generator: np.random.Generator) -> tuple[NDArray[Any], NDArray[np.float64], float]:
        """Play a step's games.

        Returns:
            The positions after each turn that did not end its game; their target values, shape (n, players); the mean
            difference between a turn's value and the net's value of the position before it.
        """
        rules, players = self._game.rules, self._game.players
        states = self._begin(generator)
        rates = generator.random((len(states), players)) ** TRIED
        turns = []  # of each: which games bid, their values, whether something was tried at random, and the positions after it
        while True:
            rules.reveal_all(states, generator)
            bidding = np.flatnonzero(states["player"] == SIMULTANEOUS)
            if not len(bidding):
                break
            mixtures, values = self._bids(rows_of(states, bidding), bidding)
            tried = generator.random((len(bidding), players)) < rates[bidding]
            hands = states["hand"][bidding, :players, None] >> np.arange(BIDS) & 1
            even = hands / hands.sum(2, keepdims=True)
            shares = np.where(tried[:, :, None], even, mixtures).reshape(-1, BIDS)
            bids = np.empty(len(shares), np.int64)
            matrix.draw(shares, generator.random(len(shares)), bids)
            rules.apply_joint_all(states, bidding, bids.reshape(-1, players))
            is_tried = tried.any(1) | self._pick_all(states, rates, generator)[bidding]
            turns.append((bidding, values, is_tried, rows_of(states, bidding)))
        worth = self._game.shares_of(states)
        following = worth.copy()  # the value of the turn after the current one
        records, targets, surprises = [], [], []
        for bidding, values, is_tried, after in reversed(turns):
            running = after["player"] != TERMINAL
            known = rows_of(after, np.flatnonzero(running))
            records.append(bytes_of(known))
            targets.append(worth[bidding[running]])
            held = np.empty((len(known), players))
            value.values_of(known, *self._adam.mean, held)
            surprises.append(np.abs(held - following[bidding[running]]).mean(1))
            following[bidding] = values
            trace = np.where(is_tried, 0.0, TRACE * self._fallen())[:, None]
            worth[bidding] = (1 - trace) * values + trace * worth[bidding]
        played = records_in(np.concatenate(records), states.dtype)
        return played, np.concatenate(targets), float(np.concatenate(surprises).mean())

    def _begin(self, generator: np.random.Generator) -> NDArray[Any]:
        """New games, most with the given parameters, the others with other variants."""
        agreed = self._game.new_initial_state().observation()
        states = rows_of(agreed, np.zeros(self._games_a_step, np.int64))
        others = generator.random(len(states)) >= AS_AGREED
        for rule in ("beginner", "shares_majority"):
            states[rule] = np.where(others, generator.random(len(states)) < 0.5, states[rule])
        for i in range(len(states)):
            self._game.rules.start(states, i)
        return states

    def _bids(
        self, records: NDArray[Any], numbers: NDArray[np.int64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """All seats' mixed bids in the games of a step with these numbers, and the values they expect: `MasterBot.mixtures`."""
        return mixtures_of(self._adam.mean, records, LEARNING_ROUNDS)

    def _picks(self, records: NDArray[Any], numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """The picks of the seats that pick, likewise."""
        return best_picks(self._adam.mean, records)

    def _pick_all(
        self, states: NDArray[Any], rates: NDArray[np.float64], generator: np.random.Generator
    ) -> NDArray[np.bool_]:
        """Play all picks; returns in which games one was made at random."""
        is_tried = np.zeros(len(states), np.bool_)
        while len(picking := np.flatnonzero(states["player"] >= 0)):
            records = rows_of(states, picking)
            tried = generator.random(len(picking)) < rates[picking, records["player"]] / 2
            any_pick = np.empty(len(picking), np.int64)
            seats = records["player"].astype(np.int64)
            self._game.rules.random_actions(records, np.arange(len(picking)), seats, generator, any_pick)
            self._game.rules.apply_all(states, picking, np.where(tried, any_pick, self._picks(records, picking)))
            is_tried[picking] |= tried
        return is_tried

    def _learn(self, records: NDArray[Any], targets: NDArray[np.float64], rate: float) -> float:
        """Take one step of Adam and update the mean; returns the loss before."""
        net = self._adam.net
        return self._adam.step(lambda slopes: value.learn(records, targets, *net, *slopes), rate)
