"""Our games in OpenSpiel: by its own checks, and by what its algorithms make of them.

The playthroughs beside this file catch every unintended change. Where a change is meant, this writes them anew:

    from absl import flags
    from open_spiel.python.algorithms import generate_playthrough
    from jardinet.envs.open_spiel import register
    register()
    flags.FLAGS.mark_as_parsed()
    generate_playthrough.update_path("tests/envs/open_spiel_playthroughs")
"""

from __future__ import annotations

import itertools
import pickle
import random
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.integration_tests import api_test  # type: ignore[import-untyped]
from open_spiel.python import policy, rl_environment  # type: ignore[import-untyped]
from open_spiel.python.algorithms import (  # type: ignore[import-untyped]
    cfr,
    exploitability,
    generate_playthrough,
    mcts,
)
from open_spiel.python.bots import uniform_random  # type: ignore[import-untyped]
from open_spiel.python.observation import make_observation  # type: ignore[import-untyped]
from open_spiel.python.tests import games_sim_test  # type: ignore[import-untyped]
from tests.sizes import first_of

from jardinet.envs.open_spiel import register
from jardinet.games import entry_of, load_game, registered_games
from jardinet.games.api import NO_ACTION, IllegalActionError, TextError
from jardinet.games.layout import slices_of
from jardinet.games.parameters import GameError, Parameter, ParameterError

register()

PLAYTHROUGHS = sorted((Path(__file__).parent / "open_spiel_playthroughs").glob("*.txt"))
CUT_DOWN = "python_maudits_criquets(crops=2,copies=1,locusts=1,numbers=3,specials=false,loot=2)"
SEATS = [f"python_{name}(players={players})" for players in (2, 3, 4) for name in registered_games()]
VARIANTS = [
    *SEATS,
    "python_lucky_numbers(players=3,bruno=true,setup=michael,stall_limit=20,first=2)",
    "python_lucky_numbers(players=4,edition=5-vor-12,stall_limit=20,utility=points)",
    "python_lucky_numbers(edition=es,stall_limit=5)",
    "python_maudits_criquets(players=3,beginner=true,majority_tie=none)",
    "python_maudits_criquets(players=4,crops=2,copies=3,locusts=4,numbers=4)",
    CUT_DOWN,
]
every_variant = pytest.mark.parametrize("variant", [*first_of(SEATS, len(registered_games())), *VARIANTS[len(SEATS) :]])


def played(game: Any, seed: int) -> list[Any]:
    """Every state of a random game, its beginning and end included."""
    rng, state = random.Random(seed), game.new_initial_state()
    passed = [state.clone()]
    while not state.is_terminal():
        apply(state, rng.choice(moves(state)))
        passed.append(state.clone())
    return passed


def moves(state: Any) -> list[Any]:
    """What can be played: actions, or joint actions where all move at once."""
    if state.is_simultaneous_node():
        return list(
            itertools.product(*(state.legal_actions(seat) or [NO_ACTION] for seat in range(state.num_players())))
        )
    return list(state.legal_actions())


def apply(state: Any, move: Any) -> None:
    if state.is_simultaneous_node():
        state.apply_actions(move)
    else:
        state.apply_action(move)


def after(state: Any, move: Any) -> Any:
    child = state.clone()
    apply(child, move)
    return child


# Loading -------------------------------------------------------------------------------------


def test_every_game_is_registered_and_registering_again_does_no_harm() -> None:
    register()
    for name in registered_games():
        game = pyspiel.load_game(f"python_{name}")
        assert pyspiel.registered_names().count(f"python_{name}") == 1
        assert game.get_type().long_name == entry_of(name).title
        assert game.jardinet == load_game(name)


@pytest.mark.parametrize("name", registered_games())
def test_every_declared_parameter_is_known_and_means_the_same(name: str) -> None:
    declared: tuple[Parameter, ...] = entry_of(name).parameters
    for parameter in declared:
        for value in [*parameter.allowed[:3], parameter.allowed[-1]]:
            text = f"python_{name}({parameter.name}={parameter.format(value)})"
            try:
                expected = load_game(name, **{parameter.name: value})
            except ParameterError as error:
                with pytest.raises(ParameterError) as raised:
                    pyspiel.load_game(text)
                assert str(raised.value) == str(error)
            else:
                assert pyspiel.load_game(text).jardinet == expected
                assert pyspiel.load_game(f"python_{name}", {parameter.name: value}).jardinet == expected


