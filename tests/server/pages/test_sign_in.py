"""Signing in by a handle and a password, and what a host may allow."""

from __future__ import annotations

import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path

import pytest
from tests.kit.databases import new_sqlite
from tests.kit.pages import Site, Visitor, open_site
from tests.kit.servers import serving, settings_of

from jardinet.server.bench import Visitor as Guesser
from jardinet.server.people.passwords import Passwords
from jardinet.server.settings import SettingError, Settings

WRONG = "Nobody is known here by that handle with that password."


def introduced(site: Site, name: str = "Ada") -> Visitor:
    visitor = site.visitor()
    visitor.post("/account", name=name)
    return visitor


def with_password(site: Site, handle: str = "ada-99", password: str = "correct horse") -> Visitor:
    visitor = introduced(site)
    assert visitor.post("/account/password", handle=handle, password=password).status_code == 200
    return visitor


def is_ada(visitor: Visitor) -> bool:
    return "Good to see you, Ada." in visitor.get("/").text.replace("\u2068", "").replace("\u2069", "")


def test_a_handle_and_a_password_sign_in_anywhere(site: Site, tmp_path: Path) -> None:
    ada, phone = with_password(site), site.visitor()
    assert "Password of ada-99" in ada.get("/account").text
    answer = phone.post("/sign-in", handle=" ADA-99", password="correct horse")
    assert answer.url.path == "/"
    assert is_ada(phone)
    assert is_ada(ada)
    kept = b"".join(file.read_bytes() for file in tmp_path.glob("tables.sqlite3*"))
    assert b"correct horse" not in kept


def test_a_wrong_password_and_an_unknown_handle_get_the_same_answer(site: Site) -> None:
    with_password(site)
    answers = [
        site.visitor().post("/sign-in", handle=handle, password=password)
        for handle, password in (("ada-99", "wrong horse"), ("nobody", "wrong horse"), ("nobody", ""), ("", "x" * 900))
    ]
    pages = {re.sub(r'value="[^"]*"', "", answer.text) for answer in answers}
    assert len(pages) == 1
    assert WRONG in pages.pop()
    assert {answer.status_code for answer in answers} == {422}


def test_a_password_is_changed_and_the_old_one_opens_nothing(site: Site) -> None:
    ada = with_password(site)
    ada.post("/account/password", handle="ada-99", password="battery staple")
    assert WRONG in site.visitor().post("/sign-in", handle="ada-99", password="correct horse").text
    phone = site.visitor()
    phone.post("/sign-in", handle="ada-99", password="battery staple")
    assert is_ada(phone)


@pytest.mark.parametrize(
    ("handle", "password", "told"),
    [
        ("a", "correct horse", "3 to 20"),
        ("ada-98", "short", "8 to 200"),
        ("ada-99", "correct horse", "somebody has that"),
    ],
)
def test_what_cannot_be_is_told(site: Site, handle: str, password: str, told: str) -> None:
    with_password(site)
    answer = introduced(site, "Eve").post("/account/password", handle=handle, password=password)
    assert answer.status_code == 422
    assert told.lower() in answer.text.lower()
    assert password not in answer.text


def test_after_five_wrong_ones_a_minute_strangers_wait_and_a_known_device_does_not(site: Site) -> None:
    ada = with_password(site)
    ada.post("/sign-in", handle="ada-99", password="correct horse")
    own = re.findall(r'name="device" value="(\w+)"', ada.get("/account").text)[0]
    ada.post("/account/sign-out", device=own)
    assert not is_ada(ada)
    eve = site.visitor()
    answers = [eve.post("/sign-in", handle="ada-99", password=f"guess number {n}") for n in range(7)]
    assert [answer.status_code for answer in answers] == [422] * 5 + [429] * 2
    assert answers[-1].headers["retry-after"] == "60"
    stranger = site.visitor()
    assert stranger.post("/sign-in", handle="ada-99", password="correct horse").status_code == 429
    ada.post("/sign-in", handle="ada-99", password="correct horse")
    assert is_ada(ada)


def test_from_one_address_twenty_are_looked_at_a_minute(site: Site) -> None:
    eve = site.visitor()
    answers = [eve.post("/sign-in", handle=f"somebody-{n}", password="a guess") for n in range(23)]
    assert sorted(answer.status_code for answer in answers) == [422] * 20 + [429] * 3


def test_of_two_hundred_wrong_ones_from_twenty_addresses_ten_at_most_are_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks from many addresses at once; five a minute are looked at, and the minute may be over meanwhile."""
    looked_at: list[str] = []

    def verified(_passwords: Passwords, proof: str, _password: bytes) -> bool:
        looked_at.append(proof)
        return False

    monkeypatch.setattr(Passwords, "_verified", verified)

    def guesses(address: str, number: int) -> list[int]:
        with Guesser(address, f"127.0.0.{number}") as eve:
            form = {"_csrf_token": eve.cookies["csrftoken"], "handle": "ada-99"}
            return [
                eve.post("/sign-in", data=form | {"password": f"guess {number} {n}"}).status_code for n in range(10)
            ]

    with serving(settings_of(new_sqlite(tmp_path / "tables.sqlite3"))) as address, ThreadPoolExecutor(20) as pool:
        with Guesser(address) as ada:
            ada.post_form("/account", name="Ada")
            ada.post_form("/account/password", handle="ada-99", password="correct horse")
        told = Counter(chain(*pool.map(partial(guesses, address), range(2, 22))))
    assert set(told) == {422, 429}
    assert told.total() == 200
    assert 5 <= told[422] == len(looked_at) <= 10
    assert len(set(looked_at)) == 1


def test_by_plain_http_of_another_machine_the_form_says_so_beforehand_and_comes_last(site: Site) -> None:
    page = site.visitor().get("/sign-in").text  # the test's client is no address of this machine
    assert "travels in the clear" in page
    assert page.index("By a recovery sheet") < page.index("travels in the clear") < page.index('name="password"')
    account = introduced(site).get("/account").text
    assert account.index("travels in the clear") < account.index('name="password"')


def test_a_host_may_have_no_accounts_or_those_alone_whom_they_have_sent_a_link(tmp_path: Path) -> None:
    settings = settings_of(new_sqlite(tmp_path / "off.sqlite3"))
    with open_site(replace(settings, accounts="off")) as site:
        ada = introduced(site)
        assert "Ways back" not in ada.get("/account").text
        for form in ("link", "sheet", "password", "passkey", "passkey/options"):
            assert ada.post(f"/account/{form}", handle="ada-99", password="correct horse").status_code == 403
        assert site.visitor().get("/sign-in").status_code == 403
        assert is_ada(ada)
    with open_site(replace(settings, accounts="invited")) as site:
        ada = introduced(site)
        assert "Ways back" not in ada.get("/account").text
        assert ada.post("/account/sheet").status_code == 403
        assert site.visitor().get("/sign-in").status_code == 200


@pytest.mark.parametrize("given", ["on", "OFF", "none"])
def test_another_word_for_it_is_refused(given: str, tmp_path: Path) -> None:
    environment = {"JARDINET_DATABASE_URL": f"sqlite:///{tmp_path / 'tables.sqlite3'}"}
    with pytest.raises(SettingError, match="JARDINET_ACCOUNTS"):
        Settings.of(environment | {"JARDINET_ACCOUNTS": given})
    assert Settings.of(environment | {"JARDINET_ACCOUNTS": "invited"}).accounts == "invited"
    assert Settings.of(environment).accounts == "open"
