"""Record format, games as readable text: tag lines, then one line per turn. docs/record.md shows it.

Writing and reading are inverse: `read` replays the moves through the rules and refuses, with the line and the reason,
everything that breaks them or that `write` would have written differently. The form of a turn is the game's own
(`Game.turns`, `Game.read_turn`); files.py handles files.
"""

from __future__ import annotations

import datetime
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import groupby, zip_longest
from operator import attrgetter
from typing import TypeAlias, TypeVar

from jardinet.games import load_game
from jardinet.games.api import Action, Game, Move, State
from jardinet.games.parameters import GameError, Parameter
from jardinet.games.sentences import Either, Sentence
from jardinet.play.deal import PublicDeal, check_digits, check_nonce
from jardinet.play.record import InMatch, PlayedFor, Record, TakenBack, check_match, check_name, decisions_of, state_of

LONGEST_LINE = 4096  # the longest turn known is a chain of 320 replays (LN-6.4), ten characters each

T = TypeVar("T")


class RecordError(GameError):
    """A text is not a record, or its moves break the rules.

    Attributes:
        line: where, counted from 1.
        reason: what is wrong there and what is possible.
    """

    def __init__(self, line: int, code: str, text: str, /, **values: object) -> None:
        """Make the error from the number of the `line` at fault; the rest as for GameError."""
        self.line = line
        self.reason = Sentence(text, **values)
        super().__init__(code, "line {line}: {reason}", line=line, reason=self.reason)


def write(*records: Record) -> str:
    """The text of one record, or of several one after another (the games of a match).

    Raises:
        GameError: there is no record, its moves break the rules, or it contains the secret of a game that is not over.

    >>> game = load_game("lucky_numbers", setup="michael")
    >>> text = write(Record(game, ("ada", "ben"), (13, 23 + 8)))
    >>> print(text.splitlines()[-1])
    1. 1: +13@c3
    >>> read(text) == [Record(game, ("ada", "ben"), (13, 31))]
    True
    """
    if not records:
        raise GameError("nothing-to-write", "there is nothing to write: give one record or several.")
    return "\n".join("".join(f"{line}\n" for line in _lines(record)) for record in records)


def read(text: str | bytes) -> list[Record]:
    """The records of a text, replayed through the rules: the inverse of `write`. Bytes are UTF-8.

    Raises:
        RecordError: it is not what `write` would write, or a move breaks the rules.
    """
    if isinstance(text, bytes):
        text = _decoded(text)
    if text.startswith(_BYTE_ORDER_MARK):
        raise RecordError(1, "record-mark", "the text begins with a byte order mark: save it as UTF-8 without one.")
    if "\r\n" in text:
        line = text.count("\n", 0, text.index("\r\n")) + 1
        raise RecordError(
            line, "record-crlf", "the line ends with CR and LF, as on Windows: lines of a record end with LF alone."
        )
    return list(_Reader(text).records())


# Writing -----------------------------------------------------------------------------------


def _lines(record: Record) -> list[str]:
    state = state_of(record)
    tags = [f'[{name} "{_escaped(value)}"]' for name, value in _tags(record, state)]
    turns = _turn_lines(record.game, record.moves)
    return [*tags, "", *turns] if turns else tags


def _tags(record: Record, state: State) -> list[tuple[str, str]]:
    game, deal = record.game, record.deal
    tags = [("Game", game.name)]
    for parameter in game.declared:
        value = game.parameters[parameter.name]
        if parameter.tells_default or value != parameter.default:
            tags.append((_tag_of(parameter), parameter.format(value)))
    tags += [(f"Seat{seat}", name) for seat, name in enumerate(record.seats, 1)]
    if record.played_for:
        tags.append(("PlayedFor", _played_for_text(record)))
    if record.taken_back:
        tags.append(("TakenBack", _taken_back_text(record)))
    if record.date:
        tags.append(("Date", record.date.isoformat()))
    if record.match:
        number, players = record.match.number, game.num_players()
        tags.append(("Match", f"{number}/{number + -number % players} tie={record.match.tie}"))
    if deal:
        tags.append(("Deal", deal.commitment))
        tags += [(f"Nonce{seat}", nonce) for seat, nonce in enumerate(deal.nonces, 1)]
    if deal and deal.secret is not None:
        if not state.is_terminal():
            raise GameError("secret-too-early", "the game is not over: its record cannot reveal the deal's secret yet.")
        tags.append(("Secret", deal.secret.hex()))
    tags.append(("Result", ",".join(str(seat + 1) for seat in state.winners()) or "*"))
    if state.is_terminal():
        tags.append(("End", str(state.end())))
        tags.append(("Points", " ".join(map(str, state.match_points()))))
    return tags


