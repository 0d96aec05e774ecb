"""Happenings: what is told of a change, kind by kind, and in whole games of both that all of it is told, once."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace
from tests.kit.servers import settings_of
from tests.server.tables.test_decide import BIDDERS, NOON, PEOPLE, TIMED, at_table

from jardinet.server.app import create_app
from jardinet.server.messaging import Messaging
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.commands import (
    Accept,
    AddNonce,
    AnswerHost,
    AskForBot,
    BeginNext,
    ComeBack,
    Command,
    Invite,
    Leave,
    MoveIn,
    Play,
    Rename,
    RenewKey,
    Say,
    SeatBot,
    Sit,
    Uninvite,
)
from jardinet.server.tables.decide import decide, new_table, rematch
from jardinet.server.tables.happenings import (
    BotAwaited,
    Changed,
    GameBegun,
    GameEnded,
    Happening,
    MatchEnded,
    OfferEnded,
    Played,
    QuestionSettled,
    Renamed,
    SeatLeft,
    SeatOffered,
    SeatTaken,
    Subscribers,
    TurnCame,
    happenings,
)
from jardinet.server.tables.table import TableState

TILES = Agreement("lucky_numbers", {}, ["person"] * 2, first="1", seed=5)
ADA, BEN, CLEO = PEOPLE


def told(table: TableState, command: Command) -> tuple[TableState, list[Happening]]:
    """The table after a command, and what has happened but the change itself, which comes first."""
    after = decide(table, command, NOON, Random(1))
    changed, *others = happenings(table, after)
    assert changed == Changed(table.id)
    return after, others


def test_what_concerns_seats_is_told_with_whom_it_concerns() -> None:
    table = at_table(BIDDERS, ADA)
    steps: list[tuple[Command, list[Happening]]] = [
        (Invite(2, ADA, CLEO, "Cleo"), [SeatOffered("t", 2, CLEO)]),
        (Invite(1, ADA, CLEO, "Cleo"), [SeatOffered("t", 1, CLEO)]),
        (Uninvite(CLEO, CLEO), [OfferEnded("t", 1, CLEO)]),
        (Invite(2, ADA, CLEO, "Cleo"), [SeatOffered("t", 2, CLEO)]),
        (Sit(1, BEN, "Ben"), [SeatTaken("t", 1, BEN)]),
        (AddNonce(1, BEN, "word"), []),
        (RenewKey(1, BEN), []),
        (Rename(BEN, "Benno"), [Renamed("t", 1, "Benno")]),
        (Leave(1, BEN), [SeatLeft("t", 1, BEN)]),
        (Accept(CLEO, "Cleo"), [OfferEnded("t", 2, CLEO), SeatTaken("t", 2, CLEO)]),
        (Say(ADA, "hello"), []),
    ]
    for command, expected in steps:
        table, found = told(table, command)
        assert found == expected, command


def test_a_seat_that_is_taken_over_is_left_by_the_one_and_taken_by_the_other() -> None:
    table = at_table(BIDDERS, *PEOPLE)
    _, found = told(table, MoveIn(table.seats[1].key, "dan"))
    assert found == [SeatLeft("t", 1, BEN), SeatTaken("t", 1, "dan")]


def test_the_last_who_sits_down_begins_the_game_and_turns_come() -> None:
    table = at_table(BIDDERS, ADA, BEN)
    after, found = told(table, Sit(2, CLEO, CLEO))
    turns = [TurnCame("t", seat, after.ply, PEOPLE[seat]) for seat in after.awaited()]
    assert found == [SeatTaken("t", 2, CLEO), GameBegun("t", 1), *turns]
    assert len(turns) == 3


def test_a_new_table_tells_all_that_is_there_already() -> None:
    bots = new_table("t", ADA, Agreement("lucky_numbers", {}, ["greedy"] * 2, first="1", seed=5), NOON, Random(1))
    assert list(happenings(None, bots)) == [
        Changed("t"),
        GameBegun("t", 1),
        TurnCame("t", 0, bots.ply, None),
        BotAwaited("t"),
    ]
    alone = at_table(TILES, ADA)
    assert list(happenings(None, alone)) == [Changed("t"), SeatTaken("t", 0, ADA)]


def test_the_question_for_a_bot_is_settled_either_way() -> None:
    table = at_table(BIDDERS, *PEOPLE)
    asked, found = told(table, AskForBot(1, ADA, "greedy"))
    assert found == []
    for agrees in (False, True):
        after, found = told(asked, AnswerHost(1, BEN, agrees=agrees))
        assert found[0] == QuestionSettled("t", 1, BEN, bot_plays=agrees)
        assert (BotAwaited("t") in found) is agrees
    back, found = told(after, ComeBack(1, BEN))
    assert found == []
    assert told(back, SeatBot(1, BEN, "greedy"))[1] == [BotAwaited("t")]


def test_a_play_is_a_person_s_a_bot_s_or_a_bot_s_in_a_person_s_place() -> None:
    table = at_table(TIMED, ADA, BEN)
    ply = table.ply
    chosen, found = told(table, Play(0, ply, ("bid-3",), ADA))
    assert found == [Played("t", 0, ply, is_bots=False)]
    assert told(chosen, Play(0, ply, ("bid-4",), ADA))[1] == [Played("t", 0, ply, is_bots=False)]
    late, found = told(chosen, Play(1, ply, ("bid-5",)))
    assert found[0] == Played("t", 1, ply, is_bots=True)
    assert [one.person for one in found[1:] if isinstance(one, TurnCame)] == [PEOPLE[seat] for seat in late.awaited()]
    seated = decide(table, SeatBot(1, BEN, "greedy"), NOON, Random(1))
    assert told(seated, Play(1, ply, ("bid-5",)))[1] == [Played("t", 1, ply, is_bots=True)]


@pytest.mark.parametrize("agreement", [replace(TILES, tie="shared"), replace(BIDDERS, tie="shared")])
def test_a_whole_match_is_told_and_nothing_of_it_twice(agreement: Agreement) -> None:
    people = PEOPLE[: len(agreement.seats)]
    table, random, count = at_table(agreement, *people), Random(3), Counter[type[Happening]]()
    while not table.is_over:
        if table.is_game_over:
            table, found = told(table, BeginNext(ADA))
            assert found[0] == GameBegun("t", table.games_begun)
        else:
            seat, before = table.awaited()[0], table
            assert before.state
            action = random.choice(before.state.legal_actions(seat))
            is_late = random.random() < 0.1
            play = Play(
                seat, before.ply, (before.state.action_to_string(seat, action),), None if is_late else people[seat]
            )
            table, found = told(before, play)
            assert found[0] == Played("t", seat, before.ply, is_bots=False)
            came = [one.seat for one in found if isinstance(one, TurnCame)]
            assert table.state
            in_turn = not (before.state.is_simultaneous_node() or table.state.is_simultaneous_node())
            goes_on = table.ply == before.ply or (in_turn and table.awaited() == [seat])
            assert came == ([] if goes_on else table.awaited())
        count.update(map(type, found))
        for one in found:
            if isinstance(one, GameEnded):
                assert table.state
                assert table.match
                assert one.winners == tuple(table.state.winners())
                assert sum(one.shares) == pytest.approx(1)
                assert [seat for seat, share in enumerate(one.shares) if share] == list(one.winners)
                assert list(one.points) == table.match.score_sheet()[-1].points
                assert one.stood_in == (0,) * len(people)  # nobody is hurried here
    games = table.games_begun
    assert count[GameBegun] == games - 1  # the first began before
    assert (count[GameEnded], count[MatchEnded]) == (games, 1)
    assert table.match
    (ended,) = [one for one in found if isinstance(one, MatchEnded)]
    assert (list(ended.winners), list(ended.totals)) == (table.match.winners, table.match.totals)


def test_the_end_of_a_game_says_for_whom_bots_played() -> None:
    table, random = at_table(TIMED, ADA, BEN), Random(3)
    stood_in = Counter[int]()
    while not table.is_over:
        assert table.state
        seat, action = table.awaited()[0], table.state.legal_actions(table.awaited()[0])[0]
        is_late = random.random() < 0.3
        text = table.state.action_to_string(seat, action)
        table, found = told(table, Play(seat, table.ply, (text,), None if is_late else PEOPLE[seat]))
        assert Played("t", seat, found[0].ply if isinstance(found[0], Played) else -1, is_bots=is_late) == found[0]
        stood_in[seat] += is_late
    (ended,) = [one for one in found if isinstance(one, GameEnded)]
    assert ended.stood_in == (stood_in[0], stood_in[1])
    assert sum(ended.stood_in) > 3
    follower = rematch(table, "u", ADA, NOON, Random(1))
    kinds = [type(one) for one in happenings(None, follower)]
    assert kinds == [Changed, SeatTaken, SeatTaken, GameBegun, TurnCame, TurnCame]


def test_subscribers_hear_their_kind_alone_and_in_order() -> None:
    heard: list[tuple[str, Happening, str]] = []
    subscribers = Subscribers()
    subscribers.subscribe(SeatTaken, lambda one, table: heard.append(("first", one, table.id)))
    subscribers.subscribe(SeatTaken, lambda one, table: heard.append(("second", one, table.id)))
    subscribers.subscribe(GameBegun, lambda one, table: heard.append(("never", one, table.id)))
    table = at_table(TILES, ADA)
    subscribers.tell(happenings(None, table), table)
    taken = SeatTaken("t", 0, ADA)
    assert heard == [("first", taken, "t"), ("second", taken, "t")]


@pytest.mark.anyio
async def test_the_docs_say_who_hears_of_what(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    app = create_app(settings_of(database, messaging=Messaging("mailto:host@example.org")))
    async with app.lifespan():
        by_kind = app.state.services.service.subscribers.by_kind
    docs = (Path(__file__).parents[3] / "docs/architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([A-Z]\w+)` \| (.+) \|$", docs, re.MULTILINE)
    heard = {
        kind: [hear.__module__.rpartition(".")[2] for hear in by_kind.get(kind, ())]
        for kind in Happening.__subclasses__()
    }
    assert rows == [
        (kind.__name__, ", ".join(f"`{module}`" for module in modules) or "nobody yet")
        for kind, modules in heard.items()
    ]
