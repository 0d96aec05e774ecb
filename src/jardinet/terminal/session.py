"""Session at a terminal, a dialogue: it asks, parses, plays and tells, until the game or match is over."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path

import msgspec

from jardinet.games.api import Event
from jardinet.games.parameters import GameError
from jardinet.system_errors import reason_of
from jardinet.terminal.api import MovedOnError, Table
from jardinet.terminal.position import show, signs_of
from jardinet.terminal.screen import Screen, getting_ready
from jardinet.words.game_words import AnyWords, Hint, NotUnderstood, load_words, names_of, squeeze, title_in
from jardinet.words.hints import hint
from jardinet.words.language import Language
from jardinet.words.news import take_back_sentence
from jardinet.words.rules_text import rules_lines
from jardinet.words.typed import command_in, shown_words, understood_words

FINISHED = 0
INTERRUPTED = 130  # a shell's exit code for Ctrl-C


class Left(Exception):  # noqa: N818 - not an error: somebody left the table
    """The player wants to leave; `code` is the program's exit code."""

    def __init__(self, code: int) -> None:
        """Make the exception from an exit code, FINISHED or INTERRUPTED."""
        self.code = code


class Session:
    """One table, one screen, one language."""

    def __init__(self, table: Table, screen: Screen, language: Language) -> None:
        """Begin a session at a table that is new or resumed."""
        self._table = table
        self._screen = screen
        self._language = language
        self._untold: list[Event] = []  # events since the last line about them
        self._told: list[Event] = []  # events told by that line
        self._shown = shown_words(language)
        self._understood = understood_words(language)
        self._is_board_known = False
        self._read_out: dict[
            int, Sequence[str]
        ] = {}  # lines about each seat's things, the last time; only changed ones are read out again
        self._warming: threading.Thread | None = None

    def run(self) -> int:
        """Play until the end, or until the player leaves; returns the exit code."""
        try:
            self._table.wait_for_everybody()
            self._greet()
            while True:
                self._play_game()
                if self._table.is_over:
                    break
                self._between_games()
        except Left as left:
            self._leave()
            return left.code
        except EOFError:
            self._leave()
            return FINISHED
        except KeyboardInterrupt:
            self._screen.say("")
            self._leave()
            return INTERRUPTED
        return FINISHED

    # Who plays: known when every seat is taken

    @cached_property
    def _names(self) -> list[str]:
        return names_of(self._language, self._table.seats, self._table.bots)

    @cached_property
    def _words(self) -> AnyWords:
        people = self._table.people
        return load_words(self._language, self._table.game, self._names, people[0] if len(people) == 1 else None)

    # The course of a game

    def _play_game(self) -> None:
        table = self._table
        self._announce()
        while not table.state.is_terminal():
            self._tell()
            seat = table.next_person()
            if seat is not None:
                table.save()
                self._ask(seat)
            else:
                self._wait_for_bots()
                self._untold += table.go_on()
        self._tell()
        table.save()
        self._show_board()
        self._screen.say(*self._words.result(table.state.view()), style="bold")
        if table.match:
            self._screen.say("", *self._score_sheet())
        self._screen.say_whole(table.told_record(self._language))

    def _greet(self) -> None:
        _ = self._language.gettext
        names = self._language.every([self._words.who(seat) for seat in range(len(self._names))])
        self._screen.say(
            _("{game}: {names}.").format(game=title_in(self._language, self._table.game.name), names=names),
            style="bold",
        )
        if not self._table.is_resumed:
            self._screen.say(*self._words.introduction())
            self._explain_signs()
        self._screen.say(
            _("Type {help} to see what you can type, {quit} to leave; nothing is lost.").format(
                help=self._shown["help"][0], quit=self._shown["quit"][0]
            )
        )

    def _announce(self) -> None:
        """Print the commitment, before the first tile (design: fair deals)."""
        _, table = self._language.gettext, self._table
        if table.match:
            self._screen.say("", _("Game {number} of the match.").format(number=table.game_number), style="bold")
        if not table.state.history():
            self._screen.say(_("The shuffle is fixed: {commitment}").format(commitment=table.commitment), style="dim")
        self._is_board_known, self._read_out = False, {}

    def _between_games(self) -> None:
        line = self._read(self._language.gettext("Press Enter for the next game:"))
        if squeeze(line) in self._understood["quit"]:
            raise Left(FINISHED)
        self._table.next_game()

    def _leave(self) -> None:
        self._tell()
        path = self._table.save()
        self._screen.say_whole(self._table.told_saved(self._language, path), self._table.told_return(self._language))

    # A person's turn

    def _ask(self, seat: int) -> None:
        """Ask the person at `seat` until something is played."""
        table, is_secret = self._table, self._table.state.is_simultaneous_node() and len(self._table.people) > 1
        if is_secret:
            self._hand_over(seat)
        if not self._is_board_known:
            if len(table.people) > 1:
                whose = self._language.gettext("{name}, it is your turn.")
                self._screen.say("", whose.format(name=self._names[seat]), style="bold")
            self._show_board()
        self._screen.say(self._words.question(self._view()))
        self._warm_up_bots()
        while True:
            line = self._read(
                self._words.who(seat) + ">", self._words.completions(table.state, seat), is_secret=is_secret
            )
            try:
                if self._obeyed(line):
                    if self._is_board_known:
                        continue
                    return
                actions = self._words.parse(table.state, line, seat)
            except NotUnderstood as error:
                self._screen.say(self._language.tell(error), style="yellow")
                continue
            try:
                self._untold += table.play(seat, actions)
            except MovedOnError as error:
                self._screen.say(self._language.tell(error), style="yellow")
            self._is_board_known = False
            return

    def _hand_over(self, seat: int) -> None:
        """Ask the others to look away: the next input is secret."""
        _ = self._language.gettext
        self._screen.say("", _("What {name} types now stays hidden.").format(name=self._names[seat]))
        self._read(_("{name}, press Enter when the keyboard is yours:").format(name=self._names[seat]))

    def _warm_up_bots(self) -> None:
        """Compile the bots' code once while the person thinks, since a bot's first move does that."""
        if self._warming is None:
            self._warming = threading.Thread(target=self._table.warm_up, daemon=True)
            self._warming.start()

    def _wait_for_bots(self) -> None:
        """Wait until the bots' code is compiled, if that has begun, and say so: on a new machine it can take half a minute."""
        if self._warming and self._warming.is_alive():
            with self._screen.waiting(getting_ready(self._language)):
                self._warming.join()

    def _read(self, prompt: str, completions: list[str] | None = None, *, is_secret: bool = False) -> str:
        if is_secret:
            return self._screen.ask_unseen(prompt)
        return self._screen.ask(prompt, [*(completions or []), *(words[0] for words in self._shown.values())])

    def _tell(self) -> None:
        self._told, self._untold = self._untold, []
        self._screen.say(*self._words.tell(self._told))

    def _show_board(self, *, with_others: bool = False) -> None:
        seat = self._table.seat_in_front()
        known = () if with_others else self._read_out.get(seat, ())
        self._read_out[seat] = show(
            self._view(), self._words, self._screen, seat, with_others=with_others, told=self._told, known=known
        )
        self._is_board_known = True

    # Commands that play nothing

    def _obeyed(self, line: str) -> bool:
        """Carry out the line if it is a command about the table; returns whether it was."""
        if not line.strip():
            self._screen.say(self._words.question(self._view()))
            return True
        if (found := command_in(line, self._understood)) is None:
            return False
        name, rest = found
        self._commands[name](rest)
        return True

    @property
    def _commands(self) -> dict[str, Callable[[str], None]]:
        return {
            "help": self._help,
            "moves": self._moves,
            "board": self._board,
            "why": self._why,
            "hint": self._hint,
            "back": self._take_back,
            "rules": self._rules,
            "resign": self._resign,
            "save": self._save,
            "quit": self._quit,
        }

    def _help(self, _rest: str) -> None:
        _ = self._language.gettext
        names = [", ".join(names) for names in self._shown.values()]
        about = [
            _("this help"),
            _("everything you may do now"),
            _("read out everything that is face up"),
            self._words.about_why(names[3]),
            _("what is best here, and why"),
            _("take your last play back, once a game against bots"),
            _("the rules of the game"),
            _("let a bot play on for you, at a table of a server, and leave"),
            _("save the game and go on playing"),
            _("save the game and leave"),
        ]
        general = [Hint(forms, meaning) for forms, meaning in zip(names, about, strict=True)]
        self._screen.say(*self._words.introduction(), "")
        hints = [*self._words.help(), *general]
        self._list(hints)
        self._explain_signs()
        self._screen.say("", self._words.question(self._view()))

    def _list(self, hints: Sequence[Hint]) -> None:
        """Print one hint per line, with aligned meanings on a drawing screen."""
        width = 0 if self._screen.is_plain else max((len(hint.forms) for hint in hints), default=0)
        entries = [self._language.entry(f"{hint.forms:<{width}}", hint.meaning) for hint in hints]
        self._screen.say(*entries, hanging=len(self._language.entry(" " * width, "")) if width else 0)

    def _explain_signs(self) -> None:
        """Explain the signs of the drawing, on a screen that draws."""
        if not self._screen.is_plain:
            self._list(signs_of(self._words))

    def _moves(self, _rest: str) -> None:
        self._screen.say(*self._words.moves(self._view()))

    def _board(self, _rest: str) -> None:
        self._show_board(with_others=True)

    def _why(self, rest: str) -> None:
        self._screen.say(*self._words.why(self._table.state, rest))

    def _hint(self, _rest: str) -> None:
        if self._table.has_hints:
            self._screen.say(*hint(self._words, self._table.state, self._table.seat_in_front()).lines)
        else:
            self._screen.say(
                self._language.gettext(
                    "No hints here: several people are playing, and they have not agreed to allow hints."
                )
            )

    def _take_back(self, _rest: str) -> None:
        seat = self._table.seat_in_front()
        try:
            self._table.take_back()
        except GameError as error:
            self._screen.say(self._language.tell(error), style="yellow")
            return
        self._untold = self._told = []
        self._screen.say(take_back_sentence(self._words, seat))
        self._is_board_known = False  # it is asked anew

    def _resign(self, _rest: str) -> None:
        try:
            self._table.resign()
        except GameError as error:
            self._screen.say(self._language.tell(error), style="yellow")
            return
        raise Left(FINISHED)

    def _rules(self, _rest: str) -> None:
        self._screen.say(*rules_lines(self._language, self._table.game.name))

    def _save(self, rest: str) -> None:
        try:
            path = self._table.save(Path(rest) if rest else None)
        except OSError as error:
            reason = self._language.text(reason_of(error))
            self._screen.say(self._language.entry(str(error.filename), reason), style="yellow")
        else:
            self._screen.say_whole(self._table.told_saved(self._language, path))

    def _quit(self, _rest: str) -> None:
        raise Left(FINISHED)

    def _view(self) -> msgspec.Struct:
        return self._table.state.view(self._table.seat_in_front())

    def _scores(self, names: Sequence[str], points: Sequence[int]) -> str:
        """Everybody's points, `Ada +2, Ben −2`; signs as words if it is read out."""
        told = [f"{count:+d}".replace("-", "−") for count in points]
        if self._screen.is_plain:
            told = [self._language.for_ears(one) for one in told]
        return ", ".join(f"{name} {one}" for name, one in zip(names, told, strict=True))

    def _score_sheet(self) -> list[str]:
        """The match so far, one line per game, and its winners."""
        assert self._table.match
        _, match = self._language.gettext, self._table.match
        names = [self._words.who(seat) for seat in range(len(self._names))]
        lines = [_("Score sheet")]
        for row in match.score_sheet():
            lines.append(
                self._language.entry(_("game {number}").format(number=row.number), self._scores(names, row.points))
            )
        lines.append(self._language.entry(_("total"), self._scores(names, match.totals)))
        if match.is_over:
            lines.append(self._words.match_verdict(match.winners))
        return lines
