"""A vector of games is the same games as States, played side by side."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.envs.coins import CoinGame

from jardinet.envs.streams import Streams, _carrier
from jardinet.envs.vector import VectorEnv
from jardinet.games import load_game, registered_games
from jardinet.games.api import NO_ACTION, SIMULTANEOUS, Game, IllegalActionError, Move, State
from jardinet.games.parameters import GameError, ParameterError

GAMES = 7
ROOT = Path(__file__).parents[2]
VARIANTS: list[tuple[str, dict[str, Any]]] = [
    *((name, {"players": players}) for name in registered_games() for players in (2, 3, 4)),
    ("lucky_numbers", {"players": 3, "first": 2, "setup": "michael", "bruno": True, "stall_limit": 4}),
    ("lucky_numbers", {"players": 4, "stall_limit": 2, "utility": "points"}),
    ("maudits_criquets", {"players": 3, "beginner": True, "majority_tie": "none"}),
    ("maudits_criquets", {"crops": 2, "copies": 3, "locusts": 2, "numbers": 3, "specials": False, "loot": 2}),
]
every_variant = pytest.mark.parametrize(("name", "given"), VARIANTS, ids=str)
every_game = pytest.mark.parametrize("name", registered_games())


class Twin:
    """One of the games as a State; what waits for other seats waits here too."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.waiting: dict[int, int] = {}

    def seat(self) -> int:
        return self.state.acting_seats()[len(self.waiting)]

    def play(self, action: int) -> None:
        move: Move = action
        if self.state.is_simultaneous_node():
            self.waiting[self.seat()] = action
            if len(self.waiting) < len(self.state.acting_seats()):
                return
            move = tuple(self.waiting.get(seat, NO_ACTION) for seat in range(self.state.num_players()))
            self.waiting = {}
        self.state.apply(move)

    def let_chance_reveal(self, generator: np.random.Generator) -> None:
        while self.state.is_chance_node():
            self.state.apply(int(self.state.get_game().rules.reveal(self.state.observation(), 0, generator)))


@every_variant
def test_a_run_is_the_same_actions_played_on_states(name: str, given: dict[str, Any]) -> None:
    """Chance comes from a generator of the same seed, asked in the same order, but where seats are passed over."""
    check_against_states(load_game(name, **given), [*range(5, 5 + GAMES)] if name == "fireflies" else 5)


@every_variant
def test_with_a_seed_for_each_every_game_has_its_own_generator(name: str, given: dict[str, Any]) -> None:
    check_against_states(load_game(name, **given), [*range(GAMES)])


@pytest.mark.parametrize("seed", [5, [*range(GAMES)]])
@pytest.mark.parametrize("falls", [1, 4, 9])
def test_a_game_may_end_on_what_chance_brings_also_before_anybody_could_choose(
    falls: int, seed: int | list[int]
) -> None:
    check_against_states(CoinGame(CoinGame.settle({"falls": falls})), seed)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_where_all_move_at_once_a_seat_that_has_nothing_to_choose_is_passed_over(players: int) -> None:
    game = CoinGame(CoinGame.settle({"falls": 1, "at_once": True, "players": players}))
    check_against_states(game, [*range(GAMES)])
    env = VectorEnv(game, 1)
    _, info = env.reset(seed=1)
    assert info["players"] == [1]  # seat 0 is idle at first
    while env.records["turn"][0] == 0:
        _, info = env.step(env.sample_actions(np.random.default_rng(0)))[3:]
    assert info["players"] == [0]


def check_against_states(game: Game, seed: int | list[int]) -> None:
    """Where all move at once and somebody is passed over, games draw from one generator in another order than here."""
    env, choosing = VectorEnv(game, GAMES), np.random.default_rng(6)
    if isinstance(seed, int):
        chances = [np.random.default_rng(seed)] * GAMES
    else:
        chances = [np.random.Generator(np.random.SFC64(each)) for each in seed]
    twins = [Twin(game.new_initial_state()) for _ in range(GAMES)]
    unplayed = let_chance_reveal(twins, chances)
    observations, info = env.reset(seed=seed)
    ended, sums = 0, np.zeros(game.num_players())
    while ended < 3 * GAMES:
        check_what_is_seen(twins, observations, info)
        actions = env.sample_actions(choosing)
        observations, rewards, terminated, truncated, info = env.step(actions)
        for twin, action in zip(twins, actions.tolist(), strict=True):
            twin.play(action)
        over = let_chance_reveal(twins, chances)
        assert (
            rewards.tolist()
            == np.array(
                [over[k][0].returns() if k in over else [0.0] * game.num_players() for k in range(GAMES)], np.float32
            ).tolist()
        )
        assert terminated.tolist() == [k in over for k in range(GAMES)]
        assert not truncated.any()
        assert told(info["final_states"]) == [records(over[k][0]) for k in sorted(over)]
        assert told(info["unplayed_states"]) == [records(state) for k in sorted(over) for state in over[k][1:]]
        ended += len(over)
        sums += np.abs(rewards).sum(0)
    assert (sums > 0).all()
    assert unplayed or game.name != "coin" or game.parameters["falls"] != 9


