"""Page of a table: the same whether it is sent whole or as a live update."""

from __future__ import annotations

import hashlib
from collections.abc import Container, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple, Self
from urllib.parse import urlencode

from babel.dates import format_timedelta
from litestar import Response

from jardinet.bots.levels import levels_of, stand_in_of
from jardinet.games.parameters import GameError
from jardinet.server.addresses import address_at
from jardinet.server.boards.context import AnyContext, BoardQuery, NewsLine, board_context, names_at
from jardinet.server.boards.curtain import curtain_of, hand_of
from jardinet.server.boards.layer import BOARDS
from jardinet.server.pages.coach import Coaching, coaching
from jardinet.server.pages.daily_told import daily_url
from jardinet.server.pages.days import back_told, off_until_told, weekends_told
from jardinet.server.pages.ending import ending_of
from jardinet.server.pages.forms import table_url, table_url_now
from jardinet.server.pages.heard import heard
from jardinet.server.pages.hints import asking_seat
from jardinet.server.pages.laid_board import LaidBoard, sheets_of
from jardinet.server.pages.rated import RatedTold, rated_told
from jardinet.server.pages.remarks import remarks_context
from jardinet.server.pages.render import page, render
from jardinet.server.people.characters import faces_of
from jardinet.server.people.reader import Reader
from jardinet.server.qr import svg_of
from jardinet.server.reach import Way
from jardinet.server.tables.clocks import clock_of
from jardinet.server.tables.presence import Attendance
from jardinet.server.tables.rated import TableRatings
from jardinet.server.tables.table import Seat, TableState
from jardinet.server.tables.taking_back import is_asked_back, may_ask_back, may_take_back
from jardinet.words.agreements import DAY, clock_text, moment_text
from jardinet.words.coach import Advice
from jardinet.words.game_words import level_name, title_in
from jardinet.words.language import Language

SHORT = 10  # seconds that a clock is loud (static/clock.js)


class Visit(NamedTuple):
    """Who looks at a table, and from where.

    Attributes:
        reader: who.
        way: how others come here.
        attendance: who is there, and since when others are not.
        practisers: the people who may practise their errors in the game that is shown.
        earlier: the winners at the tables of which this is the rematch, see `TableService.earlier_winners`.
        ratings: of those who sit there, if the table is rated.
    """

    reader: Reader
    way: Way
    attendance: Attendance
    practisers: Container[str] = ()
    earlier: Sequence[Sequence[int]] = ()
    ratings: TableRatings | None = None


