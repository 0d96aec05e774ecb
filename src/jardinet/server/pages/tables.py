"""Table page and everything that its buttons do. Each button is a form: POST, then a redirect to the table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any
from urllib.parse import urlencode

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, Parameter
from litestar.response import Redirect

from jardinet.games.api import State
from jardinet.games.parameters import GameError
from jardinet.play.deal import NONCE_LENGTHS, DealError, check_nonce
from jardinet.server.analyses.runner import AnalysisRunner
from jardinet.server.boards.context import BoardQuery, names_at
from jardinet.server.boards.curtain import seat_of_hand
from jardinet.server.guards.limits import Limits
from jardinet.server.http.security_headers import FRAME_POLICY
from jardinet.server.intervals import Intervals
from jardinet.server.introductions import Introductions
from jardinet.server.lobby.lobby import Lobby
from jardinet.server.pages.coach import advice_on
from jardinet.server.pages.forms import (
    Form,
    PageRequest,
    form_loaded_anew,
    number_in,
    question_in,
    table_url,
    table_url_now,
    to_table,
    to_table_now,
    way_back,
)
from jardinet.server.pages.hints import asking_seat, hint_for
from jardinet.server.pages.render import page
from jardinet.server.pages.seeks import seek_told
from jardinet.server.pages.table_page import TablePage, Visit, mark_of
from jardinet.server.people.names import checked_name
from jardinet.server.people.reader import reader_of
from jardinet.server.reach import way_of
from jardinet.server.tables import commands
from jardinet.server.tables.bot_runner import BotRunner
from jardinet.server.tables.errors import NotYoursError, StaleError, watching
from jardinet.server.tables.service import TableService
from jardinet.words.coach import Advice
from jardinet.words.game_words import AnyWords, NotUnderstood, load_words
from jardinet.words.language import Language
from jardinet.words.typed import command_in, understood_words


class TablePages(Controller):
    """Controller of the table page, and of the forms behind its buttons."""

    path = "/t/{table_id:str}"

    @get("/", name="table")
    async def show(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        analyses: NamedDependency[AnalysisRunner],
        bot_runner: NamedDependency[BotRunner],
        table_id: FromPath[str],
        pick: Annotated[str, Parameter(max_length=3)] = "",
        why: Annotated[str, Parameter(max_length=20)] = "",
        laid: Annotated[str, Parameter(max_length=20)] = "",
        hint: Annotated[str, Parameter(max_length=9)] = "",
        seat: Annotated[str, Parameter(max_length=2)] = "",
        hand: Annotated[str, Parameter(max_length=12)] = "",
        read: Annotated[str, Parameter(max_length=11)] = "",
    ) -> Response[str]:
        """The table as its reader may see it.

        A query made by a page of another site is not echoed: beside the seat's key it would reveal that key bit by bit to anybody
        who sees the length of the compressed answer (BREACH).
        """
        is_asked_here = request.headers.get("sec-fetch-site") not in ("cross-site", "same-site")
        query = BoardQuery(pick, why, laid, hint, seat, hand, read) if is_asked_here else None
        return await _shown(request, service, analyses, table_id, query=query, adviser=bot_runner)

    @get("/news")
    async def news(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        intervals: NamedDependency[Intervals],
        lobby: NamedDependency[Lobby],
        table_id: FromPath[str],
        known: Annotated[str, Parameter(max_length=19)] = "",
    ) -> Response[str]:
        """A frame of a page without a script, which tells whether the table has changed since the page with the mark `known`.

        Only the frame is loaded anew every few seconds, so nothing that is typed or open around it is lost.
        """
        reader = reader_of(request)
        table = await service.load(table_id)
        service.presence.saw(table, reader.person)
        standing = await lobby.of(reader.person) if reader.person and reader.seeks else None
        is_yours = any(seat in table.awaited() for seat in table.seats_of(reader.person))
        answer = page(
            "news.html",
            reader,
            again=table_url_now(table.id, service.now()),
            has_changed=known != mark_of(table),
            is_yours=is_yours,
            seek=standing and seek_told(standing, reader.language, service.now()),
            reload=intervals.reload,
        )
        answer.headers["Content-Security-Policy"] = FRAME_POLICY
        return answer

    loaded_anew = form_loaded_anew(
        "sit",
        "nonce",
        "play",
        "command",
        "take-back",
        "ask-back",
        "answer-back",
        "next",
        "rematch",
        "leave",
        "bot",
        "ask",
        "answer",
        "return",
        "give-up",
        "key",
    )

    @post("/sit")
    async def sit(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        introductions: NamedDependency[Introductions],
        table_id: FromPath[str],
        data: Form,
    ) -> Any:
        """Sit down at a free seat, with a name and, if one likes, a word of one's own for the shuffle.

        With `beside` it is for another person at the same screen, who is called by that name at this seat alone.
        """
        nonce = _nonce(data) if data.get("nonce") else None
        reader, seat = reader_of(request), number_in(data, "seat")
        if (await service.load(table_id)).seats_of(reader.person):
            name = checked_name(data.get("name") or reader.name)
        else:
            reader = await introductions.introduce(request, data.get("name", ""))
            name = reader.name
        await service.sit(table_id, seat, str(reader.person), name, nonce, beside=data.get("beside") == "1")
        return to_table_now(service, table_id)

    @post("/nonce")
    async def add_nonce(
        self, request: PageRequest, service: NamedDependency[TableService], table_id: FromPath[str], data: Form
    ) -> Redirect:
        """Set what one's seat adds to the shuffle, while others are missing."""
        await service.do(
            table_id, commands.AddNonce(number_in(data, "seat"), reader_of(request).person or "", _nonce(data))
        )
        return to_table_now(service, table_id)

    @post("/play")
    async def play(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        analyses: NamedDependency[AnalysisRunner],
        table_id: FromPath[str],
        data: Form,
    ) -> Any:
        """Play the actions of a button, all of them together or none; or ask what a button asks, see `question_in`."""
        if (asked := question_in(data)) is not None:
            return Redirect(f"{table_url(table_id)}?{urlencode(asked)}", status_code=303)
        ply, texts = number_in(data, "ply"), data.get("play", "").split()
        return await _play(request, service, analyses, table_id, ply, texts, data.get("hand", ""))

    @post("/take-back")
    async def take_back(
        self, request: PageRequest, service: NamedDependency[TableService], table_id: FromPath[str], data: Form
    ) -> Redirect:
        """Take back one's last play, and what bots have played since."""
        person = reader_of(request).person or ""
        await service.do(table_id, commands.TakeBack(person, number_in(data, "ply")))
        return to_table_now(service, table_id)

    @post("/ask-back")
    async def ask_back(
        self, request: PageRequest, service: NamedDependency[TableService], table_id: FromPath[str], data: Form
    ) -> Redirect:
        """Ask the others whether one may take one's last play back."""
        person = reader_of(request).person or ""
        await service.do(table_id, commands.AskBack(person, number_in(data, "ply")))
        return to_table_now(service, table_id)

    @post("/answer-back")
    async def answer_back(
        self, request: PageRequest, service: NamedDependency[TableService], table_id: FromPath[str], data: Form
    ) -> Redirect:
        """Answer that question: yes, no, or never; anything else is a no."""
        person, answer = reader_of(request).person or "", data.get("answer", "")
        ply = number_in(data, "ply")
        await service.do(table_id, commands.AnswerBack(person, answer == "yes", answer != "never", ply))
        return to_table_now(service, table_id)

    @post("/command")
    async def command(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        analyses: NamedDependency[AnalysisRunner],
        table_id: FromPath[str],
        data: Form,
    ) -> Any:
        """Do what somebody typed: the same words as at the terminal, questions included."""
        reader, table, ply = reader_of(request), await service.load(table_id), number_in(data, "ply")
        language, hand, own = reader.language, data.get("hand", ""), table.seats_of(reader.person)
        named = seat_of_hand(hand)
        seat = named if named in own else table.in_front(own)
        if seat is None:
            raise watching()
        if table.state is None or table.ply != ply:
            return await _shown(request, service, analyses, table_id, _moved_on(language), status=409)
        words = load_words(language, table.state.get_game(), names_at(table, language), seat)
        again = partial(_shown, request, service, analyses, table_id, query=BoardQuery(hand=hand))
        try:
            if told := _told(words, table.state, seat, data.get("words", "")):
                return await again(answer=told)
            actions = words.parse(table.state, data.get("words", ""), seat)
        except NotUnderstood as error:
            return await again(language.tell_alone(error), status=422)
        texts = [table.state.action_to_string(seat, action) for action in actions]
        return await _play(request, service, analyses, table_id, ply, texts, hand)

    @post("/next")
    async def next_game(
        self, request: PageRequest, service: NamedDependency[TableService], table_id: FromPath[str]
    ) -> Redirect:
        """Begin the next game of the match, and lead back to the table."""
        await service.do(table_id, commands.BeginNext(reader_of(request).person))
        return to_table_now(service, table_id)

    @post("/rematch")
    async def rematch(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        limits: NamedDependency[Limits],
        table_id: FromPath[str],
    ) -> Redirect:
        """Open a rematch, a new table where everybody sits already, and lead to it."""
        person = reader_of(request).person
        await limits.count("tables", request, person)
        return to_table(await service.rematch(table_id, person))

    @post("/leave")
    async def leave(
        self, request: PageRequest, service: NamedDependency[TableService], table_id: FromPath[str], data: Form
    ) -> Redirect:
        """Give a seat back before the game begins."""
        await service.do(table_id, commands.Leave(number_in(data, "seat"), reader_of(request).person or ""))
        return to_table_now(service, table_id)

    @post("/bot")
    async def seat_bot(
        self, request: PageRequest, service: NamedDependency[TableService], table_id: FromPath[str], data: Form
    ) -> Redirect:
        """Let a bot play at one's own seat, or, for the host, at one where the host may decide that."""
        person = reader_of(request).person or ""
        await service.seat_bot(table_id, number_in(data, "seat"), person, data.get("level", ""))
        return to_table_now(service, table_id)

    @post("/ask")
    async def ask_for_bot(
        self, request: PageRequest, service: NamedDependency[TableService], table_id: FromPath[str], data: Form
    ) -> Redirect:
        """The host asks somebody whether a bot may play for them."""
        host = reader_of(request).person or ""
        await service.do(table_id, commands.AskForBot(number_in(data, "seat"), host, data.get("level", "")))
        return to_table_now(service, table_id)

    @post("/answer")
    async def answer_host(
        self, request: PageRequest, service: NamedDependency[TableService], table_id: FromPath[str], data: Form
    ) -> Redirect:
        """Take the answer of the person who was asked for that: yes; anything else is a no."""
        person, agrees = reader_of(request).person or "", data.get("agrees") == "yes"
        await service.do(table_id, commands.AnswerHost(number_in(data, "seat"), person, agrees=agrees))
        return to_table_now(service, table_id)

    @post("/return")
    async def come_back(
        self, request: PageRequest, service: NamedDependency[TableService], table_id: FromPath[str], data: Form
    ) -> Redirect:
        """Take one's seat back from the bot that played meanwhile."""
        await service.do(table_id, commands.ComeBack(number_in(data, "seat"), reader_of(request).person or ""))
        return to_table_now(service, table_id)

    @post("/give-up")
    async def give_up(
        self, request: PageRequest, service: NamedDependency[TableService], table_id: FromPath[str], data: Form
    ) -> Redirect:
        """Let bots play on at one's seats; then back to the list where the button was, or to the table."""
        await service.do(table_id, commands.GiveUp(reader_of(request).person or ""))
        back = data.get("back", "")
        return Redirect(way_back(back), status_code=303) if back else to_table_now(service, table_id)

    @post("/key")
    async def renew_key(
        self, request: PageRequest, service: NamedDependency[TableService], table_id: FromPath[str], data: Form
    ) -> Redirect:
        """Make a new link for one's seat: the old one opens nothing any more."""
        await service.do(table_id, commands.RenewKey(number_in(data, "seat"), reader_of(request).person or ""))
        return to_table_now(service, table_id)


