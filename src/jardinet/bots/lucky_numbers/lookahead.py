"""Lookahead of Lucky Numbers: a net values every play for every tile that a draw may bring, at once or a turn later.

The rules' kernels play every action on copies of the observation, so no rule is known here. The value of a draw is the
mean over the hidden tiles, each with the best play for it; their order is in no observation.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.arrays import Indices
from jardinet.bots.lucky_numbers.features import Slots, slots_of, write_rows
from jardinet.bots.lucky_numbers.lookahead_kernels import (
    Hands,
    arrange,
    best_plays,
    list_hands,
    list_plays,
    pick,
    seat_by_seat,
    weigh,
    write_outcomes,
)
from jardinet.bots.sparse_net import Net, Rows
from jardinet.games.api import Game
from jardinet.games.lucky_numbers.rules import CHOOSING, DRAW, NUM_ACTIONS, PLACING, SETUP_PLACING

AT_ONCE = 32  # positions processed together: their plays, some 200 each, stay in the processor's cache
AGAIN = 6  # tiles by which the next seat's draw is valued; all tiles would be no better and take twice as long


class _Imagined(NamedTuple):
    """Plays that may come next.

    Attributes:
        hands: the tiles that may be in hand.
        hand: int64, shape (k,): the hand of each play, rising.
        play: shape (k,): the actions.
        afterwards: shape (k,), dtype STATE: the positions after the plays.
        values: float32, shape (k, outputs): the net's outputs after each, from seat 0.
    """

    hands: Hands
    hand: Indices
    play: Indices
    afterwards: NDArray[Any]
    values: NDArray[np.float32]


class Lookahead:
    """Chooser of plays by a net's expected share of the victory, with any utility.

    Choosing by match points wins .65 of the games of two instead of .73, and no more points (2,000 games each).

    Attributes:
        game: the game, with any seat beginning.
        net: its outputs are each seat's share of the victory, from the viewer's seat on, then each seat's match points,
            scaled from the fewest (0) to the most (1).
        slots: of the net's inputs.
    """

    def __init__(self, game: Game, net: Net) -> None:
        """`net` is kept, not copied: it may go on learning."""
        self.game = game
        self.net = net
        self.players = game.num_players()
        self.slots: Slots = slots_of(self.players)

    def choose(
        self, records: NDArray[Any], draws: int = 0, phases: NDArray[np.float64] | None = None
    ) -> tuple[Indices, NDArray[np.float32]]:
        """The best action of the seat that acts in each position, and the net's outputs expected after it.

        Args:
            records: shape (n,), dtype STATE: positions in which a seat chooses or places a tile.
            draws: by how many tiles a draw is valued, spread evenly over the pile; 0: by all.
            phases: shape (n,), 0 to 1: where in the pile these tiles begin; not needed for all tiles.

        Returns:
            int64, shape (n,), and float32, shape (n, outputs): the net's outputs, seat by seat from seat 0.
        """
        actions = np.empty(len(records), np.int64)
        outlook = np.empty((len(records), 2 * self.players), np.float32)
        starts = np.zeros(0) if phases is None else phases
        for begin in range(0, len(records), AT_ONCE):
            part = slice(begin, begin + AT_ONCE)
            worth = self._worth(records[part], draws, starts[part])
            actions[part], outlook[part] = best_of(records[part], worth)
        return actions, outlook

    def worth(self, records: NDArray[Any]) -> NDArray[np.float32]:
        """The net's outputs expected after every action of the seat that acts; draws by their exact expectation.

        In the standard set-up it is assumed that all tiles still to be placed then come in rising order, and the game
        goes on from there. No net has seen another order, so an order that it likes better than the rising one counts
        the same.

        Args:
            records: shape (n,), dtype STATE: where a seat chooses, or places a tile.

        Returns:
            shape (n, NUM_ACTIONS, outputs): the net's outputs, seat by seat from seat 0; NaN where an action is not legal.
        """
        worth = np.empty((len(records), NUM_ACTIONS, 2 * self.players), np.float32)
        dealt = (records["phase"] == SETUP_PLACING) & ~records["michael"]
        others = np.flatnonzero(~dealt)
        for begin in range(0, len(others), AT_ONCE):
            part = others[begin : begin + AT_ONCE]
            worth[part] = self._worth(_copies(records, part), 0, np.zeros(0))
        if dealt.any():
            worth[dealt] = self._worth_of_arrangements(_copies(records, np.flatnonzero(dealt)))
        return worth

    def worth_again(self, records: NDArray[Any]) -> NDArray[np.float32]:
        """Like `worth`, but by a second ply: after every action the seat that moves next looks ahead in its turn.

        For set-ups it is the same as `worth`: chance moves after them.

        Args:
            records: shape (n,), dtype STATE: where a seat chooses, or places a tile.

        Returns:
            As `worth` does.
        """
        worth = np.empty((len(records), NUM_ACTIONS, 2 * self.players), np.float32)
        is_playing = (records["phase"] == CHOOSING) | (records["phase"] == PLACING)
        if not is_playing.all():
            worth[~is_playing] = self.worth(_copies(records, np.flatnonzero(~is_playing)))
        playing = np.flatnonzero(is_playing)
        for begin in range(0, len(playing), AT_ONCE):
            part = playing[begin : begin + AT_ONCE]
            worth[part] = self._worth_again(_copies(records, part))
        return worth

    def rows(self, records: NDArray[Any], viewers: Indices, symmetries: Indices | None = None) -> Rows:
        """The features of positions as the viewers see them; see `write_rows`."""
        rows = np.empty((len(records), len(self.slots) - 1), np.int16)
        if symmetries is None:
            symmetries = np.zeros(len(records), np.int64)
        write_rows(records, viewers, symmetries, self.slots, rows)
        return rows

    def outcomes(self, records: NDArray[Any]) -> NDArray[np.float32]:
        """The target outputs of the net for games that are over: shape (n, outputs), from seat 0."""
        found = np.empty((len(records), 2 * self.players), np.float32)
        write_outcomes(records, found)
        return found

    def _worth_of_arrangements(self, records: NDArray[Any]) -> NDArray[np.float32]:
        """The worth of arrangements of dealt hands; see `worth`.

        `records` are of the standard set-up, with a hand to place.
        """
        hand, play = list_plays(records)
        after = _copies(records, hand)
        self.game.rules.apply_all(after, np.arange(len(play)), play)
        rest = np.empty(len(after), np.int64)
        while (placing := np.flatnonzero(after["phase"] == SETUP_PLACING)).size:
            arrange(after, rest)
            self.game.rules.apply_all(after, placing, rest[placing])
        expected = self.choose(after)[1]
        rising = np.empty(len(records), np.int64)
        arrange(records, rising)
        best = np.flatnonzero(play == rising[hand])  # one for each record
        movers = records["player"].astype(np.int64)[hand]
        everything = np.arange(len(hand))
        is_too_good = expected[everything, movers] > expected[best[hand], movers]
        expected[is_too_good] = expected[best[hand[is_too_good]]]
        worth = np.full((len(records), NUM_ACTIONS, 2 * self.players), np.nan, np.float32)
        worth[hand, play] = expected
        return worth

    def _worth(self, records: NDArray[Any], draws: int, phases: NDArray[np.float64]) -> NDArray[np.float32]:
        return self._weighed(records, self._imagine(records, draws, phases))

    def _worth_again(self, records: NDArray[Any]) -> NDArray[np.float32]:
        """The worth of actions by a second, deeper look; see `worth_again`.

        For each tile that may be drawn or taken, only its best play is looked at again.
        """
        imagined = self._imagine(records, 0, np.zeros(0))
        movers, hands = records["player"].astype(np.int64), imagined.hands
        is_in_hand = hands.action[imagined.hand] < 0
        best = best_plays(hands, movers, imagined.hand, imagined.values)
        again = np.union1d(np.flatnonzero(is_in_hand), best[best >= 0])
        hand, play, values = imagined.hand[again], imagined.play[again], imagined.values[again]
        afterwards = _copies(imagined.afterwards, again)
        choosing = np.flatnonzero(afterwards["phase"] == CHOOSING)
        if len(choosing):
            values[choosing] = self.choose(_copies(afterwards, choosing), AGAIN, np.full(len(choosing), 0.5))[1]
        return self._weighed(records, _Imagined(hands, hand, play, afterwards, values))

    def _imagine(self, records: NDArray[Any], draws: int, phases: NDArray[np.float64]) -> _Imagined:
        """Every play of every tile that may be in hand next, and the net's outputs after it."""
        rules, players = self.game.rules, self.players
        hands = list_hands(records, draws, phases)
        positions = _copies(records, hands.position)
        for moving, played in ((hands.action >= 0, hands.action), (hands.action == DRAW, hands.number)):
            indices = np.flatnonzero(moving)
            rules.apply_all(positions, indices, played[indices])
        hand, play = list_plays(positions)
        position = hands.position[hand]
        afterwards = _copies(positions, hand)
        rules.apply_all(afterwards, np.arange(len(play)), play)
        movers = records["player"].astype(np.int64)
        viewers = afterwards["seat"].astype(np.int64)
        # The next seat's row now differs from its row after the play in a few slots only.
        bases = self.rows(records, (movers + 1) % players)
        values = self.net.values(self.rows(afterwards, viewers), bases, position, players)
        seat_by_seat(afterwards, viewers, values)
        return _Imagined(hands, hand, play, afterwards, values)

    def _weighed(self, records: NDArray[Any], imagined: _Imagined) -> NDArray[np.float32]:
        """The outputs expected after each action, see `weigh`."""
        worth = np.empty((len(records), NUM_ACTIONS, imagined.values.shape[1]), np.float32)
        movers = records["player"].astype(np.int64)
        weigh(imagined.hands, movers, imagined.hand, imagined.play, imagined.values, worth)
        return worth


def best_of(records: NDArray[Any], worth: NDArray[np.float32]) -> tuple[Indices, NDArray[np.float32]]:
    """The best action of the seat that acts in each position, and the outputs expected after it, both by `worth`."""
    actions = np.empty(len(records), np.int64)
    outlook = np.empty((len(records), worth.shape[2]), np.float32)
    pick(worth, records["player"].astype(np.int64), actions, outlook)
    arrange(records, actions)
    return actions, outlook


def _copies(records: NDArray[Any], indices: Indices) -> NDArray[Any]:
    """Copies of some of the records, faster than `rows_of`, which checks each byte's index."""
    size = records.dtype.itemsize
    copies = np.empty(len(indices), records.dtype)
    chunk = np.dtype((np.void, size))
    np.take(records.view(chunk), indices, out=copies.view(chunk))
    return copies
