"""Odd things to send, and where to: what the tests share that ask for whatever nobody would mean."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from typing import Any

from litestar import Litestar
from litestar.middleware.session.client_side import AAD
from litestar.routes import HTTPRoute

from jardinet.server.http.bounds import LARGEST_BODY
from jardinet.server.people.preferences import PREFERENCES

ODD_IDS = ["a%00b", "%00", "%ED%A0%80", "%FF", "a%0Ab", "%F0%9F%90%9E", "%2E%2E", "x" * 3000]
ODD_IDS += ["%27%20OR%20%271%27=%271", "%25", "%27;DROP%20TABLE%20seats;--"]  # words of SQL are an id like any other
FORM = "application/x-www-form-urlencoded"
DIGITS = "9" * 5000
NESTED = "[" * 3000 + "]" * 3000
GOOD: dict[str, Any] = {
    "game": "lucky_numbers", "parameters": {}, "seats": ["person", "person"], "first": "1", "tie": None, "seed": None, "tournament": None, "day": None, "form": "lots", "title": "Cup", "rounds": 2, "ties": "shared", "begins_after": 0, "by_itself": True,
    "pause": 0, "no_show": 5, "lasts": 60, "do": "pause", "points": [1, 2],
    "seconds_a_turn": None, "bank": None, "is_listed": False, "bot_pace": "quick", "hints": False, "take_back": False, "rated": False, "weekends_off": None, "off": False, "again": True, "seat": 0, "beside": False,
    "ply": 0,
    "moves": ["draw"], "phrase": "hello", "level": "greedy", "account": "x", "nonce": "rose", "agrees": False, "key": "x", "label": "Terminal", "players": 2, "pace": "", "range": "anybody",
    **{one.name: one.default for one in PREFERENCES},
}  # fmt: skip
# As they stand in JSON, so that what no Python can hold can be sent too.
ODD_VALUES = [
    "null", "true", "0", "-1", "1e308", DIGITS, "-" + DIGITS, "9" * 4000, "[]", "{}", '{"a": {}}', NESTED,
    '{"name": "x"}', '{"players": 2}', '{"first": 0}', '{"game": "x"}', '{"edition": ""}',
    '{"stall_limit": ' + DIGITS + "}", '{"stall_limit": ' + "9" * 4000 + "}", '{"a": "\\u0000"}', '""', '"\\u0000"',
    '"a\\u0000b"', '"\\ud800"', '"x"', '"' + "x" * 5000 + '"', f'"{DIGITS}"', '[""]', '["\\u0000"]',
    '["' + "x" * 5000 + '"]', '["person"]', '["greedy", "nobody"]', "[" + ",".join(['"person"'] * 900) + "]", '"٣"', '"²"',
]  # fmt: skip
ODD_BODIES = [
    b"", b"null", b"[]", b"{", b"\xff\xfe", b'"\xed\xa0\x80"', b'{"seat": "\xed\xa0\x80"}', b"NaN", b"{" * 3000, b'{"a":' * 3000,
    NESTED.encode(), DIGITS.encode(), b"\0", b"x" * 2 * LARGEST_BODY, b"[" + b"1," * 9000 + b"1]", b'{"seat": 0} {}',
]  # fmt: skip
# The fields of every form; those that make tables come last, since a new name is told at all of one's tables.
FORMS: dict[str, tuple[str, ...]] = {
    "/account": ("name",), "/account/tokens": ("label",), "/account/tokens/revoke": ("token",), "/seat/{key}": (),
    "/me": ("name", "language", "theme", "sound", "confirm", "back"), "/t/{table_id}/sit": ("name", "seat", "nonce", "beside"),
    "/t/{table_id}/nonce": ("seat", "nonce"), "/t/{table_id}/play": ("play", "ply"), "/t/{table_id}/key": ("seat",),
    "/t/{table_id}/command": ("words", "ply"), "/t/{table_id}/next": (), "/t/{table_id}/rematch": (),
    "/t/{table_id}/leave": ("seat",), "/t/{table_id}/bot": ("seat", "level"), "/t/{table_id}/return": ("seat",),
    "/t/{table_id}/give-up": ("back",), "/t/{table_id}/take-back": ("ply",), "/t/{table_id}/ask-back": ("ply",), "/t/{table_id}/answer-back": ("answer", "ply"),
    "/t/{table_id}/ask": ("seat", "level"), "/t/{table_id}/answer": ("seat", "agrees"),
    "/t/{table_id}/invite": ("seat", "account"), "/t/{table_id}/uninvite": ("account",), "/t/{table_id}/remark": ("phrase",),
    "/practice": ("at", "tries", "play"), "/t/{table_id}/review/{number}": ("at", "play", "why"), "/puzzles/{game}/{number}": ("play", "why"), "/play-now": ("level-lucky_numbers",), "/learn/{game}": (), "/day/{game}/{day}": ("name",),
    "/tables": ("game", "first", "tie", "seat1", "beside2", "screen", "pace", "bot_pace", "hints", "take_back", "weekends", "zone", "rated", "edition", "stall_limit"),
    "/account/link": (), "/account/sign-out": ("device",), "/go-on/{key}": (),
    "/account/sheet": (), "/account/ways/remove": ("way",), "/account/offer": ("later",), "/along": ("take", "leave"),
    "/sign-in": ("sheet", "handle", "password", "answer"), "/sign-in/options": (), "/sign-in/mail": ("mail",), "/account/password": ("handle", "password"),
    "/account/passkey": ("answer",), "/account/passkey/options": (),
    "/lobby/seek": ("name", "game", "players", "pace", "range"), "/lobby/stop": (), "/lobby/here": (),
    "/start-anew": ("back",), "/account/export": (), "/account/delete": (),
    "/account/profile": ("handle", "is_public", "shows_level"), "/play-again": ("table", "seat"), "/blocks": ("table", "seat", "handle", "back"),
    "/blocks/remove": ("block", "back"), "/t/{table_id}/invited": ("join", "later", "back"),
    "/tournaments": ("name", "title", "game", "form", "seats", "rounds", "pace", "weekends", "zone", "ties", "rated", "by_itself", "begins_after", "no_show", "lasts"),
    "/tournaments/{tournament_id}/enter": ("name",), "/tournaments/{tournament_id}/leave": (),
    "/tournaments/{tournament_id}/host/pin": ("pin",), "/tournaments/{tournament_id}/host/do": ("do",), "/tournaments/{tournament_id}/host/add": ("name",),
    "/tournaments/{tournament_id}/host/table/{round_number}/{number}": ("points0", "points1", "close", "here"),
    "/tournaments/{tournament_id}/host/entry/{entry}": ("gone", "back"),
    "/tournaments/{tournament_id}/take/{entry}/{key}": ("name",),
    "/settings/called": ("turns", "invitations", "digest_hour", "quiet_from", "quiet_until", "zone"),
    "/vacation": ("do", "back"),
    "/settings/push": ("endpoint", "p256dh", "auth", "server_key"), "/settings/push/stop": ("endpoint",),
    "/settings/mail": ("mail",), "/settings/mail/stop": (), "/mail/{key}": (), "/unsubscribe/{key}": (), "/looking": (),
}  # fmt: skip
GOOD_FORM = {"name": "Ada", "seat": "0", "ply": "0", "play": "draw", "game": "lucky_numbers", "seat1": "person",
             "seat2": "person", "phrase": "hello", "level": "greedy",
             "level-lucky_numbers": "greedy"}  # fmt: skip
ODD_TEXTS = [
    "",
    " ",
    "\0",
    "a\0b",
    "\x85",
    "\u202e",
    "x" * 5000,
    DIGITS,
    "-" + DIGITS,
    "٣",
    "²",
    "//evil",
    "1e9",
    "take-" + DIGITS,
    DIGITS + "a1",
]
ODD_FORMS = [
    b"", b"&" * 5000, b"a=&" * 5000, b"_csrf_token", b"\xff=\xfe", b"%ED%A0%80=%ED%A0%80", b"%", b"name=%00", b"name=Ada&name=Ben",
    b"seat=0&seat=1&ply=0&ply=1&play=draw&play=draw", b"x" * 2 * LARGEST_BODY,
]  # fmt: skip
# What stands for the other parts of an address than the table.
VALUES = {"key": "x", "day": "2026-11-29", "handle": "ada", "game": "lucky_numbers", "move": "draw", "number": "1", "name": "1.svg", "sheet": "x.svg", "picture": "x.svg", "tournament_id": "nowhere", "round_number": "1", "entry": "1",
          "file_path": "/x.css", "path": "x"}  # fmt: skip
# Of a session's cookie, where it says until when it counts.
ODD_ENDS = [b"", b"[]", b"{}", b"x", b"\xff", b"[" * 2000, b'{"expires_at":"x"}', b'{"expires_at":1e99}']
ODD_HEADERS = {
    "Cookie": [
        "",
        ";;==",
        "jardinet=x",
        "jardinet=\xff",
        "csrftoken=\xe9; jardinet-0=x",
        "jardinet-0=AAAA; jardinet-1=BBBB",
        *(f"jardinet={b64encode(b'0' * size + AAD + end).decode()}" for size in (5, 40) for end in ODD_ENDS),
    ],
    "Accept-Language": ["", "x" * 5000, ",;q=,", "fr;q=nan", "\xe9", "de;q=" + DIGITS],
    "Authorization": ["", "Bearer", "Bearer \xe9", "Bearer " + "x" * 5000, "Basic x:y"],
    "Host": ["", "\xe9", "x" * 5000, "a b", "::::", "[", "localhost:" + DIGITS],
    "Origin": ["", "null", "\xe9", "http://" + "x" * 5000],
    "X-CSRFToken": ["", "\xe9" * 130, "x" * 130],
    "Content-Type": [
        "",
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "application/json; charset=x",
        "x/\xe9",
        ";",
    ],
    "Accept": ["", "x", "a/b;q=" + DIGITS, "\xe9"],
    "If-Modified-Since": ["x"],
    "Range": ["bytes=9-1", "x"],
}
ODD_QUERIES = ["since=", "since=" + DIGITS[:900], "since=-1", "step=x", "step=-" + DIGITS[:900], "lang=%00", "lang=fr&lang=de",
               "pick=%00&why=%00&hint=%00", "why=b3%20" + DIGITS[:9], "everything=x", "%", "a=%ED%A0%80", "=", "service=x&caller=y"]  # fmt: skip


def posts(app: Litestar) -> Iterator[tuple[str, HTTPRoute]]:
    """Where an application takes a POST."""
    for route in app.routes:
        if isinstance(route, HTTPRoute) and "POST" in route.methods:
            yield route.path_format, route


def names_of(route: HTTPRoute) -> tuple[str, ...]:
    """The names of what an address of the API takes as JSON."""
    taken = route.route_handler_map["POST"][0].parsed_fn_signature.parameters.get("data")
    return tuple(taken.annotation.__struct_fields__) if taken else ()


def addresses(path: str, tables: list[str]) -> list[str]:
    """A path's addresses, one at each of the tables."""
    return [path.format_map(VALUES | {"table_id": one}) for one in (tables if "table_id" in path else tables[:1])]
