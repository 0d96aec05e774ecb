"""Games of a study: the same whoever plays them, counted as their players would, and explained without a rest."""

from __future__ import annotations

import numpy as np
import pytest
from tests.sizes import IS_WHOLE

import jardinet
from jardinet.games.api import Move
from jardinet.study.layer import STUDIES, studied_games
from jardinet.study.lucky_numbers import FirstPlacements
from jardinet.study.playing import HEADINGS, PLAYED, Ledgers, SelfPlay, all_of, history_of, play_deals
from jardinet.study.study import Study

LUCKY, CRIQUETS = "lucky_numbers", "maudits_criquets"


@pytest.mark.parametrize(
    ("name", "agreed"),
    [
        (LUCKY, {}),
        (LUCKY, {"players": 3, "setup": "michael"}),
        (LUCKY, {"bruno": True}),
        (CRIQUETS, {}),
        (CRIQUETS, {"numbers": 3, "copies": 5}),
    ],
)
def test_turns_are_the_lines_of_a_record_without_the_set_up(name: str, agreed: dict[str, int | str]) -> None:
    game = jardinet.load_game(name, **agreed)
    histories: dict[int, list[Move]] = {i: [] for i in range(4)}
    played = play_deals(game, "greedy", range(4), 1, histories=histories)
    for deal, turns in enumerate(STUDIES.of(game.name).turns(game, played)):
        lines = game.turns(history_of(game, 1, deal, histories[deal]))
        set_up = 0
        if game.name == LUCKY:
            set_up = game.players * (4 if game.parameters["setup"] == "michael" else 2)
        assert turns == len(lines) - set_up


def test_games_follow_from_the_seed_whoever_plays_them() -> None:
    agreed: dict[str, int | str] = (
        {"players": 2} if IS_WHOLE else {"players": 2, "numbers": 3, "copies": 5}
    )  # a short game
    games = PLAYED + 2  # of more than one chunk
    work, other = (SelfPlay(CRIQUETS, agreed, "greedy", games, seed) for seed in (3, 4))
    alone, together = (all_of(work, workers, np.concatenate, lambda _: None) for workers in (1, 2))
    assert alone.tobytes() == together.tobytes()
    assert alone[PLAYED:].tobytes() != other.play(1).tobytes()
    assert len(alone) == games and (alone["share"].sum(1) == 1).all()
    assert (
        alone["without_luck"].sum(1) == pytest.approx(1, abs=1e-5) and (alone["without_luck"] != alone["share"]).any()
    )


@pytest.mark.parametrize("name", [LUCKY, CRIQUETS])
def test_variants_meet_the_same_chance(name: str) -> None:
    usual, variant = STUDIES.of(name).variants[:2]
    decks = []
    for one in (usual, variant):
        game = jardinet.load_game(name, **dict(one.parameters))
        histories: dict[int, list[Move]] = {0: []}
        play_deals(game, "greedy", range(1), 5, histories=histories)
        state = game.new_initial_state()
        brought = []
        for move in history_of(game, 5, 0, histories[0]):
            if state.is_chance_node():
                brought.append(move)
            state.apply(move)
        decks.append(brought)
    few = min(map(len, decks))
    assert few > 20 and decks[0][:few] == decks[1][:few]


def test_what_a_result_is_made_of_leaves_no_rest() -> None:
    rows = all_of(Ledgers(CRIQUETS, {"players": 2}, "skilled", 12, 1), 1, np.concatenate, lambda _: None)
    before = rows["result"] - sum(rows[name] for name in HEADINGS)
    assert before == pytest.approx(before[0], abs=1e-4) and 0.4 < before[0] < 0.6
    assert set(rows["result"]) <= {0.0, 0.5, 1.0} and rows["errors"].any() and rows["bids"].any()


def test_a_first_tile_costs_nothing_on_the_best_cell_and_something_on_others() -> None:
    rows = all_of(FirstPlacements(LUCKY, 60, 1), 1, np.concatenate, lambda _: None)
    assert len(rows) == 120 and set(rows["number"]) <= set(range(1, 21))
    assert (rows["cost"].min(1) == 0).all() and (rows["cost"] >= 0).all()
    low, high = rows[rows["number"] <= 2], rows[rows["number"] >= 19]
    assert (low["cost"].argmin(1) == 0).all() and (high["cost"].argmin(1) == 3).all()


def test_what_is_asked_for_twice_is_played_once() -> None:
    told: list[str] = []
    study = Study(1, 4, 1, lambda what, done, total: told.append(what))
    game = study.game(CRIQUETS)
    assert study.master(game) is study.master(study.game(CRIQUETS))
    first = len(told)
    assert study.against(game, "greedy", "random") == study.against(game, "greedy", "random")
    assert first == 2 and told[first:] and len(set(told)) == 2
    assert studied_games() == [LUCKY, CRIQUETS]


@pytest.mark.parametrize("ask", ["against", "master"])
def test_what_is_broken_off_while_it_is_played_is_no_figure(ask: str) -> None:
    def stop(what: str, done: int, total: int) -> None:
        if done:
            raise KeyboardInterrupt

    study = Study(1, 4, 1, stop)
    game = study.game(CRIQUETS)
    with pytest.raises(KeyboardInterrupt):
        study.against(game, "greedy", "random") if ask == "against" else study.master(game)