@dataclass(frozen=True)
class TablePage:
    """A table as its reader may see it: what `table.html` and `parts/live.html` show, under these names; none of it is secret.

    Attributes:
        reader: for whom it is.
        language: in which, with the game's words where it has begun.
        table: see `_public`.
        title, sheets: of the game.
        names: of the people and bots there, by seat.
        own_seats: the reader's.
        base_url: how others come to this site.
        way: the same, with what there is to say about it.
        problem: why something could not be done; empty: nothing.
        key: of the reader's first seat, for another device.
        asked: the page's address with what the reader asks for; empty: nothing.
        watching, absent: who only watches, and who is away; empty: nobody.
        remarks, coach, heard: see remarks.py, coach.py and heard.py.
        invites: the addresses to send to missing players, each with its QR code; none once the game has begun.
        link: the one to copy.
        codes: where the reader's screen shows the table and nobody plays at it, a code for each free seat.
        free_seat: the one that whoever sits down gets; None: there is none.
        context, model, board: the position, what the game's board shows of it, and its template; None until the game has begun.
        marks: what is pointed at on the board; see `BoardLayer.marks`.
        prompt: what the reader can do now, or whom the table waits for.
        hand: the name of the hand before the reader at a screen of several people where all choose at once; empty: it is no such.
        lifts: the hands whose people may lift the curtain that hangs, and what they are called.
        front: at a screen of several people the seat in front; None: one person sits there.
        may_ask: whether the reader may ask for a hint.
        may_take_back: whether the reader may take their last play back.
        may_ask_back: whether the reader may ask the others for that.
        back: what there is to tell of somebody who asks for that; empty: nothing.
        is_asked_back: whether the reader is to answer it.
        answer, rule: the answer to a question of the reader's, and the clause that it goes by.
        rated: what there is to tell of ratings; None: the table is not rated.
        log, news: what has happened, the latest first, and the sentences of it that are new.
        ending, celebration: the end of the game, and the template that celebrates it.
    """

    reader: Reader
    language: Language
    table: Mapping[str, Any]
    title: str
    sheets: Sequence[str]
    names: Sequence[str]
    own_seats: Sequence[int]
    base_url: str
    way: Way
    problem: str
    key: str | None
    asked: str
    watching: str
    absent: str
    remarks: Mapping[str, Any]
    coach: Coaching | None
    heard: Any
    invites: Sequence[Mapping[str, str]] = ()
    link: str = ""
    codes: Sequence[Mapping[str, Any]] = ()
    free_seat: int | None = None
    context: AnyContext | None = None
    model: Any = None
    board: str = ""
    prompt: str = ""
    hand: str = ""
    lifts: Sequence[tuple[str, str]] = ()
    front: int | None = None
    marks: Mapping[str, str] = field(default_factory=dict)
    may_ask: bool = False
    may_take_back: bool = False
    may_ask_back: bool = False
    back: str = ""
    is_asked_back: bool = False
    answer: str = ""
    rule: str = ""
    rated: RatedTold | None = None
    log: Sequence[Any] = ()
    news: Sequence[NewsLine] = ()
    ending: Any = None
    celebration: str | None = None

    @classmethod
    def of(
        cls,
        table: TableState,
        visit: Visit,
        query: BoardQuery | None = None,
        *,
        problem: str = "",
        answer: str = "",
        advised: Sequence[str] = (),
        said: Advice | None = None,
    ) -> Self:
        """The page of a table.

        Args:
            table: as it stands.
            visit: who looks at it.
            query: what the page's address asks; None: nothing.
            problem: why something could not be done.
            answer: the answer to a question that is not in `query`, line by line.
            advised: the actions that the answer advises, in a row.
            said: what the coach says to what the reader has just tried.
        """
        reader, seats, name = visit.reader, table.seats_of(visit.reader.person), table.agreement.game
        query, game = query or BoardQuery(), table.game
        board = board_context(table, game, seats, query, reader.language) if game else None
        public, names = _public(table, reader, visit.attendance), names_at(table, reader.language)
        shown = cls(
            reader=reader,
            language=board.language if board else reader.language,
            table=public,
            title=title_in(reader.language, name),
            sheets=sheets_of(name),
            names=names,
            own_seats=seats,
            base_url=address_at(visit.way.best, ""),
            way=visit.way,
            problem=problem,
            key=table.key_of(seats[0]) if seats and table.agreement.day is None else None,
            asked=_address(table, query),
            watching=_watching(visit.attendance.watching, reader.language, is_one_of_them=not seats),
            absent=_absent(public["seats"], names, reader.language),
            remarks=remarks_context(table, reader, names, visit.attendance.at),
            coach=coaching(table, reader, query.read, said),
            heard=heard(table, board),
            rated=rated_told(reader.language, visit.ratings, is_over=table.is_game_over),
        )
        return (
            shown._with_board(table, visit, board, answer, advised)
            if board
            else shown._with_invitation(table, query.seat)
        )

    def _with_invitation(self, table: TableState, wanted: str) -> Self:
        free, is_screen = table.free_seats(), self.reader.person == table.host and not self.own_seats
        links = [address_at(one, table_url(table.id)) for one in self.way.others]
        return replace(
            self,
            invites=[{"link": link, "qr": svg_of(link)} for link in links],
            link=links[0] if links else address_at(self.way.own, table_url(table.id)),
            codes=[_code(seat, f"{links[0]}?seat={seat + 1}") for seat in free] if is_screen and links else [],
            free_seat=next((seat for seat in free if str(seat + 1) == wanted), next(iter(free), None)),
        )

    def _with_board(
        self, table: TableState, visit: Visit, board: AnyContext, answer: str, advised: Sequence[str]
    ) -> Self:
        name = table.agreement.game
        layer = BOARDS.of(name)
        told, rule = (answer, "") if answer else answer_to(board)
        pointed = advised or (self.coach.plays if self.coach else ())
        laid = LaidBoard.of(board, pointed)
        is_lifted = board.curtain is None and curtain_of(table, board.seats) is not None
        return replace(
            self,
            **laid._asdict(),
            prompt=_prompt(board, laid.model.prompt),
            hand=hand_of(table, board.seat or 0) if is_lifted else "",
            lifts=_lifts(board),
            front=board.seat if board.is_shared else None,
            may_ask=board.curtain is None and asking_seat(table, self.reader) is not None,
            may_take_back=may_take_back(table, self.reader.person),
            may_ask_back=may_ask_back(table, self.reader.person),
            back=back_told(table, self.reader, self.names),
            is_asked_back=is_asked_back(table, self.reader.person),
            answer=told,
            rule=rule,
            log=board.log_lines()[:60],
            news=board.news_lines()[-12:],
            ending=ending_of(board, visit.earlier, may_practise=self.reader.person in visit.practisers),
            celebration=layer.celebration and f"{name}/{layer.celebration}",
        )

    def fragment(self) -> str:
        """The changing part of the page and its title, for a live update."""
        return render("parts/live.html", **vars(self))

    def response(self, waiting: int = 0, status: int = 200) -> Response[str]:
        """The response: the whole page, rendered; `waiting`: how many tables wait for the reader."""
        return page("table.html", status=status, waiting_count=waiting, **vars(self))