def let_chance_reveal(twins: list[Twin], generators: list[np.random.Generator]) -> dict[int, list[State]]:
    """Let chance move until a seat has to choose everywhere; returns the states of games that ended, by their place."""
    over: dict[int, list[State]] = {}
    while True:
        for k, twin in enumerate(twins):
            if twin.state.is_terminal():
                over.setdefault(k, []).append(twin.state)
                twins[k] = Twin(twin.state.get_game().new_initial_state())
        for twin, generator in zip(twins, generators, strict=True):
            twin.let_chance_reveal(generator)
        if not any(twin.state.is_terminal() for twin in twins):
            return over


def records(state: State) -> bytes:
    return state.observation().tobytes()


def told(states: NDArray[Any]) -> list[bytes]:
    return [state.tobytes() for state in states]


def check_what_is_seen(twins: list[Twin], observations: NDArray[Any], info: dict[str, NDArray[Any]]) -> None:
    seats = [twin.seat() for twin in twins]
    assert info["players"].tolist() == seats
    for k, (twin, seat) in enumerate(zip(twins, seats, strict=True)):
        assert observations[k].tobytes() == twin.state.observation_tensor(seat).tobytes()
        assert info["action_mask"][k].tolist() == twin.state.legal_actions_mask(seat).tolist()


@every_variant
def test_everything_has_the_documented_shape_and_dtype(name: str, given: dict[str, Any]) -> None:
    env = VectorEnv(name, 9, **given)
    game = env.game
    observations, info = env.reset(seed=0)
    actions = env.sample_actions(np.random.default_rng(0))
    observations, rewards, terminated, truncated, later = env.step(actions)
    assert form(observations) == ((9, *game.observation_tensor_shape()), "float32")
    assert form(rewards) == ((9, game.num_players()), "float32")
    assert form(terminated) == form(truncated) == ((9,), "bool")
    assert form(actions) == form(later["players"]) == ((9,), "int64")
    assert form(later["action_mask"]) == ((9, game.num_distinct_actions()), "int8")
    assert later["final_states"].shape == (0,) and later["final_states"].dtype == game.rules.STATE
    assert {key: form(info[key]) for key in info} == {key: form(later[key]) for key in ("players", "action_mask")}


def form(array: NDArray[Any]) -> tuple[tuple[int, ...], str]:
    return array.shape, str(array.dtype)


@every_game
def test_gymnasium_s_spaces_hold_what_comes_and_goes(name: str) -> None:
    pytest.importorskip("gymnasium")
    env = VectorEnv(name, 5, players=3)
    observations, info = env.reset(seed=0)
    actions = env.sample_actions(np.random.default_rng(0))
    assert env.observation_space.contains(observations)
    assert env.single_observation_space.contains(observations[0])
    assert env.action_space.contains(actions)
    drawn = env.single_action_space.sample(mask=info["action_mask"][0])
    assert info["action_mask"][0, drawn] == 1


# What is hidden ------------------------------------------------------------------------------


def test_no_seat_is_shown_a_bid_that_was_made_before_its_own() -> None:
    """MC-2.2: nobody can tell which card seat 0 has chosen, nor later seat 1, until all have."""
    envs = [VectorEnv("maudits_criquets", 2, players=3) for _ in range(2)]
    for env in envs:
        env.reset(seed=3)
    looks = [VectorEnv("maudits_criquets", 2, players=3, observations="record") for _ in range(2)]
    for look in looks:
        look.reset(seed=3)
    for bids in ((0, 5), (7, 2)):
        first, second = (env.step([bid, bid]) for env, bid in zip(envs, bids, strict=True))
        records = [look.step([bid, bid])[0].tobytes() for look, bid in zip(looks, bids, strict=True)]
        assert first[0].tobytes() == second[0].tobytes()
        assert all(np.array_equal(first[4][key], second[4][key]) for key in first[4])
        assert records[0] == records[1]
    first, second = (env.step([1, 1]) for env in envs)
    assert first[0].tobytes() != second[0].tobytes()


