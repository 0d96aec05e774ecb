"""What the API answers where something is not possible: a sentence in the language that is asked for, a code that is always the same."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest
from tests.kit.accounts import Player, Server

from jardinet.words.language import CODES

MakePlayer = Callable[[str], Player]

BODIES = [
    (b"{", "body-not-json"),
    (b'{"nonce": "\xff"}', "body-not-utf-8"),
    (b"[" * 5000, "body-too-deep"),
    (b"[]", "field-value"),
    (b'{"seat": "x"}', "field-value"),
    (b'{"seat": 99}', "field-value"),
    (b'{"seat": -1}', "field-value"),
    (b'{"nonce": [1]}', "field-value"),
    (b'{"beside": 3}', "field-value"),
    (b'{"seat": 5}', "no-such-seat"),
]


@pytest.mark.parametrize(("body", "problem"), BODIES)
def test_what_is_wrong_with_a_body_is_told_in_every_language(
    server: Server, player: MakePlayer, body: bytes, problem: str
) -> None:
    ada = player("Ada")
    table = ada.open("lucky_numbers")
    headers = {"Authorization": f"Bearer {ada.token}", "Content-Type": "application/json"}
    told = set()
    for code in CODES:
        answer = httpx.post(
            f"{server.url}/api/tables/{table}/sit", content=body, headers=headers | {"Accept-Language": code}
        )
        assert (answer.json()["code"], answer.headers["Content-Language"]) == (problem, code), answer.text
        assert "Accept-Language" in answer.headers["Vary"]
        assert "`" not in answer.json()["error"]  # msgspec's own words
        told.add(answer.json()["error"])
    assert len(told) == len(CODES)


def test_a_field_is_named_with_what_is_possible(player: MakePlayer) -> None:
    ada = player("Ada")
    table = f"/api/tables/{ada.open('lucky_numbers')}"
    agreed = {"game": "lucky_numbers", "parameters": {}, "seats": ["person", "person"]}
    for path, sent, sentence in (
        (f"{table}/sit", {"seat": 99}, "seat is not possible: it must be a whole number, 5 at most."),
        (f"{table}/play", {"ply": 0}, "moves is missing."),
        (f"{table}/play", {"ply": 0, "moves": []}, "moves is not possible: it must be a list of length 1 at least."),
        (f"{table}/play", {"ply": 0, "moves": "x"}, "moves is not possible: it must be a list."),
        ("/api/tables", agreed | {"hints": 3}, "hints is not possible: it must be true or false."),
    ):
        assert ada.refused(path, **sent) == (400, sentence)


@pytest.mark.parametrize(
    ("method", "path", "status", "problem"),
    [
        ("GET", "/api/nothing", 404, "nothing-here"),
        ("GET", "/api/tables/nowhere", 404, "no-such-table"),
        ("DELETE", "/api/tables", 405, "method-not-allowed"),
        ("GET", "/api/account", 401, "token-needed"),
        ("GET", "/api/tables?before=" + "x" * 17, 400, "field-value"),
        ("GET", "/api/tables?" + "x" * 3000, 414, "address-too-long"),
    ],
)
def test_a_code_is_the_same_in_every_language(
    server: Server, method: str, path: str, status: int, problem: str
) -> None:
    answers = [httpx.request(method, server.url + path, headers={"Accept-Language": code}) for code in CODES]
    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(status, problem)}
    assert len({answer.json()["error"] for answer in answers}) == len(CODES)
    assert [answer.headers["Content-Language"] for answer in answers] == list(CODES)


def test_whoever_asks_for_no_language_gets_english(server: Server) -> None:
    answer = httpx.get(f"{server.url}/api/tables/nowhere")
    assert answer.json() == {"error": "there is no table “nowhere”.", "code": "no-such-table"}
    assert answer.headers["Content-Language"] == "en"
