"""Clocks on the page: right as of the page, whoever reads it, and with what a script needs to let them run."""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime

import pytest
from tests.kit.pages import Site


def clocks(page: str) -> list[dict[str, str]]:
    """The attributes of every clock of a page, and what it shows."""
    found = re.findall(r"<time (id=\"clock.*?)>(.*?)</time>", page, re.DOTALL)
    return [{**dict(re.findall(r'([\w-]+)="(.*?)"', attributes)), "told": told} for attributes, told in found]


def now(page: str) -> float:
    [told] = re.findall(r'data-now="(.*?)"', page)
    return float(told)


def test_every_seat_has_a_clock_and_one_of_them_runs(site: Site) -> None:
    ada, ben = site.visitor(), site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", pace="300+10", setup="michael", first="1")
    assert clocks(ada.get(table).text) == []  # nothing is played yet
    ben.post(f"{table}/sit", seat="1", name="Ben")
    for page in (ada.get(table).text, site.visitor().get(table).text):
        hers, his = clocks(page)
        assert (hers["class"], his["class"], his["told"], "data-deadline" in his) == (
            "clock running",
            "clock",
            "5:00",
            False,
        )
        assert re.fullmatch("5:00|4:5.", hers["told"])
        assert abs(float(hers["data-deadline"]) - now(page) - float(hers["data-left"])) < 0.1
        assert abs(now(page) - time.time()) < 5
    assert " data-own" in ada.get(table).text
    assert " data-own" not in ben.get(table).text


@pytest.mark.parametrize(("pace", "told"), [("600", "10:00"), ("1209600", "14 days"), ("180+5", "3:00"), ("", None)])
def test_a_clock_shows_what_was_agreed(site: Site, pace: str, told: str | None) -> None:
    ada = site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", seat2="random", seat3="person", pace=pace, first="2")
    site.visitor().post(f"{table}/sit", seat="2", name="Cleo")
    shown = clocks(ada.get(table).text)
    assert {one["told"] for one in shown if one["class"] == "clock"} == ({told} if told else set())
    assert len(shown) == (2 if told else 0)  # a bot has none


def test_a_clock_of_days_says_until_when_without_a_script_too(site: Site) -> None:
    ada = site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", seat2="random", pace="86400", first="1")
    (clock,) = clocks(ada.get(table).text)
    assert re.fullmatch(r"24:00:00|23:59:\d\d", clock["told"])  # from here on it runs
    table = ada.set_table("lucky_numbers", name="Ada", seat2="random", pace="259200", first="1")
    (clock,) = clocks(ada.get(table).text)
    ends = datetime.fromtimestamp(float(clock["data-deadline"]), UTC)
    assert clock["told"] == f"2 days<small>{ends:%b} {ends.day}, {ends:%H:%M} UTC</small>"


def test_whoever_comes_later_gets_no_old_time(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", seat2="random", pace="300+10", first="1")
    watching = site.visitor()
    with watching.listen(table) as first:
        begun = now(first.receive_text())
        time.sleep(1.2)
        with site.visitor().listen(table) as second:
            assert now(second.receive_text()) > begun + 1


@pytest.mark.parametrize(("language", "told"), [("fr", "5 min + 10 s"), ("de", "5 min + 10 s"), ("en", "5 min + 10 s")])
def test_the_form_offers_a_bank_of_time(site: Site, language: str, told: str) -> None:
    ada = site.visitor()
    ada.post("/me", language=language)
    assert f'<option value="300+10">{told}' in ada.get("/set-up/lucky_numbers").text


def test_no_clock_of_a_rematch_runs_before_all_have_opened_its_page(site: Site) -> None:
    ada, ben = site.visitor(), site.visitor()
    table = ada.set_table("maudits_criquets", name="Ada", pace="60")
    ben.post(f"{table}/sit", seat="1", name="Ben")
    while '<h2 id="after">' not in (page := ada.get(table).text):
        for reader in (ada, ben):
            page = reader.get(table).text
            plays, ply = re.findall(r'name="play" value="([^"]+)"', page), re.search(r'name="ply" value="(\d+)"', page)
            if plays and ply:
                reader.post(f"{table}/play", ply=ply[1], play=plays[0])
    again = ada.post(f"{table}/rematch").url.path.rstrip("/")
    assert again not in (table, f"{table}/rematch")
    assert "data-deadline" not in ada.get(again).text
    assert "data-deadline" not in site.visitor().get(again).text
    assert "data-deadline" in ben.get(again).text
