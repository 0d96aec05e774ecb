"""Training: the same seed gives the same net, interrupted or not, and a little of it beats knowing nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.bots.maudits_criquets.positions import game_of, positions

from jardinet.bots.layer import BOTS
from jardinet.bots.maudits_criquets import value
from jardinet.bots.maudits_criquets.committee import MEMBERS, Committee
from jardinet.bots.maudits_criquets.curriculum import BEHIND, Curriculum
from jardinet.bots.maudits_criquets.trainer import ValueTrainer

SMALL = game_of(crops=2, copies=3, locusts=2)  # seven turns a game or so


def trainer(seed: int = 1, **parameters: int | str | bool) -> ValueTrainer:
    return ValueTrainer(SMALL.with_parameters(**parameters), seed, hidden=8, games_a_step=8)


def state_after(steps: int, one: ValueTrainer) -> dict[str, NDArray[Any]]:
    for _ in range(steps):
        one.step()
    return one.state()


def are_equal(first: dict[str, NDArray[Any]], second: dict[str, NDArray[Any]]) -> bool:
    return first.keys() == second.keys() and all((first[name] == second[name]).all() for name in first)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_seed_gives_one_net_interrupted_or_not(players: int) -> None:
    whole = state_after(3, trainer(players=players))
    again = trainer(players=players)
    halfway = state_after(1, again)
    resumed = trainer(players=players)
    resumed.restore(halfway)
    assert are_equal(state_after(2, resumed), whole)
    assert are_equal(state_after(2, again), whole)
    assert resumed.games == again.games == 24


def test_other_seeds_give_other_nets() -> None:
    assert not are_equal(state_after(1, trainer(seed=1)), state_after(1, trainer(seed=2)))


def test_a_state_is_a_copy() -> None:
    one = trainer()
    before = one.state()
    kept = {name: array.copy() for name, array in before.items()}
    one.step()
    assert are_equal(before, kept)


def test_what_is_learned_is_what_the_level_plays_with() -> None:
    training = BOTS.of("maudits_criquets").training
    assert training is not None
    bot = training.bot(SMALL, trainer().weights())
    assert bot.name in BOTS.of("maudits_criquets").levels
    assert training.make(SMALL, 0).name == "2-players"


def test_the_loss_falls() -> None:
    one = ValueTrainer(SMALL, 3, hidden=8, games_a_step=64)
    losses = [one.step()["loss"] for _ in range(25)]
    assert np.mean(losses[-5:]) < np.mean(losses[:5]) - 0.015


def test_members_of_a_committee_learn_apart_and_score_as_their_mean() -> None:
    committee = Committee(SMALL, 1, hidden=8, games_a_step=8)
    members = [ValueTrainer(SMALL, seed, hidden=8, games_a_step=8) for seed in range(1, 1 + MEMBERS)]
    for _ in range(2):
        alone = [member.step() for member in members]
        together = committee.step()
    assert committee.games == sum(one.games for one in members) == MEMBERS * 2 * 8
    assert together == {name: pytest.approx(np.mean([one[name] for one in alone])) for name in alone[0]}
    resumed = Committee(SMALL, 1, hidden=8, games_a_step=8)
    resumed.restore(committee.state())
    assert are_equal(resumed.weights(), committee.weights())
    records, _ = positions(SMALL, 40, 7)
    weights = [*(one.weights() for one in members), committee.weights()]
    scores = [np.log(values_of(one, records)) for one in weights]
    margins = [one[:, 0] - one[:, 1] for one in scores]  # a softmax tells no more of two scores
    np.testing.assert_allclose(np.mean(margins[:-1], axis=0), margins[-1], atol=5e-3)
    assert np.abs(margins[0] - margins[1]).max() > 0.05


def values_of(weights: dict[str, NDArray[Any]], records: NDArray[Any]) -> NDArray[np.float64]:
    found = np.empty((len(records), 2))
    value.values_of(records, *value.from_arrays(weights), found)
    return found


def curriculum(players: int) -> Curriculum:
    """Two steps of two, and one of three where four play."""
    return Curriculum(SMALL.with_parameters(players=players), 1, before_more={2: 16, 3: 8}, hidden=8, games_a_step=8)


def test_a_curriculum_goes_on_with_more_players_from_what_it_has_learned() -> None:
    two = trainer()
    one = curriculum(3)
    for _ in range(2):
        assert one.step() == two.step()
    assert are_equal(one.weights(), two.weights())
    three = trainer(players=3)
    three.begin_with(two.values(), BEHIND[3])
    assert one.step() == three.step() and one.step() == three.step()
    assert are_equal(one.weights(), three.weights())
    assert one.games == two.games + three.games == 32


@pytest.mark.parametrize("stored_after", range(1, 5))
def test_a_curriculum_is_the_same_interrupted_or_not(stored_after: int) -> None:
    whole = curriculum(4)
    measured = [whole.step() for _ in range(5)]
    again = curriculum(4)
    assert [again.step() for _ in range(stored_after)] == measured[:stored_after]
    resumed = curriculum(4)
    resumed.restore(again.state())
    assert [resumed.step() for _ in range(5 - stored_after)] == measured[stored_after:]
    assert are_equal(resumed.weights(), whole.weights())
    assert resumed.games == whole.games == 40


def test_what_is_trained_of_three_and_four_is_a_curriculum() -> None:
    training = BOTS.of("maudits_criquets").training
    assert training is not None
    for players in (3, 4):
        made = training.make(SMALL.with_parameters(players=players), 0)
        assert isinstance(made, Curriculum) and made.name == f"{players}-players"


def test_a_step_of_no_games_is_refused() -> None:
    with pytest.raises(ValueError, match="0 games a step"):
        ValueTrainer(SMALL, 0, games_a_step=0)