def _told(words: AnyWords, state: State, seat: int, text: str) -> str:
    """The answer to a typed question, a line for each thing; empty if the text is no question.

    Raises:
        NotUnderstood: the question is about something that does not exist.
    """
    name, rest = command_in(text, understood_words(words.language)) or ("", "")
    if name == "board":
        return "\n".join(words.describe(state.view(seat), seat, with_others=True))
    if name == "moves":
        return "\n".join(words.moves(state.view(seat)))
    return "\n".join(words.why(state, rest)) if name == "why" else ""


async def _shown(
    request: PageRequest,
    service: TableService,
    analyses: AnalysisRunner,
    table_id: str,
    problem: str = "",
    *,
    answer: str = "",
    query: BoardQuery | None = None,
    adviser: BotRunner | None = None,
    said: Advice | None = None,
    status: int = 200,
) -> Response[str]:
    """The table's page, with an answer, with a hint of the adviser's where the query asks for one, or with what the coach said."""
    reader = reader_of(request)
    table = await service.come(await service.load(table_id), reader.person)
    service.presence.saw(table, reader.person)
    attendance, advised = service.presence.attendance(table), tuple[str, ...]()
    if adviser and query and query.hint == str(table.ply) and asking_seat(table, reader) is not None:
        answer, advised = await adviser.hint(partial(hint_for, table, reader))
    practisers, earlier = await analyses.practisers(table), await service.earlier_winners(table)
    visit = Visit(reader, way_of(request), attendance, practisers, earlier, await service.ratings(table))
    shown = TablePage.of(table, visit, query, problem=problem, answer=answer, advised=advised, said=said)
    return shown.response(await service.waiting_for(reader.person), status)