@pytest.mark.parametrize("name", registered_games())
def test_a_parameter_that_depends_on_others_is_an_empty_word_until_they_settle_it(name: str) -> None:
    specification = pyspiel.load_game(f"python_{name}").get_type().parameter_specification
    declared: tuple[Parameter, ...] = entry_of(name).parameters
    assert set(specification) == {parameter.name for parameter in declared}
    for parameter in declared:
        assert specification[parameter.name] == ("" if parameter.default is None else parameter.default)
        assert type(specification[parameter.name]) is parameter.kind
        assert "" not in parameter.allowed
    assert pyspiel.load_game("python_lucky_numbers(setup=)").get_parameters()["setup"] == "standard"
    assert pyspiel.load_game("python_lucky_numbers(edition=5-vor-12)").get_parameters()["setup"] == "michael"


@every_variant
def test_a_game_is_loaded_again_from_its_text(variant: str) -> None:
    game = pyspiel.load_game(variant)
    again = pyspiel.load_game(str(game))
    assert (again.jardinet, str(again)) == (game.jardinet, str(game))
    assert game.get_parameters() == game.jardinet.parameters


def test_what_is_not_possible_is_refused_in_our_words() -> None:
    with pytest.raises(ParameterError, match="players=5 is not possible: it must be 2 to 4"):
        pyspiel.load_game("python_lucky_numbers(players=5)")
    with pytest.raises(ParameterError, match="contradict each other: Bruno's variant belongs to edition 'tiki'"):
        pyspiel.load_game("python_lucky_numbers(edition=5-vor-12,bruno=true)")
    state = pyspiel.load_game("python_maudits_criquets").new_initial_state()
    with pytest.raises(IllegalActionError, match="Possible: reveal-strawberry"):
        state.apply_action(0)
    assert (state.history(), state.move_number()) == ([], 0)


def beginning(variant: str) -> Any:
    state = pyspiel.load_game(variant).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


REFUSALS: dict[str, tuple[type[GameError], Callable[[str], Any]]] = {
    "an illegal action": (
        IllegalActionError,
        lambda name: pyspiel.load_game(name).new_initial_state().apply_action(30),
    ),
    "illegal actions": (IllegalActionError, lambda name: beginning(name).apply_actions([30, 30])),
    "too few actions": (IllegalActionError, lambda name: beginning(name).apply_actions([1])),
    "actions for chance": (
        IllegalActionError,
        lambda name: pyspiel.load_game(name).new_initial_state().apply_actions([1, 1]),
    ),
    "a text": (TextError, lambda name: beginning(name).string_to_action(0, "resign")),
    "the number of no action": (TextError, lambda name: beginning(name).action_to_string(0, 99)),
    "the seat of nobody": (GameError, lambda name: beginning(name).legal_actions(9)),
    "a parameter": (ParameterError, lambda name: pyspiel.load_game(f"{name}(players=7)")),
}


@pytest.mark.parametrize("name", ["python_lucky_numbers", "python_maudits_criquets"])
@pytest.mark.parametrize("refusal", REFUSALS)
def test_what_is_refused_is_an_error_of_openspiel_s_and_of_ours(name: str, refusal: str) -> None:
    kind, ask = REFUSALS[refusal]
    with pytest.raises(pyspiel.SpielError) as refused:
        ask(name)
    assert isinstance(refused.value, kind)
    again = pickle.loads(pickle.dumps(refused.value))
    assert (type(again), str(again), again.code) == (type(refused.value), str(refused.value), refused.value.code)


def test_a_bid_that_is_illegal_in_the_turned_game_is_refused_by_an_error_of_openspiel_s() -> None:
    state = pyspiel.load_game_as_turn_based(CUT_DOWN).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    state.apply_action(7)
    with pytest.raises(
        pyspiel.SpielError, match="bid-x is not possible for seat 1"
    ):  # until all have bid OpenSpiel itself keeps the bids
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(pyspiel.SpielError):  # nobody acts then, and RLlib's wrapper asks what it may do instead
        state.legal_actions()


def test_without_openspiel_the_error_says_what_to_install() -> None:
    told = run_alone("import sys; sys.modules['pyspiel'] = None; import jardinet.envs.open_spiel")
    assert told.returncode == 1
    assert told.stderr.strip().endswith("OpenSpiel is not installed here: pip install jardinet[envs] adds it.")


def test_importing_jardinet_does_not_import_openspiel() -> None:
    told = run_alone("import sys, jardinet, jardinet.envs; print('pyspiel' in sys.modules)")
    assert (told.stdout.strip(), told.returncode) == ("False", 0)


def run_alone(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False)


# OpenSpiel's own checks ----------------------------------------------------------------------


