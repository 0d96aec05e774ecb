"""Labels in pictures of Lucky Numbers, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator

from jardinet.games.lucky_numbers.drawing import PictureLabels
from jardinet.games.lucky_numbers.view import View
from jardinet.words.game_words import title_in
from jardinet.words.language import Language
from jardinet.words.lucky_numbers.sentences import LuckyNumbersSentences
from jardinet.words.pictures import paragraph


def labels(words: LuckyNumbersSentences, view: View) -> PictureLabels:
    """The texts in and about the picture of a position, in the reader's language."""
    language = words.language
    _, ngettext, turn = language.gettext, language.ngettext, _turn(words, view)
    return PictureLabels(
        title=language.entry(title_in(language, words.game.name), turn),
        description=paragraph([turn, *words.describe(view, view.viewer, with_others=True), *_to_place(words, view)]),
        turn=turn,
        names=[words.heading(board.seat) for board in view.boards],
        pile=language.pgettext("hidden tiles", "Pile"),
        table=language.entry(_("On the table"), str(len(view.table))),
        free=[ngettext("{count} free", "{count} free", board.free).format(count=board.free) for board in view.boards],
        to_place=_("To place"),
        in_hand=_("In hand"),
    )


def kinds(language: Language) -> dict[str, str]:
    """What the kinds of decisions are called."""
    _ = language.gettext
    return {
        "set-up": _("Setting up"),
        "choose": _("Drawing, or taking which tile"),
        "place": _("Placing a tile"),
        "exchange": _("Exchanging a tile"),
        "missed": _("Passing by a tile that fits"),
        "left": _("Leaving a tile that the next garden can use"),
        "discarded": _("Discarding a tile that fits"),
        "room": _("Leaving a cell without room"),
    }


def _turn(words: LuckyNumbersSentences, view: View) -> str:
    """Whose turn it is and for what; at the end, who wins."""
    _ = words.language.gettext
    if view.phase == "over":
        return words.outcome(view, ()).verdict
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
    """The tiles still to be set up, and where the tile being placed may go."""
    _, language = words.language.gettext, words.language
    for board in view.boards:
        if board.hand:
            yield language.entry(words.by(board.seat, _("Your hand"), _("{name}'s hand")), language.every(board.hand))
    cells = [cell.name for board in view.boards for cell in board.cells if cell.is_open]
    if cells:
        yield _("The {tile} may go on {cells}.").format(tile=view.tile, cells=language.either(cells))
