"""The bots of Lucky Numbers, one file per level, and their nets; to name them nothing heavy is imported."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from jardinet.bots.layer import MIXED, BotsLayer, Lesson, Level, SelfPlaySetting, Trust, erring_levels
from jardinet.bots.training import Arrays, Training

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from jardinet.bots.api import Bot
    from jardinet.bots.evaluation import Evaluator
    from jardinet.bots.judge import Judge
    from jardinet.bots.layer import Effort
    from jardinet.bots.training import Trainer
    from jardinet.games.api import Game


def _greedy(game: Game) -> Bot:
    from jardinet.bots.lucky_numbers.greedy import GreedyBot

    return GreedyBot(game)


def _master(game: Game) -> Bot:
    from jardinet.bots.lucky_numbers.master import MasterBot, shipped_net

    return MasterBot(game, shipped_net(game.num_players()))


def _search(game: Game, effort: Effort, name: str) -> Bot:
    from jardinet.bots.lucky_numbers.master import shipped_net
    from jardinet.bots.lucky_numbers.search import SearchBot

    return SearchBot(game, shipped_net(game.num_players()), effort, name)


def _learned(game: Game, weights: Arrays) -> Bot:
    from jardinet.bots.lucky_numbers.master import MasterBot
    from jardinet.bots.sparse_net import Net
    from jardinet.bots.weights import from_arrays

    return MasterBot(game, from_arrays(Net, weights))


def _trainer(game: Game, seed: int) -> Trainer:
    from jardinet.bots.lucky_numbers.trainer import LuckyNumbersTrainer

    return LuckyNumbersTrainer(game, seed)


def _evaluator(game: Game, *, at_a_glance: bool = False) -> Evaluator:
    from jardinet.bots.lucky_numbers.evaluator import LuckyNumbersEvaluator
    from jardinet.bots.lucky_numbers.master import shipped_net

    return LuckyNumbersEvaluator(game, shipped_net(game.num_players()), at_a_glance=at_a_glance)


_glance = partial(_evaluator, at_a_glance=True)


def _erring(name: str, game: Game, temperature: float) -> Bot:
    from jardinet.bots.lucky_numbers.erring import ErringBot

    return ErringBot(name, _glance(game), temperature)


def _judge(game: Game) -> Judge:
    from jardinet.bots.exact import ExactJudge

    return ExactJudge(game)


def _trust(observation: NDArray[Any]) -> Trust:
    from jardinet.bots.lucky_numbers.trust import trust_in

    return trust_in(observation)


def _openness(records: NDArray[Any], seat: int) -> NDArray[np.float64]:
    from jardinet.bots.lucky_numbers.greedy import total_waits

    return -total_waits(records, seat)


def _exact(game: Game, observation: NDArray[Any]) -> NDArray[np.float64] | None:
    from jardinet.bots.lucky_numbers.endings import exact_worth

    return exact_worth(game, observation)


GOOD = {"master": 3, "expert": 5, "skilled": 1, "greedy": 1}
SELF_PLAY = (
    SelfPlaySetting(0.40, {"players": 2}, GOOD),
    SelfPlaySetting(0.10, {"players": 2}, MIXED),
    SelfPlaySetting(0.20, {"players": 2, "setup": "michael"}, GOOD),
    SelfPlaySetting(0.15, {"players": 2, "bruno": True}, GOOD),
    SelfPlaySetting(0.10, {"players": 3}, GOOD),
    SelfPlaySetting(0.05, {"players": 4}, GOOD),
)

LESSON = Lesson(
    5268,  # found by trying: with this deal all six moments come one after another, and each play in them is the best
    _greedy,
    opening=(
        "place-b2 place-c3 place-d4 place-a1 place-a1 place-c3 place-d4 place-b2 draw place-b2 draw place-b1 "
        "take-10 place-c2 draw place-c3 draw discard take-5 place-b2 draw place-c1 draw place-b3 draw "
        "place-c4 draw place-a2 take-11 place-d1 draw place-b4 take-12 place-d2 draw place-a3 draw place-b1 "
        "draw place-a4"
    ),
    course=(
        "draw place-d3 draw discard",  # fits one cell
        "take-8 place-b3 draw place-d1",  # what others discard
        "draw place-a3 draw place-d3",  # leave the roomy cell free
        "draw place-a1 take-5 place-c1",  # exchange
        "draw discard draw place-c2",  # fits nowhere
        "draw place-b4 draw discard",  # who is ahead
    ),
)

LAYER = BotsLayer(
    {
        **erring_levels(_erring, novice=0.2, casual=0.125, skilled=0.08, expert=0.045),
        "master": Level(_master, "Has learned what a position is worth, and counts what may still be drawn.", _search),
    },
    LESSON,
    Training(_trainer, _learned),
    _evaluator,
    _glance,
    {"greedy": Level(_greedy, "Takes what is best right now, and never looks ahead.")},
    judge=_judge,
    self_play=SELF_PLAY,
    trust=_trust,
    exact=_exact,
    openness=_openness,
)