@every_variant
def test_openspiel_s_random_simulations_pass_with_serialisation(variant: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(variant), num_sims=2, serialize=True, verbose=False)


@every_variant
def test_openspiel_s_simulations_in_python_pass_with_pickles(variant: str) -> None:
    np.random.seed(1)
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(variant))
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game_as_turn_based(variant))


for _name in registered_games():
    _checks = type(
        f"TestApiOf{entry_of(_name).title.replace(' ', '')}",
        (api_test.EnforceAPIOnPartialTreeBase,),
        {"game": pyspiel.load_game(f"python_{_name}"), "game_name": f"python_{_name}"},
    )
    globals()[_checks.__name__] = _checks


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_playthroughs_have_not_changed(path: Path) -> None:
    flags.FLAGS.mark_as_parsed()
    recorded, replayed = generate_playthrough.replay(path)
    assert replayed.splitlines() == recorded.splitlines()


def test_every_game_has_playthroughs_with_different_parameters() -> None:
    begun = [path.read_text(encoding="utf-8").splitlines()[0] for path in PLAYTHROUGHS]
    for name in registered_games():
        if entry_of(name).game.startswith("jardinet."):  # a game of tests alone may change when it will
            assert sum(line.startswith(f"game: python_{name}(") for line in begun) >= 3


# What is declared ----------------------------------------------------------------------------


@every_variant
def test_dynamics_are_simultaneous_exactly_where_all_move_at_once_somewhere(variant: str) -> None:
    game = pyspiel.load_game(variant)
    at_once = any(state.is_simultaneous_node() for state in played(game, 1))
    assert at_once == (game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS)


@every_variant
def test_returns_add_up_to_what_is_declared_and_lie_in_its_range(variant: str) -> None:
    game = pyspiel.load_game(variant)
    sums = set()
    for seed in range(5):
        returns = played(game, seed)[-1].returns()
        sums.add(round(sum(returns), 9))
        assert all(game.min_utility() <= value <= game.max_utility() for value in returns)
    if game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM:
        assert sums == {game.utility_sum()} == {0}
    else:
        assert game.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
        assert game.utility_sum() is None
        assert len(sums) > 1


def test_only_match_points_are_not_zero_sum() -> None:
    kinds = {variant: pyspiel.load_game(variant).get_type().utility for variant in VARIANTS}
    general = [variant for variant, kind in kinds.items() if kind == pyspiel.GameType.Utility.GENERAL_SUM]
    assert general == [variant for variant in VARIANTS if "utility=points" in variant]


# States --------------------------------------------------------------------------------------


@every_variant
def test_a_state_says_what_ours_says(variant: str) -> None:
    for state in played(pyspiel.load_game(variant), 2)[::7]:
        ours = state.jardinet
        assert state.current_player() == ours.current_player()
        assert state.returns() == ours.returns()
        assert state.is_chance_node() == (state.current_player() == pyspiel.PlayerId.CHANCE)
        assert state.is_simultaneous_node() == (state.current_player() == pyspiel.PlayerId.SIMULTANEOUS)
        for seat in range(state.num_players()):
            assert state.legal_actions(seat) == ours.legal_actions(seat)
            assert np.array_equal(np.array(state.observation_tensor(seat), np.float32), ours.observation_tensor(seat))
            for action in state.legal_actions(seat):
                text = state.action_to_string(seat, action)
                assert text == ours.action_to_string(seat, action)
                assert state.string_to_action(seat, text.upper()) == action


def test_a_clone_is_independent() -> None:
    state = pyspiel.load_game("python_lucky_numbers").new_initial_state()
    state.apply_action(7)
    twin = state.clone()
    twin.apply_action(8)
    assert (state.history(), twin.history()) == ([7], [7, 8])
    assert (state.jardinet.history(), twin.jardinet.history()) == ([7], [7, 8])


def test_pickles_are_read_by_a_process_that_has_registered_nothing(tmp_path: Path) -> None:
    state = played(pyspiel.load_game(CUT_DOWN), 3)[5]
    path = tmp_path / "state.pickle"
    path.write_bytes(pickle.dumps((state.get_game(), state)))
    told = run_alone("import sys, pickle; print(*pickle.load(open(sys.argv[1], 'rb')), sep='\\n')", str(path))
    assert told.stdout.rstrip() == f"{state.get_game()}\n{state}"


# What a seat knows ---------------------------------------------------------------------------


def cut_down_tree() -> Iterable[Any]:
    """Every state of the cut-down game."""
    waiting = [pyspiel.load_game(CUT_DOWN).new_initial_state()]
    while waiting:
        state = waiting.pop()
        yield state
        waiting += [after(state, move) for move in moves(state)]


