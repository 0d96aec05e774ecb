"""Live pages: what several readers see alike is one message, and nothing of one reader's own is in it."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.kit.servers import process
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame, Opcode
from websockets.sync.client import ClientConnection

from jardinet.server.bench import PATIENCE, Visitor
from jardinet.server.http.web_socket_protocol import SharedDeflate

PLAY, PLY = re.compile(r'name="play" value="([^"]+)"'), re.compile(r'data-ply="(\d+)"')


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    with process(f"sqlite:///{tmp_path / 'tables.sqlite3'}") as (address, _server):
        yield address


def table_of_two(ada: Visitor, ben: Visitor) -> str:
    table = ada.set_table(game="lucky_numbers", seat2="person", setup="michael", first="1")
    ben.post_form(f"{table}/sit", seat="1", name="Ben")
    return table


def page_from(live: ClientConnection, ply: int) -> str:
    """The page of that ply or a later one."""
    while True:
        page = str(live.recv(timeout=PATIENCE))
        if int(PLY.findall(page)[0]) >= ply:
            return page


def test_spectators_get_the_same_page_without_anything_of_their_own(address: str) -> None:
    with Visitor(address) as ada, Visitor(address) as ben, Visitor(address) as one, Visitor(address) as other:
        table = table_of_two(ada, ben)
        other.post_form("/me", name="Somebody else")
        page = ada.get(table).text
        ply = int(PLY.findall(page)[0])
        with ExitStack() as open_pages:
            live = {visitor: open_pages.enter_context(visitor.listen(table)) for visitor in (ada, ben, one, other)}
            ada.post_form(f"{table}/play", ply=str(ply), play=PLAY.findall(page)[0])
            seen = {visitor: page_from(live[visitor], ply + 1) for visitor in live}
        assert seen[one] == seen[other]
        assert len({seen[one], seen[ada], seen[ben]}) == 3
        for visitor, page in seen.items():
            assert visitor.cookies["csrftoken"] not in page
            assert 'name="_csrf_token" value=""' in page or visitor in (one, other)


def test_a_page_that_was_taken_while_the_table_changed_is_followed_by_the_newer_one(address: str) -> None:
    with Visitor(address) as ada, Visitor(address) as ben:
        table = table_of_two(ada, ben)
        for _ in range(4):  # each opens the room of the table anew
            page = ada.get(table).text
            player = ada if PLAY.search(page) else ben
            page = player.get(table).text
            ply = int(PLY.findall(page)[0])
            with player.listen(table) as live:
                player.post_form(f"{table}/play", ply=str(ply), play=PLAY.findall(page)[0])
                assert int(PLY.findall(page_from(live, ply + 1))[0]) > ply


def test_a_message_is_compressed_once_and_read_by_everybody() -> None:
    text = "a page of a table, " * 200
    sent = [SharedDeflate(True, True, 15, 15).encode(Frame(Opcode.TEXT, text.encode())) for _reader in range(3)]
    assert sent[0] is sent[1] is sent[2]
    assert len(sent[0].data) < len(text) // 10
    for frame in sent:
        assert PerMessageDeflate(True, True, 15, 15).decode(frame).data == text.encode()
    ping = Frame(Opcode.PING, struct.pack("!I", 1))
    assert SharedDeflate(True, True, 15, 15).encode(ping) is ping