def _code(seat: int, link: str) -> dict[str, Any]:
    """The code for a free seat: its number, the link, and that as a QR code."""
    return {"seat": seat, "link": link, "qr": svg_of(link)}


def _address(table: TableState, query: BoardQuery) -> str:
    """The address of the page with what its reader asks for; empty if they ask for nothing."""
    asked = {name: value for name, value in asdict(query).items() if value}
    return f"{table_url(table.id)}?{urlencode(asked)}" if asked else ""


def answer_to(context: AnyContext) -> tuple[str, str]:
    """The answer to what the page's address asks, for instance why a cell is barred, and the clause behind it, if any."""
    why, words = context.query.why, context.words
    if not why:
        return "", ""
    try:
        return " ".join(words.why(context.state, why)), words.rule_of(context.state, why)
    except GameError as error:
        return words.language.tell(error), ""


def _prompt(board: AnyContext, prompt: str) -> str:
    """A board's prompt, which names whose turn it is where several people play at one screen."""
    if board.curtain is not None:
        if board.curtain.coming is None:
            return prompt
        name = board.names[board.curtain.coming]
        return board.language.gettext("Over to {name}: only {name} may look now.").format(name=name)
    is_named = board.is_shared and board.may_act
    return board.language.entry(board.names[board.seat or 0], prompt) if is_named else prompt


def _lifts(board: AnyContext) -> list[tuple[str, str]]:
    """The hands whose people may lift the curtain that hangs, each with what its link says."""
    if board.curtain is None:
        return []
    coming, _ = board.curtain.coming, board.language.gettext
    if coming is not None:
        return [(hand_of(board.table, coming), _("I am {name}").format(name=board.names[coming]))]
    choose_anew = _("{name}: choose anew")
    return [(hand_of(board.table, seat), choose_anew.format(name=board.names[seat])) for seat in board.curtain.again]


def _absent(seats: Sequence[dict[str, Any]], names: Sequence[str], language: Language) -> str:
    """The other players who are away, and those for whom a bot plays; empty if everybody is there and plays."""
    _, others = language.gettext, [seat for seat in seats if not seat["is_yours"]]
    absent = [
        names[seat["number"]] for seat in others if seat["is_away"] and not seat["level"] and not seat["off_until"]
    ]
    told = language.ngettext("{names} is away.", "{names} are away.", len(absent))
    sentences = [told.format(names=language.every(absent))] if absent else []
    on_vacation = _("{name} is on vacation, until {moment} at the latest.")
    for seat in others:
        if seat["off_until"] and not seat["level"]:
            sentences.append(on_vacation.format(name=names[seat["number"]], moment=seat["off_until"]))
        if seat["is_person"] and seat["level"]:
            who_is_away, anybody = _("{bot} plays for {name}, who is away."), _("{bot} plays for {name}.")
            sentence = who_is_away if seat["is_away"] else anybody
            sentences.append(sentence.format(bot=level_name(language, seat["level"]), name=names[seat["number"]]))
    return " ".join(sentences)


