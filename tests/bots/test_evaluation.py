"""What an action is worth is what its game's strongest bot plays by, in every variant, and it adds up."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.bots.test_levels import positions_where_players_move

import jardinet
from jardinet.bots.layer import BotsLayer
from jardinet.bots.levels import load_bot, load_evaluator
from jardinet.bots.maudits_criquets.master import MasterBot
from jardinet.games.api import SIMULTANEOUS, Game
from jardinet.games.lucky_numbers.rules import SETUP_PLACING
from jardinet.games.maudits_criquets.rules import BIDS
from jardinet.games.parameters import ParameterError
from jardinet.games.records import rows_of

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("lucky_numbers", {}),
    ("lucky_numbers", {"players": 3, "setup": "michael"}),
    ("lucky_numbers", {"players": 4, "bruno": True, "utility": "points"}),
    ("maudits_criquets", {}),
    ("maudits_criquets", {"players": 3, "beginner": True}),
]


def games() -> list[Any]:
    return [pytest.param(jardinet.load_game(name, **given), id=f"{name}-{given}") for name, given in GAMES]


def is_dealt(records: NDArray[Any]) -> NDArray[np.bool_]:
    """Where a dealt hand of Lucky Numbers is placed: by a rule of thumb."""
    if "michael" not in (records.dtype.names or ()):
        return np.zeros(len(records), np.bool_)
    dealt: NDArray[np.bool_] = (records["phase"] == SETUP_PLACING) & ~records["michael"]
    return dealt


@pytest.mark.parametrize("game", games())
def test_every_legal_action_is_worth_a_share_and_the_best_is_what_master_plays(game: Game) -> None:
    records, seats = positions_where_players_move(game, 60, 1)
    table = np.empty((len(seats), game.num_distinct_actions()), np.int8)
    game.rules.legal_table(records, seats, table)
    found = load_evaluator(game).evaluate(records, seats)
    assert (np.isfinite(found.action_values) == (table == 1)).all()
    np.testing.assert_allclose(np.where(table == 1, found.worth.sum(2), 1), 1, atol=1e-5)
    np.testing.assert_allclose(found.values.sum(1), 1, atol=1e-5)
    np.testing.assert_allclose(found.mixtures.sum(1), 1, atol=1e-9)
    assert (found.mixtures[table == 0] == 0).all()
    alone = records["player"] >= 0
    played = load_bot("master", game).act(records, seats, np.random.default_rng(2))
    everyone = np.arange(len(seats))
    own = found.values[everyone, seats]
    best = np.nanmax(found.action_values, axis=1)
    np.testing.assert_allclose(best[alone], own[alone])
    thought_out = alone & ~is_dealt(records)
    np.testing.assert_allclose(found.action_values[everyone, played][thought_out], best[thought_out])
    assert (found.mixtures[everyone, played] > 0).all()


def test_positions_are_evaluated_alike_alone_and_together() -> None:
    for name in ("lucky_numbers", "maudits_criquets"):
        game = jardinet.load_game(name)
        records, seats = positions_where_players_move(game, 30, 3)
        evaluator = load_evaluator(game)
        together = evaluator.evaluate(records, seats)
        for k in range(len(seats)):
            alone = evaluator.evaluate(records[k : k + 1], seats[k : k + 1])
            np.testing.assert_allclose(alone.worth[0], together.worth[k], atol=1e-6)
            np.testing.assert_allclose(alone.values[0], together.values[k], atol=1e-6)


def test_what_a_mixture_plays_is_worth_the_value_and_nothing_is_worth_more() -> None:
    game = jardinet.load_game("maudits_criquets")
    records, seats = positions_where_players_move(game, 120, 4)
    bidding = np.flatnonzero(records["player"] == SIMULTANEOUS)
    records, seats = rows_of(records, bidding), seats[bidding]
    found = load_evaluator(game).evaluate(records, seats)
    own = found.values[np.arange(len(seats)), seats][:, None]
    assert ((found.mixtures > 0.1).sum(1) > 1).any()  # else nothing is mixed
    in_mixture = np.where(found.mixtures > 1e-6, found.action_values - own, 0)
    np.testing.assert_allclose(in_mixture, 0, atol=1e-4)
    assert (np.nan_to_num(found.action_values, nan=-1) <= own + 1e-4).all()


@pytest.mark.parametrize("players", [2, 3])
def test_a_bid_is_worth_the_mean_over_the_others_mixtures(players: int) -> None:
    game = jardinet.load_game("maudits_criquets", players=players)
    records, _ = positions_where_players_move(game, 40, 5)
    records = rows_of(records, np.flatnonzero(records["player"] == SIMULTANEOUS)[:4])
    evaluator, bot = load_evaluator(game), load_bot("master", game)
    assert isinstance(bot, MasterBot)
    mixtures, _ = bot.mixtures(records)
    seats = np.arange(len(records)) % players
    found = evaluator.evaluate(records, seats)
    for k, seat in enumerate(seats):
        for bid in np.flatnonzero(np.isfinite(found.action_values[k])):
            expected = np.zeros(players)
            for joint in np.ndindex(*[BIDS] * players):
                chance = np.prod([mixtures[k, other, joint[other]] for other in range(players) if other != seat])
                if joint[seat] == bid and chance > 0:
                    expected += chance * evaluator.values_together(records[k : k + 1], np.array([joint]))[0]
            np.testing.assert_allclose(found.worth[k, bid], expected, atol=1e-5)


def test_a_dealt_hand_is_judged_by_the_whole_set_up() -> None:
    """A small tile in the last corner leaves cells that nothing fits, wherever the others go."""
    game = jardinet.load_game("lucky_numbers")
    state = game.new_initial_state()
    for tile in (13, 4, 20, 9, 6, 6, 7, 15):
        state.apply_action(tile)
    found = load_evaluator(game).evaluate(state.observation(), np.zeros(1, np.int64))
    values = {text: found.action_values[0, action] for action, text in game.texts_of(0).items()}
    assert values["place-c3"] == np.nanmax(found.action_values)
    assert max(values["place-a1"], values["place-d4"]) < values["place-c3"] - 0.05


def test_a_game_that_nothing_can_evaluate_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    game = jardinet.load_game("lucky_numbers")
    monkeypatch.setattr("jardinet.bots.layer.BOTS.of", lambda name: BotsLayer({}))
    with pytest.raises(ParameterError, match="Lucky Numbers cannot be evaluated: none of its bots tells"):
        load_evaluator(game)
