"""Tournaments without a script: opened, entered, played, looked at, hosted by a cookie or a PIN."""

from __future__ import annotations

import html
import re
from itertools import cycle

import pytest
from sqlalchemy import func, select
from tests.kit.pages import Site, Visitor
from tests.kit.waiting import until

from jardinet.server.storage.models import PersonRow
from jardinet.server.tables import commands
from jardinet.tournaments.plan import FORMS
from jardinet.words.language import CODES

OPEN = {
    "title": "Café Cup",
    "game": "lucky_numbers",
    "form": "lots",
    "seats": "2",
    "rounds": "2",
    "pace": "300+10",
    "by_itself": "no",
    "begins_after": "0",
    "no_show": "5",
    "lasts": "180",
    "ties": "shared",
    "rated": "no",
}


def shown(visitor: Visitor, address: str, **headers: str) -> str:
    answer = visitor.get(address, **headers)
    assert answer.status_code == 200, answer.text
    return html.unescape(answer.text)


def opened(site: Site, **fields: str) -> tuple[Visitor, str, str]:
    """The host, the address of the tournament, and the PIN."""
    host = site.visitor()
    answer = host.post("/tournaments", name="Hanna", **(OPEN | fields))
    assert answer.status_code == 200, answer.text
    address = answer.url.path.rstrip("/").removesuffix("/host")
    pin = re.search(r"(\d{4}) (\d{4})", answer.text)
    assert pin
    return host, address, pin[1] + pin[2]


def entered(site: Site, address: str, *names: str) -> list[Visitor]:
    people = [site.visitor() for _name in names]
    for one, name in zip(people, names, strict=True):
        answer = one.post(f"{address}/enter", name=name)
        assert (answer.status_code, answer.url.path) == (200, address)
    return people


def own_table(visitor: Visitor, address: str) -> str:
    found = re.search(r'class="button main" href="(/t/[\w-]+)"', shown(visitor, address))
    assert found
    return found[1]


def finish(site: Site, table: str) -> None:
    """Let bots play a table to its end, in the place of all who sit there, after a turn of their own."""
    with site._client.portal() as portal:
        service = site.services.service
        now = portal.call(service.load, table.removeprefix("/t/"))
        for seat in now.seats:
            now = portal.call(service.come, now, seat.person)
        while not now.is_over:
            if now.is_game_over:
                now = portal.call(service.do, now.id, commands.BeginNext(now.seats[0].person))
                continue
            awaited, state = now.awaited()[0], now.state
            assert state
            text = state.action_to_string(awaited, state.legal_actions(awaited)[0])
            now = portal.call(service.do, now.id, commands.Play(awaited, now.ply, (text,), now.seats[awaited].person))


def test_an_evening_from_the_first_name_to_the_standings(site: Site) -> None:
    host, address, pin = opened(site)
    assert pin not in shown(host, f"{address}/host"), "the PIN is shown once"
    assert "Café Cup" in shown(site.visitor(), "/tournaments")
    ada, ben, cem = entered(site, address, "Ada", "Ben", "Cem")
    assert "Take part as" not in shown(ada, address)
    assert "3 take part. The host begins the first round." in shown(site.visitor(), address)
    answer = host.post(f"{address}/host/do", do="begin")
    assert answer.url.path.rstrip("/") == f"{address}/host"
    assert "Not here yet: " in html.unescape(answer.text)
    page = shown(ada, address)
    assert "Round 1 of 2 is played." in page
    resting = next(
        one
        for one, name in ((ada, "Ada"), (ben, "Ben"), (cem, "Cem"))
        if f"{name} rests." in page.replace("\u2068", "").replace("\u2069", "")
    )
    players = [one for one in (ada, ben, cem) if one is not resting]
    assert own_table(players[0], address) == own_table(players[1], address)
    assert "this page tells your next table" in shown(resting, address)
    finish(site, own_table(players[0], address))
    until(lambda: "Round 1 is over." in shown(ada, f"{address}/now"), "the result has come")
    for part in ("Standings", "CSV", "★"):
        assert part in shown(ada, address)
    lines = ada.get(f"{address}/standings.csv").text.splitlines()
    assert lines[0] == "place,name,points,wins,matches,entry"
    assert len(lines) == 3
    assert "Standings" in shown(ada, f"{address}/standings")
    assert 'class="digits"' in shown(site.visitor(), f"{address}/wall")
    assert "Café Cup" in shown(site.visitor(), f"{address}/wall/now")


