"""Commands at a table of Lucky Numbers: what can be typed, what it means, and why something cannot be."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from jardinet.games.api import Action, Game, IllegalActionError
from jardinet.games.lucky_numbers.game import LuckyNumbersState
from jardinet.games.lucky_numbers.names import CELL_NAMES
from jardinet.games.lucky_numbers.view import Board, Cell, View, Violation
from jardinet.words.game_words import Hint, NotUnderstood, squeeze, words_in
from jardinet.words.language import Language
from jardinet.words.lucky_numbers.sentences import LuckyNumbersSentences

# Short forms in every language, in addition to its own words and their first letters.
_ALWAYS = {"draw": ("draw", "d", "+"), "take": ("take", "t"), "place": ("place",), "discard": ("discard", "x")}


class LuckyNumbersWords(LuckyNumbersSentences):
    """Words of Lucky Numbers: see GameWords."""

    def __init__(self, language: Language, game: Game, names: Sequence[str], you: int | None) -> None:
        """Collect the words of typed commands, in the reader's language; arguments as for GameWords."""
        super().__init__(language, game, names, you)
        pgettext = self.language.pgettext
        own = {
            "draw": (pgettext("command", "draw"), pgettext("short command", "d")),
            "take": (pgettext("command", "take"), pgettext("short command", "t")),
            "place": (pgettext("command", "place"),),
            "discard": (pgettext("command", "discard"), pgettext("short command", "x")),
        }
        also = {
            "draw": pgettext("also typed", "reveal, flip"),
            "take": pgettext("also typed", "grab, pick up"),
            "place": pgettext("also typed", "put"),
            "discard": pgettext("also typed", "throw away, drop, pass"),
        }
        self._said = {verb: words[0] for verb, words in own.items()}
        self._verbs = {
            verb: {squeeze(word) for word in (*_ALWAYS[verb], *own[verb])} | words_in(also[verb]) for verb in own
        }
        self._arrange = pgettext("command", "arrange")
        self._arranging = {"arrange", squeeze(self._arrange), *words_in(pgettext("also typed", "sort"))}

    # Typed words

    def parse(self, state: LuckyNumbersState, text: str, seat: int) -> list[Action]:
        """The actions that a typed text means, for a seat; see GameWords.parse.

        `arrange` places a dealt hand in rising order, `5 c3` takes and places.
        """
        if state.current_player() != seat:
            raise NotUnderstood(self.language.gettext("There is nothing for you to do now."))
        word = "x" if text.strip() == "-" else squeeze(text)
        readings = self._readings(state, word)
        if not readings:
            told = self.language.gettext("“{text}” is not a play.").format(text=text.strip())
            raise NotUnderstood(f"{told} {self.question(state.view(seat))}")
        complaint = None
        for actions in readings:
            trial = state.clone()
            try:
                for action in actions:
                    if trial.current_player() != seat:
                        complaint = complaint or self._not_now(state.view(seat))
                        break
                    trial.apply_action(action)
                else:
                    return actions
            except IllegalActionError:
                complaint = complaint or self._why_illegal(trial, seat, action)
        raise NotUnderstood(complaint or "")

    def _readings(self, state: LuckyNumbersState, word: str) -> list[list[Action]]:
        """Every list of actions that a squeezed word can mean, the likeliest first."""
        if word in self._arranging and (hand := state.arrange()):
            return [hand]
        forms = self._forms(state)
        readings = [[action] for action in forms.get(word, ())]
        cells = re.findall("[a-d][1-4]", word)
        if len(cells) > 1 and "".join(cells) == word:
            readings.append([state.string_to_action(0, f"place-{cell}") for cell in cells])
        takes = "|".join(sorted(map(re.escape, self._verbs["take"]), key=len, reverse=True))
        if both := re.fullmatch(rf"(?:{takes})?(\d+)@?([a-d][1-4])", word):
            number, cell = both.groups()
            if f"take{number}" in forms:
                readings.append([forms[f"take{number}"][0], forms[f"place{cell}"][0]])
        return readings

    def _forms(self, state: LuckyNumbersState) -> dict[str, list[Action]]:
        """The possible meanings of each squeezed form: several actions, of which one is legal."""
        forms = defaultdict(list)
        for action, text in state.get_game().player_texts.items():
            verb, _, what = text.partition("-")
            for word in (*self._verbs[verb], "") if what else self._verbs[verb]:
                forms[word + what].append(action)
            forms[squeeze(self._name(verb, what, None))].append(action)  # as hints name it: "place on c3"
        return forms

    def completions(self, state: LuckyNumbersState, seat: int) -> list[str]:
        """The texts that a seat could type now; see GameWords.completions."""
        texts = [state.action_to_string(seat, action) for action in state.legal_actions(seat)]
        words = [" ".join([self._said[verb], what]).strip() for verb, _, what in (t.partition("-") for t in texts)]
        return words + [self._arrange] * bool(state.arrange())

    def _not_now(self, view: View) -> str:
        return self.language.gettext("That is not possible now.") + " " + self.question(view)

    def _why_illegal(self, state: LuckyNumbersState, seat: int, action: Action) -> str:
        _, view = self.language.gettext, state.view(seat)
        verb, _dash, what = state.get_game().player_texts[action].partition("-")
        if verb == "take" and view.phase == "choosing":
            return _("There is no {tile} on the table.").format(tile=what)
        if verb == "place" and view.tile:
            reasons = self._reasons(state.why_not(what, view.tile))
            return _("{tile} cannot go on {cell}: {reasons}.").format(tile=view.tile, cell=what, reasons=reasons)
        if verb == "discard" and view.is_taken:
            return _("What you take from the table you must place.")
        if verb == "draw" and view.phase == "choosing":
            return _("There is nothing left to draw.")
        return self._not_now(view)

    # Reasons

    def why(self, state: LuckyNumbersState, text: str) -> list[str]:
        """The answer to the command `why`: whether a play is possible, with reasons; see GameWords.why.

        `b3` asks for the tile in hand, `b3 13` for any number; on the reader's own board, if they have one.
        """
        _, view = self.language.gettext, state.view()
        name, number = self._asked_about(view, text)
        seat = self._asking(view)
        cell = view.boards[seat].cells[CELL_NAMES.index(name)]
        if number is None:
            return [self._takes(cell)]
        violations = state.why_not(name, number, seat)
        if violations:
            reasons = self._reasons(violations)
            return [_("{tile} cannot go on {cell}: {reasons}.").format(tile=number, cell=name, reasons=reasons)]
        if cell.tile:
            return [
                _("{tile} can go on {cell}, in exchange for {leaving}.").format(
                    tile=number, cell=name, leaving=cell.tile
                )
            ]
        return [_("{tile} can go on {cell}.").format(tile=number, cell=name)]

    def rule_of(self, state: LuckyNumbersState, text: str) -> str:
        """The clause behind the answer of `why`; empty if no rule forbids the play; see GameWords.rule_of."""
        view = state.view()
        name, number = self._asked_about(view, text)
        violations = state.why_not(name, number, self._asking(view)) if number else []
        return violations[0].clause if violations else ""

    def _asked_about(self, view: View, text: str) -> tuple[str, int | None]:
        """The cell that a text asks about, and the number; None: no number is given and no tile is in hand."""
        _ = self.language.gettext
        asked = re.fullmatch(r"([a-d][1-4])(\d{1,2})?|(\d{1,2})([a-d][1-4])", squeeze(text))
        if not asked:
            example = self.language.pgettext("command", "why")
            raise NotUnderstood(
                _("Ask about a cell, or a cell and a number: {why} b3, {why} b3 13.").format(why=example)
            )
        given = asked[2] or asked[3]
        in_hand = view.tile if self._asking(view) == view.seat else None
        number = int(given) if given else in_hand
        if number is not None and not 1 <= number <= 20:
            raise NotUnderstood(_("Tiles bear the numbers 1 to 20."))
        return asked[1] or asked[4], number

    def _asking(self, view: View) -> int:
        """The seat whose board an answer is about: the reader's, else the one that moves."""
        return view.seat if self.you is None else self.you

    def about_why(self, command: str) -> str:
        """A line of help on what the command `why` can be asked; see GameWords.about_why."""
        sentence = self.language.gettext(
            "why the tile in hand cannot go on a cell ({why} b3), or any number ({why} b3 13)"
        )
        return sentence.format(why=command)

    def _reasons(self, violations: Sequence[Violation]) -> str:
        _ = self.language.gettext
        sentences = {
            "smaller": _("{tile} on {cell} must stay smaller"),
            "larger": _("{tile} on {cell} must stay larger"),
            "equal": _("{tile} is already in its row or column, on {cell}"),
            "diagonal": _("set-up uses only the diagonal a1, b2, c3, d4"),
            "stays": _("{tile} on {cell} does not move during set-up"),
        }
        said = [
            sentences[violation.reason].format(tile=violation.tile, cell=violation.cell) for violation in violations
        ]
        return self.language.every(said)

    def _takes(self, cell: Cell) -> str:
        _ = self.language.gettext
        if not cell.accepts:
            return _("{cell} takes no number at all.").format(cell=cell.name)
        return _("{cell} takes {numbers}.").format(cell=cell.name, numbers=self.range_of(cell.accepts))

    # What can be done

    def question(self, view: View) -> str:
        """The options of the player to move, in a line or two; see GameWords.question."""
        _ = self.language.gettext
        if not view.legal:
            return _("There is nothing for you to do now.")
        if view.phase == "setup-placing":
            return self._setup_question(view)
        if view.phase == "choosing":
            takes = [text.removeprefix("take-") for text in view.legal if text.startswith("take-")]
            if not takes:
                return _("Draw a tile ({draw}).").format(draw=self._short("draw"))
            either = self.language.either(takes)
            if "draw" not in view.legal:
                return _("The pile is empty. Take {tiles} (for example: {take}{example}).").format(
                    tiles=either, take=self._short("take"), example=takes[0]
                )
            return _("Draw a tile ({draw}), or take {tiles} from the table ({take}{example}).").format(
                draw=self._short("draw"), tiles=either, take=self._short("take"), example=takes[0]
            )
        return self._placing_question(view)

    def _setup_question(self, view: View) -> str:
        _, hand = self.language.gettext, view.boards[view.seat].hand
        cells = self.language.either([cell.name for cell in view.boards[view.seat].cells if cell.is_open])
        if not hand:
            return _("Set-up: place the {tile} on {cells}.").format(tile=view.tile, cells=cells)
        return _("Set-up with {tiles}: place the {tile} on {cells}, or all in rising order ({arrange}).").format(
            tiles=self.language.every(hand), tile=view.tile, cells=cells, arrange=self._arrange
        )

    def _placing_question(self, view: View) -> str:
        _ = self.language.gettext
        cells = [cell for cell in view.boards[view.seat].cells if cell.is_open]
        free = [cell.name for cell in cells if not cell.tile]
        exchanges = [f"{cell.name} ({cell.tile})" for cell in cells if cell.tile]
        # by whether a free cell takes it, and a tile can be exchanged for it
        if view.is_taken:
            sentences = {
                (True, False): _("Place the {tile} on {free}."),
                (False, True): _("Exchange the {tile} for one of your tiles: {exchanges}."),
                (True, True): _("Place the {tile} on {free}, or exchange it for one of your tiles: {exchanges}."),
            }
        else:
            sentences = {
                (True, False): _("Place the {tile} on {free}, or discard it ({discard})."),
                (False, True): _("Discard the {tile} ({discard}), or exchange it for one of your tiles: {exchanges}."),
                (True, True): _(
                    "Place the {tile} on {free}, discard it ({discard}), or exchange it for one of your tiles: {exchanges}."
                ),
            }
        return sentences[bool(free), bool(exchanges)].format(
            tile=view.tile,
            free=self.language.either(free),
            exchanges=self.language.either(exchanges),
            discard=self._short("discard"),
        )

    def moves(self, view: View) -> list[str]:
        """The legal actions, each with the text to type; see GameWords.moves."""
        _ = self.language.gettext
        lines = []
        for text in view.legal:
            verb, _dash, what = text.partition("-")
            form = what if verb == "place" else self._short(verb) + what
            lines.append(self.language.entry(form, self._name(verb, what, view.boards[view.seat])))
        if view.phase == "setup-placing" and view.boards[view.seat].hand:
            lines.append(self.language.entry(self._arrange, _("place all in rising order")))
        return lines

    def name_of(self, player: int, action: Action) -> str:
        """An action in words; see GameWords.name_of."""
        verb, _, what = self.game.player_texts[action].partition("-")
        return self._name(verb, what, None)

    def play_told(self, state: LuckyNumbersState, player: int, action: Action) -> str:
        """See GameWords.play_told."""
        _, view = self.language.gettext, state.view(player)
        verb, _dash, what = self.game.player_texts[action].partition("-")
        if verb == "discard":
            return _("discard the {tile}").format(tile=view.tile)
        if verb != "place":
            return self.name_of(player, action)
        leaving = view.boards[player].cells[CELL_NAMES.index(what)].tile
        told = _("exchange the {leaving} on {cell} for the {tile}") if leaving else _("place the {tile} on {cell}")
        return told.format(tile=view.tile, cell=what, leaving=leaving)

    def _name(self, verb: str, what: str, board: Board | None) -> str:
        _ = self.language.gettext
        if verb == "draw":
            return _("draw a tile")
        if verb == "take":
            return _("take the {tile}").format(tile=what)
        if verb == "discard":
            return _("discard")
        tile = board.cells[CELL_NAMES.index(what)].tile if board else None
        if tile:
            return _("place on {cell}, in exchange for {leaving}").format(cell=what, leaving=tile)
        return _("place on {cell}").format(cell=what)

    def _short(self, verb: str) -> str:
        pgettext = self.language.pgettext
        return {
            "draw": pgettext("short command", "d"),
            "take": pgettext("short command", "t"),
            "discard": pgettext("short command", "x"),
        }[verb]

    def help(self) -> list[Hint]:
        """Help on the game's own commands; see GameWords.help."""
        _, said = self.language.gettext, self._said
        return [
            Hint(f"{said['draw']}, {self._short('draw')}", _("draw a hidden tile")),
            Hint(f"{said['take']} 13, {self._short('take')}13", _("take the 13 from the table")),
            Hint(f"{said['place']} b3, b3", _("place the tile in hand on cell b3")),
            Hint(f"{self._short('take')}13 b3", _("take the 13 and place it on b3 at once")),
            Hint(f"{said['discard']}, {self._short('discard')}", _("put the drawn tile on the table")),
            Hint(self._arrange, _("set-up: place your four tiles in rising order")),
        ]
