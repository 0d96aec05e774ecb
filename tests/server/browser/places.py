"""Every page of the site that a player comes by, with both games in every phase: made once, quickly, by forms."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from urllib.parse import urlsplit

from playwright.sync_api import Page
from tests.kit.servers import ServerProcess
from tests.server.browser.players import LONGEST, Forms, id_of, set_table, table_of_two, until
from tests.server.copies import Row, copy_of, person_at

GAMES = ("lucky_numbers", "maudits_criquets")
PROMPT = r'(?:id="yours-\d+"[^>]*>[^<]*</p><span data-seen="|id="theirs"[^>]*>)([^<"]*)[<"]'


def places(site: ServerProcess, ada: Page, ben: Page) -> dict[str, str]:
    """The name and the address of each page, as Ada may see it."""
    found = {
        "home": "/",
        "my-games": "/games",
        "results": "/results",
        "lobby": "/lobby",
        "tournaments": "/tournaments",
        "ladder": "/ladder/lucky_numbers",
        "rules": "/rules",
        "puzzles": "/puzzles",
        "account": "/account",
        "programs": "/account/tokens",
        "sign-in": "/sign-in",
        "settings": "/settings",
        "api": "/api/reference",
        "problem": "/t/nowhere",
    }
    for game in GAMES:
        found |= {f"{game}-{name}": address for name, address in _of_game(site, ada, ben, game)}
    return found | _of_people(ada, ben) | _of_tournament(ada, ben) | _of_the_day(ada, ben)


def _of_the_day(ada: Page, ben: Page) -> dict[str, str]:
    """Pages of the deal of the day, which Ada and Ben have played, Ada in one game only."""
    for person in (ada, ben):
        play_the_day(person, "maudits_criquets")
    return {
        "day": "/day/lucky_numbers",
        "day-played": "/day/maudits_criquets",
        "day-over": play_the_day(ada, "maudits_criquets"),
    }


def play_the_day(page: Page, game: str) -> str:
    """Play today's deal to its end by forms; returns the address of its table. Whoever has played it already looks at it alone."""
    shown = page.request.get(f"/day/{game}").text()
    again = re.search(r'href="(/t/[\w-]+)/replay', shown)
    if again:
        return again[1]
    action = re.search(rf'action="(/day/{game}/[\d-]+)"', shown)
    assert action
    table = _send(page, action[1])
    play_by_forms(page, table)
    return table


def play_by_forms(page: Page, table: str) -> None:
    """Play at a table against bots to the end of the game."""
    forms, chance = Forms(page, table), Random(3)

    def is_over() -> bool:
        html = forms.look()
        if 'aria-labelledby="after"' not in html:
            forms.play(chance, html)
        return 'aria-labelledby="after"' in html

    until(page, is_over)


def _of_people(ada: Page, ben: Page) -> dict[str, str]:
    """Pages of people who have played together: both have ways back, Ben shows a profile and calls Ada to another game."""
    for person, handle in ((ada, "ada-99"), (ben, "ben-99")):
        _send(person, "/account/password", handle=handle, password="correct horse")
        _send(person, "/account/profile", handle=handle, is_public="yes")
    list_of = ben.request.get("/people").text()
    again = re.search(r'name="table" value="([\w-]+)">\s*<input type="hidden" name="seat" value="(\d)"', list_of)
    assert again
    _send(ben, "/play-again", table=again[1], seat=again[2])
    return {"people": "/people", "profile": "/people/ben-99"}


def _of_tournament(ada: Page, ben: Page) -> dict[str, str]:
    """Pages of a tournament that Ada has opened and plays with Ben, the host's among them."""
    fields = {"game": "lucky_numbers", "form": "lots", "seats": "2", "rounds": "2", "pace": "300+10", "ties": "shared"}
    times = {"by_itself": "no", "begins_after": "0", "no_show": "60", "lasts": "180", "title": "Ada"}
    opened = _send(ada, "/tournaments", **fields, **times)
    address = opened.partition("/host")[0]
    for person in (ada, ben):
        _send(person, f"{address}/enter")
    _send(ada, f"{address}/host/do", do="begin")
    _send(ada, f"{address}/host/table/1/1", points0="2", points1="-3")
    _send(ada, f"{address}/host/do", do="begin")
    return {
        "tournament": address,
        "tournament-standings": f"{address}/standings",
        "tournament-wall": f"{address}/wall",
        "tournament-host": f"{address}/host",
        "tournament-table": f"{address}/host/table/2/1",
        "tournament-entry": f"{address}/host/entry/2",
    }


