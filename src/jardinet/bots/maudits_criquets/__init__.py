"""The bots of Maudits Criquets, one file per level, and their nets; to name them nothing heavy is imported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jardinet.bots.layer import MIXED, BotsLayer, Lesson, Level, SelfPlaySetting, Trust, erring_levels
from jardinet.bots.training import Arrays, Training

if TYPE_CHECKING:
    from jardinet.bots.api import Bot
    from jardinet.bots.evaluation import Evaluator
    from jardinet.bots.judge import Judge
    from jardinet.bots.training import Trainer
    from jardinet.games.api import Game


def _greedy(game: Game) -> Bot:
    from jardinet.bots.maudits_criquets.greedy import GreedyBot

    return GreedyBot(game)


NETS = {players: f"{players}-players" for players in (2, 3, 4)}  # used by the bots; other nets are for comparison


def _master(game: Game) -> Bot:
    from jardinet.bots.maudits_criquets.master import MasterBot, shipped_net

    return MasterBot(game, shipped_net(NETS[game.players]))


def _learned(game: Game, weights: Arrays) -> Bot:
    from jardinet.bots.maudits_criquets.master import MasterBot
    from jardinet.bots.maudits_criquets.value import from_arrays

    return MasterBot(game, from_arrays(weights))


def _trainer(game: Game, seed: int) -> Trainer:
    from jardinet.bots.maudits_criquets.committee import Committee
    from jardinet.bots.maudits_criquets.curriculum import Curriculum

    return Committee(game, seed) if game.players == 2 else Curriculum(game, seed)


def _evaluator(game: Game) -> Evaluator:
    from jardinet.bots.maudits_criquets.evaluator import MauditsCriquetsEvaluator
    from jardinet.bots.maudits_criquets.master import shipped_net

    return MauditsCriquetsEvaluator(game, shipped_net(NETS[game.players]))


def _erring(name: str, game: Game, temperature: float) -> Bot:
    from jardinet.bots.quantal import QuantalBot

    return QuantalBot(name, _evaluator(game), temperature)


def _judge(game: Game) -> Judge:
    from jardinet.bots.maudits_criquets.exact import judge_of

    return judge_of(game)


TRUST = Trust(least=0.01, share=0.9)  # measured by benches/hints.py

GOOD = {"master": 5, "expert": 3, "skilled": 1, "greedy": 1}
SELF_PLAY = (
    SelfPlaySetting(0.50, {"players": 2}, GOOD),
    SelfPlaySetting(0.15, {"players": 2}, MIXED),
    SelfPlaySetting(0.10, {"players": 2, "beginner": True}, GOOD),
    SelfPlaySetting(0.10, {"players": 2, "majority_tie": "none"}, GOOD),
    SelfPlaySetting(0.13, {"players": 3}, GOOD),
    SelfPlaySetting(0.02, {"players": 4}, GOOD),  # a turn of four takes master a hundred times as long as one of two
)

LESSON = Lesson(
    8598,  # found by trying: the pair, the three locusts, the third of a kind come when the moments need them
    _greedy,
    opening="",
    course=(
        "bid-5+bid-2 pick-corn",  # the highest takes first
        "bid-1+bid-3",  # the locusts go to whoever bids more
        "bid-4+bid-4",  # equal cards cancel each other
        "bid-a+bid-6",  # the ace takes all, after the impasse
        "bid-x+bid-a",  # the X takes all from an ace
        "bid-6+bid-5 pick-broccoli",  # a set of three
    ),
)

LAYER = BotsLayer(
    {
        **erring_levels(_erring, novice=1.0, casual=0.65, skilled=0.4, expert=0.1),
        "master": Level(_master, "Knows what every card is worth, and bids so that nobody can read it."),
    },
    LESSON,
    Training(_trainer, _learned),
    _evaluator,
    baselines={"greedy": Level(_greedy, "Takes what is best right now, and never looks ahead.")},
    judge=_judge,
    self_play=SELF_PLAY,
    trust=lambda _: TRUST,
)
