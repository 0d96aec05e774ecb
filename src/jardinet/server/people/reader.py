"""Session of a reader: their language, and who they are if they have told a name.

What a person prefers is kept in the database. The session has a copy of it, by which every page is rendered; it is renewed
whenever a page is asked for (`Introductions.recall`). So a page that says that the database is away is still in the reader's
language, and nothing is read for a play. Until somebody has told a name there is only the copy.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from babel import negotiate_locale
from litestar.connection import ASGIConnection
from litestar.types import Scope
from litestar.utils.scope.state import ScopeState

from jardinet.server.http.sessions import CSRF_COOKIE, cookie_name
from jardinet.server.http.weights import weighed
from jardinet.server.people.preferences import completed
from jardinet.words.language import CODES, Language, load_language

PREFERENCES_KEY = "preferences"  # in the session
KIOSK_KEY = (
    "kiosk"  # in the session: see Settings.kiosk_minutes, and when the device was used last, in seconds since 1970
)
SEEKS_KEY = "seeks"  # in the session: its person looks for somebody to play with, see server/lobby; else there is none
CALLS_KEY = "calls"  # in the session: its person wants to be called, see server/notifications; else nobody knows
LONGEST_HEADER = 500  # signs of an Accept-Language that count

_CSRF_COOKIES = [cookie_name(CSRF_COOKIE, is_secure=is_secure) for is_secure in (True, False)]

Connection = ASGIConnection[Any, Any, Any, Any]


@dataclass(frozen=True)
class Reader:
    """Reader of a page.

    Attributes:
        person: their id; None: they have not told a name yet.
        name: what they are called, empty if they have not told it.
        language: the one they chose, or else the best that their browser asks for.
        csrf: what every form of theirs carries.
        preferences: what they have set for themselves, by the names of PREFERENCES.
        opponents: by game, the level that they chose to play against at once.
        seeks: whether they look for somebody to play with, as far as their browser knows: its pages ask how that stands.
        calls: whether they want to be called, as far as their browser knows: its pages tell when they are looked at.
        kiosk_minutes: after how many idle minutes this device forgets them; None: it does not.
    """

    person: str | None
    name: str
    language: Language
    csrf: str
    preferences: Mapping[str, str] = field(default_factory=partial(completed, {}))
    opponents: Mapping[str, str] = field(default_factory=dict)
    seeks: bool = False
    calls: bool = False
    kiosk_minutes: int | None = None


def reader_of(connection: Connection) -> Reader:
    """The reader of a request or a WebSocket."""
    session = connection.scope.get("session")  # none if the address was not even found
    session = session if isinstance(session, dict) else {}
    preferences = completed(session.get(PREFERENCES_KEY, {}))
    code = preferences["language"]
    if code not in CODES:
        code = preferred(connection.headers.get("accept-language", ""))
    token = ScopeState.from_scope(connection.scope).csrf_token
    sent = next((connection.cookies[name] for name in _CSRF_COOKIES if name in connection.cookies), "")
    return Reader(
        person=session.get("person"),
        name=session.get("name", ""),
        language=load_language(code),
        csrf=token if isinstance(token, str) else sent,
        preferences=preferences,
        opponents=session.get("opponents", {}),
        seeks=SEEKS_KEY in session,
        calls=CALLS_KEY in session,
        kiosk_minutes=session.get(KIOSK_KEY, (None, 0))[0],
    )


def preferred(header: str) -> str:
    """The language that an Accept-Language header likes best among ours; English if it likes none.

    >>> preferred("it, de;q=0, fr-CH;q=0.9, en;q=0.8")
    'fr'
    """
    languages = sorted(weighed(header[:LONGEST_HEADER]), key=lambda one: -one[1])
    wanted = [code for code, weight in languages if weight]  # none is not wanted
    return negotiate_locale(wanted, CODES, sep="-") or CODES[0]


def language_of(scope: Scope) -> Language:
    """The language that a request's header asks for: for programs, and for requests refused before their session is read."""
    wanted = next((value for name, value in scope["headers"] if name == b"accept-language"), b"").decode("latin-1")
    return load_language(preferred(wanted))
