"""What a coach tells somebody in their first game of Maudits Criquets."""

from __future__ import annotations

from typing import cast

from jardinet.games.maudits_criquets.view import View
from jardinet.words.game_words import GameWords
from jardinet.words.maudits_criquets.sentences import MauditsCriquetsWords


def lines(words: GameWords, view: View) -> list[str]:
    """See words.coach."""
    _ = words.language.gettext
    if view.phase == "over":
        return [_("That was a whole game. Watch it again turn by turn, or set a table for your friends.")]
    if view.phase == "bidding":
        return _bidding(cast(MauditsCriquetsWords, words), view)
    if view.player == view.viewer:
        return [
            _("You take now, and you cannot decline."),
            _("The third card of a crop makes a token. The third locust costs you your whole reserve."),
        ]
    return [_("Somebody else takes first: what they leave is there for the next.")]


def _bidding(words: MauditsCriquetsWords, view: View) -> list[str]:
    _ = words.language.gettext
    told = [words.loot(view)]
    if any(stack.kind == "locust" for stack in view.loot):
        told.append(_("Three locusts in reserve cost you everything there. Do you want to be the one who takes them?"))
    else:
        told.append(_("There is no locust in it: a high number takes first, an A takes everything."))
    if view.impasses:
        told.append(_("Nobody took anything the last time. Once more, and the loot is discarded."))
    else:
        told.append(_("Equal cards cancel each other, and an X beats an A."))
    return told
