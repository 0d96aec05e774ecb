"""Lesson of Maudits Criquets: its moments, as `bots/maudits_criquets/` prepares them, and the coach's advice after them."""

from __future__ import annotations

from jardinet.games.maudits_criquets.game import MauditsCriquetsState
from jardinet.games.maudits_criquets.view import Invasion, View
from jardinet.words.coach import Advice, Moment, Teaching, Trial
from jardinet.words.maudits_criquets.commands import MauditsCriquetsWords
from jardinet.words.maudits_criquets.sentences import locusts_in


def lesson(words: MauditsCriquetsWords) -> Teaching:
    """See WordsLayer."""
    _ = words.language.gettext
    return Teaching(
        _(
            "Three cards of one crop become a token, and whoever has the most wins. Beware of the locusts! The cards of this "
            "lesson are prepared."
        ),
        [
            Moment(
                _("Bidding"),
                [
                    Trial(
                        _("Everyone chooses a card in secret, and the highest number takes first. Bid your 5."),
                        _("Try the 5: it is high enough, and the 6 may be worth more later."),
                    ),
                    Trial(
                        _("Your 5 beats the 2. You take one kind, all of its cards: take the two corn."),
                        _("One broccoli is less than two corn. Take the corn."),
                    ),
                ],
                _("You took first, and your opponent what was left. A card that you have played rests for this round."),
            ),
            Moment(
                _("Locusts"),
                [
                    Trial(
                        _(
                            "Three locusts in one reserve eat all of it, and the highest number has to take them. Bid your 1."
                        ),
                        _("Whoever bids higher has to take the locusts. Bid your 1."),
                    )
                ],
                _("An invasion: your opponent had to take them, and has lost its reserve. A low card can be the best."),
            ),
            Moment(
                _("Equal cards"),
                [
                    Trial(
                        _(
                            "Equal cards cancel each other. Between you and me: a 4 is coming. See what happens: bid your 4."
                        ),
                        _("Keep that one. To see what equal cards do, bid your 4."),
                    )
                ],
                _("Nobody took anything: an impasse. A card was added; after a second one in a row all are discarded."),
            ),
            Moment(
                _("The ace"),
                [
                    Trial(
                        _("An ace takes all of the loot. Your third corn lies there, and no locust: bid your ace, A."),
                        _("That takes one kind at most. Your ace, A, takes all."),
                    )
                ],
                _("Not even a 6 helps against an ace. Three corn became a token, and no locust can eat that."),
            ),
            Moment(
                _("The X"),
                [
                    Trial(
                        _("Alone an X takes nothing, but beside an ace it takes all. An ace is coming: bid your X."),
                        _("Against an ace it takes nothing. Bid your X."),
                    )
                ],
                _("Your X has taken all of it, and your third strawberry has become a token at once."),
            ),
            Moment(
                _("A set of three"),
                [
                    Trial(
                        _("You hold two broccoli, and the third lies there. To choose first, bid your 6."),
                        _("The 6 is sure to choose first. Bid your 6."),
                    ),
                    Trial(
                        _("The strawberry is a beginning, the broccoli makes three. Take the broccoli."),
                        _("One strawberry is no set yet. Take the broccoli: it makes three."),
                    ),
                ],
                _("Another token! What you hold tells you what a card is worth to you, and to your opponent."),
            ),
        ],
    )


def coach(words: MauditsCriquetsWords, view: View) -> list[Advice]:
    """See WordsLayer."""
    _ = words.language.gettext
    if view.phase == "over":
        return [Advice("", _("That was a whole game. Watch it again turn by turn, or play another."))]
    if view.phase != "bidding" or view.viewer is None:
        return []
    own = view.seats[view.viewer]
    if len(own.hand) == 1:
        told = _(
            "After this last card comes an interim scoring: whoever has the most crops in reserve gets a token. "
            "Then everyone takes their eight cards back."
        )
        return [Advice("interim", told)]
    if locusts_in(own.reserve) and locusts_in(view.loot):
        told = _("Mind the locusts: with three of them your reserve is gone. You have {count}.")
        return [Advice("locusts", told.format(count=locusts_in(own.reserve)))]
    return []


def praise(words: MauditsCriquetsWords, state: MauditsCriquetsState, seat: int) -> str:
    """See WordsLayer."""
    _, own = words.language.gettext, state.view(seat).seats[seat]
    events = [event for before, move in state.steps() for event in before.events(move)]
    if not any(isinstance(event, Invasion) and event.seat == seat for event in events):
        return _("What you did well: no locusts have ever eaten your reserve.")
    if own.tokens:
        return _("What you did well: you have gathered {tokens}.").format(tokens=words.tokens(own.tokens))
    return _("What you did well: you have played to the end, and know every card now.")
