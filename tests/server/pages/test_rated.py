"""Rated tables on pages and at the API: agreed on beforehand, told while they last, and the ratings at their end."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.kit.databases import new_sqlite
from tests.kit.pages import Opens, Site, Visitor, open_site
from tests.kit.servers import AWAY_AT_ONCE, settings_of
from tests.kit.waiting import UNHURRIED, until
from tests.server.pages.test_away import offered
from tests.server.pages.test_ways_back import introduced, plain, sheet_of

from jardinet.server.settings import AccountsPolicy

RATED = {"rated": "yes", "pace": "300+10", "bot_pace": "instant"}


def with_way_back(site: Opens, name: str) -> Visitor:
    visitor = introduced(site, name)
    sheet_of(visitor)
    return visitor


def text_of(visitor: Visitor, address: str) -> str:
    return html.unescape(plain(visitor.get(address).text))


def test_a_rated_game_is_agreed_played_and_told_with_what_it_has_changed(site: Site) -> None:
    ada, ben = with_way_back(site, "Ada"), with_way_back(site, "Ben")
    table = ada.set_table("maudits_criquets", **RATED)
    page = text_of(ada, table)
    assert "This game is rated." in page and "1500 ± 372" in page
    assert 'id="bot-1"' not in page and 'id="beside-1"' not in page
    ben.post(f"{table}/sit", seat="1", name="Ben")
    assert "This game is rated." in text_of(ben, table)
    with ada.listen(table) as live:
        ada.post(f"{table}/give-up")
        ben.post(f"{table}/give-up")
        until(lambda: "This game was rated." in live.receive_text(), "it is told without being asked for", UNHURRIED)
    page = text_of(ben, table)
    found = re.findall(r"(Ada|Ben|You): (\d+) ± \d+ \(−\d+\)", page)
    assert len(found) == 2 and all(int(value) < 1500 for _, value in found)  # both have left it to bots


def test_a_rated_table_stays_one_on_the_page_that_says_that_nobody_has_an_id(site: Site) -> None:
    ada = with_way_back(site, "Ada")
    table = ada.set_table("maudits_criquets", **RATED)
    answer = ada.post(f"{table}/invite", seat="1", account="nobody's")
    assert answer.status_code == 404 and "nobody has that id" in html.unescape(answer.text).lower()
    assert "This game is rated." in answer.text and 'id="bot-1"' not in answer.text


def test_a_guest_may_watch_and_is_told_how_to_play(site: Site) -> None:
    ada, guest = with_way_back(site, "Ada"), introduced(site, "Eve")
    table = ada.set_table("maudits_criquets", is_listed="yes", **RATED)
    assert all("1 free seat · Rated" in text_of(guest, page) for page in ("/", "/lobby"))
    assert "Rated games are for people who have a way back" in text_of(guest, table)
    answer = guest.post(f"{table}/sit", seat="1", name="Eve")
    assert answer.status_code == 403
    assert "Make one on your account's page" in html.unescape(answer.text)
    assert "a free seat" in text_of(ada, table)


def test_what_cannot_be_rated_is_told_beside_the_form_and_no_table_is_made(site: Site) -> None:
    ada, guest = with_way_back(site, "Ada"), introduced(site, "Eve")
    for visitor, changed, told in [
        (guest, {}, "way back"),
        (ada, {"pace": ""}, "time to think"),
        (ada, {"seat2": "casual"}, "for people"),
        (ada, {"hints": "yes"}, "no hints"),
        (ada, {"seat2": "beside"}, "own device"),
    ]:
        form = {"seat1": "person", "seat2": "person", **RATED, **changed}
        answer = visitor.post("/tables", game="lucky_numbers", **form)
        assert answer.status_code == 422
        assert told in html.unescape(answer.text)
        assert 'value="yes" selected' in answer.text  # what was chosen is still there
    assert "Ada" not in text_of(site.visitor(), "/")


def test_a_program_sees_that_it_is_rated_and_its_own_ratings_and_cannot_play_there(site: Site) -> None:
    ada = with_way_back(site, "Ada")
    table = ada.set_table("maudits_criquets", **RATED)
    token = re.findall(r"jardinet_[\w-]{43}", ada.post("/account/tokens", label="a test").text)[0]
    program = site.visitor()
    told = program.get(f"/api{table.replace('/t/', '/tables/')}", authorization=f"Bearer {token}").json()
    assert told["agreement"]["rated"] is True
    assert program.get("/api/account", authorization=f"Bearer {token}").json()["perfs"] == {}
    ben = with_way_back(site, "Ben")
    ben.post(f"{table}/sit", seat="1", name="Ben")
    sent = {"ply": 0, "moves": ["bid-1"]}
    answer = program.send(f"/api{table.replace('/t/', '/tables/')}/play", sent, authorization=f"Bearer {token}")
    assert answer.status_code == 403 and "no program may play here" in answer.json()["error"]
    ada.post(f"{table}/give-up")
    ben.post(f"{table}/give-up")
    until(lambda: "This game was rated." in ada.get(table).text, "it is rated", UNHURRIED)
    (perf,) = program.get("/api/account", authorization=f"Bearer {token}").json()["perfs"].values()
    assert perf["games"] == 1 and perf["rating"] < 1500 and perf["prog"] == perf["rating"] - 1500
    assert perf["prov"] is True and 100 < perf["rd"] < 190


def test_a_program_neither_asks_for_a_rated_rematch_nor_comes_to_one_for_its_person(site: Site) -> None:
    ada, ben = with_way_back(site, "Ada"), with_way_back(site, "Ben")
    table = ada.set_table("maudits_criquets", **RATED)
    ben.post(f"{table}/sit", seat="1", name="Ben")
    token = re.findall(r"jardinet_[\w-]{43}", ben.post("/account/tokens", label="a test").text)[0]
    program = site.visitor()
    for visitor in (ada, ben):
        visitor.post(f"{table}/give-up")
    until(lambda: site.table(table.removeprefix("/t/")).is_over, "the bots come to an end", UNHURRIED)
    address = f"/api{table.replace('/t/', '/tables/')}"
    answer = program.send(f"{address}/rematch", {}, authorization=f"Bearer {token}")
    assert answer.status_code == 403 and answer.json()["code"] == "rated-program"
    assert site.table(table.removeprefix("/t/")).followed_by is None
    again = ada.post(f"{table}/rematch").url.path.rstrip("/").removeprefix("/t/")
    for path in (f"/api/tables/{again}", "/api/account", "/api/account/playing"):
        program.get(path, authorization=f"Bearer {token}")
    assert site.table(again).is_offer and site.table(again).deadline is None
    ben.get(f"/t/{again}")
    assert not site.table(again).is_offer and site.table(again).deadline


LOST_BY_LEAVING = "whoever leaves more than a quarter of their plays to a bot has lost it"


@pytest.mark.parametrize("rated", ["yes", ""])
def test_whoever_lets_a_bot_play_or_is_asked_to_is_told_beforehand_that_it_loses_a_rated_game(
    site: Site, rated: str
) -> None:
    ada, ben = with_way_back(site, "Ada"), with_way_back(site, "Ben")
    table = ada.set_table("maudits_criquets", **{**RATED, "rated": rated})
    ben.post(f"{table}/sit", seat="1", name="Ben")

    def told(visitor: Visitor, address: str = table) -> int:
        return text_of(visitor, address).count(LOST_BY_LEAVING)

    times = [told(ben), told(ben, "/games")]
    assert times == ([2, 1] if rated else [0, 0])  # at a bot for oneself, at giving up; and in the list
    ada.post(f"{table}/ask", seat="1", level="skilled")
    assert told(ben) == (3 if rated else 0)  # and at the question
    ben.post(f"{table}/answer", seat="1", agrees="yes")
    assert told(ben) == (1 if rated else 0)  # at the seat that can be taken back
    ada.post(f"{table}/give-up")
    until(lambda: site.table(table.removeprefix("/t/")).is_over, "the bots come to an end", UNHURRIED)
    assert told(ben) == told(ada) == 0


def test_the_host_only_asks_whether_a_bot_may_play_for_somebody_who_has_closed_their_page(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben = with_way_back(site, "Ada"), with_way_back(site, "Ben")
    table = ada.set_table("maudits_criquets", **{**RATED, "pace": "86400"})
    ben.post(f"{table}/sit", seat="1", name="Ben")
    monkeypatch.setattr(site.presence, "_intervals", AWAY_AT_ONCE)
    page = ada.get(table).text
    assert "Ben is away." in page
    assert offered(page) == {"0": "bot", "1": "ask"}
    refused = ada.post(f"{table}/bot", seat="1", level="skilled")
    assert refused.status_code == 409
    assert "Ben has their time to think" in html.unescape(refused.text)


@pytest.mark.parametrize("accounts", ["off", "invited"])
def test_where_nobody_can_have_a_way_back_nothing_is_rated(tmp_path: Path, accounts: AccountsPolicy) -> None:
    closed = replace(settings_of(new_sqlite(tmp_path / "tables.sqlite3")), accounts=accounts)
    with open_site(closed) as site:
        ada = introduced(site, "Ada")
        assert 'name="rated"' not in ada.get("/set-up/lucky_numbers").text
        for screen in ("", "table"):  # a form from before the setting was changed
            form = {"seat1": "person", "seat2": "person", "is_listed": "yes", "screen": screen, **RATED}
            assert ada.post("/tables", game="lucky_numbers", **form).status_code == 422
        assert "free seat" not in text_of(site.visitor(), "/lobby")
    with open_site(replace(closed, accounts="open")) as site:
        assert 'name="rated"' in site.visitor().get("/set-up/lucky_numbers").text
