"""The analysis of a finished game: made beside the requests, kept, and never of a game that still runs."""

from __future__ import annotations

import html
import re
import threading

import pytest
from tests.kit.pages import Site, Visitor
from tests.kit.waiting import UNHURRIED, until

from jardinet.analysis.model import to_json
from jardinet.analysis.review import Review, review_of
from jardinet.play.record import Record
from jardinet.play.record_format import read
from jardinet.server.analyses import runner
from jardinet.words.analysis import report
from jardinet.words.game_words import load_words, names_of
from jardinet.words.language import load_language

BEING_MADE = "This game is being analysed."


def analysed(reader: Visitor, address: str) -> str:
    """The page, once it has been made."""
    pages: list[str] = []

    def is_made() -> bool:
        answer = reader.get(address)
        assert answer.status_code == 200
        pages.append(answer.text)
        assert BEING_MADE not in pages[-1] or '<meta http-equiv="refresh"' in pages[-1]
        return BEING_MADE not in pages[-1]

    until(is_made, "the game is analysed", UNHURRIED)
    return pages[-1]


@pytest.mark.parametrize("game", ["lucky_numbers", "maudits_criquets"])
def test_a_finished_game_is_explained_from_its_record_and_every_turn_leads_to_the_replay(site: Site, game: str) -> None:
    table, reader = site.finished_table(game), site.visitor()
    assert f'href="{table}/review/1"' in reader.get(table).text
    assert f'href="{table}/analysis/1"' in reader.get(f"{table}/replay/1").text
    text = analysed(reader, f"{table}/analysis/1")
    assert "http-equiv" not in text
    (style,) = re.findall(r'<link rel="stylesheet" href="(/words/[^"]+)"', text)
    assert reader.get(style).headers["content-type"].startswith("text/css")
    (figures,) = re.findall(r'<a href="(/api/[^"]+)" download="[^"]+\.json">', text)
    record = read(reader.get(f"{table}/record").text)[0]
    assert reader.get(figures).content == to_json([review_of(record).analysis])
    english = load_language("en")
    words = load_words(english, record.game, names_of(english, record.seats, bots={0, 1}))
    told = report(words, review_of(record), record.moves)
    for sentence in (told.verdict, *told.sums, *(sentence for _, sentence in told.turning_points)):
        assert sentence in text
    steps = re.findall(rf'href="{table}/replay/1\?step=(\d+)" aria-label', text)
    assert steps == [str(turn.number) for turn in told.turns]


def test_it_is_made_once_and_read_in_the_language_of_whoever_reads(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def counted(record: Record) -> Review:
        made.append(len(record.moves))
        return review_of(record)

    monkeypatch.setattr(runner, "review_of", counted)
    table, reader = site.finished_table("lucky_numbers"), site.visitor()
    analysed(reader, f"{table}/analysis/1")
    assert "Glück oder Können?" in site.visitor().get(f"{table}/analysis/1", **{"Accept-Language": "de"}).text
    assert "Chance ou talent" in site.visitor().get(f"{table}/analysis/1", **{"Accept-Language": "fr"}).text
    assert len(made) == 1


@pytest.mark.parametrize("page", ["/t/{}/analysis/1", "/t/{}/review/1", "/practice?table={}&game=1"])
def test_a_page_that_waits_for_an_analysis_looks_again_at_its_own_address(
    site: Site, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    is_let_go = threading.Event()

    def waits(record: Record) -> Review:
        assert is_let_go.wait(UNHURRIED)
        return review_of(record)

    monkeypatch.setattr(runner, "review_of", waits)
    try:
        ada, table = site.visitor(), site.finished_table("lucky_numbers")
        address = page.format(table.rpartition("/")[2])
        text = html.unescape(ada.get(address).text)
        assert f'<meta http-equiv="refresh" content="2; url={address}">' in text
        assert f'<a href="{address}">Look again</a></p>' in text
    finally:
        is_let_go.set()


def test_of_a_running_game_nothing_is_told(site: Site) -> None:
    ada = site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", seat2="greedy", first="1", setup="michael")
    for page in ("analysis", "review"):
        assert ada.get(f"{table}/{page}/1").status_code == 404
        assert f"/{page}/" not in ada.get(table).text
    assert "/analysis/" not in ada.get(f"{table}/replay/1").text
    assert ada.get(f"{table}/analysis/2").status_code == 404


def test_what_cannot_be_analysed_says_so(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(record: Record) -> Review:
        raise ValueError("broken")

    monkeypatch.setattr(runner, "review_of", fails)
    table, reader = site.finished_table("lucky_numbers"), site.visitor()
    text = analysed(reader, f"{table}/analysis/1")
    assert "This game cannot be analysed." in text
    assert "http-equiv" not in text


def test_a_game_that_nothing_can_judge_offers_no_analysis(site: Site) -> None:
    table, reader = site.finished_table("fireflies"), site.visitor()
    assert "/review/" not in reader.get(table).text
    assert reader.get(f"{table}/analysis/1").status_code == 404
