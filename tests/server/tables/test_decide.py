"""Decisions at a table: alone, without a database, and through several stale memories of one at once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kit.harness import Harness

from jardinet.games.parameters import GameError, ParameterError
from jardinet.server.storage.database import Database
from jardinet.server.tables import commands
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.commands import (
    Accept,
    AddNonce,
    AnswerHost,
    AskForBot,
    BeginNext,
    ComeBack,
    Command,
    Follow,
    Invite,
    Leave,
    Play,
    Rename,
    RenewKey,
    Say,
    SeatBot,
    Sit,
    Uninvite,
)
from jardinet.server.tables.decide import decide, new_table, rematch, with_host
from jardinet.server.tables.errors import NotYoursError, StaleError
from jardinet.server.tables.happenings import Changed, Subscribers
from jardinet.server.tables.service import TableService
from jardinet.server.tables.table import TableState

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
PEOPLE = ("ada", "ben", "cleo")
BIDDERS = Agreement("maudits_criquets", {}, ["person"] * 3, first="1", seed=5)
TIMED = Agreement("maudits_criquets", {}, ["person"] * 2, seed=5, seconds_a_turn=60)


def at_table(agreement: Agreement, *people: str) -> TableState:
    """A table at which these people sit, the first of them its host."""
    table = with_host(new_table("t", people[0], agreement, NOON, Random(1)), people[0], NOON, Random(2))
    for seat, person in enumerate(people[1:], 1):
        table = decide(table, Sit(seat, person, person), NOON, Random(seat))
    return table


# One after the other -----------------------------------------------------------------------------


def test_a_decision_leaves_the_table_as_it_was() -> None:
    table = at_table(BIDDERS, "ada", "ben")
    before = replace(table)
    after = decide(table, Sit(2, "cleo", "Cleo"), NOON, Random(1))
    assert table == before
    assert (table.game, table.free_seats()) == (None, [2])
    assert after.game is not None
    ply, key = after.ply, after.game.state and after.game.state.key()
    played = decide(after, Play(0, ply, ("bid-3",)), NOON, Random(1))
    assert (after.choices, played.choices) == ({}, {0: "bid-3"})
    assert after.game.state
    assert after.game.state.key() == key


def test_what_changes_nothing_is_the_same_table() -> None:
    table = decide(at_table(BIDDERS, *PEOPLE), Play(0, at_table(BIDDERS, *PEOPLE).ply, ("bid-3",)), NOON, Random(1))
    for command in (
        Play(0, table.ply, ("bid-3",)),
        ComeBack(0, "ada"),
        Rename("ada", "ada"),
        Uninvite("dan", "ada"),
        Rename("dan", "dan"),
    ):
        assert decide(table, command, NOON, Random(1)) is table


@pytest.mark.parametrize("agreement", [BIDDERS, Agreement("lucky_numbers", {}, ["person"] * 3, first="1", seed=5)])
def test_nothing_is_no_play(agreement: Agreement) -> None:
    table = at_table(agreement, *PEOPLE)
    with pytest.raises(GameError, match="no action is given"):
        decide(table, Play(0, table.ply, ()), NOON, Random(1))


def test_out_of_turn_it_is_said_whose_turn_it_is_not() -> None:
    tiles = Agreement("lucky_numbers", {}, ["person"] * 3, first="1", seed=5)
    table = decide(at_table(tiles, "ada", "ben"), Sit(2, "ben", "Leo", beside=True), NOON, Random(1))
    play = Play(1, table.ply, ("place-a1",), "ben")
    with pytest.raises(GameError, match=r"^it is not that seat's turn\.$"):
        decide(table, play, NOON, Random(1))
    with pytest.raises(GameError, match=r"^it is not your turn\.$"):
        decide(at_table(tiles, *PEOPLE), play, NOON, Random(1))
    with pytest.raises(GameError, match=r"^it is not your turn\.$"):  # of one's own turn, where no seat is named
        decide(table, Play(None, table.ply, ("place-a1",), "ben"), NOON, Random(1))


def test_a_deadline_belongs_to_its_ply() -> None:
    """Neither a choice made again, nor a bot for somebody, nor their return gives anybody more time."""
    table = at_table(TIMED, "ada", "ben")
    due = table.deadline
    assert due == NOON + timedelta(seconds=60)
    commands: tuple[Command, ...] = (
        Play(0, table.ply, ("bid-3",)),
        Play(0, table.ply, ("bid-4",)),
        SeatBot(1, "ben", "greedy"),
        ComeBack(1, "ben"),
        ComeBack(1, "cleo"),
        AskForBot(1, "ada", "greedy"),
        AnswerHost(1, "ben", agrees=False),
        Rename("ada", "Ada"),
        Say("ben", "hello"),
    )
    for seconds, command in enumerate(commands, 1):
        table = decide(table, command, NOON + timedelta(seconds=seconds), Random(1))
        assert table.deadline == due
    later = NOON + timedelta(seconds=30)
    table = decide(table, Play(1, table.ply, ("bid-5",)), later, Random(1))
    assert table.deadline == later + timedelta(seconds=60)


def test_whoever_sits_already_takes_another_seat_only_for_somebody_beside_them() -> None:
    table = at_table(BIDDERS, "ada", "ben")
    for command in (Sit(2, "ada", "ada"), Sit(2, "ben", "ben")):
        with pytest.raises(StaleError, match="you already sit here"):
            decide(table, command, NOON, Random(1))
    after = decide(table, Sit(2, "ada", "Leo", beside=True), NOON, Random(1))
    assert (after.seats_of("ada"), after.seats[2].name, after.is_waiting) == ([0, 2], "Leo", False)
    renamed = decide(after, Rename("ada", "Countess"), NOON, Random(1))
    assert [seat.name for seat in renamed.seats] == ["Countess", "ben", "Leo"]
    again = rematch(table_at_its_end(after), "u", "ben", NOON, Random(1))
    assert [(seat.person, seat.name) for seat in again.seats] == [("ada", "ada"), ("ben", "ben"), ("ada", "Leo")]


def table_at_its_end(table: TableState) -> TableState:
    """The table after a whole game, in which everybody plays what comes first."""
    while not table.is_game_over:
        assert table.state
        seat = table.awaited()[0]
        text = table.state.action_to_string(seat, table.state.legal_actions(seat)[0])
        table = decide(table, Play(seat, table.ply, (text,)), NOON, Random(1))
    return table


def test_only_whoever_sits_there_gives_a_seat_another_key() -> None:
    table = at_table(BIDDERS, *PEOPLE)
    after = decide(table, RenewKey(1, "ben"), NOON, Random(9))
    assert [one.key == old.key for one, old in zip(after.seats, table.seats, strict=True)] == [True, False, True]
    with pytest.raises(NotYoursError):
        decide(table, RenewKey(1, "ada"), NOON, Random(9))


def test_a_next_game_or_a_rematch_is_only_for_those_who_sit_there() -> None:
    match = Agreement("maudits_criquets", {"crops": 2, "copies": 4}, ["person", "person"], tie="shared", seed=5)
    table = at_table(match, "ada", "ben")
    table = table_at_its_end(table)
    for stranger in ("cleo", None):
        for command in (BeginNext(stranger), Follow("other", stranger)):
            with pytest.raises(NotYoursError):
                decide(table, command, NOON, Random(1))
    assert decide(table, Follow("other", "ben"), NOON, Random(1)).followed_by == "other"
    assert decide(table, BeginNext("ben"), NOON, Random(1)).games_begun == 2


def test_a_bot_plays_for_somebody_who_is_away_or_who_lets_it_and_for_nobody_else() -> None:
    table = at_table(BIDDERS, *PEOPLE)
    with pytest.raises(StaleError, match="ben is here: ask"):
        decide(table, SeatBot(1, "ada", "greedy", frozenset({"cleo"})), NOON, Random(1))
    with pytest.raises(NotYoursError, match="only the host"):
        decide(table, SeatBot(1, "cleo", "greedy", frozenset({"ben"})), NOON, Random(1))
    away = decide(table, SeatBot(1, "ada", "greedy", frozenset({"ben"})), NOON, Random(1))
    own = decide(table, SeatBot(1, "ben", "greedy"), NOON, Random(1))
    assert away.bots() == own.bots() == {1: "greedy"}
    assert decide(away, ComeBack(1, "ben"), NOON, Random(1)) == table


def test_somebody_who_is_there_is_asked_and_only_their_own_yes_seats_the_bot() -> None:
    table = at_table(BIDDERS, *PEOPLE)
    with pytest.raises(NotYoursError):
        decide(table, AskForBot(1, "cleo", "greedy"), NOON, Random(1))
    with pytest.raises(StaleError, match="nobody needs to be asked"):
        decide(table, AskForBot(0, "ada", "greedy"), NOON, Random(1))
    with pytest.raises(ParameterError):
        decide(table, AskForBot(1, "ada", "grandmaster"), NOON, Random(1))
    asked = decide(table, AskForBot(1, "ada", "greedy"), NOON, Random(1))
    assert (asked.bots(), asked.seats[1].asked) == ({}, "greedy")
    assert decide(asked, AskForBot(1, "ada", "random"), NOON, Random(1)) is asked
    for other in ("ada", "cleo"):
        with pytest.raises(NotYoursError):
            decide(asked, AnswerHost(1, other, agrees=True), NOON, Random(1))
    agreed = decide(asked, AnswerHost(1, "ben", agrees=True), NOON, Random(1))
    assert (agreed.bots(), agreed.seats[1].asked) == ({1: "greedy"}, None)
    assert decide(table, AnswerHost(1, "ben", agrees=True), NOON, Random(1)) is table  # nobody asks


def test_whoever_would_rather_play_is_asked_again_only_when_the_table_has_moved_on() -> None:
    table = at_table(BIDDERS, *PEOPLE)
    ask, refuse = AskForBot(1, "ada", "greedy"), AnswerHost(1, "ben", agrees=False)
    table = decide(decide(table, ask, NOON, Random(1)), refuse, NOON, Random(1))
    assert (table.bots(), table.seats[1].asked) == ({}, None)
    with pytest.raises(StaleError, match="ben would rather play"):
        decide(table, ask, NOON, Random(1))
    for seat, bid in enumerate(("bid-3", "bid-4", "bid-5")):
        table = decide(table, Play(seat, table.ply, (bid,)), NOON, Random(1))
    assert decide(table, ask, NOON, Random(1)).seats[1].asked == "greedy"


def test_bots_choose_only_after_the_one_person_who_may_still_mend_a_slip() -> None:
    bots = Agreement("maudits_criquets", {}, ["person", "greedy", "random"], seed=5)
    table = at_table(bots, "ada")
    assert (table.awaited(), table.lone_chooser, table.bots_hold_back, table.awaits_bot) == ([0, 1, 2], 0, True, False)
    chosen = decide(table, Play(0, table.ply, ("bid-3",), "ada"), NOON, Random(1))
    assert (chosen.bots_hold_back, chosen.awaits_bot) == (False, True)
    mended = decide(chosen, Play(0, table.ply, ("bid-4",), "ada"), NOON, Random(1))
    assert mended.choices == {0: "bid-4"}
    away = decide(table, SeatBot(0, "ada", "greedy"), NOON, Random(1))
    assert (away.lone_chooser, away.awaits_bot) == (None, True)  # where only bots choose nobody waits
    for others in (["person", "person", "random"], ["random", "greedy"]):
        table = at_table(msgspec.structs.replace(bots, seats=others), *PEOPLE[: others.count("person")] or ["ada"])
        assert (table.lone_chooser, table.awaits_bot) == (None, True)
    at_once = at_table(msgspec.structs.replace(bots, bot_pace="instant"), "ada")
    assert (at_once.bots_hold_back, at_once.awaits_bot) == (False, True)


def test_whose_time_was_up_twice_in_a_row_is_away_until_they_play_or_come_back() -> None:
    table = at_table(TIMED, "ada", "ben")

    def plays(table: TableState, person: str | None) -> TableState:
        """Whoever is awaited plays; None: their time is up, and a bot does."""
        while table.awaited():
            seat = table.awaited()[0]
            assert table.state
            text = table.state.action_to_string(seat, table.state.legal_actions(seat)[0])
            by = "ada" if seat == 0 else person
            table = decide(table, Play(seat, table.ply, (text,), by), NOON, Random(1))
            if seat == 1:
                break
        return table

    once = plays(table, None)
    assert once.away([]) == []
    assert plays(once, "ben").seats[1].timeouts == 0
    twice = plays(once, None)
    assert twice.away([]) == [1]
    seated = decide(twice, SeatBot(1, "ada", "greedy"), NOON, Random(1))
    assert seated.bots() == {1: "greedy"}
    assert plays(seated, None).seats[1].timeouts == 2  # a bot that sits there is never late
    assert decide(seated, ComeBack(1, "ben"), NOON, Random(1)).away([]) == []
    assert plays(twice, "ben").away([]) == []


# Several at once ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Move:
    """A play that is settled when it is made, by what its process knows of the table then."""

    seat: int
    choice: int

    def command(self, table: TableState) -> Play:
        legal = table.state.legal_actions(self.seat) if table.state else []
        text = (
            table.state.action_to_string(self.seat, legal[self.choice % len(legal)]) if table.state and legal else "x"
        )
        return Play(self.seat, table.ply, (text,))


people, seats = st.sampled_from(PEOPLE), st.integers(0, 2)
steps = st.one_of(
    st.builds(Sit, seats, people, people, st.just("rose"), st.booleans()),
    st.builds(Move, seats, st.integers(0, 9)),
    st.builds(Move, seats, st.integers(0, 9)),
    st.builds(Move, seats, st.integers(0, 9)),
    st.builds(Leave, seats, people),
    st.builds(AddNonce, seats, people, st.sampled_from(["tulip", "daisy"])),
    st.builds(SeatBot, seats, people, st.just("greedy"), st.frozensets(people)),
    st.builds(AskForBot, seats, people, st.sampled_from(["greedy", "random"])),
    st.builds(AnswerHost, seats, people, st.booleans()),
    st.builds(ComeBack, seats, people),
    st.builds(Rename, people, st.sampled_from(["Rose", "Lily"])),
    st.builds(lambda seat, host, guest: Invite(seat, host, guest, guest), seats, people, people),
    st.builds(Uninvite, people, people),
    st.builds(Accept, people, people),
    st.builds(RenewKey, seats, people),
    st.builds(Say, people, st.just("hello")),
)
rounds = st.lists(st.lists(st.tuples(seats, steps), min_size=1, max_size=6), max_size=12)


class Processes:
    """Three services of one database, each with a memory of its own, as three processes have them."""

    def __init__(self, folder: Path) -> None:
        self._runner = asyncio.Runner()
        self._stack = AsyncExitStack()
        self.services: list[TableService] = []
        self._changed: set[asyncio.Task[Any]] = set()
        self._runner.run(self._open(f"sqlite:///{folder / 'tables.sqlite3'}"))

    async def _open(self, url: str) -> None:
        databases = [await self._stack.enter_async_context(Database.open(url)) for _ in range(3)]
        subscribers = Subscribers()
        subscribers.subscribe(Changed, self._note)
        self.services = [TableService(database, subscribers) for database in databases]
        for person in PEOPLE:
            await self.services[0].introduce(person, person)

    def _note(self, _one: Changed, _table: TableState) -> None:
        if task := asyncio.current_task():
            self._changed.add(task)

    def play(self, told: Sequence[Sequence[tuple[int, Command | Move]]]) -> None:
        self._runner.run(self._play(told))

    async def _play(self, told: Sequence[Sequence[tuple[int, Command | Move]]]) -> None:
        table_id = await self.services[0].open_table("ada", "ada", BIDDERS)
        one_at_a_time = await self.services[1].load(table_id)
        for together in told:
            tasks = []
            for number, step in together:
                service = self.services[number]
                known = service._repository.known(table_id) or one_at_a_time
                command = step.command(known) if isinstance(step, Move) else step
                tasks.append((asyncio.create_task(service.do(table_id, command)), command))
            outcomes = await asyncio.gather(*(task for task, _ in tasks), return_exceptions=True)
            done = []
            for (task, command), outcome in zip(tasks, outcomes, strict=True):
                if isinstance(outcome, BaseException):
                    assert isinstance(outcome, GameError), repr(outcome)
                elif task in self._changed:
                    done.append((outcome.version, command))
            for version, command in sorted(done, key=lambda one: one[0]):
                later = NOON + timedelta(minutes=version)  # so that a remark that was made is no repetition
                one_at_a_time = replace(decide(one_at_a_time, command, later, Random(1)), version=version)
        fresh = await TableService(self.services[0]._database).load(table_id)
        for service in self.services:
            assert told_of(await service.load(table_id)) == told_of(fresh) == told_of(one_at_a_time)

    def close(self) -> None:
        self._runner.run(self._stack.aclose())
        self._runner.close()


def told_of(table: TableState) -> dict[str, Any]:
    """All of a table but what chance has decided, and when."""
    return {
        "version": table.version,
        "host": table.host,
        "seats": [(seat.person, seat.name, seat.level, seat.asked, seat.refused_ply) for seat in table.seats],
        "ply": table.ply,
        "moves": [(one.ply, one.text) for game in table.games for one in game.log],
        "choices": table.choices,
        "remarks": [(one.number, one.seat, one.phrase) for one in table.all_remarks],
        "offers": {one.person: one.seat for one in table.offers},
        "is_over": table.is_over,
    }


@pytest.fixture(scope="module")
def processes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Processes]:
    opened_here = Processes(tmp_path_factory.mktemp("tables"))
    yield opened_here
    opened_here.close()


@given(told=rounds)
@settings(max_examples=60, deadline=None)
def test_what_is_done_at_once_is_as_if_it_had_been_done_one_after_the_other(
    processes: Processes, told: list[list[tuple[int, Command | Move]]]
) -> None:
    processes.play(told)


@pytest.mark.anyio
async def test_a_refusal_is_never_one_of_an_old_memory(harness: Harness, url: str) -> None:
    """What another process has made possible meanwhile is possible here, whatever is remembered."""
    ada, ben = await harness.person("Ada"), await harness.person("Ben")
    table_id = await harness.service.open_table(ada, "Ada", BIDDERS)
    async with Database.open(url) as database:
        other = TableService(database)
        await other.do(table_id, commands.Sit(1, ben, "Ben"))
        with pytest.raises(StaleError, match="taken"):
            await harness.service.do(table_id, commands.Sit(1, ada, "Ada"))
        await other.do(table_id, commands.Leave(1, ben))
        await harness.service.do(table_id, commands.Sit(1, ada, "Leo", beside=True))
        assert (await other.load(table_id)).seats_of(ada) == [0, 1]