def test_each_seat_bids_from_its_own_hand_in_seat_order() -> None:
    env = VectorEnv("maudits_criquets", 1, players=4)
    _, info = env.reset(seed=1)
    for seat in range(4):
        assert info["players"] == [seat]
        assert info["action_mask"].tolist() == [[1] * 8 + [0] * 5]
        *_, info = env.step([seat])
    while info["action_mask"][:, 8:].any():  # the picks
        *_, info = env.step(info["action_mask"].argmax(1))
    for seat in range(4):
        assert info["players"] == [seat]
        assert np.flatnonzero(info["action_mask"] == 0).tolist() == sorted([seat, *range(8, 13)])
        *_, info = env.step([7 - seat])


# Seeds ---------------------------------------------------------------------------------------


SEEDS: list[int | list[int]] = [8, [1, 2, 1]]


def digest(env: VectorEnv, steps: int, seed: int | list[int] | None) -> str:
    """All that a run tells, as a SHA-256."""
    told, choosing = hashlib.sha256(), np.random.default_rng(4)
    observations, info = env.reset(seed=seed)
    for _ in range(steps):
        observations, *rest, info = env.step(env.sample_actions(choosing))
        for array in (observations, *rest, *info.values()):
            told.update(array.tobytes())
    return told.hexdigest()


@every_game
def test_a_seed_decides_everything(name: str) -> None:
    env = VectorEnv(name, 20)
    run = digest(env, 150, 11)
    assert digest(env, 150, 11) == run == digest(VectorEnv(name, 20), 150, 11)
    assert digest(env, 150, 12) != run


@every_game
def test_without_a_seed_chance_goes_on(name: str) -> None:
    env, other = VectorEnv(name, 20), VectorEnv(name, 20)
    assert digest(env, 30, None) != digest(other, 30, None)
    after = [digest(env, 30, seed) for seed in (11, None, 11, None)]
    assert after[:2] == after[2:] and after[0] != after[1]


