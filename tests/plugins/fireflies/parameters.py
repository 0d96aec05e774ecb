"""What can be agreed before a game of Fireflies."""

from __future__ import annotations

from collections.abc import Mapping

from jardinet.games.parameters import Parameter, ParameterError, check_all

PARAMETERS = (
    Parameter("players", 2, range(2, 7), "How many play."),
    Parameter("nights", 2, range(1, 6), "How many nights are played."),
    Parameter("places", 66, range(1, 67), "How many places there are for lanterns."),
    Parameter("calm", False, (False, True), "Calm: an owl fewer."),
    Parameter("stormy", False, (False, True), "Stormy: an owl more."),
    Parameter(
        "wishes", False, (False, True), "Wishes: a secret card for each, which tells where lanterns are worth more."
    ),
)


def settle(given: Mapping[str, object]) -> dict[str, int | str]:
    """Complete the given parameters by the defaults, in the order of PARAMETERS.

    Raises:
        ParameterError: a name or value is unknown, or two of them contradict each other; both are named.
    """
    values = check_all(PARAMETERS, given)
    settled = {p.name: values.get(p.name, p.default) for p in PARAMETERS}
    if settled["calm"] and settled["stormy"]:
        raise ParameterError(
            "calm-and-stormy",
            "calm=True and stormy=True contradict each other: a night is one or the other, or neither.",
        )
    return {name: value for name, value in settled.items() if value is not None}