def test_weekends_are_off_where_that_is_agreed(site: Site) -> None:
    host, address, _pin = opened(site, pace="86400", weekends="off", zone="Europe/Paris")
    ada, _ben = entered(site, address, "Ada", "Ben")
    told = "Weekends are off, by the time of Europe/Paris."
    assert told in shown(ada, address) and told in shown(host, "/tournaments")
    host.post(f"{address}/host/do", do="begin")
    table = own_table(ada, address)
    assert told in shown(ada, table)


def test_the_host_corrects_a_result_and_all_see_it(site: Site) -> None:
    host, address, _pin = opened(site)
    ada, _ben = entered(site, address, "Ada", "Ben")
    host.post(f"{address}/host/do", do="begin")
    where = f"{address}/host/table/1/1"
    assert "<svg" in shown(host, where)
    answer = host.post(where, points0="x", points1="2")
    assert answer.status_code == 422
    assert "is no number of points" in answer.text
    assert host.post(where, points0="-3", points1="7").status_code == 200
    page = shown(ada, address).replace("\u2068", "").replace("\u2069", "")
    assert "The host has set the result of table 1 in round 1: " in page
    assert "−3" in page
    assert "set by the host" in page
    for stranger in (ada, site.visitor()):
        assert stranger.post(where, points0="9", points1="0").status_code == 403
        assert stranger.get(where).status_code == 403
    assert host.post(f"{address}/host/do", do="off").status_code == 200
    assert "The host has called it off." in shown(ada, address)
    assert host.post(f"{address}/host/do", do="begin").status_code == 422


def test_the_pin_makes_a_host_on_another_device_and_cannot_be_tried_often(site: Site) -> None:
    _host, address, pin = opened(site)
    tablet = site.visitor()
    assert "PIN of the tournament" in shown(tablet, f"{address}/host")
    wrong = "0" * 8 if pin != "0" * 8 else "1" * 8
    assert tablet.post(f"{address}/host/pin", pin=wrong).status_code == 403
    assert "Begin the next round" in tablet.post(f"{address}/host/pin", pin=f"{pin[:4]} {pin[4:]}").text
    other = site.visitor()
    for _try in range(5):
        other.post(f"{address}/host/pin", pin=wrong)
    answer = other.post(f"{address}/host/pin", pin=pin)
    assert answer.status_code == 403
    assert "too many PINs" in html.unescape(answer.text).replace("Too", "too")


def test_a_substitute_takes_a_place_over_by_a_link_that_works_once(site: Site) -> None:
    host, address, _pin = opened(site)
    ada, _ben = entered(site, address, "Ada", "Ben")
    host.post(f"{address}/host/do", do="begin")
    link = re.search(rf"{address}/take/1/\w+", shown(host, f"{address}/host/entry/1"))
    assert link
    eve = site.visitor()
    assert "Play on for" in shown(eve, link[0])
    answer = eve.post(link[0], name="Eve")
    assert answer.url.path == address
    assert "Your table" in answer.text
    assert "Your table" not in shown(ada, address)
    assert site.visitor().get(link[0]).status_code == 404
    assert ada.get(f"{address}/host/entry/2").status_code == 403


def test_people_without_a_device_play_at_a_tablet_of_the_hosts(site: Site) -> None:
    host, address, pin = opened(site)
    for name in ("Ada", "Ben"):
        assert name in host.post(f"{address}/host/add", name=name).text
    assert host.post(f"{address}/host/add", name="").status_code == 422
    host.post(f"{address}/host/do", do="begin")
    tablet = site.visitor()
    tablet.post(f"{address}/host/pin", pin=pin)
    answer = tablet.post(f"{address}/host/table/1/1", here="yes", name="Tablet")
    assert answer.url.path.startswith("/t/")
    table = site.table(answer.url.path.strip("/").removeprefix("t/"))
    assert {seat.name for seat in table.seats} == {"Ada", "Ben"}
    assert len({seat.person for seat in table.seats}) == 1
    assert not table.is_offer
    assert "data-yours" in answer.text
    finish(site, answer.url.path.rstrip("/"))
    until(lambda: "CSV" in shown(host, f"{address}/now"), "the result has come")
    assert {line.split(",")[1] for line in host.get(f"{address}/standings.csv").text.splitlines()[1:]} == {"Ada", "Ben"}
    asked = shown(tablet, f"/start-anew?back={address}")
    assert f'value="{address}"' in asked
    assert tablet.post("/start-anew", back=address).url.path == address
    assert tablet.post("/start-anew", back="//elsewhere.example").url.path == "/"


