"""Sentences at a table of Lucky Numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from jardinet.games.api import Event, Game
from jardinet.games.lucky_numbers import view as seen
from jardinet.games.lucky_numbers.game import LuckyNumbersState
from jardinet.games.lucky_numbers.view import Board, Cell, View
from jardinet.words.game_words import GameWords, Outcome, RankedSeat, ranked
from jardinet.words.language import Language


class LuckyNumbersSentences(GameWords[LuckyNumbersState, View]):
    """Sentences, see GameWords; what is typed is in commands.py."""

    def __init__(self, language: Language, game: Game, names: Sequence[str], you: int | None) -> None:
        """Choose the terms of the edition, in the reader's language; arguments as for GameWords."""
        edition = str(game.parameters["edition"])
        super().__init__(language.of_edition(game.name, edition), game, names, you)
        self._is_old_edition = edition == "5-vor-12"

    # What happened

    def tell(self, events: Sequence[Event]) -> list[str]:
        """Events of a move as sentences; see GameWords.tell.

        A draw and its placement become one sentence, a set-up too.
        """
        lines = []
        for group in _plays(events):
            first = group[0]
            if isinstance(first, seen.Drew) and isinstance(group[-1], seen.Drew) and len(group) > 1:
                lines.append(self._dealt(first.seat, [event.tile for event in group if isinstance(event, seen.Drew)]))
            elif isinstance(first, seen.Placed) and first.is_setup:
                lines.append(self._set_up([event for event in group if isinstance(event, seen.Placed)]))
            elif isinstance(first, seen.Drew) and len(group) == 2:
                lines.append(self._drew_and(first, group[1]))
            elif line := self._sentence(first):
                lines.append(line)
        return lines

    def _dealt(self, seat: int, tiles: list[int]) -> str:
        _, told = self.language.gettext, self.language.every(tiles)
        return self.by(seat, _("You are dealt {tiles}."), _("{name} is dealt {tiles}."), tiles=told)

    def _set_up(self, placed: Sequence[seen.Placed]) -> str:
        _ = self.language.gettext
        parts = [_("{tile} on {cell}").format(tile=event.tile, cell=event.cell) for event in placed]
        told = self.language.every(parts)
        return self.by(placed[0].seat, _("You set up with {tiles}."), _("{name} sets up with {tiles}."), tiles=told)

    def _drew_and(self, drew: seen.Drew, then: Event) -> str:
        _ = self.language.gettext
        if isinstance(then, seen.Discarded):
            both = (_("You draw {tile} and discard it."), _("{name} draws {tile} and discards it."))
        elif isinstance(then, seen.Placed) and then.leaving:
            both = (
                _("You draw {tile} and put it on {cell} in exchange for {leaving}."),
                _("{name} draws {tile} and puts it on {cell} in exchange for {leaving}."),
            )
        else:
            both = (
                _("You draw {tile} and place it on {cell}."),
                _("{name} draws {tile} and places it on {cell}."),
            )
        cell, leaving = (then.cell, then.leaving) if isinstance(then, seen.Placed) else ("", None)
        return self.by(drew.seat, *both, tile=drew.tile, cell=cell, leaving=leaving)

    def _sentence(self, event: Event) -> str:
        _ = self.language.gettext
        if isinstance(event, seen.Drew):
            return self.by(event.seat, _("You draw {tile}."), _("{name} draws {tile}."), tile=event.tile)
        if isinstance(event, seen.Discarded):
            return self.by(event.seat, _("You discard {tile}."), _("{name} discards {tile}."), tile=event.tile)
        if isinstance(event, seen.PlaysAgain):
            cells = self.language.every([event.cell, *event.partners])
            return self.by(
                event.seat,
                _("A diagonal pair on {cells}: you play again!"),
                _("A diagonal pair on {cells}: {name} plays again!"),
                cells=cells,
            )
        return self._placed(event) if isinstance(event, seen.Placed) else ""

    def _placed(self, event: seen.Placed) -> str:
        _ = self.language.gettext
        sentences = {
            (False, False): (_("You place {tile} on {cell}."), _("{name} places {tile} on {cell}.")),
            (False, True): (
                _("You put {tile} on {cell} in exchange for {leaving}."),
                _("{name} puts {tile} on {cell} in exchange for {leaving}."),
            ),
            (True, False): (
                _("You take {tile} from the table and place it on {cell}."),
                _("{name} takes {tile} from the table and places it on {cell}."),
            ),
            (True, True): (
                _("You take {tile} from the table and put it on {cell} in exchange for {leaving}."),
                _("{name} takes {tile} from the table and puts it on {cell} in exchange for {leaving}."),
            ),
        }
        both = sentences[event.is_taken, event.leaving is not None]
        return self.by(event.seat, *both, tile=event.tile, cell=event.cell, leaving=event.leaving)

    # What is there

    def describe(self, view: View, seat: int | None, *, with_others: bool, told: Sequence[Event] = ()) -> list[str]:
        """The position read out in sentences; see GameWords.describe."""
        # Before play a cell takes anything, and after it nothing: no need to say so.
        in_play = not view.phase.startswith("setup") and view.phase != "over"
        boards = sorted(view.boards, key=lambda board: board.seat != seat)[: None if with_others else 1]
        lines = [line for board in boards for line in self._read_out(board, board.seat == seat and in_play)]
        return [*lines, *self.table_and_pile(view)]

    def table_and_pile(self, view: View) -> list[str]:
        """The tiles on the table, and how many tiles are hidden."""
        _, lines = self.language.gettext, []
        if view.table:
            lines.append(_("On the table: {tiles}.").format(tiles=", ".join(map(str, view.table))))
        else:
            lines.append(_("Nothing lies on the table."))
        if not view.pile:
            return [*lines, self.language.pgettext("hidden tiles", "The pile is empty.")]
        hidden = self.language.ngettext("{count} tile is hidden.", "{count} tiles are hidden.", view.pile)
        return [*lines, hidden.format(count=view.pile)]

    def _read_out(self, board: Board, with_ranges: bool) -> Iterator[str]:
        free = self.language.ngettext("{count} free cell", "{count} free cells", board.free).format(count=board.free)
        yield self.language.entry(self.board_of(board.seat), free)
        for row in range(4):
            cells = [self._cell(cell, with_ranges) for cell in board.cells[4 * row : 4 * row + 4]]
            yield self.language.gettext("row {row}: {cells}").format(row=row + 1, cells=", ".join(cells))

    def _cell(self, cell: Cell, with_range: bool) -> str:
        _ = self.language.gettext
        if cell.tile:
            return str(cell.tile)
        if not with_range:
            return _("free")
        if not cell.accepts:
            return _("free but nothing fits")
        return _("free for {numbers}").format(numbers=self.range_of(cell.accepts))

    def board_of(self, seat: int) -> str:
        """The heading of a seat's board, in the edition's word for it."""
        _ = self.language.gettext
        if self._is_old_edition:
            return self.by(seat, _("Your board"), _("{name}'s board"))
        return self.by(seat, _("Your garden"), _("{name}'s garden"))

    def outcome(self, view: View, events: Sequence[Event]) -> Outcome:
        """The result of a finished game, with its ranking; see GameWords.outcome.

        The ranking goes by free cells, which have no sources.
        """
        ngettext, free = self.language.ngettext, [board.free for board in view.boards]
        return Outcome(
            verdict=self._verdict(view.winners, free),
            reason=self._reason(view),
            consolation=self._consolation(view.winners, free),
            standings=[
                RankedSeat(
                    seat,
                    place,
                    ngettext("{count} free cell", "{count} free cells", free[seat]).format(count=free[seat]),
                )
                for place, seat in ranked(free)
            ],
        )

    def fared(self, share: float, points: int, turns: int) -> str:
        """How many turns it took to win, else how many cells were left free; see GameWords.fared."""
        if share:
            return super().fared(share, points, turns)
        return self.language.ngettext("{count} free cell", "{count} free cells", -points).format(count=-points)

    def _verdict(self, winners: Sequence[int], free: Sequence[int]) -> str:
        _, ngettext = self.language.gettext, self.language.ngettext
        if len(winners) > 1:
            return self.sharers(winners)
        (winner,) = winners
        margin = min(count for seat, count in enumerate(free) if seat != winner) - free[winner]
        if margin == 1:
            return self.by(winner, _("You win by a single cell!"), _("{name} wins by a single cell!"))
        yours = ngettext("You win by {count} cell!", "You win by {count} cells!", margin)
        theirs = ngettext("{name} wins by {count} cell!", "{name} wins by {count} cells!", margin)
        return self.by(winner, yours, theirs, count=margin)

    def _reason(self, view: View) -> str:
        _, ngettext = self.language.gettext, self.language.ngettext
        if view.end == "full-board" and self._is_old_edition:
            return self.by(view.winners[0], _("Your board is full."), _("{name}'s board is full."))
        if view.end == "full-board":
            return self.by(view.winners[0], _("Your garden is full."), _("{name}'s garden is full."))
        if view.end == "last-tile":
            return _("The last hidden tile has been played: whoever has the fewest free cells wins.")
        return ngettext(
            "Nobody has drawn for {count} play: whoever has the fewest free cells wins.",
            "Nobody has drawn for {count} plays: whoever has the fewest free cells wins.",
            view.takes_in_a_row,
        ).format(count=view.takes_in_a_row)

    def _consolation(self, winners: Sequence[int], free: Sequence[int]) -> str:
        _ = self.language.gettext
        if self.you is None or self.you in winners:
            return ""
        lacked = free[self.you] - free[winners[0]]
        told = {1: _("So close: you were a single cell short."), 2: _("So close: you were two cells short.")}
        return told.get(lacked, "")

    def end_name(self, end: str) -> str:
        """A way the game can end, in a word or two; see GameWords.end_name."""
        _ = self.language.gettext
        return {"full-board": _("full board"), "last-tile": _("last tile"), "stall": _("stall")}[end]

    def range_of(self, numbers: Sequence[int]) -> str:
        """The numbers that a cell takes, at least one: `9 to 14`."""
        if len(numbers) == 1:
            return str(numbers[0])
        return self.language.gettext("{low} to {high}").format(low=numbers[0], high=numbers[-1])

    # For newcomers

    def introduction(self) -> list[str]:
        """The game in a few sentences, for newcomers; see GameWords.introduction."""
        _ = self.language.gettext
        if self._is_old_edition:
            first = _("Be the first to fill all 16 cells of your board with number tiles.")
        else:
            first = _("Be the first to fill all 16 cells of your garden with numbered clovers.")
        lines = [
            first,
            _("In every row, left to right, and every column, top to bottom, the numbers must rise; gaps are fine."),
            _("On your turn, draw a hidden tile, or take one that lies face up on the table."),
            _("Place it on a free cell, or exchange it for one of yours, which then goes to the table."),
            _("A drawn tile may also be discarded to the table; a taken one must be placed."),
            _("Cells are named by column and row: a1 is top left, d4 bottom right."),
        ]
        if self.game.parameters["bruno"]:
            lines.append(_("Two equal numbers diagonally next to each other let you play again (Bruno's variant)."))
        return lines


def _plays(events: Sequence[Event]) -> Iterator[list[Event]]:
    """The events grouped by sentence: a hand, a set-up, a draw and its use."""
    group: list[Event] = []
    for event in events:
        if isinstance(event, seen.Took | seen.GameOver):
            continue
        if group and not _belongs(group, event):
            yield group
            group = []
        group.append(event)
    if group:
        yield group


def _belongs(group: list[Event], event: Event) -> bool:
    last = group[-1]
    if isinstance(last, seen.Drew) and isinstance(event, seen.Drew):
        return last.is_setup and event.is_setup and last.seat == event.seat
    if isinstance(last, seen.Placed) and isinstance(event, seen.Placed):
        return last.is_setup and event.is_setup and last.seat == event.seat
    if isinstance(last, seen.Drew) and isinstance(event, seen.Placed):
        return len(group) == 1 and last.is_setup == event.is_setup and last.seat == event.seat and not event.is_taken
    return isinstance(last, seen.Drew) and len(group) == 1 and isinstance(event, seen.Discarded)
