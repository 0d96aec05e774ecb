"""Signing in at a server by a link to another device: its person plays on from this terminal, until its token is revoked."""

from __future__ import annotations

import platform
import shlex
from collections.abc import Iterator
from contextlib import contextmanager

from jardinet.system_errors import reason_of
from jardinet.terminal.connection import Server, ServerError, UnknownTokenError
from jardinet.terminal.identities import (
    SignedIn,
    check_keeps_people,
    forget_person,
    guests_at,
    keep_person,
    known_person,
    people_file,
)
from jardinet.terminal.screen import Screen
from jardinet.terminal.seen import harmless
from jardinet.words.language import Language

_SYSTEMS = {"Darwin": "Mac"}  # as a browser's devices are listed


def sign_in(site: str, key: str, screen: Screen, language: Language) -> SignedIn:
    """Use up the link of that key, keep whose it is, and tell what follows from that.

    Raises:
        ServerError: there is no such server, it refuses, or this machine cannot keep who signs in; the message says
            whether the link still works.
    """
    server = Server(site, "", language, screen.say)
    _check_keeps(server)
    before, label = known_person(server.address), _label()
    seen = server.go_on(key, label)
    person = SignedIn(harmless(seen.name), seen.token)
    try:
        keep_person(server.address, person)
    except OSError as error:
        raise ServerError(
            "signed-in-not-kept",
            "the link was used, but {path} cannot be written: {reason}. Revoke the token “{label}” at {page}, and make a "
            "new link.",
            path=people_file(),
            reason=reason_of(error),
            label=label,
            page=server.account_page,
        ) from None
    to_revoke = language.gettext("To end that, revoke the token “{label}” at {page}")
    to_play = language.gettext("To play at a table, give its link: {command}")
    screen.say(*_told(server, person, before, language), to_revoke.format(label=label, page=server.account_page))
    screen.say_whole(to_play.format(command=f"jardinet play --server {server.address}/t/ID"))
    return person


def _check_keeps(server: Server) -> None:
    try:
        check_keeps_people()
    except OSError as error:
        raise ServerError(
            "signed-in-not-possible",
            "nobody can be signed in on this machine, as {path} cannot be written: {reason}. The link still works. Without "
            "it a token plays in your name, made at {page}: --token or JARDINET_TOKEN.",
            path=people_file(),
            reason=reason_of(error),
            page=server.account_page,
        ) from None


def _told(server: Server, person: SignedIn, before: SignedIn | None, language: Language) -> Iterator[str]:
    """Who somebody is who has just signed in, and who they are no more."""
    sentence = language.gettext("You are {name} here now, at all tables of {server}, and need neither name nor token.")
    yield sentence.format(name=person.name, server=server.address)
    if before is not None and before.name != person.name:
        sentence = language.gettext(
            "Until now you were {name} here. To be that again, make a link where {name} is signed in."
        )
        yield sentence.format(name=before.name)
    if guests := guests_at(server.address):
        sentence = language.gettext(
            "Games that you have played here as a guest stay that guest’s: --name {name} goes on with them."
        )
        yield from (sentence.format(name=shlex.quote(name)) for name in guests)


def _label() -> str:
    """What the token is listed as: a terminal, and the system it is on."""
    system = platform.system()
    return ", ".join(filter(None, ("Terminal", _SYSTEMS.get(system, system))))


@contextmanager
def staying(site: str, person: SignedIn, language: Language) -> Iterator[None]:
    """Context of what is done as a person who has signed in; they are forgotten if the server does not know them any more.

    Raises:
        ServerError: their token was revoked, before or meanwhile.
    """
    try:
        yield
    except UnknownTokenError:
        server = Server(site, "", language, lambda _line: None)
        forget_person(server.address, person.token)
        raise ServerError(
            "signed-out-here",
            "{name} is not signed in here any more: the token of this terminal was revoked. Make a link at {page}, under “Go "
            "on on another device”, and give it by --server; or come as a guest, by --name NAME.",
            name=person.name,
            page=server.person_page,
        ) from None
