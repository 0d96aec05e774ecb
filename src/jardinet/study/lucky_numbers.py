"""Study of Lucky Numbers: its variants, its turns, and the chapter of the first placements."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from jardinet import plots
from jardinet.arena.deals import Deals
from jardinet.arena.lockstep import PlayedGames, begin
from jardinet.bots.levels import load_evaluator
from jardinet.games import load_game
from jardinet.games.api import Game
from jardinet.games.lucky_numbers.names import CELL_NAMES, DIAGONAL, NUMBERS
from jardinet.games.lucky_numbers.rules import PLACE, SIDE
from jardinet.study.chapters import Chapter, ChapterPage, listed
from jardinet.study.figures import Figure, mean_of, number
from jardinet.study.layer import StudyLayer, StudyVariant
from jardinet.study.study import Study

STANDARD = StudyVariant("standard set-up")
MICHAEL = StudyVariant("Michael's set-up", {"setup": "michael"})
BRUNO = StudyVariant("Bruno's variant", {"bruno": True})

PLACED = 250  # set-ups of a chunk
CLOSE = 0.005  # cells whose values differ by less are equally good
CELLS = [PLACE + CELL_NAMES.index(cell) for cell in DIAGONAL]


class FirstPlacements(msgspec.Struct, frozen=True):
    """Job of the study: let master value every diagonal cell for each player's first tile, in Michael's set-up.

    Attributes:
        game: its name.
        deals: how many.
        seed: of everything random.
    """

    game: str
    deals: int
    seed: int

    @property
    def bots(self) -> list[str]:
        """The bots."""
        return ["master"]

    def chunks(self) -> range:
        """The numbers of its chunks."""
        return range(-(-self.deals // PLACED))

    def play(self, chunk: int) -> NDArray[np.void]:
        """Play the first round of each set-up: a row for each tile, its `deal` and `number`, and the cost of every cell.

        `cost`, shape (SIDE,), is by how much a cell of the diagonal is worth less than the best one of the same
        position.
        """
        game = load_game(self.game, **MICHAEL.parameters)
        deals = np.arange(chunk * PLACED, min((chunk + 1) * PLACED, self.deals))
        evaluator, states = load_evaluator(game), begin(game, len(deals))
        reveal = Deals(game, self.seed).reveal(deals.tolist())
        rounds = []
        for seat in range(game.num_players()):
            reveal(states)
            found = evaluator.evaluate(states, np.full(len(states), seat))
            worth = found.action_values[:, CELLS]
            rows = np.zeros(len(deals), [("deal", "i8"), ("number", "i1"), ("cost", "f8", (SIDE,))])
            rows["deal"], rows["number"] = deals, states["tile"]
            rows["cost"] = worth.max(1, keepdims=True) - worth
            rounds.append(rows)
            game.rules.apply_all(states, np.arange(len(states)), found.mixtures.argmax(1))
        return np.concatenate(rounds)


def _fill(study: Study, page: ChapterPage) -> None:
    page.heading("Michael's set-up")
    rows = study.part(
        FirstPlacements("lucky_numbers", study.games, study.seed), np.concatenate, "lucky_numbers: first placements"
    )
    page.say(
        "Two players; the first tile that each of them draws, with all four cells of the diagonal free. `master` is asked what",
        "every cell is worth, and each is held against the best one *of the same position*, what the other player has placed",
        "before included. The figures are the means over many deals, in victories of a hundred games; 0 is a cell that always is the",
        "best. They are what the net expects, not what came of it: the intervals tell how much positions differ, not how",
        "right it is.",
    )
    costs = {
        tile: [
            page.figure(f"{tile}.{cell}", mean_of(own["cost"][:, k], own["deal"])) for k, cell in enumerate(DIAGONAL)
        ]
        for tile in NUMBERS
        if len(own := rows[rows["number"] == tile])
    }
    page.plot(
        "michael",
        plots.heat_map(
            "What the first tile loses on each cell, in victories of a hundred games",
            ("number on the tile", "cell"),
            DIAGONAL,
            [str(tile) for tile in costs],
            [[-costs[tile][k].value for tile in costs] for k in range(SIDE)],
            lambda value: f"{-100 * value:.0f}",
        ),
        "What every number loses on each of the four cells, as in the table below",
    )
    page.conclude(
        "The first tile of Michael's set-up, by what it is worth to `master`:",
        "; ".join(f"{cell} for {_runs(numbers)}" for cell, numbers in _best(costs).items() if numbers) + ".",
        _close(costs),
    )
    page.table(
        ["number", *DIAGONAL, "deals"],
        [[str(tile), *(_lost(one) for one in cells), str(cells[0].n)] for tile, cells in costs.items()],
    )
    page.heading("The standard set-up")
    page.say(
        "The four tiles of a hand go on the diagonal in rising order. There is nothing to measure: any other order leaves",
        "cells that nothing ever fits, and `master` has never played one.",
    )


def _best(costs: dict[int, list[Figure]]) -> dict[str, list[int]]:
    """The numbers for which each cell is best on average."""
    best = {tile: int(np.argmin([one.value for one in cells])) for tile, cells in costs.items()}
    return {cell: [tile for tile, k in best.items() if k == place] for place, cell in enumerate(DIAGONAL)}


def _close(costs: dict[int, list[Figure]]) -> str:
    """The numbers for which another cell may be about as good as the best."""
    close = [tile for tile, cells in costs.items() if sorted(cells, key=lambda one: one.value)[1].low < CLOSE]
    if not close:
        return "For none of them is another cell as good to within half a victory in a hundred games."
    return f"For {listed([str(tile) for tile in close])} another cell may be as good to within half a victory in a hundred games."


def _runs(numbers: list[int]) -> str:
    """Rising numbers in short.

    >>> _runs([1, 2, 3, 5]), _runs([7, 8])
    ('1 to 3 and 5', '7 and 8')
    """
    runs: list[list[int]] = []
    for tile in numbers:
        if runs and tile == runs[-1][-1] + 1:
            runs[-1].append(tile)
        else:
            runs.append([tile])
    told = [f"{run[0]} to {run[-1]}" if len(run) > 2 else listed([str(one) for one in run]) for run in runs]
    return listed(told)


def _lost(figure: Figure) -> str:
    return number(figure.scaled(100))


def _turns(game: Game, played: PlayedGames) -> NDArray[np.int64]:
    """The turns after the set-up; in the set-up a hand of four counts as one run of decisions, and so does each tile of Michael's."""
    runs = game.num_players() * (SIDE if game.parameters["setup"] == "michael" else 1)
    return played.turns - runs


LAYER = StudyLayer(
    players=(2, 3, 4),
    variants=(STANDARD, MICHAEL, BRUNO),
    turn="A turn is what a player does until the next one plays: a tile drawn, or taken, and where it goes; with Bruno's "
    "variant all that is played again belongs to it. The set-up is no turn.",
    turns=_turns,
    variants_told="*5 vor 12* is always set up in Michael's way and has no other variant: what holds for Michael's set-up "
    "holds for it.",
    chapters=(Chapter("first-placements", "Where do the first tiles go?", _fill),),
)
