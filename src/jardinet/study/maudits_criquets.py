"""Study of Maudits Criquets: its variants, its turns, and the chapter of the bids."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from jardinet import plots
from jardinet.arena.lockstep import PlayedGames
from jardinet.bots.maudits_criquets import NETS
from jardinet.bots.maudits_criquets.master import ROUNDS, mixtures_of, shipped_net
from jardinet.bots.maudits_criquets.value import ValueNet
from jardinet.bots.weights import nets_of
from jardinet.games import load_game
from jardinet.games.api import SIMULTANEOUS, Game
from jardinet.games.maudits_criquets.names import BIDS, bids_of
from jardinet.games.maudits_criquets.rules import CROPS, KINDS, LOCUST, PICK
from jardinet.games.records import joined, rows_of
from jardinet.study.chapters import Chapter, ChapterPage
from jardinet.study.figures import DECIMALS, Figure, mean_of, number
from jardinet.study.layer import StudyLayer, StudyVariant
from jardinet.study.playing import PLAYED, play_deals
from jardinet.study.study import Study

# Kinds of loots of three: the numbers of cards of each crop, falling, and of locusts; crops are interchangeable.
LOOTS = {
    ((3,), 0): "three alike",
    ((2, 1), 0): "two alike and another",
    ((1, 1, 1), 0): "three different",
    ((2,), 1): "two alike and a locust",
    ((1, 1), 1): "two different and a locust",
    ((1,), 2): "one crop and two locusts",
    ((), 3): "three locusts",
}
OTHER = "another number of cards"  # after an impasse, or near the end of the pile
KINDS_OF_LOOT = [*LOOTS.values(), OTHER]
CARDS = [bid.upper() for bid in BIDS]


class Bids(msgspec.Struct, frozen=True):
    """Games of master against itself, with the mixtures of the two-player nets in every turn but the first.

    Attributes:
        game: its name.
        games: how many.
        seed: of everything random.
    """

    game: str
    games: int
    seed: int

    @property
    def bots(self) -> list[str]:
        """The bots."""
        return ["master"]

    def chunks(self) -> range:
        """The numbers of its chunks."""
        return range(-(-self.games // PLAYED))

    def play(self, chunk: int) -> NDArray[np.void]:
        """Play one chunk: a row for each hand that bids, of the turns in which there is something to choose.

        It has its `deal`, its `loot`, a number of KINDS_OF_LOOT, its `turn` in the round, from 1, and the `mixtures` of
        every net, shape (nets, bids).
        """
        game, nets = load_game(self.game), _nets()
        deals = range(chunk * PLAYED, min((chunk + 1) * PLAYED, self.games))
        seen: list[tuple[NDArray[np.int64], NDArray[Any]]] = []

        def look(states: NDArray[Any]) -> None:
            bidding = np.flatnonzero(states["player"] == SIMULTANEOUS)
            if len(bidding):
                seen.append((deals.start + bidding, rows_of(states, bidding)))

        play_deals(game, "master", deals, self.seed, look=look)
        turns = _Turns(np.concatenate([deal for deal, _ in seen]), joined([states for _, states in seen]))
        return _rows(turns, nets, len(bids_of(game.parameters)))


class _Turns(NamedTuple):
    """Positions in which all bid, each with its deal."""

    deals: NDArray[np.int64]
    states: NDArray[Any]


def _rows(turns: _Turns, nets: Sequence[ValueNet], cards: int) -> NDArray[np.void]:
    """Two rows for each position with a choice of bids: its deal, loot and turn, and a seat's mixture by each net.

    `cards` is how many a hand begins a round with.
    """
    left = np.bitwise_count(turns.states["hand"][:, 0]).astype(np.int64)
    is_choice = (left > 1) & ((turns.states["rounds"] > 0) | (left < cards))
    chosen = np.flatnonzero(is_choice)
    states = rows_of(turns.states, chosen)
    rows = np.zeros(
        2 * len(chosen), [("deal", "i8"), ("loot", "i1"), ("turn", "i1"), ("mixtures", "f8", (len(nets), len(BIDS)))]
    )
    rows["deal"] = np.repeat(turns.deals[chosen], 2)
    rows["loot"] = np.repeat([KINDS_OF_LOOT.index(_kind_of(loot)) for loot in states["loot"]], 2)
    rows["turn"] = np.repeat(cards + 1 - left[chosen], 2)
    if len(chosen):
        for k, net in enumerate(nets):
            rows["mixtures"][:, k] = mixtures_of(net, states, ROUNDS)[0].reshape(-1, len(BIDS))
    return rows


def _kind_of(loot: NDArray[np.int8]) -> str:
    """The entry of KINDS_OF_LOOT for a loot; `loot` has the number of cards of each kind."""
    crops = tuple(sorted((int(count) for count in loot[:CROPS] if count), reverse=True))
    return LOOTS.get((crops, int(loot[LOCUST])), OTHER)


def _nets() -> list[ValueNet]:
    """The shipped nets that were trained with two players; the first is the one used for play."""
    names = nets_of("jardinet.bots.maudits_criquets")
    return [shipped_net(name) for name in sorted(names, key=lambda name: name != NETS[2]) if name.startswith(NETS[2])]


def _fill(study: Study, page: ChapterPage) -> None:
    count = len(_nets())
    page.say(
        "Two players. All bid at once, so the best bid is no card but a mixture: how often to bid each one, so that nobody gains",
        "by answering it. `master` solves every turn for that equilibrium, by what its net says the turn may lead to; where several",
        "mixtures are as good as each other it is one of them.",
        f"A mixture is reckoned, not sampled. What is unsure is the net, so {'both' if count == 2 else f'all {count}'} that have learned games of two are asked, "
        "which share no seed ([what they are](../bots.md)): the one that plays is told first, and the range is that of what all of them "
        "say. It is no interval of confidence: nets may agree and be wrong together."
        if count > 1
        else "A mixture is reckoned, not sampled, and there is one net only, so nothing tells how sure it is.",
    )
    page.heading("The first turn")
    page.say("Both have all cards, and nothing else lies before them; the crops are alike.")
    first = {
        loot: [page.figure(f"first.{loot}.{card}", one) for card, one in zip(CARDS, figures, strict=True)]
        for loot, figures in _first_turns().items()
    }
    _show(page, "first", "What to bid in the first turn", first)
    page.conclude(
        "What `master` bids most often in the first turn of two:",
        "; ".join(f"{_likeliest(figures)} for {loot}" for loot, figures in first.items()) + ".",
    )
    page.heading("Later turns")
    page.say(
        "The same of all turns but the first in games of `master` against itself, those left out in which one card is left.",
        "A hand bids only what it still has, so these are means over very different positions. The intervals are bootstrapped",
        "over games, and reach from the lowest end that any of the nets has to the highest.",
    )
    rows = study.part(Bids("maudits_criquets", study.games, study.seed), np.concatenate, "maudits_criquets: bids")
    by_loot = {name: rows[rows["loot"] == k] for k, name in enumerate(KINDS_OF_LOOT)}
    later = {name: _means(page, f"later.{name}", own) for name, own in by_loot.items() if len(own)}
    _show(page, "later", "What to bid in later turns", later)
    page.heading("When in a round")
    page.say("The same turns by their place in the round: after the last one everybody has all cards again.")
    by_turn = {f"turn {turn} of the round": rows[rows["turn"] == turn] for turn in range(1, len(CARDS))}
    _show(
        page,
        "round",
        "What to bid as a round goes on",
        {name: _means(page, f"round.{name}", own) for name, own in by_turn.items() if len(own)},
    )


def _first_turns() -> dict[str, list[Figure]]:
    """The probability of every card in the first turn, by the loot; the range is that over the nets."""
    game, records = load_game("maudits_criquets"), []
    for crops, locusts in LOOTS:
        state = game.new_initial_state()
        for kind in [kind for kind, count in enumerate(crops) for _ in range(count)] + [KINDS - 1] * locusts:
            state.apply_action(PICK + kind)
        records.append(state.observation())
    found = np.stack([mixtures_of(net, joined(records), ROUNDS)[0][:, 0] for net in _nets()])
    return {
        loot: [
            _of_nets([Figure(chance, chance, chance, 1) for chance in chances]) for chances in found[:, k].T.tolist()
        ]
        for k, loot in enumerate(LOOTS.values())
    }


def _means(page: ChapterPage, name: str, rows: NDArray[np.void]) -> list[Figure]:
    """The mean probability of every card over these rows."""
    found = []
    for bid, card in enumerate(CARDS):
        of_nets = [mean_of(mixture, rows["deal"]) for mixture in rows["mixtures"][:, :, bid].T]
        found.append(page.figure(f"{name}.{card}", _of_nets(of_nets)))
    return found


def _of_nets(figures: Sequence[Figure]) -> Figure:
    """The figure of the net used for play, with an interval that encloses those of all nets."""
    low, high = min(one.low for one in figures), max(one.high for one in figures)
    return Figure(round(figures[0].value, DECIMALS), round(low, DECIMALS), round(high, DECIMALS), figures[0].n)


def _show(page: ChapterPage, name: str, title: str, mixtures: dict[str, list[Figure]]) -> None:
    page.plot(
        name,
        plots.stacked(
            title,
            "how often each card is bid",
            CARDS,
            [(loot, [one.value for one in figures]) for loot, figures in mixtures.items()],
            lambda value: f"{value:.0%}",
        ),
        f"{title}: bars of how often each card is bid, as in the table below",
    )
    page.table(
        ["in per cent", *CARDS],
        [[loot, *(_told(one) for one in figures)] for loot, figures in mixtures.items()],
    )


def _told(figure: Figure) -> str:
    return number(figure.scaled(100), 0) if figure.high >= 0.005 else "–"


def _likeliest(figures: Sequence[Figure]) -> str:
    best = int(np.argmax([one.value for one in figures]))
    return f"{CARDS[best]} ({100 * figures[best].value:.0f}\N{NO-BREAK SPACE}%)"


def _turns(game: Game, played: PlayedGames) -> NDArray[np.int64]:
    """The number of bidding turns: whole rounds, in which every card is bid once, and the bids of the last round."""
    cards = len(bids_of(game.parameters))
    left = np.bitwise_count(played.states["hand"][:, 0]).astype(np.int64)
    turns: NDArray[np.int64] = played.states["rounds"].astype(np.int64) * cards - left
    return turns


LAYER = StudyLayer(
    players=(2,),
    variants=(StudyVariant("usual rules"), StudyVariant("beginners' rules", {"beginner": True})),
    turn="A turn is one bid of everybody, with all that is picked after it. Games of three and four are left out: the mixtures of "
    "so many are a heuristic, and take long.",
    turns=_turns,
    chapters=(Chapter("bids", "What to bid for which loot?", _fill),),
)