def _send(page: Page, address: str, **fields: str) -> str:
    """Send a form as somebody who has told a name; returns the path to which that leads."""
    token = re.search(r'name="_csrf_token" value="(\w+)"', page.request.get("/account").text())
    assert token
    return urlsplit(page.request.post(address, form={"_csrf_token": token[1], **fields}).url).path


def _of_game(site: ServerProcess, ada: Page, ben: Page, game: str) -> Iterator[tuple[str, str]]:
    yield "rules", f"/rules/{game}"
    yield "learn", f"/learn/{game}"
    yield "puzzle", f"/puzzles/{game}/1"
    yield "set-up", f"/set-up/{game}"
    yield "waiting", set_table(ada, game, name="Ada", seat2="person", seat3="person")
    yield "invited", set_table(ben, game, name="Ben", seat2="person")
    table = table_of_two(ada, ben, game)
    yield "asked", table.replace(id_of(table), copy_of(site.file, id_of(table), _asked_by(site, id_of(table))))
    yield from _phases(site, ada, ben, table)
    yield "over", table
    yield "replay", f"{table}/replay/1?step=5"
    analysis = f"{table}/analysis/1"
    until(ada, lambda: "http-equiv" not in Forms(ada, analysis).look(), 240)  # it gives way to all others
    yield "analysis", analysis
    yield "review", f"{table}/review/1"
    yield "practice", f"/practice?table={id_of(table)}"
    yield "proof", f"{table}/proof"
    key = re.search(r"/seat/[\w-]+", Forms(ada, table).look())
    assert key
    yield "seat", key[0]


def _phases(site: ServerProcess, ada: Page, ben: Page, table: str) -> Iterator[tuple[str, str]]:
    """Play a game to its end and keep a copy of the table wherever the page says something of a new kind."""
    chance, known, phases = Random(2), set[str](), count(1)
    first, second = Forms(ada, table), Forms(ben, table)
    for page in (ada, ben):
        page.goto("about:blank")  # a page at the table would show every play
    for _ in range(LONGEST):
        html = first.look()
        if 'aria-labelledby="after"' in html:
            return
        kind = re.sub(r"\b\d+\b|\b[AX]\b", "", "".join(re.findall(PROMPT, html)))
        asked = {name for name in ("pick", "why") if re.search(rf'name="{name}" value="(.+?)"', html)}
        if {kind, *asked} - known:
            kept = table.replace(id_of(table), copy_of(site.file, id_of(table), _with_other_keys))
            yield f"phase-{next(phases)}", kept
            for name in sorted(asked - known):
                value = re.search(rf'name="{name}" value="(.+?)"', html)
                assert value
                yield name, f"{kept}?{name}={value[1]}"
            known |= {kind, *asked}
        if not first.play(chance, html):
            second.play(chance)
    raise AssertionError("the game does not end")


def _with_other_keys(kind: str, row: Row) -> Row:
    return row | {"key": secrets.token_urlsafe(18)} if kind == "seats" else row


def _asked_by(site: ServerProcess, table_id: str) -> Callable[[str, Row], Row]:
    """The table as it is where Ben is the host, and has asked Ada whether a bot may play for her."""
    host = person_at(site.file, table_id, 1)

    def change(kind: str, row: Row) -> Row:
        if kind == "tables":
            return row | {"host": host}
        asked = {"asked": "greedy"} if kind == "seats" and row["number"] == 0 else {}
        return _with_other_keys(kind, row) | asked

    return change
