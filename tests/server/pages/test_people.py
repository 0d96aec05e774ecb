"""People I have played: who is here, the score, another game with them, and whom not to meet; by forms alone."""

from __future__ import annotations

import html
import json
import re

import pytest
from tests.kit.pages import Site, Visitor
from tests.kit.waiting import until
from tests.server.pages.test_account_data import kept_of

SMALL = {"crops": "2", "copies": "4", "bot_pace": "instant"}  # of Maudits Criquets
HERE = 'class="here"'
NOT_FOR_YOU = "That seat is not for you: choose another table."


def shown(reader: Visitor, address: str) -> str:
    """A page's text as it is read: without marks that keep names apart."""
    return html.unescape(reader.get(address).text).replace("\u2068", "").replace("\u2069", "")


def two(site: Site) -> tuple[Visitor, Visitor, str]:
    """Ada and Ben, and a table at which they have played a game to its end, both by giving up."""
    ada, ben = site.visitor(), site.visitor()
    return ada, ben, game_of(ada, ben)


def game_of(ada: Visitor, ben: Visitor, **agreed: str) -> str:
    table = ada.set_table("maudits_criquets", name="Ada", **(SMALL | agreed))
    ben.post(f"{table}/sit", seat="1", name="Ben")
    for one in (ada, ben):
        one.post(f"{table}/give-up")
    until(lambda: "[Secret " in ada.get(f"{table}/record").text, "bots play to the end")
    return table


def named(page: str, name: str = "") -> dict[str, str]:
    """The fields by which the page's form for another game names a person, the first one or the one of that name."""
    form = re.search(rf'<b>{name}.*?action="/play-again">.*?</form>', page, re.DOTALL)
    assert form
    return dict(re.findall(r'name="(table|seat)" value="([\w-]+)"', form[0])[-2:])


def test_whoever_has_played_with_nobody_is_told_so(site: Site) -> None:
    ada = site.visitor()
    assert "whoever plays with you" in shown(ada, "/people")
    ada.set_table("lucky_numbers", name="Ada", seat2="greedy")
    assert "whoever plays with you" in shown(ada, "/people")
    assert 'href="/people"' in shown(ada, "/games")
    assert 'href="/people"' in shown(ada, "/account")


def test_a_person_is_told_with_the_score_and_no_id(site: Site) -> None:
    ada, ben, _table = two(site)
    page = shown(ada, "/people")
    assert re.search(r"You [01] : [01] Ben", page)
    assert "last game: " in page
    ben_id = re.search(r"<code>([0-9a-f]{32})</code>", ben.get("/account/tokens").text)
    assert ben_id and ben_id[1] not in page
    ben.post("/account", name="Benjamin")
    assert "Benjamin" in shown(ada, "/people")
    assert "Benjamin" not in shown(site.visitor(), "/people")


def test_who_is_here_is_told_after_a_game_that_both_have_finished(site: Site) -> None:
    ada, ben, eve = [site.visitor() for _ in range(3)]
    table = ada.set_table("maudits_criquets", name="Ada", **SMALL)
    ben.post(f"{table}/sit", seat="1", name="Ben")
    assert "Ben" in shown(ada, "/people")
    assert HERE not in shown(ada, "/people"), "no game is finished yet"
    for one in (ada, ben):
        one.post(f"{table}/give-up")
    until(lambda: "[Secret " in ada.get(f"{table}/record").text, "bots play to the end")
    assert HERE in shown(ada, "/people")
    other = eve.set_table("lucky_numbers", name="Eve")
    site.presence._present.clear()
    assert HERE not in shown(ada, "/people")
    ben.post(f"{other}/sit", seat="1", name="Ben")
    assert HERE in shown(ada, "/people"), "at any table"
    ben.post("/blocks", **named(shown(ben, "/people"), "Ada"))
    assert HERE not in shown(ada, "/people"), "not to whom one does not meet"
    assert "blocked" not in shown(ada, "/people")


