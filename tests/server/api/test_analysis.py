"""The analysis of a finished game for programs: the bytes that the command line writes, and none before the game is over."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from tests.kit.accounts import Player, Server
from tests.kit.forking import run
from tests.kit.waiting import UNHURRIED, until

from jardinet.analysis.model import Analysis
from jardinet.analysis.review import Review
from jardinet.play.record import Record
from jardinet.play.record_format import read, write
from jardinet.server.analyses import runner

MakePlayer = Callable[[str], Player]
GAMES = ["lucky_numbers", "maudits_criquets"]


def asked(server: Server, table_id: str, number: int = 1) -> httpx.Response:
    """The answer to somebody without a token."""
    return httpx.get(f"{server.url}/api/tables/{table_id}/analysis/{number}", timeout=60)


def analysed(server: Server, table_id: str, number: int = 1) -> httpx.Response:
    """The analysis, when it has been made."""
    answers: list[httpx.Response] = []

    def is_made() -> bool:
        answers.append(asked(server, table_id, number))
        if answers[-1].status_code == 202:
            assert answers[-1].json() == {"retry_after": int(answers[-1].headers["Retry-After"])}
        return answers[-1].status_code != 202

    until(is_made, "the game is analysed", UNHURRIED)
    return answers[-1]


def told_by_command(folder: Path, record: Record) -> bytes:
    """What the command line says of a record."""
    file = folder / "game.jdn"
    file.write_text(write(record), encoding="utf-8")
    return run("analyse", str(file), "--json").stdout.encode()


def play_on(ada: Player, table_id: str) -> str:
    """Play a game to its end; returns how the table stands then."""
    while True:
        state = ada.get(f"/api/tables/{table_id}")["state"]
        if state["status"] in ("between", "finished"):
            return str(state["status"])
        if state["legal"]:
            ada.http.post(f"/api/tables/{table_id}/play", json={"ply": state["seq"], "moves": state["legal"][-1:]})
        time.sleep(0.01)


def against_bot(ada: Player, game: str, **agreed: Any) -> str:
    """A table at which somebody plays against a bot that does not wait; returns its id."""
    agreement = {"game": game, "parameters": {}, "seats": ["person", "greedy"], "first": "1", "bot_pace": "instant"}
    return str(ada.post("/api/tables", **agreement | agreed)["id"])


def records(server: Server, table_id: str) -> list[Record]:
    return read(httpx.get(f"{server.url}/t/{table_id}/record").content)


@pytest.mark.parametrize("game", GAMES)
def test_it_is_byte_for_byte_what_the_command_line_writes(
    server: Server, player: MakePlayer, tmp_path: Path, game: str
) -> None:
    ada = player("Ada")
    table_id = against_bot(ada, game)
    play_on(ada, table_id)
    answer = analysed(server, table_id)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/json"
    (record,) = records(server, table_id)
    assert answer.content == told_by_command(tmp_path, record)
    (analysis,) = msgspec.json.decode(answer.content, type=list[Analysis], strict=True)
    assert (analysis.game, analysis.parameters) == (game, record.game.parameters)


def test_each_game_of_a_match_has_its_own_and_a_running_one_none(
    server: Server, player: MakePlayer, tmp_path: Path
) -> None:
    ada = player("Ada")
    table_id = against_bot(ada, "maudits_criquets", tie="shared", parameters={"crops": 2, "copies": 4})
    assert refused(asked(server, table_id)) == (409, "not-over-to-analyse")
    assert play_on(ada, table_id) == "between"
    ada.post(f"/api/tables/{table_id}/next")
    assert refused(asked(server, table_id, 2)) == (409, "not-over-to-analyse")
    play_on(ada, table_id)
    for number in (1, 2):
        expected = told_by_command(tmp_path, records(server, table_id)[number - 1])
        assert analysed(server, table_id, number).content == expected


def test_it_is_made_once(server: Server, player: MakePlayer, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = player("Ada")
    table_id = against_bot(ada, "maudits_criquets")
    play_on(ada, table_id)
    first = analysed(server, table_id).content
    monkeypatch.setattr(runner, "review_of", None)  # whoever makes it again fails
    assert asked(server, table_id).content == first


def test_where_there_is_no_game_there_is_no_analysis(server: Server, player: MakePlayer) -> None:
    ada = player("Ada")
    table_id = ada.open("lucky_numbers")
    assert refused(asked(server, "nowhere")) == (404, "no-such-table")
    for number in (1, 0, -1, 2**70):
        assert refused(asked(server, table_id, number)) == (404, "no-game-at-table")
    stranger = {"Authorization": "Bearer x"}
    answer = httpx.get(f"{server.url}/api/tables/{table_id}/analysis/1", headers=stranger)
    assert refused(answer) == (401, "unknown-token")


def test_what_cannot_be_analysed_says_so(server: Server, player: MakePlayer, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(record: Record) -> Review:
        raise ValueError("broken")

    monkeypatch.setattr(runner, "review_of", fails)
    ada = player("Ada")
    for game in ("maudits_criquets", "fireflies"):  # nothing can judge fireflies
        table_id = against_bot(ada, game, seats=["person", "random"])
        play_on(ada, table_id)
        assert refused(analysed(server, table_id)) == (404, "no-analysis")


def refused(answer: httpx.Response) -> tuple[int, str]:
    """The status and the code of what is not possible."""
    assert set(answer.json()) == {"error", "code"}
    return answer.status_code, answer.json()["code"]
