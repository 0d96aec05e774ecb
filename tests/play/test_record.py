"""Record: names, nonces and the match must fit the game; tests of its text are in test_record_format.py."""

from __future__ import annotations

import pytest

import jardinet
from jardinet.games.parameters import GameError, ParameterError
from jardinet.play.deal import Sealed
from jardinet.play.record import InMatch, Record


@pytest.mark.parametrize(
    "name", ["", "x" * 101, "a\nb", "a\rb", "a\tb", "\x00", "\x1b[31m", "\x85", "\u2028", "\ud800"]
)
def test_a_name_that_cannot_stand_in_a_tag_is_refused(name: str) -> None:
    with pytest.raises(GameError, match="is not possible: "):
        Record(jardinet.load_game("lucky_numbers"), (name, "ben"), ())


def test_names_nonces_and_match_must_fit_the_game() -> None:
    game = jardinet.load_game("lucky_numbers", players=3)
    deal = Sealed.from_seed(1).deal(["one", "two"]).public(is_over=False)
    with pytest.raises(GameError, match="2 names are given: the game has 3 seats"):
        Record(game, ("ada", "ben"), ())
    with pytest.raises(GameError, match="2 nonces are given"):
        Record(game, ("ada", "ben", "cy"), (), deal=deal)
    with pytest.raises(GameError, match="a match of 3 with a shared tie has 3 games"):
        Record(game, ("ada", "ben", "cy"), (), match=InMatch(4, "shared"))
    with pytest.raises(ParameterError, match="edition='tiki' and tie='replay' contradict each other"):
        Record(game, ("ada", "ben", "cy"), (), match=InMatch(1, "replay"))
