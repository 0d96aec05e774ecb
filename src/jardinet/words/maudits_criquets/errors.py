"""What bears the names of errors in Maudits Criquets out, in words; the kinds are in games/maudits_criquets/game.py."""

from __future__ import annotations

from jardinet.games.api import NamedError
from jardinet.words.maudits_criquets.sentences import MauditsCriquetsSentences


def error_why(words: MauditsCriquetsSentences, error: NamedError) -> str:
    """What the others were likely to bid, in a sentence."""
    _, percent = words.language.gettext, words.language.percent(int(error.proof["percent"]) / 100, is_rough=True)
    if error.kind == "x-for-nothing":
        return _(
            "The X takes the loot only from an ace, and the likeliest to play one does so here in {percent} of all cases."
        ).format(percent=percent)
    name = words.names[int(error.proof["seat"])]
    if error.kind == "ace-into-x":
        told = _("{name} plays the X here in {percent} of all cases, if well advised, and takes the loot from the ace.")
        return told.format(name=name, percent=percent)
    told = _("{name} bids {bid} here too in {percent} of all cases, if well advised, and equal bids cancel each other.")
    return told.format(name=name, percent=percent, bid=words.bid_told(str(error.proof["bid"])))