def _played_for_text(record: Record) -> str:
    """Bots' decisions in people's places, by the numbers of each seat's decisions: `1 greedy 4-6 9, 2 skilled 3`."""
    decisions, parts = decisions_of(record), list[str]()
    for (seat, level), group in groupby(record.played_for, attrgetter("seat", "level")):
        spans = list[list[int]]()
        for one in group:
            if one.before not in decisions[seat]:
                raise GameError(
                    "no-such-decision",
                    "seat {seat} decides nothing after {moves} moves, so no bot did it there.",
                    seat=seat + 1,
                    moves=one.before,
                )
            number = decisions[seat].index(one.before) + 1
            if spans and spans[-1][-1] + 1 == number:
                spans[-1][1:] = [number]
            else:
                spans.append([number])
        parts.append(" ".join([str(seat + 1), level, *("-".join(map(str, span)) for span in spans)]))
    return ", ".join(parts)


def _taken_back_text(record: Record) -> str:
    """What people took back, each with the number of the seat's decision at which they did: `1 4 take-13 place-b3`."""
    parts = list[str]()
    for one in record.taken_back:
        decisions = _decisions_to_come(record, one.seat)
        if one.before not in decisions:
            raise GameError(
                "nothing-to-take-back-there",
                "seat {seat} decides nothing after {moves} moves, so it took nothing back there.",
                seat=one.seat + 1,
                moves=one.before,
            )
        state, texts = state_of(record, one.before), list[str]()
        for action in one.actions:
            texts.append(state.action_to_string(one.seat, action))
            state.apply(action)
        parts.append(" ".join([str(one.seat + 1), str(decisions.index(one.before) + 1), *texts]))
    return ", ".join(parts)


def _decisions_to_come(record: Record, seat: int) -> list[int]:
    """The numbers of moves played before each decision of a seat, and before the one with which a running game may go on."""
    own = decisions_of(record)[seat] if seat < len(record.seats) else []
    return [*own, len(record.moves)] if state_of(record).current_player() == seat else own


def _turn_lines(game: Game, moves: Sequence[Move]) -> list[str]:
    return [
        f"{number}. {turn.text}" if turn.seat is None else f"{number}. {turn.seat + 1}: {turn.text}"
        for number, turn in enumerate(game.turns(moves), 1)
    ]


def _tag_of(parameter: Parameter) -> str:
    """`stall_limit` is tagged `StallLimit`."""
    return parameter.name.title().replace("_", "")


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


# Reading -----------------------------------------------------------------------------------

_TAG = re.compile(r'\[(?P<name>[A-Z][A-Za-z0-9]*) "(?P<value>(?:[^"\\]|\\["\\])*)"\]')
_TURN = re.compile(r"(?P<number>[1-9][0-9]*)\. (?:[1-9][0-9]*: )?(?P<text>.+)")
_PLAYED_FOR = re.compile(r"([1-9][0-9]{0,2}) ([^\s,]+)((?: [1-9][0-9]{0,5}(?:-[1-9][0-9]{0,5})?)+)")
_TAKEN_BACK = re.compile(r"([1-9][0-9]{0,2}) ([1-9][0-9]{0,5})((?: [^\s,]+)+)")
_IN_MATCH = re.compile(r"(?P<number>[1-9][0-9]*)/[1-9][0-9]* tie=(?P<tie>[a-z]+)")