async def _play(
    request: PageRequest,
    service: TableService,
    analyses: AnalysisRunner,
    table_id: str,
    ply: int,
    texts: Sequence[str],
    hand: str,
) -> Response[Any]:
    """Play, for the seat of `hand` where several people share a screen, then show the table; if that is not possible, say why.

    In a lesson only the action that the current moment teaches is played; after any other, the coach says why not.
    """
    reader = reader_of(request)
    if (await service.recall(table_id)).agreement.lesson:
        table = await service.load(table_id)
        if table.ply == ply and (said := advice_on(table, reader, texts)):
            return await _shown(request, service, analyses, table_id, said=said)
    try:
        await service.do(table_id, commands.Play(seat_of_hand(hand), ply, tuple(texts), reader.person or ""))
    except NotYoursError:
        raise
    except StaleError:
        table = await service.load(table_id)
        is_double_click = any(table.has_played(seat, ply, texts) for seat in table.seats_of(reader.person))
        if not is_double_click:
            return await _shown(request, service, analyses, table_id, _moved_on(reader.language), status=409)
    except GameError as error:
        problem = reader.language.tell_alone(error)
        return await _shown(request, service, analyses, table_id, problem, query=BoardQuery(hand=hand), status=422)
    return to_table_now(service, table_id)


def _nonce(data: dict[str, str]) -> str:
    try:
        return check_nonce(data.get("nonce", "").strip())
    except DealError:
        raise DealError(
            "word-for-shuffle",
            "A word for the shuffle has 1 to {most} letters, digits or symbols, without spaces or quotation marks.",
            most=NONCE_LENGTHS[-1],
        ) from None


def _moved_on(language: Language) -> str:
    return language.gettext("The table had moved on: this is where it stands now.")
