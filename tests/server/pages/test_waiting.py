"""The table that waits for its people: what the host sees first, what a guest, and that nobody loses what they type."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from litestar.routes import HTTPRoute
from tests.kit.pages import Site
from tests.kit.servers import settings_of

from jardinet.bots.levels import levels_of
from jardinet.games import playable_games
from jardinet.server.app import create_app

REFRESH = 'http-equiv="refresh"'


def folded(html: str) -> list[str]:
    """The names of the fields that one sees only after opening a fold."""
    inside = re.findall(r"<details.*?</details>", html, re.DOTALL)
    return [name for fold in inside for name in fields(fold)]


def fields(html: str) -> list[str]:
    """The names of the fields that one types or chooses in."""
    visible = re.findall(r'<(?:input|select)[^>]*?\bname="(\w+)"[^>]*>', html)
    hidden = re.findall(r'<input type="hidden" name="(\w+)"', html)
    return [name for name in visible if name not in hidden]


def main_of(html: str) -> str:
    return html.partition('<main id="main"')[2].partition("</main>")[0]


@pytest.mark.parametrize("game", playable_games())
def test_a_host_invites_first_and_fills_seats_otherwise_second(site: Site, game: str) -> None:
    ada = site.visitor()
    table = ada.set_table(game, name="Ada")
    html = main_of(ada.get(table).text)
    assert html.index('id="invite"') < html.index('id="seats"')
    assert f'data-copy="http://testserver.local{table}"' in html
    assert 'id="join"' not in html
    assert [level for level in levels_of(game) if f'name="level" value="{level}"' not in html] == []
    assert fields(html) == folded(html)  # nothing to type but in folds
    assert set(fields(html)) == {"name", "nonce", "account"}


def test_a_guest_finds_one_field_and_one_button(site: Site) -> None:
    table = site.visitor().set_table("lucky_numbers", name="Ada", seat3="person")
    html = main_of(site.visitor().get(table).text)
    assert "Ada invites you" in html
    assert [name for name in fields(html) if name not in folded(html)] == ["name"]
    assert html.count("<button") == 1
    assert 'id="invite"' not in html


def frame_of(html: str) -> str:
    """The address of the frame that tells, without a script, whether something has changed."""
    (found,) = re.findall(r'<noscript>.*<iframe src="([^"]+)".*</noscript>', html)
    return str(found)


def test_a_page_never_comes_anew_by_itself_and_a_frame_of_it_tells_what_has_changed(site: Site) -> None:
    ada, ben, guest = site.visitor(), site.visitor(), site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", seat2="person", setup="michael", first="2")
    shown = ada.get(table).text
    assert [REFRESH in one.get(table).text for one in (ada, ben, guest)] == [False] * 3
    first = ada.get(frame_of(shown)).text
    assert (REFRESH in first, "Look again" in first) == (True, False)
    assert (
        f'<p class="unscripted"><a class="button" href="{table}?at=' in shown
    )  # beside the forms, whatever has changed

    ben.post(f"{table}/sit", seat="1", name="Ben")
    changed = ada.get(frame_of(shown))
    assert "Something has changed." in changed.text
    assert (REFRESH in changed.text, "It is your turn." in changed.text) == (True, False)
    (again,) = re.findall(rf'<a href="({table}\?at=[\d.]+)" target="_top">Look again', changed.text)
    assert "frame-ancestors 'self'" in changed.headers["content-security-policy"]
    shown = ada.get(again).text
    assert "Look again" not in ada.get(frame_of(shown)).text
    assert "Look again" not in ben.get(frame_of(ben.get(table).text)).text

    ply = re.findall(r'name="ply" value="(\d+)"', ben.get(table).text)[0]
    play = re.findall(r'name="play" value="([^"]+)"', ben.get(table).text)[0]
    assert REFRESH not in ben.post(f"{table}/play", ply=ply, play=play).text
    while "It is your turn." not in ada.get(frame_of(shown)).text:
        html = ben.get(table).text
        found = re.search(r'name="play" value="(place-[^"]+|discard)"', html)
        assert found
        ben.post(f"{table}/play", ply=re.findall(r'name="ply" value="(\d+)"', html)[0], play=found[1])
    assert REFRESH not in ada.get(frame_of(shown)).text  # nothing more comes until she has looked


def test_whoever_looks_by_the_frame_alone_is_there(site: Site) -> None:
    ada, ben = site.visitor(), site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", seat2="person")
    ben.post(f"{table}/sit", seat="1", name="Ben")
    before = site.presence.people()
    assert ada.get(frame_of(ada.get(table).text)).status_code == 200
    assert site.presence.people() == before


def test_another_person_at_the_same_screen_is_offered_to_who_sits_there(site: Site) -> None:
    ada, guest = site.visitor(), site.visitor()
    table = ada.set_table("maudits_criquets", name="Ada", seat3="person")
    assert 'name="beside" value="1"' in ada.get(table).text
    assert 'name="beside"' not in guest.get(table).text
    guest.post(f"{table}/sit", seat="1", name="Ben")
    assert 'name="beside" value="1"' in guest.get(table).text
    assert f'action="{table}/bot"' not in guest.get(table).text


def test_what_answered_a_form_can_be_loaded_anew(site: Site, tmp_path: Path) -> None:
    """Whoever loads anew a page that says why a play was not possible does so by a GET."""
    ada, ben = site.visitor(), site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", first="2")
    ben.post(f"{table}/sit", seat="1", name="Ben")
    refused = ada.post(f"{table}/play", ply="0", play="place-a1")
    assert refused.status_code in (409, 422)
    assert REFRESH not in refused.text
    app = create_app(settings_of(f"sqlite:///{tmp_path / 'other.sqlite3'}"))
    places = {route.path: route.methods for route in app.routes if isinstance(route, HTTPRoute)}
    forms = [path for path, methods in places.items() if path.startswith("/t/{table_id:str}/") and "POST" in methods]
    forms.remove("/t/{table_id:str}/review/{number:int}")  # a page that is there for a GET
    assert len(forms) > 12
    for path in forms:
        address = path.replace("/t/{table_id:str}", table)
        assert "{" not in address
        answer = ada.get(address)
        assert [(one.status_code, one.headers["location"]) for one in answer.history] == [(303, table)], path


def test_the_frame_tells_nothing_of_a_bid_that_was_changed_in_secret(site: Site) -> None:
    ada, ben = site.visitor(), site.visitor()
    table = ada.set_table("maudits_criquets", name="Ada")
    ben.post(f"{table}/sit", seat="1", name="Ben")
    ply = re.findall(r'data-ply="(\d+)"', ada.get(table).text)[0]
    ada.post(f"{table}/play", ply=ply, play="bid-4")
    known = frame_of(ben.get(table).text)
    ada.post(f"{table}/play", ply=ply, play="bid-6")
    assert frame_of(ben.get(table).text) == known
    assert "Look again" not in ben.get(known).text
