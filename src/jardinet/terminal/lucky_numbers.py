"""Terminal drawing of Lucky Numbers: the reader's board large, the others beside it."""

from __future__ import annotations

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from jardinet.games.lucky_numbers.view import Board, Cell, View
from jardinet.terminal.position import TerminalLayer
from jardinet.words.game_words import Hint
from jardinet.words.lucky_numbers.commands import LuckyNumbersWords

COLOURS = ("bright_yellow", "bright_red", "bright_magenta", "bright_green")  # the sets of LN-1.2, seat by seat


def draw(view: View, words: LuckyNumbersWords, seat: int) -> RenderableType:
    """The position; `seat`'s board is the large one.

    On it ✓ marks cells where the tile in hand fits, ⇄ tiles it can be exchanged for, and a dot a free cell with the
    numbers it takes: signs as well as colours, since not everybody sees colours.
    """
    others = [_small(board, words) for board in view.boards if board.seat != seat]
    boards = Columns([_large(view, words, seat), *others], padding=(0, 2))
    return Group(boards, Text(" ".join(words.table_and_pile(view))))


def _large(view: View, words: LuckyNumbersWords, seat: int) -> Table:
    board = view.boards[seat]
    is_old = view.game["edition"] == "5-vor-12"
    corner = Text("◢", "bright_blue") if is_old else Text("●", "bright_red")  # LN-1.1
    table = Table(
        title=Text(words.board_of(seat), "bold"),
        box=box.ROUNDED,
        border_style="blue" if is_old else "green",
        show_lines=True,
        padding=(0, 0),
    )
    table.add_column("", style="dim")
    for letter in "abcd":
        table.add_column(letter, justify="center", width=8)
    for row in range(4):
        cells = [_cell(cell, view, seat) for cell in board.cells[4 * row : 4 * row + 4]]
        if row == 3:
            cells[-1] = Text.assemble(cells[-1], " ", corner)
        table.add_row(str(row + 1), *cells)
    return table


def _cell(cell: Cell, view: View, seat: int) -> Text:
    if cell.tile:
        number = Text(str(cell.tile), f"bold {COLOURS[seat]}")
        return Text.assemble(number, " ⇄") if cell.is_open and view.phase == "placing" else number
    if view.phase.startswith("setup"):
        return Text("✓", "bold reverse") if cell.is_open else Text("")
    if not cell.accepts or view.phase == "over":
        return Text("·", "dim")
    span = f"{cell.accepts[0]}–{cell.accepts[-1]}" if len(cell.accepts) > 1 else str(cell.accepts[0])
    if cell.is_open:
        return Text(f"✓{span}", "bold reverse")
    return Text(f"·{span}", "dim")


def _small(board: Board, words: LuckyNumbersWords) -> Panel:
    table = Table.grid(padding=(0, 1))
    for _ in range(4):
        table.add_column(justify="right", width=2)
    for row in range(4):
        cells = board.cells[4 * row : 4 * row + 4]
        table.add_row(*(Text(str(cell.tile or "·"), COLOURS[board.seat] if cell.tile else "dim") for cell in cells))
    return Panel.fit(table, title=Text(words.board_of(board.seat)), border_style="dim")


def signs(words: LuckyNumbersWords) -> list[Hint]:
    """The meaning of the signs on the large board."""
    _ = words.language.gettext
    is_old = words.game.parameters["edition"] == "5-vor-12"
    return [
        Hint("✓", _("the tile in hand fits there")),
        Hint("⇄", _("the tile in hand can be exchanged for this one")),
        Hint("·2–9", _("free, and takes 2 to 9")),
        Hint("◢", _("the corner with the triangle")) if is_old else Hint("●", _("the corner with the ladybird")),
    ]


LAYER: TerminalLayer[View, LuckyNumbersWords] = TerminalLayer(draw, signs)
