"""Being called, on pages: switches, a browser that subscribes, an address that is confirmed, and mails that end by one click."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import select
from tests.kit.calls import Mailbox, PushService
from tests.kit.databases import new_sqlite
from tests.kit.pages import Site, Visitor, open_site
from tests.kit.servers import settings_of
from tests.kit.waiting import until
from tests.server.pages.test_ways_back import introduced, plain

from jardinet.server.keys import Keys
from jardinet.server.messaging import Messaging
from jardinet.server.notifications.push import own_public_key
from jardinet.server.storage.models import PersonRow
from jardinet.words.language import CODES

ZONE = "Europe/Paris"
LATER = datetime.now(ZoneInfo(ZONE)).hour + 10  # quiet hours that no test lasts until
CHOSEN = {
    "turns": "yes",
    "digest_hour": "18",
    "quiet_from": str(LATER % 24),
    "quiet_until": str((LATER + 4) % 24),
    "zone": ZONE,
}


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with PushService().running() as running:
        yield running


@pytest.fixture
def mailbox() -> Mailbox:
    return Mailbox()


@pytest.fixture
def calling(tmp_path: Path, service: PushService, mailbox: Mailbox) -> Iterator[Site]:
    """A site that calls people by push and by mail."""
    with mailbox.running() as mail:
        environment = {"JARDINET_PUSH": "mailto:host@example.org", "JARDINET_PUSH_HOSTS": service.origin}
        environment |= {"JARDINET_SMTP_URL": mail, "JARDINET_ORIGINS": "http://testserver.local"}
        ways = {"messaging": Messaging.of(environment), "origins": ("http://testserver.local",)}
        settings = settings_of(new_sqlite(tmp_path / "calls.sqlite3"), **ways)
        with open_site(settings) as site:
            yield site


def text_of(visitor: Visitor, address: str = "/settings") -> str:
    return html.unescape(plain(visitor.get(address).text))


def awake(visitor: Visitor) -> None:
    """Whatever the hour, it is none of this person's quiet ones."""
    assert visitor.post("/settings/called", **CHOSEN, invitations="yes").status_code == 200


def subscribe(visitor: Visitor, service: PushService, name: str, **other: str) -> int:
    phone = service.phone(name)
    given = {"endpoint": phone.endpoint, **phone.keys, "server_key": own_public_key(Keys.of("00" * 32)), **other}
    return visitor.post("/settings/push", **given).status_code


def test_a_server_that_calls_nobody_offers_nothing(site: Site) -> None:
    ada = introduced(site)
    assert "Being called" not in text_of(ada)
    assert ada.post("/settings/called", **CHOSEN).status_code == 422
    assert ada.post("/settings/mail", mail="ada@example.org").status_code == 422
    assert ada.post("/looking").status_code == 204


def test_it_is_off_until_a_person_turns_it_on_and_keeps_what_they_choose(calling: Site) -> None:
    ada = introduced(calling)
    page = ada.get("/settings").text
    assert "checked" not in page and "data-guess" in page and "data-calls" not in page
    assert ada.post("/settings/called", **CHOSEN).status_code == 200
    page = ada.get("/settings").text
    assert page.count("checked") == 1 and "data-calls" in page and "data-guess" not in page
    assert "<option selected>Europe/Paris" in page and '<option value="18" selected>' in page


@pytest.mark.parametrize(
    "wrong", [{"zone": "Mars/Base"}, {"zone": ""}, {"digest_hour": "24"}, {"quiet_from": "x"}, {"quiet_until": "-1"}]
)
def test_what_cannot_be_chosen_is_told(calling: Site, wrong: dict[str, str]) -> None:
    ada = introduced(calling)
    answer = ada.post("/settings/called", **(CHOSEN | wrong))
    assert (answer.status_code, 'role="alert"' in answer.text) == (422, True)
    assert "checked" not in ada.get("/settings").text