def ends_of_lucky_numbers() -> Iterable[Any]:
    """Whatever can happen in four moves from some positions in which the pile is nearly used up."""
    game = pyspiel.load_game("python_lucky_numbers(bruno=true,setup=michael,stall_limit=5)")
    for seed in range(12):
        passed = played(game, seed)
        layer = [passed[-min(8, len(passed))]]
        for _ in range(4):
            yield from layer
            layer = [after(state, move) for state in layer for move in moves(state)]


@pytest.mark.parametrize("states", [cut_down_tree, ends_of_lucky_numbers], ids=lambda states: states.__name__)
def test_positions_that_look_the_same_have_the_same_future(states: Callable[[], Iterable[Any]]) -> None:
    futures = defaultdict(set)
    histories = defaultdict(set)
    for state in states():
        children = {str(move): after(state, move) for move in moves(state)}
        chances = tuple(state.chance_outcomes()) if state.is_chance_node() else ()
        for seat in range(state.num_players()):
            told = state.observation_string(seat)
            then = tuple((move, child.observation_string(seat)) for move, child in children.items())
            futures[told].add((state.current_player(), tuple(state.returns()), chances, then))
            histories[told].add(state.history_str())
    assert all(len(future) == 1 for future in futures.values())
    assert any(len(history) > 1 for history in histories.values())  # some do look the same


def test_an_information_state_is_the_whole_public_history_of_its_seat() -> None:
    keys = defaultdict(set)
    for state in cut_down_tree():
        for seat in range(state.num_players()):
            keys[state.information_state_string(seat)].add((seat, state.history_str()))
    assert all(len(known) == 1 for known in keys.values())


@every_variant
def test_tensors_have_their_parts_as_views_by_name(variant: str) -> None:
    game = pyspiel.load_game(variant)
    for recall in (False, True):
        observer = make_observation(game, pyspiel.IIGObservationType(public_info=True, perfect_recall=recall))
        if observer.tensor is None:
            assert recall
            continue
        for state, seat in itertools.product(played(game, 1)[::9], range(game.num_players())):
            observer.set_from(state, seat)
            parts = list(observer.dict.items())
            layout = list(slices_of(game.jardinet.observation_layout()))
            assert [name for name, _ in parts[: len(layout)]] == [part.name for part, _ in layout]
            position = np.concatenate([part for _, part in parts[: len(layout)]])
            assert np.array_equal(position, state.jardinet.observation_tensor(seat))
            assert [name for name, _ in parts[len(layout) :]] == (["seat", "history"] if recall else [])
            assert all(np.shares_memory(part, observer.tensor) for _, part in parts)
            assert np.array_equal(np.concatenate([part for _, part in parts]), observer.tensor)
            told = state.information_state_tensor(seat) if recall else state.observation_tensor(seat)
            assert np.array_equal(np.array(told, np.float32), observer.tensor)
            assert 0 <= observer.tensor.min() <= observer.tensor.max() <= 1


def turned_positions() -> dict[str, list[tuple[float, ...]]]:
    """Of every information state of the cut-down game, turn by turn, the tensors of all positions in which a seat has it."""
    known = defaultdict(list)
    waiting = [pyspiel.load_game_as_turn_based(CUT_DOWN).new_initial_state()]
    while waiting:
        state = waiting.pop()
        if not (state.is_chance_node() or state.is_terminal()):
            known[state.information_state_string()].append(tuple(state.information_state_tensor()))
        waiting += [state.child(action) for action in state.legal_actions()]
    return known


def test_the_information_state_tensor_tells_every_position_of_the_turned_game_apart() -> None:
    game = pyspiel.load_game_as_turn_based(CUT_DOWN)
    known = turned_positions()
    assert game.get_type().provides_information_state_tensor
    # A seat decides in 1,050 positions; in 102 of them it bids second, unseen, and cannot tell them from another one.
    assert (sum(map(len, known.values())), len(known)) == (1050, 948)
    assert all(len(set(told)) == 1 for told in known.values())
    assert len({told[0] for told in known.values()}) == len(known)
    assert {len(told[0]) for told in known.values()} == {game.information_state_tensor_size()}


def test_the_information_state_tensor_tells_every_state_and_seat_apart() -> None:
    tensors = defaultdict(set)
    for state in cut_down_tree():
        for seat in range(state.num_players()):
            tensors[tuple(state.information_state_tensor(seat))].add(state.information_state_string(seat))
    assert all(len(told) == 1 for told in tensors.values())