def test_who_leaves_is_told_to_all_and_may_come_back(site: Site) -> None:
    host, address, _pin = opened(site)
    ada, _ben = entered(site, address, "Ada", "Ben")
    ada.post(f"{address}/leave")
    page = shown(host, address).replace("\u2068", "").replace("\u2069", "")
    assert "Ada has left." in page
    assert "Take part as" in shown(ada, address)
    assert ada.post(f"{address}/enter").status_code == 200
    host.post(f"{address}/host/entry/1", gone="yes")
    assert "Take part as" in shown(ada, address)


@pytest.mark.parametrize(("code", "form"), list(zip(CODES, cycle(FORMS), strict=False)))
def test_every_page_in_every_language_and_form(site: Site, code: str, form: str) -> None:
    host, address, _pin = opened(site, form=form, title="")
    entered(site, address, "Ada", "Ben", "Cem")
    in_it = {"accept-language": code}
    pages = ["/tournaments", address, f"{address}/now", f"{address}/wall", f"{address}/standings", f"{address}/host"]
    for page in [*pages, f"{address}/host/now", f"{address}/host/entry/1"]:
        assert f'lang="{code}"' in shown(host, page, **in_it) or page.endswith("/now")
    host.post(f"{address}/host/do", do="begin")
    assert ('id="running"' in shown(host, address)) == (form == "evening")
    host.post(f"{address}/host/do", do="pause")
    for page in [*pages, f"{address}/host/table/1/1"]:
        shown(host, page, **in_it)


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"rounds": "99"}, "choose 1 to 20"),
        ({"game": "chess"}, "chess"),
        ({"pace": "soon"}, "reads like 45 or 300+10"),
        ({"form": "swiss"}, "everybody, lots or evening"),
        ({"no_show": ""}, "choose 1 to"),
        ({"rated": "yes", "pace": ""}, "time to think"),
        ({"title": "x" * 61}, "60 characters"),
        ({"weekends": "off"}, "Weekends are off only where a turn takes days"),
        ({"pace": "86400", "weekends": "off", "zone": "Paris"}, "Europe/Paris, or UTC"),
    ],
)
def test_what_cannot_be_opened_is_refused_above_the_form(site: Site, fields: dict[str, str], told: str) -> None:
    answer = site.visitor().post("/tournaments", name="Hanna", **(OPEN | fields))
    assert answer.status_code == 422
    assert told in html.unescape(answer.text)
    assert "Café Cup" in html.unescape(answer.text) or "title" in fields


def test_a_name_is_no_formula_of_a_spreadsheet_and_no_markup(site: Site) -> None:
    host, address, _pin = opened(site, title="<b>x")
    entered(site, address, "=1+1", "<i>Ben")
    host.post(f"{address}/host/do", do="begin")
    host.post(f"{address}/host/table/1/1", points0="1", points1="2")
    assert "'=1+1" in host.get(f"{address}/standings.csv").text
    assert "<i>Ben" not in host.get(address).text
    assert "<b>x" not in host.get(f"{address}/wall").text


def test_there_is_nothing_at_unknown_addresses(site: Site) -> None:
    _host, address, _pin = opened(site)
    for nowhere in ("/tournaments/nowhere", "/tournaments/nowhere/host", "/tournaments/nowhere/wall"):
        assert site.visitor().get(nowhere).status_code == 404
    host = _host
    assert host.get(f"{address}/host/table/1/1").status_code in (404, 422)
    assert host.get(f"{address}/host/entry/7").status_code in (404, 422)
    assert site.visitor().get(f"{address}/take/1/{'0' * 24}").status_code == 404


def test_a_rated_tournament_takes_no_bare_name_and_makes_nobody(site: Site) -> None:
    """Who is entered by a name alone has no way back: that is told on the host's page, and no person is left over."""
    host, address, _pin = opened(site, rated="yes")

    def people() -> int:
        counted = select(func.count()).select_from(PersonRow)
        with site._client.portal() as portal:
            return int(portal.call(site.services.database.read, lambda connection: connection.scalar(counted)) or 0)

    before = people()
    answer = host.post(f"{address}/host/add", name="Gusti")
    assert (answer.status_code, 'role="alert"' in answer.text) == (403, True)
    assert "this tournament is rated" in html.unescape(answer.text).lower()
    assert people() == before
