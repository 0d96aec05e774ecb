"""Context of a board, from which its model is made: the position as its reader may see it, and what they may do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from jardinet.games.api import CHANCE, Event, State
from jardinet.server.boards.curtain import Curtain, curtain_of, lifted_seat, sharing
from jardinet.server.people.characters import faces_of
from jardinet.server.tables.table import TableState
from jardinet.server.tables.table_game import LoggedMove, StandIn, TableGame
from jardinet.words.game_words import AnyWords, load_words, names_of
from jardinet.words.language import Language
from jardinet.words.news import stand_in_sentence, take_back_sentence

StateT = TypeVar("StateT", bound=State)
ViewT = TypeVar("ViewT")
WordsT = TypeVar("WordsT", bound=AnyWords)


@dataclass(frozen=True)
class BoardQuery:
    """Query string of a table's page, what the reader asks for beside the table: nothing of it changes the game.

    Attributes:
        pick: a tile that the reader may take, or where they lay one of the hand they arrange, as text; empty for none.
        why: what the reader asks about: `b3`, `b3 13`; empty for nothing.
        laid: what they have laid already and not yet played, as the board tells it; empty for nothing.
        hint: the ply at which they ask what is best; empty for nothing.
        seat: the free seat, from 1, that the link is for by which the reader came; empty: for any.
        hand: whose things they want before them at a screen of several people, see curtain.py; empty for nothing.
        read: what they have read of what the coach says; see pages/coach.py.
    """

    pick: str = ""
    why: str = ""
    laid: str = ""
    hint: str = ""
    seat: str = ""
    hand: str = ""
    read: str = ""


class NewsLine(NamedTuple):
    """A sentence of the news; `name`: its id for as long as it is told; `is_own`: it is about what the reader did."""

    name: str
    text: str
    is_own: bool


@dataclass(frozen=True)
class BoardContext(Generic[StateT, ViewT, WordsT]):
    """Context of a board: see the module.

    Attributes:
        table: where it is played; its deals hold what no page may show.
        state: the position.
        view: the same as plain data, as `seat` may see it.
        seats: the reader's own; none for a spectator.
        seat: whose things lie in front; None: a spectator's page.
        may_act: whether that seat has to act now, or may change what it has chosen.
        choice: what it has secretly chosen, as text; None for nothing.
        query: see BoardQuery.
        words: the game's words in the reader's language.
        language: the same language, with what the game brings of its own texts.
        curtain: what hangs between the people at the reader's screen, see curtain.py; None: nothing does.
    """

    table: TableState
    game: TableGame
    state: StateT
    view: ViewT
    seats: Sequence[int]
    seat: int | None
    may_act: bool
    choice: str | None
    query: BoardQuery
    words: WordsT
    language: Language
    curtain: Curtain | None = None

    @property
    def names(self) -> Sequence[str]:
        """What the seats are called, seat by seat."""
        return self.words.names

    @property
    def is_shared(self) -> bool:
        """Whether several people play at the reader's screen."""
        return bool(sharing(self.table, self.seats))

    @property
    def faces(self) -> list[str]:
        """The characters of the seats, by their names in the sheet; see characters.py."""
        return faces_of(self.table.seats)

    def news(self) -> list[Event]:
        """What happened since the reader acted last; for spectators since anybody did."""
        return self._events_of(self.game.log[self._since :])

    def news_lines(self) -> list[NewsLine]:
        """The news of the latest moves, line by line as sentences.

        A page reads a line out when it appears. One that the next move will make longer, such as a tile drawn but not yet
        placed, is held back until that move: otherwise what happened would be read out twice.
        """
        since = begin = self._since
        while begin and not self.game.log[begin - 1].events_for(self.seat):
            begin -= 1  # a tile is drawn before it is seen: who drew it for whom is told too
        moves = self.game.log[begin:]
        lines = self.told(moves)
        if lines and self.state.current_player() >= 0:
            coming = self.state.events(self.state.legal_actions()[0], self.seat)
            if self.told(moves, coming)[len(lines) - 1] != lines[-1]:
                del lines[-1]
        is_own = any(one.events_for(self.seat) and one.seat in self.seats for one in moves)
        is_own = is_own and not any(one.ply in self._stand_ins for one in self.game.log[begin : since + 1])
        news = [NewsLine(f"{since}-{k}", line, is_own and k == 0) for k, line in enumerate(lines)]
        if self._just_taken_back:
            news.append(NewsLine(f"back-{self.table.ply}", self._just_taken_back, is_own=False))
        return news

    @property
    def is_under_way(self) -> bool:
        """Whether the reader has begun their turn, for instance has drawn: the news were shown before that."""
        return any(not one.events_for(self.seat) and one.seat in self.seats for one in self.game.log[self._since :])

    def log_lines(self) -> list[str]:
        """Everything that happened in this game, a sentence a line, the latest first."""
        just = [self._just_taken_back] if self._just_taken_back else []
        return [*just, *self.told(self.game.log)[::-1]]

    def told(self, moves: Sequence[LoggedMove], coming: Sequence[Event] = ()) -> list[str]:
        """These moves, and the events that are `coming`, in sentences, with what else is to be told of them.

        Before a play by a stand-in it is told which bot it was, and why; where a play was taken back, that it was.
        """
        lines: list[str] = []
        events: list[Event] = []
        for one in moves:
            if one.ply in self._asides:
                lines += [*self.words.tell(events), *self._asides[one.ply]]
                events = []
            events += one.events_for(self.seat)
        return lines + self.words.tell([*events, *coming])

    @cached_property
    def _asides(self) -> Mapping[int, list[str]]:
        """The sentences about stand-ins, and about what was taken back, by the ply of the move before which they are told."""
        told = {ply: list(lines) for ply, lines in self._stand_ins.items()}
        for step in self.game.taken_back:
            if after := self.game.since(step.ply):
                told.setdefault(after[0].ply, []).insert(0, take_back_sentence(self.words, step.seat))
        return told

    @cached_property
    def _just_taken_back(self) -> str:
        """The sentence that a play was taken back, while nothing has been played since; empty if it was not."""
        step = self.game.taken_back[-1] if self.game.taken_back else None
        return take_back_sentence(self.words, step.seat) if step and not self.game.since(step.ply) else ""

    @cached_property
    def _stand_ins(self) -> Mapping[int, list[str]]:
        """The sentences about bots that played for people, by ply.

        For a person whose time was up there is one a turn, however many moves it had; for a bot that sits in a person's place
        one when it begins.
        """
        if not self.game.stand_ins:
            return {}
        told: dict[int, list[str]] = {}
        by_ply = {(one.ply, one.seat): one for one in self.game.stand_ins}
        before: dict[int, StandIn | None] = {}  # at each seat's last move
        last = None
        for move in (one for one in self.game.log if one.seat != CHANCE):
            is_same_turn = move.seat >= 0 and last == move.seat
            for seat in (seat for seat in range(len(self.names)) if move.action_of(seat) is not None):
                known, one = before.get(seat), by_ply.get((move.ply, seat))
                before[seat], is_known = one, one and known and one[2:] == known[2:]
                if one and not (is_known and (is_same_turn or not one.is_late)):
                    sentence = stand_in_sentence(self.words, seat, one.level, is_late=one.is_late)
                    told.setdefault(move.ply, []).append(sentence)
            last = move.seat
        return told

    @cached_property
    def _since(self) -> int:
        """The move with which the news begin: the reader's last that had events, or an earlier one told in the same sentence."""
        told = [(k, events) for k, one in enumerate(self.game.log) if (events := one.events_for(self.seat))]
        while told and not self._is_own(self.game.log[told[-1][0]]):
            told.pop()
        while len(told) > 1 and self._is_one_sentence(told[-2][1], told[-1][1]):
            told.pop()
        return told[-1][0] if told else 0

    def _events_of(self, moves: Sequence[LoggedMove]) -> list[Event]:
        return [event for one in moves for event in one.events_for(self.seat)]

    def _is_own(self, move: LoggedMove) -> bool:
        seats = self.seats or range(len(self.names))
        return any(move.action_of(seat) is not None for seat in seats)

    def _is_one_sentence(self, events: Sequence[Event], then: Sequence[Event]) -> bool:
        return len(self.words.tell([*events, *then])) < len(self.words.tell(events)) + len(self.words.tell(then))