def test_who_has_told_no_name_is_asked_for_one(calling: Site) -> None:
    nobody = calling.visitor()
    assert "Tell your name first" in text_of(nobody)
    assert nobody.post("/settings/called", **CHOSEN).status_code == 422


def test_a_browser_that_subscribes_is_called_and_can_be_taken_off(calling: Site, service: PushService) -> None:
    ada, ben = introduced(calling), introduced(calling, "Ben")
    assert subscribe(ada, service, "ada") == 200
    assert "1 device of yours is called." in text_of(ada)
    awake(ada)
    table = ben.set_table("lucky_numbers")
    _invite(calling, table)
    until(lambda: any(one.path == "/push/ada" for one in service.messages), "the invitation is told")
    ada.post("/settings/push/stop", endpoint=service.phone("ada").endpoint)
    assert "of yours is called" not in text_of(ada)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://127.0.0.1:9/x",
        "https://10.1.2.3/x",
        "https://fcm.googleapis.com.example.org/x",
        "ftp://fcm.googleapis.com/x",
        "",
    ],
)
def test_other_addresses_are_refused_and_nothing_arrives_there(
    calling: Site, service: PushService, endpoint: str
) -> None:
    before, ada = service.asked, introduced(calling)
    assert subscribe(ada, service, "ada", endpoint=endpoint) == 422
    assert "of yours is called" not in text_of(ada)
    assert service.asked == before


def test_an_address_is_confirmed_by_its_mail_and_ends_by_one_click(calling: Site, mailbox: Mailbox) -> None:
    ada, ben = introduced(calling), introduced(calling, "Ben")
    assert ada.post("/settings/mail", mail="ada").status_code == 422
    assert "checked" not in ada.get("/settings").text  # what is refused changes nothing
    assert ada.post("/settings/mail", mail=" ada@example.org ").status_code == 200
    assert "A mail to ada@example.org asks" in text_of(ada)
    (asked,) = mailbox.mails
    assert asked["list-unsubscribe"] is None
    link = re.search(r"http://testserver\.local(/mail/\S+)", asked.get_body(("plain",)).get_content())  # type: ignore[union-attr]
    assert link
    somebody = calling.visitor()
    assert "Shall mails for you go to ada@example.org?" in text_of(somebody, link[1])
    assert "A mail to ada@example.org asks" in text_of(ada)  # looking changes nothing
    assert "From now on" in plain(somebody.post(link[1]).text)
    assert "Mails go to ada@example.org." in text_of(ada)
    assert somebody.post(link[1]).status_code == 404
    table = ben.set_table("lucky_numbers")
    awake(ada)
    _invite(calling, table)
    until(lambda: len(mailbox.mails) == 2, "the invitation is sent")
    mail = mailbox.mails[1]
    ending = str(mail["list-unsubscribe"]).strip("<>").removeprefix("http://testserver.local")
    assert "Shall the mails to you end?" in text_of(somebody, ending)
    bare = calling._client.post(
        ending, content="List-Unsubscribe=One-Click", headers={"content-type": "application/x-www-form-urlencoded"}
    )
    assert (bare.status_code, "You get no more mails." in bare.text) == (200, True)
    assert "ada@example.org" not in text_of(ada)
    assert somebody.post(ending).status_code == 200  # again
    for key in ("unknown", "%00", "x" * 500):
        assert text_of(somebody, f"/unsubscribe/{key}").count("does not work") == 1
        assert text_of(somebody, f"/mail/{key}").count("does not work") == 1


