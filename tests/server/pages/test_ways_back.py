"""Ways back: a recovery sheet, the list of them, and what is taken along where a guest has played."""

from __future__ import annotations

import re
from pathlib import Path

from tests.kit.pages import Opens, Site, Visitor
from tests.kit.waiting import until

SHEET = re.compile(r"<code>((?:[0-9A-Z]{4}-){6}[0-9A-Z]{4})</code>")
WAY = re.compile(r'name="way" value="(\d+)"')


def plain(text: str) -> str:
    return text.replace("\u2068", "").replace("\u2069", "")


def sheet_of(visitor: Visitor) -> str:
    found = SHEET.search(visitor.post("/account/sheet").text)
    assert found
    return found[1]


def is_ada(visitor: Visitor) -> bool:
    return "Good to see you, Ada." in plain(visitor.get("/").text)


def introduced(site: Opens, name: str = "Ada") -> Visitor:
    visitor = site.visitor()
    visitor.post("/account", name=name)
    return visitor


def test_a_sheet_signs_in_once(site: Site) -> None:
    ada, phone, other = introduced(site), site.visitor(), site.visitor()
    sheet = sheet_of(ada)
    assert SHEET.search(ada.get("/account").text) is None  # it is shown once
    answer = phone.post("/sign-in", sheet=sheet.lower().replace("-", " "))
    assert answer.url.path.rstrip("/") == "/account"  # there is no other way back
    assert "You have none that stays" in answer.text
    assert is_ada(phone)
    assert is_ada(ada)
    again = other.post("/sign-in", sheet=sheet)
    assert again.status_code == 422
    assert "No sheet says that any more" in again.text
    assert not is_ada(other)


def test_what_is_mistyped_is_told_from_what_was_used(site: Site) -> None:
    sheet = sheet_of(introduced(site))
    swapped = sheet[1] + sheet[0] + sheet[2:] if sheet[0] != sheet[1] else sheet[:-1]
    answer = site.visitor().post("/sign-in", sheet=swapped)
    assert answer.status_code == 422
    assert "That is not what a sheet says" in answer.text
    assert swapped not in answer.text


def test_the_database_holds_no_sheet(site: Site, tmp_path: Path) -> None:
    sheet = sheet_of(introduced(site))
    kept = b"".join(file.read_bytes() for file in tmp_path.glob("tables.sqlite3*"))
    assert sheet.encode() not in kept
    assert sheet.replace("-", "").encode() not in kept


def test_who_has_a_sheet_may_sign_out_everywhere_and_comes_back_by_it(site: Site) -> None:
    ada = introduced(site)
    sheet = sheet_of(ada)
    copy = site.visitor()
    copy.becomes(ada)
    assert ada.post("/account/sign-out").url.path == "/"
    assert not is_ada(ada)
    assert not is_ada(copy)
    ada.post("/sign-in", sheet=sheet)
    assert is_ada(ada)


def test_the_last_way_back_stays(site: Site) -> None:
    ada = introduced(site)
    sheet_of(ada)
    (only,) = WAY.findall(ada.get("/account").text)
    refused = ada.post("/account/ways/remove", way=only)
    assert refused.status_code == 409
    assert "This is your last way back" in refused.text
    sheet_of(ada)
    eve = introduced(site, "Eve")
    sheet_of(eve)
    eve.post("/account/ways/remove", way=only)  # is not hers
    assert len(WAY.findall(ada.get("/account").text)) == 2
    ada.post("/account/ways/remove", way=only)
    assert only not in WAY.findall(ada.get("/account").text)


def test_nobody_has_more_ways_back_than_they_can_look_after(site: Site) -> None:
    ada = introduced(site)
    for _ in range(10):
        sheet_of(ada)
    answer = ada.post("/account/sheet")
    assert answer.status_code == 422
    assert "You have 10 ways back already" in answer.text


def test_a_guests_games_are_taken_along_by_who_signs_in(site: Site) -> None:
    ada, ben = introduced(site), site.visitor()
    sheet = sheet_of(ada)
    both = ada.set_table("lucky_numbers", name="Ada")
    laptop = site.visitor()
    first = laptop.set_table("lucky_numbers", name="Guest")
    second = laptop.set_table("maudits_criquets", name="Guest", seat2="greedy")
    laptop.post(f"{both}/sit", seat="1", name="Guest")
    copy = site.visitor()
    copy.becomes(laptop)
    asked = laptop.post("/sign-in", sheet=sheet)
    assert asked.url.path.rstrip("/") == "/along"
    assert "Take 2 games along" in asked.text
    assert "seat-link" not in laptop.get(first).text  # nothing has moved yet
    laptop.post("/along", take="yes")
    for table in (first, second):
        assert "seat-link" in laptop.get(table).text
        assert "seat-link" in ada.get(table).text
        assert "seat-link" not in copy.get(table).text
    assert "Ada" in ben.get(first).text
    assert ada.post(f"{first}/bot", seat="1", level="greedy").status_code == 200  # she is the host there
    assert "seat-link" in copy.get(both).text  # where both sit nothing moves
    assert laptop.get("/along").url.path != "/along"


def test_what_is_left_stays_the_guests_and_nobody_is_asked_twice(site: Site) -> None:
    sheet = sheet_of(introduced(site))
    laptop = site.visitor()
    table = laptop.set_table("lucky_numbers", name="Guest")
    laptop.post("/sign-in", sheet=sheet)
    laptop.post("/along", leave="yes")
    laptop.post("/along", take="yes")
    assert "seat-link" not in laptop.get(table).text


def test_of_somebody_with_a_way_back_nothing_is_taken_along(site: Site) -> None:
    sheet = sheet_of(introduced(site))
    eve = site.visitor()
    table = eve.set_table("lucky_numbers", name="Eve")
    sheet_of(eve)
    assert eve.post("/sign-in", sheet=sheet).url.path.rstrip("/") == "/account"
    eve.post("/along", take="yes")
    assert "seat-link" not in eve.get(table).text


def test_keeping_ones_games_is_offered_once_after_the_third(site: Site) -> None:
    ada = site.visitor()
    for number in range(3):
        assert "Keep my games?" not in ada.get("/").text
        table = ada.set_table("maudits_criquets", name="Ada", seat2="random")
        ada.post(f"{table}/give-up")
        until(lambda table=table: "over" in status(site, table), f"game {number + 1} is over")  # type: ignore[misc]
    assert "Keep my games?" in ada.get("/").text
    assert ada.post("/account/offer", later="yes").url.path == "/"
    assert "Keep my games?" not in ada.get("/").text


def status(site: Site, table: str) -> str:
    return "over" if "[Secret " in site.visitor().get(f"{table}/record").text else ""
