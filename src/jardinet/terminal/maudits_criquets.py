"""Terminal drawing of Maudits Criquets: the loot, the reader's cards large, the others' small."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from jardinet.games.maudits_criquets.names import BIDS
from jardinet.games.maudits_criquets.view import SeatView, Stack, View
from jardinet.terminal.position import TerminalLayer
from jardinet.words.maudits_criquets.commands import MauditsCriquetsWords

# A sign and a colour for each kind, since not everybody sees colours.
SIGNS = {"strawberry": "▲", "corn": "▮", "broccoli": "■", "blackberry": "●", "locust": "✱"}
TITLE = 40  # characters of a title at most
COLOURS = {
    "strawberry": "bright_red",
    "corn": "bright_yellow",
    "broccoli": "bright_green",
    "blackberry": "bright_magenta",
    "locust": "bright_white",
}


def draw(view: View, words: MauditsCriquetsWords, seat: int) -> RenderableType:
    """The position within 80 columns: loot, `seat`'s reserve and hand, everybody else's, the pile."""
    others = [_small(other, words) for other in view.seats if other.seat != seat]
    return Group(
        Columns([_stack(stack, words) for stack in view.loot], padding=(0, 1)),
        Text(" ".join(words.loot_and_pile(view))),
        _large(view.seats[seat], words),
        Columns(others, padding=(0, 1)),
    )


def _stack(stack: Stack, words: MauditsCriquetsWords) -> Panel:
    return Panel.fit(_cards(stack, words), border_style=COLOURS[stack.kind], box=box.ROUNDED)


def _large(seat: SeatView, words: MauditsCriquetsWords) -> Panel:
    table = Table.grid(padding=(0, 1))
    table.add_row(Text(words.tokens(seat.tokens)))  # not in the title, which a long name may fill
    table.add_row(_reserve(seat.reserve, words))
    table.add_row(_hand(seat))
    return Panel.fit(table, title=Text(words.reserve_of(seat.seat), "bold"), border_style="green", padding=(0, 1))


def _hand(seat: SeatView) -> Table:
    """A frame per bid card; a played card is replaced by a dot, so that the others keep their places."""
    hand = Table(box=box.SQUARE, show_header=False, show_lines=True, padding=(0, 1))
    cards = [bid for bid in BIDS if bid in seat.hand or bid in seat.played]
    hand.add_row(*(Text(bid.upper(), "bold") if bid in seat.hand else Text("·", "dim") for bid in cards))
    return hand


def _small(seat: SeatView, words: MauditsCriquetsWords) -> Panel:
    cards = [bid for bid in BIDS if bid in seat.hand or bid in seat.played]
    hand = Text(" ".join(bid.upper() if bid in seat.hand else "·" for bid in cards))
    lines = Group(Text(words.tokens(seat.tokens)), _reserve(seat.reserve, words, width=20), hand)
    title = Text(words.reserve_of(seat.seat), overflow="ellipsis")
    return Panel(lines, title=title, border_style="dim", width=max(25, min(title.cell_len, TITLE) + 6))


def _reserve(stacks: Sequence[Stack], words: MauditsCriquetsWords, width: int = 70) -> RenderableType:
    """The stacks beside each other while there is room, else below each other."""
    if not stacks:
        return Text("–", "dim")
    told = [_cards(stack, words) for stack in stacks]
    between = Text("\n") if sum(text.cell_len + 3 for text in told) > width else Text("   ")
    return between.join(told)


def _cards(stack: Stack, words: MauditsCriquetsWords) -> Text:
    """One sign per card, then count and kind."""
    signs = Text(SIGNS[stack.kind] * stack.count, COLOURS[stack.kind])
    return Text.assemble(signs, " ", words.cards(stack.kind, stack.count))


LAYER: TerminalLayer[View, MauditsCriquetsWords] = TerminalLayer(draw)
