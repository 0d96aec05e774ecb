"""Devices of people who have a way back: what is theirs, what is no longer, and what it costs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from sqlalchemy import event
from tests.kit.pages import Site, Visitor, open_site
from tests.kit.servers import SHORT, settings_of
from tests.kit.waiting import until

LINK = re.compile(r"/go-on/[\w-]+")
DEVICE = re.compile(r'name="device" value="(\w+)"')


@pytest.fixture
def site(url: str) -> Iterator[Site]:
    with open_site(settings_of(url)) as one:
        yield one


def is_ada(visitor: Visitor) -> bool:
    return "Good to see you, Ada." in visitor.get("/").text.replace("\u2068", "").replace("\u2069", "")


def link_of(visitor: Visitor) -> str:
    found = LINK.search(visitor.post("/account/link").text)
    assert found
    return found[0]


def other_device(site: Site, visitor: Visitor) -> Visitor:
    """Another device of the same person."""
    other = site.visitor()
    other.post(link_of(visitor))
    return other


def devices_of(visitor: Visitor) -> list[str]:
    """Their ids, that of this device first."""
    return DEVICE.findall(visitor.get("/account").text)


@contextmanager
def statements(site: Site) -> Iterator[list[str]]:
    """The statements about devices that the database is asked meanwhile."""
    noted: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        if "FROM devices" in statement:
            noted.append(statement)

    engine = site.services.database._engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield noted
    finally:
        event.remove(engine, "before_cursor_execute", note)


def test_a_cookie_from_before_there_was_a_way_back_opens_nothing_afterwards(site: Site) -> None:
    ada, copy = site.visitor(), site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", seat2="greedy", first="1")
    copy.becomes(ada)
    assert is_ada(copy)
    assert "seat-link" in copy.get(table).text
    link_of(ada)
    assert is_ada(ada)
    assert not is_ada(copy)
    assert "seat-link" not in copy.get(table).text
    assert copy.asked_once(f"{table}/play", play="draw", ply="0").status_code == 403
    assert "seat-link" in ada.get(table).text


def test_an_answer_that_was_under_way_leaves_the_new_cookie_alone(site: Site) -> None:
    """A page that polls may have asked with the old cookie, and is answered after the new one was set."""
    ada, late = site.visitor(), site.visitor()
    ada.set_table("lucky_numbers", name="Ada")
    late.becomes(ada)
    link_of(ada)
    assert "jardinet=" not in late.get("/company").headers.get("set-cookie", "")
    assert not is_ada(late)
    late.post("/account", name="Eve")  # who tells a name there is somebody new
    assert "Eve" in late.get("/").text


def test_a_device_that_is_signed_out_shows_a_stranger_what_strangers_see(site: Site) -> None:
    ada = site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", seat2="greedy")
    phone = other_device(site, ada)
    assert "seat-link" in phone.get(table).text
    own, other = devices_of(ada)
    assert devices_of(phone) == [other, own]
    ada.post("/account/sign-out", device=other)
    assert not is_ada(phone)
    assert "seat-link" not in phone.get(table).text
    assert devices_of(ada) == [own]
    assert ada.post("/account/sign-out", device="nothing").status_code == 200  # one is gone already
    assert is_ada(ada)


def test_nobody_signs_others_out(site: Site) -> None:
    ada, eve = site.visitor(), site.visitor()
    for visitor, name in ((ada, "Ada"), (eve, "Eve")):
        visitor.set_table("lucky_numbers", name=name)
        link_of(visitor)
    eve.post("/account/sign-out", device=devices_of(ada)[0])
    assert is_ada(ada)


def test_of_the_last_device_nobody_signs_out_without_another_way_back(site: Site) -> None:
    ada = site.visitor()
    ada.set_table("lucky_numbers", name="Ada")
    link_of(ada)
    for form in ({"device": devices_of(ada)[0]}, {}):
        answer = ada.post("/account/sign-out", **form)
        assert answer.status_code == 409
        assert "this is your last device" in answer.text
        assert is_ada(ada)


def test_to_start_anew_signs_out(site: Site) -> None:
    ada = site.visitor()
    ada.set_table("lucky_numbers", name="Ada")
    phone = other_device(site, ada)
    copy = site.visitor()
    copy.becomes(phone)
    phone.post("/start-anew")
    assert not is_ada(copy)
    assert len(devices_of(ada)) == 1


def test_another_process_ends_what_is_open_there_within_seconds(url: str) -> None:
    with open_site(settings_of(url)) as site, open_site(settings_of(url)) as other:
        ada = site.visitor()
        table = ada.set_table("lucky_numbers", name="Ada", seat2="person")
        before = other.visitor()
        before.becomes(ada)
        with before.listen(table) as live:
            assert "seat-link" in live.receive_text()
            phone = other.visitor()
            phone.post(link_of(ada))
            ends(live)  # the cookie is from before
        with phone.listen(table) as live:
            assert "seat-link" in live.receive_text()
            assert is_ada(phone)
            own, _ = devices_of(ada)
            ada.post("/account/sign-out", device=next(one for one in devices_of(ada) if one != own))
            ends(live)
        until(lambda: not is_ada(phone), "the other process knows that the phone is signed out")
        with phone.listen(table) as live:
            assert "seat-link" not in live.receive_text()


def ends(live: Any) -> None:
    """See that a socket is closed, so that its page comes again."""
    with pytest.raises(WebSocketDisconnect) as closed:
        while True:
            live.receive_text()
    assert closed.value.code == 1013


def test_a_guests_token_ends_as_soon_as_that_person_has_devices(site: Site) -> None:
    program = site.visitor()
    made = program.send("/api/guests", {"name": "Ada"}).json()
    bearer = {"Authorization": f"Bearer {made['token']}"}
    assert program.get("/api/account", **bearer).status_code == 200
    site.services.devices._people.add(made["id"])  # as a link of the host's makes it
    assert program.get("/api/account", **bearer).status_code == 401


def test_a_guest_costs_no_look_and_somebody_with_devices_one_in_a_while(url: str) -> None:
    with open_site(replace(settings_of(url), intervals=replace(SHORT, devices=60.0))) as site:
        ada, ben = site.visitor(), site.visitor()
        table = ada.set_table("lucky_numbers", name="Ada", seat2="greedy", first="1")
        with statements(site) as noted:
            for _ in range(3):
                ada.get(table)
                ada.post(f"{table}/play", play="draw", ply="0")
            assert noted == []
            link_of(ada)
            ben.post(link_of(ada))
            assert is_ada(ben)
            noted.clear()
            for _ in range(3):
                ben.get(table)
            assert noted == []  # what is known holds for a minute here
