"""Parameters of Lucky Numbers: what can be agreed before a game, what each edition fixes (LN-8), and how far it can be cut down for exact solutions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from jardinet.games.parameters import Parameter, ParameterError, check_all
from jardinet.games.sentences import Either

PARAMETERS = (
    Parameter("players", 2, range(2, 5), "How many play."),
    Parameter("first", 0, range(4), "The seat that begins, counted from 0.", is_rule=False),
    Parameter(
        "edition",
        "tiki",
        ("tiki", "5-vor-12", "es"),
        "The edition whose rules and words are used: TIKI 2020, the older 5 vor 12, or the Spanish one.",
    ),
    Parameter(
        "setup",
        None,
        ("standard", "michael"),
        "Set-up of the diagonal: four tiles at once (standard) or one by one in four rounds (michael).",
    ),
    Parameter(
        "bruno",
        False,
        (False, True),
        "Bruno's variant: two equal numbers diagonally next to each other let you play again.",
    ),
    Parameter(
        "stall_limit",
        100,
        range(1, 1_000_001),
        "The game ends after this many plays in a row in which nobody drew.",
    ),
    Parameter("side", 4, range(2, 5), "Cut down: how many cells the side of a board has.", tells_default=False),
    Parameter("numbers", 20, range(3, 21), "Cut down: the tiles are numbered 1 to this number.", tells_default=False),
    Parameter(
        "utility",
        "win",
        ("win", "points"),
        "What a game is worth to research: a share of the victory (win), or match points (points).",
        is_rule=False,
    ),
)


@dataclass(frozen=True)
class Edition:
    """Row of a preset in LN-8: the values that it allows, the default first."""

    setups: tuple[str, ...]
    bruno: tuple[bool, ...]
    ties: tuple[str, ...]


EDITIONS = {
    "tiki": Edition(("standard", "michael"), (False, True), ("shared",)),
    "5-vor-12": Edition(("michael",), (False,), ("shared",)),
    "es": Edition(("standard", "michael"), (False,), ("shared", "replay")),
}


def settle(given: Mapping[str, object]) -> dict[str, int | str]:
    """Complete the given parameters by the edition and the defaults, in the order of PARAMETERS.

    Raises:
        ParameterError: a name or value is unknown, or two of them contradict each other; both are named.
    """
    values = check_all(PARAMETERS, given)
    settled = {p.name: values.get(p.name, p.default) for p in PARAMETERS}
    name = str(settled["edition"])
    edition = EDITIONS[name]
    settled["setup"] = settled["setup"] or edition.setups[0]
    if settled["setup"] not in edition.setups:
        raise ParameterError(
            "edition-and-setup",
            "{one} and {other} contradict each other: that edition is always set up {setups} (LN-8).",
            one=f"edition={name!r}",
            other=f"setup={settled['setup']!r}",
            setups=Either(edition.setups),
        )
    if settled["bruno"] not in edition.bruno:
        raise ParameterError(
            "edition-and-bruno",
            "{one} and {other} contradict each other: Bruno's variant belongs to edition 'tiki' (LN-8).",
            one=f"edition={name!r}",
            other="bruno=True",
        )
    if int(settled["first"] or 0) >= int(settled["players"] or 0):
        raise ParameterError(
            "first-and-players",
            "first={first} and players={players} contradict each other: first must be 0 to {last}.",
            first=settled["first"],
            players=settled["players"],
            last=int(settled["players"] or 0) - 1,
        )
    least = 2 * int(settled["side"] or 0) - 1
    if int(settled["numbers"] or 0) < least:
        raise ParameterError(
            "side-and-numbers",
            "{one} and {other} contradict each other: such a board cannot be filled with fewer than {least} numbers.",
            one=f"side={settled['side']}",
            other=f"numbers={settled['numbers']}",
            least=least,
        )
    return {name: value for name, value in settled.items() if value is not None}


def check_tie(edition: str, tie: str) -> str:
    """Return `tie` if the edition's match allows it (LN-7.3, LN-8); raise ParameterError otherwise."""
    if tie not in EDITIONS[edition].ties:
        raise ParameterError(
            "edition-and-tie",
            "{one} and {other} contradict each other: a tied match of that edition is {ties} (LN-8).",
            one=f"edition={edition!r}",
            other=f"tie={tie!r}",
            ties=Either(EDITIONS[edition].ties),
        )
    return tie