def test_whole_games_fit_into_the_information_state_tensor() -> None:
    for variant in (variant for variant in VARIANTS if "maudits" in variant):
        game = pyspiel.load_game(variant)
        for seed in range(5):
            final = played(game, seed)[-1]
            told = final.information_state_tensor(0)
            entries = np.count_nonzero(told[game.observation_tensor_size() + game.num_players() :])
            assert entries == len(final.jardinet.history()) + sum(
                len(move) - 1 for move in final.jardinet.history() if isinstance(move, tuple)
            )


def test_a_game_without_an_information_state_tensor_refuses_one_as_those_of_openspiel_do() -> None:
    ours, theirs = (pyspiel.load_game(name) for name in ("python_lucky_numbers", "tic_tac_toe"))
    for game in (ours, theirs):
        assert not game.get_type().provides_information_state_tensor
        with pytest.raises(pyspiel.SpielError):
            game.information_state_tensor_shape()
        with pytest.raises(pyspiel.SpielError):
            game.information_state_tensor_size()
        with pytest.raises(pyspiel.SpielError):
            game.new_initial_state().information_state_tensor(0)
    with pytest.raises(pyspiel.SpielError, match="python_lucky_numbers has no information-state tensor"):
        ours.information_state_tensor_size()


@every_variant
def test_nothing_is_known_to_one_seat_alone(variant: str) -> None:
    game = pyspiel.load_game(variant)
    private = pyspiel.IIGObservationType(public_info=False, perfect_recall=False)
    observer = game.make_py_observer(private)
    for state, seat in itertools.product(played(game, 1)[::9], range(game.num_players())):
        observer.set_from(state, seat)
        assert (observer.string_from(state, seat), observer.tensor, observer.dict) == ("", None, {})


def test_an_observer_has_no_parameters() -> None:
    with pytest.raises(ValueError, match="observers have no parameters here, and colour is given"):
        pyspiel.load_game(CUT_DOWN).make_py_observer(None, {"colour": "red"})


# What OpenSpiel's algorithms make of them ------------------------------------------------------


def test_openspiel_s_best_responses_agree_and_cfr_is_much_harder_to_exploit_than_chance() -> None:
    """OpenSpiel answers best to Python games that are turn-based only, so bids are made one after another, unseen."""
    game = pyspiel.load_game_as_turn_based(CUT_DOWN)
    uniform = exploitability.exploitability(game, policy.UniformRandomPolicy(game))
    fixed = pyspiel.UniformRandomPolicy(game)  # a name of its own: OpenSpiel does not keep it alive
    by_mdp = pyspiel.TabularBestResponseMDP(game, fixed).exploitability()
    assert by_mdp.exploitability == pytest.approx(uniform)
    assert by_mdp.on_policy_values == pytest.approx([0, 0])
    solver = cfr.CFRPlusSolver(game)
    for _ in range(5):
        solver.evaluate_and_update_policy()
    learnt = exploitability.exploitability(game, solver.average_policy())
    assert 0 <= learnt < uniform / 5


@pytest.mark.parametrize("turned", [False, True], ids=["at once", "turned"])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", ["lucky_numbers", "maudits_criquets"])
def test_openspiel_s_learning_environment_plays_whole_games(name: str, players: int, turned: bool) -> None:
    load = pyspiel.load_game_as_turn_based if turned else pyspiel.load_game
    game = load(f"python_{name}(players={players})")
    environment, rng = rl_environment.Environment(game, enable_legality_check=True), np.random.RandomState(players)
    environment.seed(1)
    (size,) = environment.observation_spec()["info_state"]
    for _ in range(2):
        step = environment.reset()
        while not step.last():
            legal = step.observations["legal_actions"]
            assert {len(told) for told in step.observations["info_state"]} == {size}
            if environment.is_turn_based:
                step = environment.step([rng.choice(legal[step.current_player()])])
            else:
                step = environment.step([rng.choice(own) if own else 0 for own in legal])
        assert sum(step.rewards) == pytest.approx(0)
        assert any(step.rewards)


def test_openspiel_s_mcts_beats_chance_at_lucky_numbers() -> None:
    game = pyspiel.load_game("python_lucky_numbers(stall_limit=5)")  # random play is short so
    wins = 0
    for seed in range(10):
        rng, seat = np.random.RandomState(seed), seed % 2
        search = mcts.MCTSBot(game, 2, 20, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
        bots = {seat: search, 1 - seat: uniform_random.UniformRandomBot(1 - seat, rng)}
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choice(outcomes, p=probabilities))
            else:
                state.apply_action(bots[state.current_player()].step(state))
        wins += state.returns()[seat] > 0
    assert wins >= 8
