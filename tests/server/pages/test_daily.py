"""The deal of the day: one deal for everybody, whose deck nobody learns from somebody else before the day is over everywhere."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import date, timedelta
from html import unescape

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.routes import HTTPRoute
from tests.kit.daily import begun, finish, played
from tests.kit.pages import Site, Visitor
from tests.kit.waiting import UNHURRIED, until

from jardinet.games.api import CHANCE
from jardinet.play.record_format import read
from jardinet.play.verification import verify
from jardinet.server.tables.agreement import told_at
from jardinet.server.tables.daily import day_at

GAMES = ["lucky_numbers", "maudits_criquets"]


def today(site: Site) -> date:
    return day_at(site.services.database.now())


def let_the_day_end(site: Site, day: date) -> None:
    """Let the day be over everywhere."""
    site.pass_time(seconds=(told_at(day) - site.services.database.now()).total_seconds() + 1)


def secret_of(site: Site, table: str) -> str:
    return site.table(table.rpartition("/")[2]).games[0].sealed.secret.hex()


def token_of(person: Visitor) -> str:
    return str(re.findall(r"jardinet_[\w-]{43}", person.post("/account/tokens", label="mine").text)[0])


def zip_of(person: Visitor) -> str:
    """All that is kept of somebody, as text."""
    with zipfile.ZipFile(io.BytesIO(person.post("/account/export").content)) as file:
        return "\n".join(file.read(name).decode() for name in file.namelist())


def deck_of(site: Site, table: str, count: int = 12) -> list[str]:
    """The first cards that chance has revealed at a table."""
    game = site.table(table.rpartition("/")[2]).games[0]
    return [one.text for one in game.log if one.seat == CHANCE][:count]


@pytest.mark.parametrize("game", GAMES)
def test_everybody_has_the_same_deal_against_a_bot_that_plays_alike(site: Site, game: str) -> None:
    tables = [played(site, site.visitor(), game, name) for name in ("Ada", "Ben")]
    moves = [site.table(table.rpartition("/")[2]).games[0].moves for table in tables]
    assert moves[0] == moves[1], "the same plays are answered by the same plays, and by the same cards"
    other = played(site, site.visitor(), game, "Cleo", level="random")
    assert deck_of(site, other, 3) == deck_of(site, tables[0], 3)
    assert secret_of(site, other) == secret_of(site, tables[0])


def addresses_of(site: Site, table_id: str) -> list[str]:
    """Every address of the server with a table's id that can be looked at, the JSON of programs included."""
    found = []
    for route in site.routes:
        if isinstance(route, HTTPRoute) and "{table_id:str}" in route.path and "GET" in route.methods:
            address = route.path.replace("{table_id:str}", table_id).replace("{number:int}", "1")
            found.append(address.replace("{name:str}", "5.svg"))
    return found


def told_to(person: Visitor, addresses: list[str], token: str = "") -> dict[str, str]:
    """What somebody is told at each address, with its status: by cookie on pages, by token below /api."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answers = {address: person.get(address, **headers) for address in addresses}
    return {address: f"{answer.status_code} {unescape(answer.text)}" for address, answer in answers.items()}


@pytest.mark.parametrize("game", GAMES)
def test_no_address_tells_the_secret_before_the_day_is_over_everywhere(site: Site, game: str) -> None:
    ada, eve = site.visitor(), site.visitor()
    day = today(site)
    table = played(site, ada, game, "Ada")
    begun(site, eve, game, "Eve")
    token = token_of(ada)
    addresses = addresses_of(site, table.rpartition("/")[2])
    assert len(addresses) > 12
    secret, others = secret_of(site, table), [f"/day/{game}", "/games", "/results", "/people", "/"]
    for address, told in (told_to(ada, addresses, token) | told_to(ada, others)).items():
        assert secret not in told, address
    assert secret not in zip_of(ada)
    record = read(ada.get(f"{table}/record").content)[0]
    assert verify(record).outcome == "not-revealed"
    assert record.deal
    assert record.deal.nonces == ()
    proof = unescape(ada.get(f"{table}/proof").text)
    assert "nothing: the deal is the same for everybody" in proof
    assert "revealed when the day is over everywhere on Earth" in proof
    assert "The game is over, but its secret was never revealed." not in proof
    for person in (eve, site.visitor()):  # who has played it, and who has not
        for address, told in told_to(person, addresses, token_of(eve) if person is eve else "").items():
            assert told.startswith(("403 ", "404 ")), address
            assert secret not in told, address
            assert not any(f"reveal-{card}" in told for card in ("1", "corn")), address
    assert "<h1>That is not possible.</h1>" in eve.get(table).text
    with pytest.raises(WebSocketDisconnect), eve.listen(table) as live:
        live.receive_text()

    let_the_day_end(site, day)
    record = read(ada.get(f"{table}/record").content)[0]
    assert verify(record).is_fair
    assert record.deal
    assert record.deal.secret
    assert record.deal.secret.hex() == secret
    seen = told_to(eve, addresses, token_of(eve))
    assert secret in seen[f"{table}/proof"]
    assert "Fair: the deck is the one that was promised" in seen[f"{table}/proof"]
    assert secret in seen[f"/api{table.replace('/t/', '/tables/')}"]
    assert secret in zip_of(ada)
    assert secret in eve.get(f"/day/{game}/{day}").text
    with eve.listen(table) as live:
        assert live.receive_text()


def told_on(person: Visitor, address: str) -> str:
    """The text of a page, without its tags."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", person.get(address).text)).split())