def test_play_again_opens_the_same_table_and_calls_whoever_sat_there(site: Site) -> None:
    ada, ben, _table = two(site)
    answer = ada.post("/play-again", **named(shown(ada, "/people")))
    table = answer.url.path.rstrip("/")
    assert "invited: Ben" in html.unescape(answer.text)
    for address in ("/", "/people", "/games", "/company"):
        page = shown(ben, address)
        assert re.search(r"Ada wants to play \w[\w ]+ with you\.", page), address
        assert "wants to play" not in shown(ada, address)
    told = ada.get(f"/api{table.replace('/t/', '/tables/')}").json()["agreement"]
    assert (told["game"], told["parameters"]) == ("maudits_criquets", {"crops": 2, "copies": 4})
    again = ada.post("/play-again", **named(shown(ada, "/people")))
    assert again.url.path.rstrip("/") == table, "a second press opens no second table"
    assert ben.post(f"{table}/invited", join="yes").url.path.rstrip("/") == table
    assert "wants to play" not in shown(ben, "/")
    assert "seat-link" in ben.get(table).text


def test_a_call_can_be_turned_down(site: Site) -> None:
    ada, ben, _table = two(site)
    table = ada.post("/play-again", **named(shown(ada, "/people"))).url.path.rstrip("/")
    assert ben.post(f"{table}/invited", later="yes", back="/games").url.path.rstrip("/") == "/games"
    assert "wants to play" not in shown(ben, "/games")
    assert "invited:" not in shown(ada, table)
    assert ben.post(f"{table}/invited", join="yes").status_code == 404


def test_only_who_sat_together_are_called(site: Site) -> None:
    ada, _ben, table = two(site)
    eve, table_id = site.visitor(), table.removeprefix("/t/")
    eve.post("/account", name="Eve")
    for visitor, fields in (
        (eve, {"table": table_id, "seat": "1"}),
        (ada, {"table": table_id, "seat": "0"}),
        (ada, {}),
    ):
        for address in ("/play-again", "/blocks"):
            assert visitor.post(address, **fields).status_code in (403, 404)
    assert site.visitor().post("/play-again", table=table_id, seat="1").status_code == 403


@pytest.mark.parametrize("is_blocker", [True, False], ids=["who has blocked", "who is blocked"])
def test_who_does_not_meet_another_is_told_no_reason(site: Site, is_blocker: bool) -> None:
    ada, ben, _table = two(site)
    one, other = (ada, ben) if is_blocker else (ben, ada)
    fields = {visitor: named(shown(visitor, "/people")) for visitor in (ada, ben)}
    other.post("/blocks" if not is_blocker else "/account", name="Ben", **(fields[other] if not is_blocker else {}))
    if is_blocker:
        one.post("/blocks", **fields[one])
    listed = ben.set_table("lucky_numbers", name="Ben", is_listed="yes", seat3="person")
    assert listed not in shown(ada, "/")
    assert listed in shown(site.visitor(), "/")
    answer = ada.post(f"{listed}/sit", seat="1", name="Ada")
    assert (answer.status_code, NOT_FOR_YOU in html.unescape(answer.text)) == (403, True)
    called = ada.post("/play-again", **fields[ada])
    assert called.status_code == 403
    assert "That person cannot be invited: play with somebody else." in html.unescape(called.text)
    token = re.findall(r"jardinet_[\w-]{43}", ada.post("/account/tokens", label="a program").text)[0]
    by_program = {"Authorization": f"Bearer {token}"}
    assert ada.get("/api/tables", **by_program).json() == []
    sat = ada.send(f"/api{listed.replace('/t/', '/tables/')}/sit", {}, **by_program)
    assert (sat.status_code, sat.json()["code"]) == (403, "not-for-you")


def test_a_block_is_listed_and_undone(site: Site) -> None:
    ada, ben, _table = two(site)
    assert "blocked" not in shown(ada, "/people")
    ada.post("/blocks", **named(shown(ada, "/people")))
    page = shown(ada, "/people")
    assert "People you have blocked" in page
    assert "/play-again" not in page
    assert "blocked" not in shown(ben, "/people")
    told = json.loads(kept_of(ada).read("person.json"))
    assert [one["name"] for one in told["blocked"]] == ["Ben"]
    assert json.loads(kept_of(ben).read("person.json"))["blocked"] == []
    number = re.search(r'name="block" value="(\d+)"', page)
    assert number
    ben.post("/blocks/remove", block=number[1])
    assert "People you have blocked" in shown(ada, "/people"), "only its person undoes it"
    ada.post("/blocks/remove", block=number[1])
    assert "blocked" not in shown(ada, "/people")


def test_who_is_deleted_is_on_no_list(site: Site) -> None:
    ada, ben, _table = two(site)
    ada.post("/blocks", **named(shown(ada, "/people")))
    assert ben.post("/account/delete").url.path == "/"
    page = shown(ada, "/people")
    assert "somebody" not in page and "blocked" not in page
