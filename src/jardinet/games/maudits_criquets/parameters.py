"""Parameters of Maudits Criquets: what can be agreed before a game, and how far it can be cut down for exact solutions."""

from __future__ import annotations

from collections.abc import Mapping

from jardinet.games.parameters import Parameter, check_all

PARAMETERS = (
    Parameter("players", 2, range(2, 5), "How many play."),
    Parameter("beginner", False, (False, True), "For beginners: an X never beats an ace; it only lets you pass."),
    Parameter(
        "majority_tie",
        "all",
        ("all", "none"),
        "Who gets the token if several tie for the most crops: all of them, or none.",
    ),
    Parameter("crops", 4, range(1, 5), "Cut down: how many kinds of crops there are."),
    Parameter("copies", 13, range(1, 14), "Cut down: how many cards of each crop."),
    Parameter("locusts", 14, range(15), "Cut down: how many locusts."),
    Parameter("numbers", 6, range(1, 7), "Cut down: the bid cards 1 to this number."),
    Parameter("specials", True, (False, True), "Cut down: whether there are an ace and an X among the bid cards."),
    Parameter("loot", 3, range(1, 4), "Cut down: how many cards the loot is filled up to."),
)


def settle(given: Mapping[str, object]) -> dict[str, int | str]:
    """Complete the given parameters by the defaults, in the order of PARAMETERS.

    Raises:
        ParameterError: a name or value is unknown, or two of them contradict each other; both are named.
    """
    values = check_all(PARAMETERS, given)
    settled = {p.name: values.get(p.name, p.default) for p in PARAMETERS}
    return {name: value for name, value in settled.items() if value is not None}