_Part: TypeAlias = tuple[int, str, list[tuple[int, int]]]  # seat from 1, level, first and last decisions from 1
_Back: TypeAlias = tuple[int, int, list[str]]  # seat from 1, decision from 1, actions

_BYTE_ORDER_MARK = "\ufeff"


def _decoded(text: bytes) -> str:
    if text.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        raise RecordError(1, "record-utf-16", "the text is UTF-16: save it as UTF-8.")
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        byte = f"{text[error.start]:#04x}"
        raise RecordError(
            line, "record-not-utf-8", "byte {byte} is not UTF-8, as a record must be.", byte=byte
        ) from None


class _Reader:
    """The lines of a text, and the one to be read next.

    Tags are read in order and turns are played; at the end of each record it is written once more to check that every
    line is as `write` would write it.
    """

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.at = 0  # the next line, counted from 0
        self.tags: dict[str, int] = {}  # line of each tag of this record
        self.passed_over: list[str] = []  # optional tags that could also stand here
        for number, line in enumerate(self.lines, 1):
            if len(line) > LONGEST_LINE:
                raise RecordError(
                    number,
                    "record-line",
                    "the line has {length} characters: {most} at most are possible.",
                    length=len(line),
                    most=LONGEST_LINE,
                )
        if self.lines.pop():
            raise RecordError(
                len(self.lines) + 1, "record-cut-off", "the last line has no end: the text is cut off here."
            )

    def records(self) -> list[Record]:
        """All records, to the end of the text."""
        records = [self._record()]
        while self.at < len(self.lines):
            self.at += 1  # the blank line that ended the record
            records.append(self._record())
        return records

    def _record(self) -> Record:
        self.tags, start = {}, self.at
        game = self._game()
        seats = tuple(self._tag(f"Seat{seat}", check_name) for seat in range(1, game.num_players() + 1))
        played_for = self._optional("PlayedFor", _read_played_for)
        taken_back = self._optional("TakenBack", _read_taken_back)
        date = self._optional("Date", _read_date)
        match = self._optional("Match", lambda value: _read_match(value, game))
        deal = self._deal(game)
        self._tag("Result", str)
        self._optional("End", str)
        self._optional("Points", str)
        record = Record(game, seats, self._moves(game), date, match, deal)
        if played_for:
            record = replace(record, played_for=self._played_for(record, played_for))
        if taken_back:
            record = replace(record, taken_back=tuple(self._taken_back(record, *one) for one in taken_back))
        if deal and deal.secret is not None and not state_of(record).is_terminal():
            raise RecordError(
                self.tags["Secret"],
                "record-secret",
                "the moves do not end the game, and the secret is revealed only then.",
            )
        self._check(_lines(record), start)
        return record

    def _played_for(self, record: Record, parts: Sequence[_Part]) -> tuple[PlayedFor, ...]:
        """The content of the tag PlayedFor from its parts, for the decisions in the moves."""
        decisions, played_for = decisions_of(record), dict[tuple[int, int], PlayedFor]()
        for seat, level, spans in parts:
            own = decisions[seat - 1] if seat <= len(decisions) else []
            for first, last in spans:
                if not first <= last <= len(own):
                    raise RecordError(
                        self.tags["PlayedFor"],
                        "record-decisions",
                        "seat {seat} has no decisions {first} to {last}: it made {count} here.",
                        seat=seat,
                        first=first,
                        last=last,
                        count=len(own),
                    )
                for before in own[first - 1 : last]:
                    played_for[seat, before] = PlayedFor(before, seat - 1, level)
        return tuple(played_for[at] for at in sorted(played_for))

    def _taken_back(self, record: Record, seat: int, decision: int, texts: Sequence[str]) -> TakenBack:
        """A part of the tag TakenBack, whose actions must be possible where they were taken back."""
        decisions, line = _decisions_to_come(record, seat - 1), self.tags["TakenBack"]
        if decision > len(decisions) or seat > len(record.seats):
            raise RecordError(
                line,
                "record-decisions",
                "seat {seat} has no decisions {first} to {last}: it made {count} here.",
                seat=seat,
                first=decision,
                last=decision,
                count=len(decisions),
            )
        before, actions = decisions[decision - 1], list[Action]()
        state = state_of(record, before)
        try:
            for text in texts:
                actions.append(state.string_to_action(seat - 1, text))
                state.apply(actions[-1])
        except GameError as error:
            raise RecordError(line, error.code, error.text, **error.values) from None
        return TakenBack(before, seat - 1, tuple(actions))

    def _game(self) -> Game:
        usual = self._tag("Game", load_game)
        given = {parameter.name: self._parameter(parameter) for parameter in usual.declared}
        try:
            return load_game(usual.name, **given)
        except GameError as error:
            raise RecordError(
                self._line_of_contradiction(usual, given), error.code, error.text, **error.values
            ) from None

    def _parameter(self, parameter: Parameter) -> int | str:
        """The value of a parameter, which stands in the next line, or may be left out there."""
        match, name = self._next_tag(), _tag_of(parameter)
        if parameter.default is not None and not parameter.tells_default and not (match and match["name"] == name):
            return parameter.default
        return self._tag(name, parameter.parse)

    def _line_of_contradiction(self, usual: Game, given: dict[str, int | str]) -> int:
        """The line of the first parameter that contradicts those before it."""
        for count, parameter in enumerate(usual.declared, 1):
            try:
                usual.settle(dict(list(given.items())[:count]))
            except GameError:
                return self.tags.get(_tag_of(parameter), self.tags["Game"])
        return self.tags["Game"]

    def _deal(self, game: Game) -> PublicDeal | None:
        commitment = self._optional("Deal", check_digits)
        if commitment is None:
            return None
        first = self._optional("Nonce1", check_nonce)  # a deal has one a seat, or none
        others = range(2, game.num_players() + 1) if first is not None else ()
        nonces = tuple(self._tag(f"Nonce{seat}", check_nonce) for seat in others)
        nonces = nonces if first is None else (first, *nonces)
        secret = self._optional("Secret", check_digits)
        return PublicDeal(commitment, nonces, bytes.fromhex(secret) if secret else None)

    def _tag(self, name: str, parse: Callable[[str], T]) -> T:
        """The value of the next line's tag, which must be of that name."""
        match = self._next_tag()
        if not match or match["name"] != name:
            raise self._misplaced(match, [*self.passed_over, name])
        self.passed_over = []
        value = re.sub(r"\\(.)", r"\1", match["value"])
        try:
            parsed = parse(value)
        except GameError as error:
            raise self._wrong(error.code, "[{tag}] {reason}", tag=name, reason=error) from None
        self.tags[name] = self.at + 1
        self.at += 1
        return parsed

    def _optional(self, name: str, parse: Callable[[str], T]) -> T | None:
        match = self._next_tag()
        if match and match["name"] == name:
            return self._tag(name, parse)
        self.passed_over.append(name)
        return None

    def _next_tag(self) -> re.Match[str] | None:
        return _TAG.fullmatch(self._line() or "")

    def _misplaced(self, match: re.Match[str] | None, possible: Sequence[object]) -> RecordError:
        wanted = Either(possible)
        if self._line() is None:
            return self._wrong("record-ends", "the text ends, and {wanted} belongs here.", wanted=wanted)
        if not match:
            return self._wrong(
                "record-no-tag",
                '{line!r} is not a tag: a tag reads like [Seat1 "ada"], and {wanted} belongs here.',
                line=self._line(),
                wanted=wanted,
            )
        tag = match["name"]
        if tag in self.tags:
            return self._wrong(
                "record-tag-twice",
                "{tag} is already in line {before}: {wanted} belongs here.",
                tag=tag,
                before=self.tags[tag],
                wanted=wanted,
            )
        return self._wrong(
            "record-tag-misplaced", "{tag} is not possible here: {wanted} belongs here.", tag=tag, wanted=wanted
        )

    def _moves(self, game: Game) -> tuple[Move, ...]:
        """The moves of the turns up to a blank line or the end of the text."""
        possible, self.passed_over = [*self.passed_over, Sentence("an empty line")], []
        if self._line() is None:
            return ()
        if self._line():
            raise self._misplaced(self._next_tag(), possible)
        if self._begins_a_record(self.at + 1):
            return ()
        self.at += 1
        state, start = game.new_initial_state(), self.at
        while self._line() or self.at == start:
            played = state.history()
            try:
                game.read_turn(state, self._turn(self.at - start + 1))
            except GameError as error:
                self._check(_turn_lines(game, played), start)  # an earlier turn may be what is wrong
                if isinstance(error, RecordError):
                    raise
                raise self._wrong(error.code, error.text, **error.values) from None
            self.at += 1
        if self._line() is not None and not self._begins_a_record(self.at + 1):
            self.at += 1
            raise self._wrong(
                "record-begins", "after an empty line the next record begins with its Game tag, and there is none here."
            )
        return tuple(state.history())

    def _turn(self, number: int) -> str:
        """The text of the turn on the next line, which must have that number."""
        if self._line() is None:
            raise self._wrong(
                "record-empty-line",
                "the text ends with an empty line: nothing, a turn or another record may follow the tags.",
            )
        match = _TURN.fullmatch(self._line() or "")
        if not match:
            raise self._wrong(
                "record-no-turn",
                "{line!r} is not a turn: a turn reads like '{number}. 1: …'.",
                line=self._line(),
                number=number,
            )
        if match["number"] != str(number):
            raise self._wrong(
                "record-other-turn",
                "this is turn {turn}: turn {number} belongs here.",
                turn=match["number"],
                number=number,
            )
        return match["text"]

    def _check(self, written: list[str], start: int) -> None:
        """Raise RecordError unless the lines from `start` up to this one are exactly `written`."""
        for line, (given, right) in enumerate(zip_longest(self.lines[start : self.at], written), start + 1):
            if given is None:
                raise RecordError(line, "record-missing", "{wanted!r} is missing.", wanted=right)
            if right is None:
                raise RecordError(
                    line, "record-too-much", "{given!r} does not fit the moves: nothing belongs here.", given=given
                )
            if given != right:
                raise RecordError(
                    line,
                    "record-contradicts",
                    "{given!r} is not what the rest of the record makes it: {wanted!r}.",
                    given=given,
                    wanted=right,
                )

    def _line(self) -> str | None:
        return self.lines[self.at] if self.at < len(self.lines) else None

    def _begins_a_record(self, at: int) -> bool:
        return at < len(self.lines) and self.lines[at].startswith("[")

    def _wrong(self, code: str, text: str, /, **values: object) -> RecordError:
        """The error about the next line."""
        return RecordError(self.at + 1, code, text, **values)


