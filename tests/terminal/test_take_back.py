"""Taking back at a terminal: `back`, here and at a server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.kit.terminals import Terminal, TerminalPlayer
from tests.terminal.test_remote_table import NewPlayer, best_move, state_of

from jardinet import load_game
from jardinet.play.record import state_of as end_of
from jardinet.play.record_format import read
from jardinet.play.taking_back import TakeBackError
from jardinet.terminal.local_table import LocalAgreement, LocalTable

SEATS = ("Ada", "novice")


def at_a_take(path: Path) -> tuple[LocalTable, int]:
    """A table where a tile lies face up when it is Ada's turn, and the action that takes it."""
    table = LocalTable(LocalAgreement(load_game("lucky_numbers", setup="michael"), SEATS, seed=4, path=path))
    while True:
        table.go_on()
        legal = table.state.legal_actions()
        texts = [table.state.action_to_string(0, one) for one in legal]
        if takes := [one for one, text in zip(legal, texts, strict=True) if text.startswith("take-")]:
            return table, takes[0]
        table.play(0, [legal[texts.index("discard")] if "discard" in texts else legal[-1]])


def test_a_play_is_taken_back_once_and_the_record_keeps_it(tmp_path: Path) -> None:
    path = tmp_path / "game.jdn"
    table, take = at_a_take(path)
    before = table.state.serialize()
    table.play(0, [take])
    table.take_back()
    assert table.state.serialize() == before
    table.save()
    [record] = read(path.read_text())
    [told] = record.taken_back
    assert (told.seat, told.actions, told.before) == (0, (take,), len(record.moves))
    resumed = LocalTable.resume(path)
    assert resumed.state.serialize() == before
    resumed.play(0, [take])
    with pytest.raises(TakeBackError, match="one play a game"):
        resumed.take_back()
    resumed.save()
    [record] = read(path.read_text())
    assert record.taken_back == (told,)
    assert end_of(record).serialize() == resumed.state.serialize()


def test_where_nothing_can_be_taken_back_it_is_said_why(tmp_path: Path) -> None:
    table, _take = at_a_take(tmp_path / "game.jdn")
    with pytest.raises(TakeBackError, match="something hidden has shown since"):
        table.take_back()
    two = LocalTable(LocalAgreement(load_game("lucky_numbers"), ("Ada", "Ben"), path=tmp_path / "two.jdn"))
    with pytest.raises(TakeBackError, match="nothing is taken back here"):
        two.take_back()


def test_back_is_typed_at_a_keyboard() -> None:
    child = Terminal("play", "lucky-numbers", "--seats", "Ada,novice", "--seed", "4", "--plain")
    child.expect_exact("> ")
    child.sendline("back")
    child.expect_exact("nothing can be taken back now")
    child.sendline("resign")
    child.expect_exact("nobody waits for you elsewhere")
    child.sendline("quit")


def test_at_a_server_the_same_is_taken_back_for_all_who_look(player: NewPlayer) -> None:
    ada: TerminalPlayer = player("Ada")
    table = ada.set_table("lucky_numbers", "person", "novice", take_back=True, parameters={"setup": "michael"})
    child, watcher = ada.joins(table), player("Ben").joins(table, "--watch")
    before: dict[str, Any] = {}
    while not before:
        child.expect_exact("you> ")
        seen = ada.sees(table)
        takes = [text for text in seen["legal"] if text.startswith("take-")]
        child.sendline(takes[0] if takes else discarded(seen))
        before = seen if takes else {}
    child.expect_exact("you> ")
    child.sendline("back")
    child.expect_exact("You took your play back.")
    child.expect_exact("you> ")
    watcher.expect_exact("A play was taken back.")
    after = ada.sees(table)
    assert (after["moves"], after["legal"]) == (before["moves"], before["legal"])
    assert after["seq"] == before["seq"] + 2
    child.sendline("back")
    child.expect_exact("one play a game can be taken back, and one was.")


def discarded(seen: dict[str, Any]) -> str:
    """The play after which a tile lies face up, where there is one; else the best one."""
    return "discard" if "discard" in seen["legal"] else best_move(state_of("lucky_numbers", seen), 0)