def _clock(table: TableState, seat: int, at: datetime, language: Language) -> dict[str, Any] | None:
    """A seat's clock as `parts/clock.html` shows it; times are seconds, a moment those since 1970."""
    clock = clock_of(table, seat)
    if clock is None:
        return None
    left = clock.left(at)
    return {
        "seconds": left,
        "is_running": clock.deadline is not None,
        "is_short": clock.deadline is not None and left <= SHORT,
        "deadline": clock.deadline and clock.deadline.timestamp(),
        "told": clock_text(language, left),
        "until": moment_text(language, clock.deadline) if clock.deadline and left >= DAY else "",
    }


def _watching(count: int, language: Language, *, is_one_of_them: bool) -> str:
    """How many only watch; empty if nobody does."""
    if is_one_of_them:
        told = language.ngettext(
            "You and {count} other are watching.", "You and {count} others are watching.", count - 1
        )
        return told.format(count=count - 1) if count > 1 else language.gettext("You are watching.")
    return (
        language.ngettext("{count} person is watching.", "{count} people are watching.", count).format(count=count)
        if count
        else ""
    )


def mark_of(table: TableState) -> str:
    """A mark that changes with what everybody may see of a table; not its version, which a secret choice changes too."""
    seats = [
        (one.person, one.name, one.level, one.asked, one.refused_ply, one.off_until, one.back, one.back_ply)
        for one in table.seats
    ]
    said = [one.number for one in table.remarks]
    seen = (table.ply, sorted(table.chosen), seats, list(table.offers), said, len(table.games), table.followed_by)
    return hashlib.sha256(repr(seen).encode()).hexdigest()[:12]


def _absence(seat: Seat, attendance: Attendance, language: Language) -> dict[str, Any] | None:
    """Since when somebody has no page open: a moment in seconds since 1970, and how long that is; None if nobody knows."""
    left_at = attendance.left_at.get(seat.person or "")
    if left_at is None:
        return None
    lasted = max(timedelta(minutes=1), attendance.at - left_at)
    told = format_timedelta(lasted, granularity="minute", threshold=1, locale=language.code)
    return {"since": left_at.timestamp(), "told": told}


def _public(table: TableState, reader: Reader, attendance: Attendance) -> dict[str, Any]:
    """What a reader may know of a table, as plain data for the template; `now` is in seconds since 1970."""
    seats, hosting = table.seats_of(reader.person), table.seats_of(table.host)
    away, left_to_host = table.away(attendance.unseen), table.left_to_host(attendance.unseen)
    faces = faces_of(table.seats)
    return {
        "id": table.id,
        "now": attendance.at.timestamp(),
        "ply": table.ply,
        "mark": mark_of(table),
        "again": table_url_now(table.id, attendance.at),
        "is_over": table.is_over,
        "followed_by": table.followed_by,
        "is_game_over": table.is_game_over,
        "is_host": reader.person == table.host,
        "may_go_on": table.may_go_on(reader.person),
        "hosts_seat": hosting[0] if hosting else None,
        "is_yours": any(seat in table.awaited() for seat in seats),
        "seats": [
            {
                "number": seat.number,
                "is_free": seat.is_free,
                "is_yours": seat.number in seats,
                "is_person": seat.person is not None,
                "level": seat.level,
                "face": faces[seat.number],
                "is_away": seat.number in away,
                "is_left_to_host": seat.number in left_to_host,
                "is_here": seat.person is not None and seat.person not in attendance.unseen,
                "absence": _absence(seat, attendance, reader.language) if seat.number in away else None,
                "clock": _clock(table, seat.number, attendance.at, reader.language),
                "off_until": off_until_told(table, seat, attendance.at, reader.language),
                "is_asked": seat.asked is not None,
                "has_refused": seat.refused_ply == table.ply,
            }
            for seat in table.seats
        ],
        "offers": [{"seat": one.seat, "name": one.name, "person": one.person} for one in table.offers],
        "levels": {level: level_name(reader.language, level) for level in levels_of(table.agreement.game)},
        "weekends_off": weekends_told(table.agreement, reader.language),
        "stand_in": stand_in_of(table.agreement.game),
        "agreement": table.agreement,
        "match": table.match,
        "daily": daily_url(table.agreement.game, table.agreement.day) if table.agreement.day else "",
        "game_number": table.game.number if table.game else 1,
        "deals": [(game.number, table.public_deal(game)) for game in table.games],
    }