def _read_date(value: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(value)
    except ValueError:
        raise GameError("no-day", "{value!r} is not a day: days read like 2026-11-21.", value=value) from None


def _read_played_for(value: str) -> list[_Part]:
    parts = [_PLAYED_FOR.fullmatch(part) for part in value.split(", ")]
    if not all(parts):
        raise GameError(
            "played-for-tag",
            "{value!r} does not tell what bots played in people's places: that reads like '1 greedy 4-6 9, 2 skilled 3'.",
            value=value,
        )
    found = list[_Part]()
    for part in filter(None, parts):
        spans = [span.partition("-") for span in part[3].split()]
        found.append((int(part[1]), part[2], [(int(first), int(last or first)) for first, _dash, last in spans]))
    return found


def _read_taken_back(value: str) -> list[_Back]:
    parts = [_TAKEN_BACK.fullmatch(part) for part in value.split(", ")]
    if not all(parts):
        raise GameError(
            "taken-back-tag",
            "{value!r} does not tell what people took back: that reads like '1 4 take-13 place-b3'.",
            value=value,
        )
    return [(int(part[1]), int(part[2]), part[3].split()) for part in filter(None, parts)]


def _read_match(value: str, game: Game) -> InMatch:
    match = _IN_MATCH.fullmatch(value)
    if not match:
        raise GameError(
            "match-tag", "{value!r} is not a game of a match: that reads like '2/3 tie=shared'.", value=value
        )
    in_match = InMatch(int(match["number"]), match["tie"])
    check_match(in_match, game)
    return in_match
