"""Several people at one screen: nobody sees there what another has secretly chosen, with nothing but forms."""

from __future__ import annotations

import html
import re

from tests.kit.pages import Site, Visitor


def beside(site: Site, game: str = "maudits_criquets", **form: str) -> tuple[Visitor, str]:
    """Ada and Tom at one screen, and the address of their table."""
    ada = site.visitor()
    return ada, ada.set_table(game, **({"name": "Ada", "seat2": "beside", "beside2": "Tom"} | form))


def lifts(page: str) -> list[tuple[str, str]]:
    """The links that lift a curtain: where each leads, and what it says."""
    found = re.search(r'<nav class="curtain.*?</nav>', page, re.DOTALL)
    return re.findall(r'href="([^"]+)">([^<]+)</a>', found[0]) if found else []


def bid(visitor: Visitor, lifted: str, card: str) -> str:
    """Bid from a page whose curtain is lifted; returns the page that comes after it."""
    page = visitor.get(lifted).text
    fields = {name: re.search(rf'name="{name}" value="([^"]*)"', page) for name in ("ply", "hand")}
    answer = visitor.post(
        f"{lifted.partition('?')[0]}/play", play=f"bid-{card}", **{name: one[1] for name, one in fields.items() if one}
    )
    assert answer.status_code == 200, answer.text
    return answer.text


def standing(page: str) -> str:
    """What a page tells, but for the time."""
    return re.sub(r'data-now="[\d.]+"|\?at=[\d.]+|value="\w{64,}"', "", page)


def test_the_form_seats_somebody_at_this_screen_by_their_name(site: Site) -> None:
    for named, called in (("Tom", "Tom"), ("", "Player 2")):
        ada, table = beside(site, beside2=named)
        assert f'[Seat2 "{called}"]' in ada.get(f"{table}/record").text or called in ada.get(table).text
        assert "Good to see you, Ada." in ada.get("/").text
    answer = ada.post("/tables", game="maudits_criquets", seat1="person", seat2="beside", beside2="x" * 41)
    assert answer.status_code == 422
    assert "a name has 1 to 40 characters" in answer.text
    assert answer.text.count('value="beside" selected') == 1  # as it was filled in


def test_the_curtain_hangs_until_the_next_person_lifts_it(site: Site) -> None:
    ada, table = beside(site)
    while ada.get(table).text.count('id="loot-') == 1:  # three cards of one kind leave nothing to pick
        ada, table = beside(site)
    hanging = ada.get(table).text
    assert 'name="play"' not in hanging
    assert "Over to Ada: only Ada may look now." in hanging
    ((to_ada, told),) = lifts(hanging)
    assert told == "I am Ada"
    lifted = ada.get(to_ada).text
    assert lifted.count('name="play"') == 8
    assert "Ada: Choose a bid card" in lifted
    assert not lifts(lifted)
    after = bid(ada, to_ada, "4")
    assert 'name="play"' not in after
    assert [told for _, told in lifts(after)] == ["I am Tom"]
    assert lifts(ada.get(to_ada).text) == lifts(after)  # Ada's hand is not to be had again
    revealed = bid(ada, lifts(after)[0][0], "2")
    assert "Ada bids 4 and Tom bids 2" in revealed
    assert "Ada: Your 4 takes now" in html.unescape(revealed)


def test_no_page_at_this_screen_tells_what_was_chosen(site: Site) -> None:
    """Not before the next person lifts the curtain, not to them, and not while others far away still choose."""
    ada, table = beside(site, seat3="person")
    site.visitor().post(f"{table}/sit", seat="2", name="Ben")
    ((to_ada, _),) = lifts(ada.get(table).text)
    ((to_tom, _),) = lifts(bid(ada, to_ada, "4"))
    before = [standing(ada.get(address).text) for address in (table, to_tom)]
    ada.post(f"{table}/play", play="bid-x", hand=to_ada.partition("hand=")[2], ply=re.findall(r"\d+", to_ada)[-2])
    assert before == [standing(ada.get(address).text) for address in (table, to_tom)]
    waiting = bid(ada, to_tom, "2")
    assert "Still choosing: Ben" in waiting
    assert [told for _, told in lifts(waiting)] == ["Ada: choose anew", "Tom: choose anew"]
    anew = standing(ada.get(to_tom).text)
    assert 'aria-pressed="true"' not in anew
    bid(ada, to_tom, "5")
    assert standing(ada.get(to_tom).text) == anew


def test_what_is_asked_behind_the_curtain_is_answered_behind_it(site: Site) -> None:
    """A question, a typed word and what was not possible leave the hand where it was."""
    ada, table = beside(site)
    ((to_ada, _),) = lifts(ada.get(table).text)
    hand = to_ada.partition("hand=")[2]
    ply = hand.partition("-")[0]
    asked = [
        ada.get(f"{to_ada}&why=a").text,
        ada.post(f"{table}/play", ply=ply, why="a", hand=hand).text,
        ada.post(f"{table}/command", ply=ply, words="why a", hand=hand).text,
        ada.post(f"{table}/command", ply=ply, words="dance", hand=hand).text,
        ada.post(f"{table}/play", ply=ply, play="bid-9", hand=hand).text,
    ]
    for page in asked:
        assert page.count('name="play"') == 8
        assert re.search(r'id="(answer|problem)"[^>]*>[^<]+', page)
    typed = ada.post(f"{table}/command", ply=ply, words="bid 4", hand=hand).text
    assert [told for _, told in lifts(typed)] == ["I am Tom"]


def test_no_curtain_hangs_where_nobody_chooses_in_secret_or_one_person_plays(site: Site) -> None:
    ada, table = beside(site, "lucky_numbers", first="1")
    page = ada.get(table).text
    assert not lifts(page)
    assert 'name="play"' in page or 'name="pick"' in page
    assert "Ada: " in page  # whose turn it is
    alone = site.visitor()
    assert not lifts(alone.get(alone.set_table("maudits_criquets", name="Ada", seat2="random")).text)
    spectator = site.visitor().get(beside(site)[1]).text
    assert not lifts(spectator)
    assert "Over to" not in spectator
