"""Lesson of Maudits Criquets: the coach's advice in a first game, and the places it points to.

As long as the learner follows the advice, the first turns are those that `bots/maudits_criquets/` prepares; after any
other choice the coach gives general advice on the position.
"""

from __future__ import annotations

from jardinet.bots.maudits_criquets import LESSON_BIDS
from jardinet.games.maudits_criquets.view import SeatView, View
from jardinet.words.coach import Advice
from jardinet.words.maudits_criquets.sentences import MauditsCriquetsSentences, locusts_in

BIDS = ("5", "x", "4", "a", "3")  # the bids advised in the prepared turns


def coach(words: MauditsCriquetsSentences, view: View) -> list[Advice]:
    """The coach's advice for a view in a lesson; none if the view needs none."""
    _ = words.language.gettext
    if view.phase == "over":
        return [Advice("", _("That was a whole game. Watch it again turn by turn, or play another."))]
    if view.phase == "picking":
        return [_picking(words, view)]
    if view.phase != "bidding" or view.viewer is None:
        return []
    own = view.seats[view.viewer]
    return [*_happened(words, view, own), *(_prepared(words, view, own) or _about(words, view, own))]


def _picking(words: MauditsCriquetsSentences, view: View) -> Advice:
    _ = words.language.gettext
    crops = [stack for stack in view.loot if stack.kind != "locust" and f"pick-{stack.kind}" in view.legal]
    if not crops:
        told = _("Only locusts are left, and you may not decline. Three of them eat your whole reserve.")
        return Advice("pick-locusts", told, ("loot-locust",))
    most = max(crops, key=lambda stack: stack.count)
    told = _("Your turn to take: one kind, all of its cards. Three cards of a crop become a token. Take {cards}.")
    return Advice("pick", told.format(cards=words.cards(most.kind, most.count)), (f"loot-{most.kind}",))


def _happened(words: MauditsCriquetsSentences, view: View, own: SeatView) -> list[Advice]:
    """The lesson of the turn before."""
    _ = words.language.gettext
    if view.impasses:
        told = _(
            "That was an impasse: nobody took anything, so a card was added. After two in a row, the whole "
            "loot is discarded."
        )
        return [Advice("impasse", told)]
    if own.tokens:
        return [
            Advice(
                "harvest", _("A harvest: three cards of one crop have become a token. The token is safe from locusts.")
            )
        ]
    if _turn(view, own) == 2 and not any(seat.reserve for seat in view.seats if seat is not own):
        return [Advice("invasion", _("That was an invasion: the third locust ate a whole reserve. Tokens are safe."))]
    return []


def _prepared(words: MauditsCriquetsSentences, view: View, own: SeatView) -> list[Advice]:
    """The advice for one of the prepared turns, with its bid."""
    _, turn = words.language.gettext, _turn(view, own)
    told = {
        0: (
            "bid",
            _(
                "Everyone chooses a bid card in secret, and all are turned over together; the highest number "
                "takes first. Bid your 5."
            ),
        ),
        1: (
            "x",
            _(
                "Two locusts lie in the loot, and your opponent has one. An X alone takes nothing, and leaves "
                "everything to the other player: bid your X."
            ),
        ),
        2: (
            "equal",
            _("Equal cards cancel each other out, and nobody gets anything for them. See for yourself: bid your 4."),
        ),
        3: ("ace", _("An ace takes the whole loot, unless an X lies beside it: then the X does. Bid your ace.")),
        4: (
            "alone",
            _(
                "Between you and me: your opponent is about to bid the X. With two players, if only one of you "
                "takes, that player must take the whole loot. Bid your 3."
            ),
        ),
    }
    if turn is None or turn not in told:
        return []
    return [Advice(*told[turn], (f"bid-{BIDS[turn]}",))]


def _about(words: MauditsCriquetsSentences, view: View, own: SeatView) -> list[Advice]:
    """The advice on any other position."""
    _ = words.language.gettext
    if len(own.hand) == 1:
        told = _(
            "After this last card comes an interim scoring: whoever has the most crops in reserve gets a token. "
            "Then everyone takes their eight cards back."
        )
        return [Advice("interim", told)]
    about = [Advice("free", _("Now choose for yourself. A card you have played is out until the round ends."))]
    if any(stack.kind == "locust" for stack in view.loot):
        locusts = _("Three locusts in a reserve eat everything there. Do you want to be the one who takes them?")
        about.append(Advice("locusts", locusts, ("loot-locust",)))
    return about


def _turn(view: View, own: SeatView) -> int | None:
    """The number of the prepared turn, from 0; None if the game has left the prepared course."""
    turn = len(own.played)
    others = [seat for seat in view.seats if seat is not own]
    if view.round > 1 or len(others) != 1:
        return None
    is_prepared = set(own.played) == set(BIDS[:turn]) and set(others[0].played) == set(LESSON_BIDS[:turn])
    if turn == 1:
        is_prepared &= locusts_in(view.loot) == 2 and locusts_in(others[0].reserve) == 1
    return turn if is_prepared else None
