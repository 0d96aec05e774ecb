"""How the events of Maudits Criquets sound."""

from __future__ import annotations

from jardinet.games.api import Event
from jardinet.games.maudits_criquets.view import Bid, Harvest, Invasion, LootDiscarded, Majority, Took


def sound_of(event: Event) -> str:
    """One of the names in static/sounds.json; empty: none."""
    match event:
        case Bid():
            return "flip"
        case Took():
            return "draw"
        case LootDiscarded():
            return "exchange"
        case Harvest() | Majority():
            return "harvest"
        case Invasion():
            return "invasion"
    return ""
