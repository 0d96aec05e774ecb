"""Settings of push and mail: what they may be, and that no message repeats a password."""

from __future__ import annotations

import pytest

from jardinet.server.messaging import MailServer, Messaging, MessagingError

ORIGIN = {"JARDINET_ORIGINS": "https://garden.example"}


def test_without_settings_nobody_is_called() -> None:
    assert Messaging.of({}) == Messaging()
    assert not Messaging.of({}).is_on


def test_what_is_set_is_read() -> None:
    url = "smtps://ada:p%40ss@mail.example.org?from=garden@example.org"
    found = Messaging.of(
        {
            "JARDINET_PUSH": "mailto:host@example.org",
            "JARDINET_PUSH_HOSTS": "https://push.example.org, http://127.0.0.1:9000/",
            "JARDINET_SMTP_URL": url,
            **ORIGIN,
        }
    )
    assert found.mail == MailServer("mail.example.org", 465, "garden@example.org", "ada", "p@ss", is_tls=True)
    assert found.push_origins == ("https://push.example.org", "http://127.0.0.1:9000")
    assert found.is_on and "p@ss" not in repr(found)


@pytest.mark.parametrize(
    "wrong",
    [
        {"JARDINET_PUSH": "yes"},
        {"JARDINET_PUSH": "mailto:host"},
        {"JARDINET_PUSH": "http://example.org"},
        {"JARDINET_PUSH_HOSTS": "push.example.org"},
        {"JARDINET_PUSH_HOSTS": "https://push.example.org/path"},
        {"JARDINET_PUSH_HOSTS": "https://user@push.example.org"},
        {"JARDINET_PUSH_HOSTS": "https://push.example.org:99999"},
        {"JARDINET_SMTP_URL": "smtp://ada:secret@mail.example.org", **ORIGIN},
        {"JARDINET_SMTP_URL": "smtp://ada:secret@mail.example.org?from=ada", **ORIGIN},
        {"JARDINET_SMTP_URL": "http://ada:secret@mail.example.org?from=a@example.org", **ORIGIN},
        {"JARDINET_SMTP_URL": "smtp://ada:secret@mail.example.org:x?from=a@example.org", **ORIGIN},
        {"JARDINET_SMTP_URL": "smtp://ada:secret@[::1?from=a@example.org", **ORIGIN},
        {"JARDINET_SMTP_URL": "smtp://ada:secret@mail.example.org?from=a@example.org"},
    ],
)
def test_what_cannot_be_is_told_without_the_password(wrong: dict[str, str]) -> None:
    with pytest.raises(MessagingError) as told:
        Messaging.of(wrong)
    assert "secret" not in str(told.value)
