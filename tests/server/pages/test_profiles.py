"""Profiles: private until switched on, and then no more than a name, a face and how many games."""

from __future__ import annotations

import html
import json
import re
import sqlite3
from pathlib import Path

import httpx
from tests.kit.pages import Site, Visitor
from tests.server.copies import copy_of
from tests.server.pages.test_account_data import kept_of
from tests.server.pages.test_people import shown, two


def with_profile(site: Site, handle: str = "ada-99", **form: str) -> Visitor:
    """Ada, with a way back and a profile."""
    ada = site.visitor()
    ada.post("/account", name="Ada")
    ada.post("/account/password", handle=handle, password="correct horse")
    ada.post("/account/profile", handle=handle, **form)
    return ada


def without_token(answer: httpx.Response) -> tuple[int, str]:
    """A page, but for what is each request's own."""
    return answer.status_code, re.sub(r'value="\w{64,}"|nonce-\w+', "", answer.text)


def test_a_guest_is_offered_no_profile(site: Site) -> None:
    ada = site.visitor()
    ada.post("/account", name="Ada")
    assert 'action="/account/profile"' not in shown(ada, "/account")
    answer = ada.post("/account/profile", handle="ada-99")
    assert answer.status_code == 409
    assert "way back" in answer.text
    assert site.visitor().post("/account/profile", handle="ada-99").status_code == 403


def test_a_profile_is_private_until_it_is_switched_on(site: Site) -> None:
    ada, eve = with_profile(site), site.visitor()
    eve.post("/account", name="Eve")
    assert "Only you see this." in shown(ada, "/people/ada-99")
    unknown = {visitor: without_token(visitor.get("/people/nobody")) for visitor in (eve,)}
    for visitor, told in unknown.items():
        assert told[0] == 404
        assert without_token(visitor.get("/people/ada-99")) == told
        assert visitor.get("/api/users/ada-99").json() == visitor.get("/api/users/nobody").json()
    ada.post("/account/profile", handle="ada-99", is_public="yes")
    for visitor in (eve, site.visitor()):
        page = shown(visitor, "/people/ada-99")
        assert "Ada" in page and "ada-99" in page and "Only you" not in page
        assert visitor.get("/api/users/Ada-99").json()["name"] == "Ada"
    ada.post("/account/profile", handle="ada-99")
    assert eve.get("/people/ada-99").status_code == 404
    ada.post("/account/profile", handle="ada-99", is_public="yes")
    ada.post("/account/delete")
    assert without_token(eve.get("/people/ada-99")) == without_token(eve.get("/people/nobody"))


def test_the_form_holds_the_handle_of_the_password(site: Site) -> None:
    ada = site.visitor()
    ada.post("/account", name="Ada")
    ada.post("/account/password", handle="ada-99", password="correct horse")
    form = re.search(r'action="/account/profile".*?</form>', ada.get("/account").text, re.DOTALL)
    assert form
    assert 'name="handle" value="ada-99"' in form[0]
    assert "checked" not in form[0]
    ben = with_profile(site, "ben-99")
    answer = ben.post("/account/profile", handle="ada-99")
    assert (answer.status_code, "has that handle already" in answer.text) == (422, True)
    assert "3 to 20" in ben.post("/account/profile", handle="Ben!").text
    assert ben.get("/people/ben-99").status_code == 200
    answer = ada.post("/account/password", handle="ben-99", password="correct horse")
    assert "has that handle already" in answer.text


def test_a_profile_counts_games_and_tells_no_id(site: Site) -> None:
    ada, ben, _table = two(site)
    ada.post("/account/password", handle="ada-99", password="correct horse")
    ada.post("/account/profile", handle="ada-99", is_public="yes")
    page = shown(ben, "/people/ada-99")
    assert "1 game with people" in page
    assert "game against bots" not in page
    own = re.search(r"<code>([0-9a-f]{32})</code>", ada.get("/account/tokens").text)
    told = ben.get("/api/users/ada-99")
    assert own and own[1] not in page and own[1] not in told.text
    assert told.json()["games"] == [{"game": "maudits_criquets", "people": 1, "bots": 0}]
    assert 'href="/people/ada-99"' in shown(ben, "/people")
    assert json.loads(kept_of(ada).read("person.json"))["profile"][0]["handle"] == "ada-99"


def test_whoever_sees_a_profile_can_block_its_person(site: Site) -> None:
    ada, eve = with_profile(site, is_public="yes"), site.visitor()
    assert 'action="/blocks"' not in shown(eve, "/people/ada-99"), "who has told no name meets nobody"
    eve.post("/account", name="Eve")
    answer = eve.post("/blocks", handle="ada-99", back="/people/ada-99")
    assert answer.url.path == "/people/ada-99"
    assert "Unblock" in answer.text
    assert "Ada" in shown(eve, "/people")
    number = re.search(r'name="block" value="(\d+)"', answer.text)
    assert number
    assert "Unblock" not in eve.post("/blocks/remove", block=number[1], back="/people/ada-99").text
    assert 'action="/blocks' not in shown(ada, "/people/ada-99"), "it is her own"
    assert ada.post("/blocks", handle="ada-99").status_code == 422
    assert "no profile" not in html.unescape(eve.post("/blocks", handle="nobody").text)


def test_a_handle_may_be_any_word(site: Site) -> None:
    for handle in ("block", "people", "account"):
        with_profile(site, handle, is_public="yes")
        assert site.visitor().get(f"/people/{handle}").status_code == 200


def test_a_level_is_told_only_if_its_person_says_so(site: Site, tmp_path: Path) -> None:
    ada, file = with_profile(site, is_public="yes"), tmp_path / "tables.sqlite3"
    table = ada.set_table("lucky_numbers", name="Ada", seat2="casual", bot_pace="calm").rpartition("/")[2]
    with sqlite3.connect(file, timeout=30) as database:
        for again in [copy_of(file, table) for _ in range(6)]:
            database.execute("UPDATE seats SET is_over = 1 WHERE table_id = ?", (again,))
            for seat, share in ((0, 1.0), (1, 0.0)):
                row = (again, 1, seat, "lucky_numbers", 0, share, 0, 20, 0, "2026-11-29 08:00:00", 20, 0.1, 0.0, share)
                database.execute(f"INSERT INTO results VALUES ({', '.join('?' * 14)}, '{{}}')", row)
    told = r"Level with luck left out: 1\d\d\d ± \d+(, provisional)?, (above|between|about level with) .*\."
    assert not re.search(told, shown(ada, "/people/ada-99"))
    ada.post("/account/profile", handle="ada-99", is_public="yes", shows_level="yes")
    assert re.search(told, shown(site.visitor(), "/people/ada-99"))
    assert re.search(r'name="shows_level" value="yes" checked', shown(ada, "/account"))