@every_game
def test_compiled_and_uncompiled_runs_are_identical(name: str) -> None:
    """NUMBA_DISABLE_JIT=1 in a process of its own."""
    env = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    call = [sys.executable, "-m", "tests.envs.test_vector", name]
    done = subprocess.run(call, cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [digest(VectorEnv(name, 3), 600, seed) for seed in SEEDS]


def test_what_is_played_elsewhere_does_not_change_what_chance_brings_to_a_game_with_a_seed_of_its_own() -> None:
    """Nor how many games there are; in these two the same tiles come whatever is played there itself."""
    wide, alone = VectorEnv("lucky_numbers", 5), VectorEnv("lucky_numbers", 1)
    (_, info), (_, own) = wide.reset(seed=[9, 8, 7, 8, 5]), alone.reset(seed=[7])
    generator = np.random.default_rng(2)
    for _ in range(400):
        actions = wide.sample_actions(generator)
        assert own["action_mask"].tolist() == info["action_mask"][2:3].tolist()
        *_, info = wide.step(actions)
        *_, own = alone.step(actions[2:3])
        assert wide.records[2:3].tobytes() == alone.records.tobytes()
    assert wide.records[1].tobytes() != wide.records[3].tobytes()  # the same luck, other choices


def test_seeds_are_one_for_each_game_or_one_for_all() -> None:
    env = VectorEnv("lucky_numbers", 3)
    with pytest.raises(GameError, match="2 seeds are given: it is one, or 3, one for each game"):
        env.reset(seed=[1, 2])
    assert digest(env, 50, 7) == digest(env, 50, 7)
    env.reset(seed=[1, 2, 3])
    assert digest(env, 50, 7) == digest(VectorEnv("lucky_numbers", 3), 50, 7)  # back to one generator


def test_the_words_of_a_stream_are_where_numpy_keeps_those_of_its_generator() -> None:
    bits = np.random.SFC64(3)
    np.random.Generator(bits).integers(6, dtype=np.uint32)  # leaves half a word
    rows = Streams.of_seeds([3]).rows
    assert rows[0].tolist() == [*np.random.SFC64(3).state["state"]["state"].tolist(), 0]
    state = bits.state
    _, memory = _carrier(bits)
    assert memory.tolist() == [*state["state"]["state"].tolist(), state["has_uint32"] | state["uinteger"] << 32]


# What is refused -------------------------------------------------------------------------------


@every_variant
def test_an_illegal_action_is_refused_and_nothing_is_played_in_any_game(name: str, given: dict[str, Any]) -> None:
    env, untouched = (VectorEnv(name, GAMES, **given) for _ in range(2))
    choosing, also_choosing = np.random.default_rng(2), np.random.default_rng(2)
    _, info = env.reset(seed=9)
    untouched.reset(seed=9)
    for step in range(60):
        actions = env.sample_actions(choosing)
        for wrong in (
            -1,
            env.game.num_distinct_actions(),
            2**62,
            int(np.flatnonzero(info["action_mask"][-1] == 0)[step % 5]),
        ):
            with pytest.raises(IllegalActionError, match=rf"^game {GAMES - 1}: .*{wrong}.* for seat \d\. Possible: \d"):
                env.step([*actions[:-1], wrong])
        *told, info = env.step(actions)
        *expected, _ = untouched.step(untouched.sample_actions(also_choosing))
        assert [array.tobytes() for array in told] == [array.tobytes() for array in expected]


def test_what_cannot_be_played_in_is_refused() -> None:
    with pytest.raises(GameError, match="at least 1 game"):
        VectorEnv("lucky_numbers", 0)
    with pytest.raises(ParameterError, match="there is no game 'chess'"):
        VectorEnv("chess", 1)
    with pytest.raises(ParameterError, match="players=5"):
        VectorEnv("lucky_numbers", 1, players=5)
    picture: Any = "picture"
    with pytest.raises(GameError, match="'tensor' or 'record'"):
        VectorEnv("lucky_numbers", 1, observations=picture)
    with pytest.raises(GameError, match=r"begin with reset\(\)"):
        VectorEnv("lucky_numbers", 1).step([0])


@pytest.mark.parametrize(
    ("actions", "error", "reason"),
    [
        ([21], GameError, r"shape \(1,\): it is \(2,\)"),
        ([[21], [21]], GameError, r"shape \(2, 1\)"),
        ([21.0, 21.0], TypeError, "whole numbers, not float64"),
        ([True, True], TypeError, "whole numbers, not bool"),
        (np.array([21, 2**64 - 1], np.uint64), IllegalActionError, "action 18446744073709551615 is not possible"),
    ],
)
def test_actions_are_one_whole_number_for_each_game(actions: Any, error: type[Exception], reason: str) -> None:
    env = VectorEnv("lucky_numbers", 2)
    env.reset(seed=0)
    with pytest.raises(error, match=reason):
        env.step(actions)
    env.step([21, 21])


# The two forms of observations -----------------------------------------------------------------


@every_game
def test_records_are_the_running_games_and_not_to_be_written(name: str) -> None:
    env, twin = VectorEnv(name, 6, observations="record"), VectorEnv(name, 6)
    records, _ = env.reset(seed=2)
    rows, info = twin.reset(seed=2)
    generator = np.random.default_rng(0)
    for _ in range(100):
        again = np.empty_like(rows)
        env.game.encoding.encode_all(records.copy(), info["players"], again)
        assert again.tobytes() == rows.tobytes()
        actions = env.sample_actions(generator)
        env.step(actions)
        rows, _, _, _, info = twin.step(actions)
    with pytest.raises(ValueError, match="read-only"):
        records["player"] = 0
    with pytest.raises(GameError, match="in no space of Gymnasium"):
        _ = env.single_observation_space


@every_game
def test_what_a_step_returned_is_the_caller_s_to_keep(name: str) -> None:
    env, generator = VectorEnv(name, 6), np.random.default_rng(0)
    env.reset(seed=2)
    kept = [env.step(env.sample_actions(generator)) for _ in range(3)]
    before = [[part.tobytes() for part in (*step[:4], *step[4].values())] for step in kept]
    for _ in range(50):
        env.step(env.sample_actions(generator))
    assert [[part.tobytes() for part in (*step[:4], *step[4].values())] for step in kept] == before


@pytest.mark.parametrize("observations", ["tensor", "record"])
def test_a_finished_game_begins_anew_in_the_same_step(observations: Literal["tensor", "record"]) -> None:
    env = VectorEnv("maudits_criquets", 50, observations=observations)
    env.reset(seed=0)
    generator = np.random.default_rng(0)
    final: NDArray[Any] = np.zeros(0)
    while not len(final):
        _, rewards, terminated, _, info = env.step(env.sample_actions(generator))
        final = info["final_states"]
    assert len(final) == terminated.sum()
    assert (info["players"][terminated] == 0).all() and (info["action_mask"][terminated].sum(1) == 8).all()
    winners = final["winners"][:, None] >> np.arange(2) & 1
    assert ((rewards[terminated] > 0) == (winners & (winners.sum(1, keepdims=True) == 1))).all()
    assert not rewards[~terminated].any()
    assert SIMULTANEOUS not in final["player"]


if __name__ == "__main__":
    for seed in SEEDS:
        print(digest(VectorEnv(sys.argv[1], 3), 600, seed))
