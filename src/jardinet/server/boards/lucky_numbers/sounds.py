"""How the events of Lucky Numbers sound."""

from __future__ import annotations

from jardinet.games.api import Event
from jardinet.games.lucky_numbers.view import Discarded, Drew, Placed, PlaysAgain, Took


def sound_of(event: Event) -> str:
    """One of the names in static/sounds.json; empty: none. A tile that is dealt is heard once it is placed."""
    match event:
        case Drew(is_setup=False) | Took():
            return "draw"
        case Placed(leaving=None) | Discarded():
            return "place"
        case Placed():
            return "exchange"
        case PlaysAgain():
            return "harvest"
    return ""
