from __future__ import annotations

import re

import pytest
from tests.kit.harness import Harness
from tests.kit.pages import Site

from jardinet.games import registered_games
from jardinet.play.record_format import read
from jardinet.server.pages.coach import coaching
from jardinet.server.people.reader import Reader
from jardinet.server.tables import commands
from jardinet.server.tables.agreement import Agreement
from jardinet.words.language import load_language


@pytest.mark.parametrize("game", registered_games())
def test_a_lesson_deals_everybody_the_same_and_its_proof_says_so(site: Site, game: str) -> None:
    records, pages = [], []
    for name in ("Ada", "Ben"):
        learner = site.visitor()
        assert learner.get(f"/learn/{game}").status_code == 200
        table = learner.post(f"/learn/{game}", name=name).url.path.rstrip("/")
        records.append(read(learner.get(f"{table}/record").content)[0])
        pages.append(learner.get(f"{table}/proof").text)
    assert records[0].deal == records[1].deal
    assert records[0].moves == records[1].moves
    assert records[0].seats[0] == "Ada"
    for page in pages:
        assert "This table is a lesson" in page


def test_no_other_table_is_a_lesson(site: Site) -> None:
    ada = site.visitor()
    decks = set()
    for _ in range(2):
        table = ada.set_table("lucky_numbers", name="Ada", seat2="greedy")
        decks.add(read(ada.get(f"{table}/record").content)[0].deal)
        assert "This table is a lesson" not in ada.get(f"{table}/proof").text
    assert len(decks) == 2


@pytest.mark.anyio
@pytest.mark.parametrize("game", registered_games())
async def test_the_coach_teaches_the_learner_only_and_praises_at_the_end(harness: Harness, game: str) -> None:
    ada = await harness.person("Ada")
    table_id = await harness.service.open_table(ada, "Ada", Agreement(game, {}, ["person", "person"], seed=1))
    await harness.service.do(table_id, commands.Sit(1, ada, "Ada", beside=True))
    learner = Reader(ada, "Ada", load_language("en"), "")
    spectator = Reader(None, "", load_language("en"), "")
    told: list[str] = []
    while not (table := await harness.service.load(table_id)).is_over:
        assert table.state
        seat, said = table.awaited()[0], coaching(table, learner)
        assert said is not None
        assert coaching(table, spectator) is None
        if seat == 0:
            told += [one.about for one in said.advice]
        action = table.state.legal_actions(seat)[-1]
        await harness.service.do(
            table_id, commands.Play(seat, table.ply, (table.state.action_to_string(seat, action),))
        )
    last = coaching(table, learner)
    assert last
    assert "That was a whole game." in last.advice[-1].text
    assert len(told) == len(set(told))


def test_a_lesson_marks_what_the_coach_points_at_without_a_script(site: Site) -> None:
    ada = site.visitor()
    table = ada.post("/learn/maudits_criquets", name="Ada").url.path.rstrip("/")
    page = ada.get(table).text
    assert "pointed" not in page
    read = re.search(r'id="go-on"[^>]*value="([\d.]+)"', page)
    assert read
    assert re.search(r'id="bid-5"[^>]*pointed', ada.get(f"{table}?read={read[1]}").text)
    assert "coach" not in ada.get(ada.set_table("maudits_criquets", seat2="greedy")).text


@pytest.mark.parametrize("read", ["x", "1.9", "9999.1", "3.", ".1"])
def test_what_cannot_have_been_read_changes_nothing(site: Site, read: str) -> None:
    ada = site.visitor()
    table = ada.post("/learn/maudits_criquets", name="Ada").url.path.rstrip("/")
    assert 'id="go-on"' in ada.get(f"{table}?read={read}").text


def test_in_a_moment_nothing_else_is_played_and_the_coach_says_why(site: Site) -> None:
    ada = site.visitor()
    table = ada.post("/learn/maudits_criquets", name="Ada").url.path.rstrip("/")
    before = ada.get(table).text
    ply = re.search(r'data-ply="(\d+)"', before)
    assert ply
    tried = ada.post(f"{table}/play", ply=ply[1], play="bid-6")
    assert tried.status_code == 200
    assert "Try the 5" in tried.text
    assert 'aria-pressed="true"' not in ada.get(table).text


def test_nothing_is_taught_about_a_game_that_does_not_exist(site: Site) -> None:
    assert site.visitor().get("/learn/chess").status_code == 404
    assert site.visitor().post("/learn/chess").status_code == 404
