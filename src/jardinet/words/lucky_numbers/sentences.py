"""Sentences at a table of Lucky Numbers, and what stands in its pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from jardinet.games import title_of
from jardinet.games.api import Event, Game
from jardinet.games.lucky_numbers import view as seen
from jardinet.games.lucky_numbers.drawing import PictureLabels
from jardinet.games.lucky_numbers.game import LuckyNumbersState
from jardinet.games.lucky_numbers.view import Board, Cell, View
from jardinet.words.game_words import GameWords
from jardinet.words.language import Language
from jardinet.words.pictures import paragraph


class LuckyNumbersSentences(GameWords[LuckyNumbersState, View]):
    """Sentences, see GameWords; what is typed is in commands.py."""

    def __init__(self, language: Language, game: Game, names: Sequence[str], you: int | None) -> None:
        """See GameWords."""
        super().__init__(language, game, names, you)
        self._is_old_edition = game.parameters["edition"] == "5-vor-12"

    # What happened

    def tell(self, events: Sequence[Event]) -> list[str]:
        """See GameWords.tell: a draw and its placement become one sentence, a set-up too."""
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
        return self.by(placed[0].seat, _("You set up {tiles}."), _("{name} sets up {tiles}."), tiles=told)

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

    def describe(self, view: View, seat: int | None, *, with_others: bool) -> list[str]:
        """See GameWords.describe."""
        in_play = not view.phase.startswith("setup")  # before that a cell takes anything: not worth saying
        boards = sorted(view.boards, key=lambda board: board.seat != seat)[: None if with_others else 1]
        lines = [line for board in boards for line in self._read_out(board, board.seat == seat and in_play)]
        return [*lines, *self.table_and_pile(view)]

    def table_and_pile(self, view: View) -> list[str]:
        """What lies on the table, and how many tiles are hidden."""
        _, lines = self.language.gettext, []
        if view.table:
            lines.append(_("On the table: {tiles}.").format(tiles=", ".join(map(str, view.table))))
        else:
            lines.append(_("Nothing lies on the table."))
        pile = self.language.ngettext("{count} tile is hidden.", "{count} tiles are hidden.", view.pile)
        return [*lines, pile.format(count=view.pile)]

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
            return _("free for nothing")
        return _("free for {numbers}").format(numbers=self._range(cell.accepts))

    def board_of(self, seat: int) -> str:
        """The heading of a seat's board, in the edition's word for it."""
        _ = self.language.gettext
        if self._is_old_edition:
            return self.by(seat, _("Your board"), _("{name}'s board"))
        return self.by(seat, _("Your garden"), _("{name}'s garden"))

    def result(self, view: View) -> list[str]:
        """See GameWords.result."""
        _, ngettext = self.language.gettext, self.language.ngettext
        why = {
            "full-board": _("The last free cell is filled: the game is over."),
            "last-tile": _("The last hidden tile is played: the fewest free cells win."),
            "stall": ngettext(
                "Nobody has drawn for {count} play: the fewest free cells win.",
                "Nobody has drawn for {count} plays: the fewest free cells win.",
                view.takes_in_a_row,
            ).format(count=view.takes_in_a_row),
        }
        winners = view.winners
        if winners == [self.you]:
            won = _("You win!")
        else:
            won = ngettext("{names} wins!", "{names} share the victory!", len(winners)).format(
                names=self.language.every([self.who(seat) for seat in winners])
            )
        lines = [why[view.end or ""], won[0].upper() + won[1:]]
        for board in view.boards:
            free = ngettext("{count} free cell", "{count} free cells", board.free).format(count=board.free)
            lines.append(self.language.entry(self.board_of(board.seat), free))
        return lines

    def end_name(self, end: str) -> str:
        """See GameWords.end_name."""
        _ = self.language.gettext
        return {"full-board": _("full board"), "last-tile": _("last tile"), "stall": _("stall")}[end]

    def _range(self, numbers: Sequence[int]) -> str:
        if len(numbers) == 1:
            return str(numbers[0])
        return self.language.gettext("{low} to {high}").format(low=numbers[0], high=numbers[-1])

    # For newcomers

    def introduction(self) -> list[str]:
        """See GameWords.introduction."""
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
            lines.append(_("Two equal numbers diagonally beside each other let you play again (Bruno's variant)."))
        return lines


def _plays(events: Sequence[Event]) -> Iterator[list[Event]]:
    """The events in groups that belong into one sentence: a hand, a set-up, a draw and its use."""
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


# Pictures ----------------------------------------------------------------------------------


def labels(words: LuckyNumbersSentences, view: View) -> PictureLabels:
    """See words.pictures."""
    language = words.language
    _, ngettext, turn = language.gettext, language.ngettext, _turn(words, view)
    return PictureLabels(
        title=language.entry(title_of(words.game.name), turn),
        description=paragraph([turn, *words.describe(view, view.viewer, with_others=True), *_to_place(words, view)]),
        turn=turn,
        names=[words.heading(board.seat) for board in view.boards],
        pile=language.pgettext("hidden tiles", "Pile"),
        table=language.entry(_("On the table"), str(len(view.table))),
        free=[ngettext("{count} free", "{count} free", board.free).format(count=board.free) for board in view.boards],
        to_place=_("To place"),
        in_hand=_("In hand"),
    )


def _turn(words: LuckyNumbersSentences, view: View) -> str:
    """Whose turn it is and for what; at the end, who wins."""
    _ = words.language.gettext
    if view.phase == "over":
        return words.result(view)[1]
    if view.phase == "dealing":
        return _("Tiles are being dealt")
    both = {
        "setup-drawing": (_("You draw for the set-up"), _("{name} draws for the set-up")),
        "setup-placing": (_("You set up {tile}"), _("{name} sets up {tile}")),
        "choosing": (_("You draw or take"), _("{name} draws or takes")),
        "revealing": (_("You draw"), _("{name} draws")),
        "placing": (_("You place {tile}"), _("{name} places {tile}")),
    }[view.phase]
    return words.by(view.seat, *both, tile=view.tile)


def _to_place(words: LuckyNumbersSentences, view: View) -> Iterator[str]:
    """What is still to be set up, and where the tile being placed may go."""
    _, language = words.language.gettext, words.language
    for board in view.boards:
        if board.hand:
            yield language.entry(words.by(board.seat, _("Your hand"), _("{name}'s hand")), language.every(board.hand))
    cells = [cell.name for board in view.boards for cell in board.cells if cell.is_open]
    if cells:
        yield _("The {tile} may go on {cells}.").format(tile=view.tile, cells=language.either(cells))