def test_a_deal_is_begun_once_gone_on_with_and_then_told(site: Site) -> None:
    ada, address = site.visitor(), f"/day/lucky_numbers/{today(site)}"
    assert "You need no account." in told_on(ada, address)
    table = begun(site, ada, "lucky_numbers", "Ada")
    assert ada.post(address).url.path.rstrip("/") == table, "who begins again goes on"
    page = told_on(ada, "/day/lucky_numbers")
    assert "One attempt counts: go on with it." in page
    assert f'href="{table}"' in ada.get(address).text
    assert "To share" not in page
    finish(site, table)
    assert ada.post(address).url.path == address, "who is done sees how they fared"
    page = told_on(ada, address)
    assert re.search(r"You: \d+ (turns|free cells?)[,;] Master: \d+ (turns|free cells?)", page)
    shared = re.search(r"<textarea[^>]*>([^<]*)</textarea>", ada.get(address).text)
    assert shared
    heading, compared, link = unescape(shared[1]).splitlines()
    assert heading.startswith("Jardinet, Lucky Numbers, deal of ")
    assert compared.startswith("Ada: ")
    assert link.endswith(address)
    assert "1 Ada you" in page
    assert "1 Ada " in told_on(site.visitor(), address)


def test_who_plays_as_the_bot_does_fares_as_the_bot_does(site: Site) -> None:
    ada, address = site.visitor(), f"/day/lucky_numbers/{today(site)}"
    played(site, ada, "lucky_numbers", "Ada", level="master")

    def result() -> re.Match[str] | None:
        return re.search(
            r"You: (\d+ (?:turns|free cells?))[,;] Master: (\d+ (?:turns|free cells?)) ", told_on(ada, address)
        )

    until(result, "the bot has played the deal")
    found = result()
    assert found
    assert found[1] == found[2]


def test_at_its_table_there_is_neither_hint_nor_way_back_nor_link_of_the_seat(site: Site) -> None:
    ada = site.visitor()
    table = begun(site, ada, "lucky_numbers", "Ada")
    page = ada.get(table).text
    for absent in ("seat-link", "/take-back", 'name="hint"'):
        assert absent not in page
    usual = ada.set_table("lucky_numbers", name="Ada", seat2="greedy", take_back="yes")
    assert "seat-link" in ada.get(usual).text
    finish(site, table)
    page = ada.get(table).text
    assert f"/day/lucky_numbers/{today(site)}" in page
    assert "data-share" not in page, "nobody else may look at it yet"
    again = ada.post(f"{table}/rematch").url.path.rstrip("/")
    assert site.table(again.rpartition("/")[2]).agreement.day is None
    assert secret_of(site, again) != secret_of(site, table)


def test_a_missed_day_can_be_played_later_and_breaks_nothing(site: Site) -> None:
    ada, first = site.visitor(), today(site)
    played(site, ada, "lucky_numbers", "Ada")
    let_the_day_end(site, first)
    site.deal()
    second = today(site)
    let_the_day_end(site, second)
    site.deal()
    played(site, ada, "lucky_numbers", "Ada", second)
    address = f"/day/lucky_numbers/{second}"
    page = ada.get(address).text
    assert "Played later" in page
    assert "Nobody yet." in page
    month = ada.get(f"{address}?month={first:%Y-%m}").text
    assert re.search(rf'href="/day/lucky_numbers/{first}" aria-label="[^"]*played on its day"', month)
    month = ada.get(f"{address}?month={second:%Y-%m}").text
    assert re.search(rf'href="/day/lucky_numbers/{second}" aria-label="[^"]*played later, or not to the end"', month)


@pytest.mark.parametrize(
    "address",
    [
        "nowhere",
        "lucky_numbers/2026-02-30",
        "lucky_numbers/2001-01-01",
        "lucky_numbers/9999-12-31",
        "lucky_numbers/20261129",
        "lucky_numbers/x",
    ],
)
def test_what_is_no_day_is_not_found(site: Site, address: str) -> None:
    ada = site.visitor()
    ada.get("/")
    assert ada.get(f"/day/{address}").status_code == 404
    assert ada.get("/day/lucky_numbers?month=2026-13").status_code == 404
    if "/" in address:
        assert ada.post(f"/day/{address}").status_code == 404


def test_tomorrow_is_promised_and_cannot_be_looked_at(site: Site) -> None:
    ada, tomorrow = site.visitor(), today(site) + timedelta(days=1)
    page = told_on(ada, "/day/lucky_numbers")
    assert "The promise of the day after: " in page
    assert ada.get(f"/day/lucky_numbers/{tomorrow}").status_code == 404
    assert ada.post(f"/day/lucky_numbers/{tomorrow}").status_code == 404


def test_a_program_cannot_open_a_deal_of_the_day(site: Site) -> None:
    ada = site.visitor()
    begun(site, ada, "lucky_numbers", "Ada")
    content = {"game": "lucky_numbers", "parameters": {}, "seats": ["person", "master"], "day": str(today(site))}
    answer = ada.send("/api/tables", content, Authorization=f"Bearer {token_of(ada)}")
    assert (answer.status_code, answer.json()["code"]) == (422, "no-day-field")


def test_ones_moments_are_told_as_soon_as_the_game_is_analysed(site: Site) -> None:
    ada, address = site.visitor(), f"/day/lucky_numbers/{today(site)}"
    table = played(site, ada, "lucky_numbers", "Ada", level="random")
    until(lambda: "Your moments" in ada.get(address).text, "the game is analysed", UNHURRIED)
    moments = re.findall(rf'href="({table}/review/1\?at=[\w-]+)"', ada.get(address).text)
    assert 1 <= len(moments) <= 4
    assert ada.get(moments[0]).status_code == 200
    assert ada.get(f"{table}/review/1").status_code == 200
