"""Mails: plain text and HTML, with a way to end them, by the host's mail server."""

from __future__ import annotations

import smtplib
import ssl
from collections import deque
from collections.abc import Callable
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from html import escape
from time import monotonic
from typing import NamedTuple

from jardinet.server.messaging import MailServer
from jardinet.words.language import Language

MOST_A_MINUTE = 60
PATIENCE = 20.0  # seconds for the mail server to answer
# A line of List-Unsubscribe that is folded becomes an encoded word, which no mail program takes for an address.
_POLICY = SMTP.clone(max_line_length=998)


class Letter(NamedTuple):
    """Mail to somebody.

    Attributes:
        subject, body: what it says.
        link: where it leads, and what the link is called.
        unsubscribe: the address that ends such mails; empty: this one is sent once, as somebody asked for it.
    """

    to: str
    subject: str
    body: str
    link: tuple[str, str]
    unsubscribe: str = ""


def composed(letter: Letter, sender: str, language: Language) -> EmailMessage:
    """A letter as a mail."""
    message = EmailMessage(_POLICY)
    message["From"] = Address("Jardinet", addr_spec=sender)
    message["To"] = letter.to
    message["Subject"] = letter.subject
    message["Date"] = formatdate(localtime=False, usegmt=True)
    message["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2])
    message["Auto-Submitted"] = "auto-generated"
    address, called = letter.link
    text, html = [letter.body, f"{called}: {address}"], [escape(letter.body), _link(address, called)]
    if letter.unsubscribe:
        message["List-Unsubscribe"] = f"<{letter.unsubscribe}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        stop = language.gettext("No more mails")
        text.append(f"{stop}: {letter.unsubscribe}")
        html.append(f"<small>{_link(letter.unsubscribe, stop)}</small>")
    message.set_content("\n\n".join(text) + "\n")
    page = "".join(f"<p>{one}</p>" for one in html)
    code, title = language.code, escape(letter.subject)
    message.add_alternative(
        f'<!doctype html><html lang="{code}"><head><title>{title}</title></head><body>{page}</body></html>\n', "html"
    )
    return message


def send_mail(server: MailServer, message: EmailMessage) -> None:
    """Hand a mail to the mail server; blocks until it has taken it.

    Raises:
        OSError, smtplib.SMTPException: it has not.
    """
    secure = ssl.create_default_context()
    open_ = smtplib.SMTP_SSL(server.host, server.port, timeout=PATIENCE, context=secure) if server.is_tls else None
    with open_ or smtplib.SMTP(server.host, server.port, timeout=PATIENCE) as line:
        if not server.is_tls and not server.is_here:
            line.starttls(context=secure)
        if server.user is not None:
            line.login(server.user, server.password or "")
        line.send_message(message)


class Pace:
    """Pace of mails: MOST_A_MINUTE at most."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        """Count by a clock, in seconds."""
        self._now, self._sent = now, deque[float]()

    def wait(self) -> float:
        """Seconds until the next mail may go; 0, and it is counted: now."""
        now = self._now()
        while self._sent and self._sent[0] <= now - 60:
            self._sent.popleft()
        if len(self._sent) < MOST_A_MINUTE:
            self._sent.append(now)
            return 0.0
        return self._sent[0] + 60 - now


def _link(address: str, called: str) -> str:
    return f'<a href="{escape(address)}">{escape(called)}</a>'