def names_at(table: TableState, language: Language) -> list[str]:
    """The names of the seats: people's own, bots' levels, a dash for a free seat."""
    bots = {seat.number for seat in table.seats if seat.level and not seat.person}
    called = [seat.name or seat.level or "–" for seat in table.seats]
    return names_of(language, called, bots)


AnyContext = BoardContext[Any, Any, Any]


def board_context(
    table: TableState, game: TableGame, seats: Sequence[int], query: BoardQuery, language: Language
) -> AnyContext:
    """The context for the player of `seats`; the first of them that has to act is in front, unless a curtain hangs before it.

    People who share a screen are not reminded of what they have chosen: whoever sits beside them would see it.

    Args:
        table: as it stands.
        game: a game of it that has begun.
        seats: the reader's own; none for a spectator.
        query: from the page's address.
        language: the reader's.
    """
    assert game.state
    curtain, seat = None, table.in_front(seats)
    if game is table.game and (hanging := curtain_of(table, seats)):
        seat = lifted_seat(table, seats, query.hand)
        curtain = hanging if seat is None else None
    names = names_at(table, language)
    words = load_words(language, game.state.get_game(), names, seat if len(seats) == 1 else None)
    return BoardContext(
        table=table,
        game=game,
        state=game.state,
        view=game.state.view(seat),
        seats=seats,
        seat=seat,
        may_act=seat in table.acting() and game is table.game and table.seats[seat or 0].level is None,
        choice=None if sharing(table, seats) else table.choice_of(seat),
        query=query,
        words=words,
        language=words.language,
        curtain=curtain,
    )


def board_then(
    table: TableState,
    game: TableGame,
    moves: int,
    seat: int | None,
    language: Language,
    query: BoardQuery | None = None,
) -> AnyContext:
    """The context of a board as it lay after so many moves, without what came later; what the last turn brought counts as new.

    Args:
        table: as it stands.
        game: a game of it that has begun.
        moves: how many of its moves had been played.
        seat: whose things lie in front; None: a spectator's page.
        language: the reader's.
        query: from the address, for a person who is to act there in the seat's place; None: the board is only looked at.
    """
    state = game.state_after(moves)
    then = replace(game, state=state, log=game.log[:moves], moves="")
    before = tuple(one for one in table.games if one.number < game.number)
    words = load_words(language, state.get_game(), names_at(table, language), seat)
    return BoardContext(
        table=replace(table, games=(*before, then), choices={}, deadline=None),
        game=then,
        state=state,
        view=state.view(seat),
        seats=() if query is None or seat is None else (seat,),
        seat=seat,
        may_act=query is not None,
        choice=None,
        query=query or BoardQuery(),
        words=words,
        language=words.language,
    )