def test_a_confirmed_address_is_sent_a_link_that_signs_in_once(calling: Site, mailbox: Mailbox) -> None:
    ada, other = introduced(calling), calling.visitor()
    confirm(calling, ada, mailbox, "ada@example.org")
    table = ada.set_table("lucky_numbers")
    answers = [other.post("/sign-in/mail", mail=one).text for one in (" ADA@example.org", "nobody@example.org")]
    told = "If mails from here go to that address, one with a link is on its way."
    assert all(told in plain(one) for one in answers)
    until(lambda: len(mailbox.mails) == 2, "the link is sent")
    mail = mailbox.mails[1]
    assert (mail["to"], mail["list-unsubscribe"]) == ("ADA@example.org", None)
    text = mail.get_body(("plain",)).get_content()  # type: ignore[union-attr]
    assert "sign in as Ada" in text
    link = re.search(r"http://testserver\.local(/go-on/\S+)", text)
    assert link
    assert "Ada" in text_of(other, link[1])
    assert other.post(link[1]).status_code == 200
    assert table in other.get("/games").text  # she is known here again
    assert calling.visitor().post(link[1]).status_code == 404
    assert len(mailbox.mails) == 2  # nothing went to anybody else


def test_nobody_is_flooded_with_links_and_what_is_no_address_is_refused(calling: Site, mailbox: Mailbox) -> None:
    confirm(calling, introduced(calling), mailbox, "ada@example.org")
    somebody = calling.visitor()
    assert "is no mail address" in html.unescape(somebody.post("/sign-in/mail", mail="ada").text)
    for address in ("ada@example.org", "nobody@example.org"):  # whoever has it
        answers = [somebody.post("/sign-in/mail", mail=address).status_code for _ in range(5)]
        assert answers == [200] * 3 + [429] * 2
    until(lambda: len(mailbox.mails) == 4, "the links are sent")


def test_where_there_is_no_mail_no_link_is_offered(site: Site) -> None:
    visitor = site.visitor()
    assert 'action="/sign-in/mail"' not in visitor.get("/sign-in").text
    assert visitor.post("/sign-in/mail", mail="ada@example.org").status_code == 422


def confirm(site: Site, visitor: Visitor, mailbox: Mailbox, address: str) -> None:
    """Let a visitor's mails go to an address."""
    assert visitor.post("/settings/mail", mail=address).status_code == 200
    text = mailbox.mails[-1].get_body(("plain",)).get_content()  # type: ignore[union-attr]
    link = re.search(r"http://testserver\.local(/mail/\S+)", text)
    assert link
    assert site.visitor().post(link[1]).status_code == 200


def _invite(site: Site, table: str) -> None:
    """The host of a table offers Ada a seat, as people do who have played together."""
    with site._client.portal() as portal:
        host = site.table(table.rpartition("/")[2]).host
        person = _person(site, "Ada")
        portal.call(site.services.service.invite, table.rpartition("/")[2], 1, host, person)


def _person(site: Site, name: str) -> str:
    with site._client.portal() as portal:
        found = select(PersonRow.id).where(PersonRow.name == name)
        return str(portal.call(site.services.database.read, lambda connection: connection.scalar(found)))


def test_a_mail_that_cannot_be_sent_leaves_no_address(tmp_path: Path) -> None:
    environment = {"JARDINET_SMTP_URL": "smtp://127.0.0.1:9?from=garden@example.org", "JARDINET_ORIGINS": "http://x"}
    ways = {"messaging": Messaging.of(environment), "origins": ("http://testserver.local",)}
    with open_site(settings_of(new_sqlite(tmp_path / "calls.sqlite3"), **ways)) as site:
        ada = introduced(site)
        answer = ada.post("/settings/mail", mail="ada@example.org")
        assert (answer.status_code, "could not be sent" in answer.text) == (422, True)
        assert "ada@example.org" not in answer.text + ada.get("/settings").text


def test_the_service_worker_lies_at_the_root(calling: Site) -> None:
    answer = calling.visitor().get("/service-worker.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "showNotification" in answer.text


@pytest.mark.parametrize("code", CODES)
def test_it_speaks_every_language(calling: Site, code: str) -> None:
    ada = introduced(calling)
    ada.post("/me", language=code)
    assert ada.post("/settings/called", **CHOSEN).status_code == 200
    assert (code == "en") == ("Being called" in text_of(ada))
