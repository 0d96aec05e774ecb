"""How a server may call people who are not there: Web Push and mail, as its settings say; both are off until they name an address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from email.headerregistry import Address
from email.utils import parseaddr
from ipaddress import ip_address
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from jardinet.games.parameters import GameError
from jardinet.server.origins import origin_of

SMTP_PORTS = {"smtp": 587, "smtps": 465}


class MessagingError(GameError):
    """A setting of push or mail cannot be used; the message says which and what it may be."""


@dataclass(frozen=True)
class MailServer:
    """Mail server that takes our mails.

    Attributes:
        host, port: where it listens.
        sender: the address in From.
        user, password: for its sign-in; None: it asks for none.
        is_tls: TLS from the first byte; else by STARTTLS, except on this machine.
    """

    host: str
    port: int
    sender: str
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    is_tls: bool = False

    @property
    def is_here(self) -> bool:
        """Whether it is on this machine."""
        return _is_loopback(self.host)


@dataclass(frozen=True)
class Messaging:
    """Ways by which a server may call people.

    Attributes:
        push_contact: whom push services may write to about this server, `mailto:` or `https:`; None: there is no push.
        push_origins: where push services answer, beside those of the browsers' makers.
        mail: the server for mails; None: there are none.
    """

    push_contact: str | None = None
    push_origins: tuple[str, ...] = ()
    mail: MailServer | None = None

    @property
    def is_on(self) -> bool:
        """Whether anybody can be called at all."""
        return self.push_contact is not None or self.mail is not None

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> Messaging:
        """What an environment says: JARDINET_PUSH, JARDINET_PUSH_HOSTS and JARDINET_SMTP_URL.

        Raises:
            MessagingError: a variable has a value it cannot have.
        """
        mail = _mail_server(environment.get("JARDINET_SMTP_URL", ""))
        if mail and not environment.get("JARDINET_ORIGINS"):
            raise MessagingError(
                "mail-without-origin",
                "JARDINET_SMTP_URL needs JARDINET_ORIGINS: a mail must say where the garden is.",
            )
        return cls(
            _contact(environment.get("JARDINET_PUSH", "")),
            tuple(_origin(one) for one in environment.get("JARDINET_PUSH_HOSTS", "").split(",") if one.strip()),
            mail,
        )


def _contact(text: str) -> str | None:
    address = urlsplit(text)
    is_mail = address.scheme == "mailto" and is_mail_address(address.path)
    if text and not (is_mail or (address.scheme == "https" and address.hostname)):
        raise MessagingError(
            "push-contact",
            "JARDINET_PUSH is not valid: it must be the address of who runs the server, such as mailto:ada@example.org or "
            "https://example.org/about.",
        )
    return text or None


def _origin(text: str) -> str:
    origin = origin_of(text.strip())
    if origin is None:
        raise MessagingError(
            "push-hosts",
            "JARDINET_PUSH_HOSTS is not valid: it must be addresses such as https://push.example.org, with commas between them.",
        )
    return origin


def _mail_server(text: str) -> MailServer | None:
    """The mail server of a URL; the message of an error never repeats it, as it holds a password."""
    if not text:
        return None
    try:
        address = urlsplit(text)
        sender = parse_qs(address.query).get("from", [""])[-1]
        if address.scheme in SMTP_PORTS and address.hostname and address.port != 0 and is_mail_address(sender):
            return MailServer(
                address.hostname,
                address.port or SMTP_PORTS[address.scheme],
                sender,
                *_sign_in(address),
                is_tls=address.scheme == "smtps",
            )
    except ValueError:
        pass
    raise MessagingError(
        "smtp-url",
        "JARDINET_SMTP_URL is not valid: it must be like smtp://USER:PASSWORD@mail.example.org:587?from=garden@example.org; "
        "smtps:// is TLS from the first byte.",
    )


def _sign_in(address: SplitResult) -> tuple[str | None, str | None]:
    user, password = address.username, address.password
    return user and unquote(user), password and unquote(password)


def is_mail_address(text: str) -> bool:
    """Whether a text is one mail address that a mail can be sent to, without a name.

    >>> [is_mail_address(one) for one in ("ada@example.org", "Ada <ada@example.org>", "ada", "a@b, c@d.org", "a b@c.org")]
    [True, False, False, False, False]
    """
    name, found = parseaddr(text)
    if name or found != text or not text.isascii() or len(text) > 254 or any(sign <= " " for sign in text):
        return False
    try:
        address = Address(addr_spec=text)
    except Exception:  # it raises several kinds for what is none
        return False
    return bool(address.username) and "." in address.domain.strip(".")


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
