"""Ladders: who shows a profile stands there by their rating, between the bots; nobody else does."""

from __future__ import annotations

import html
import re
import sqlite3
from pathlib import Path

import pytest
from tests.kit.pages import Site, Visitor
from tests.kit.waiting import UNHURRIED, until
from tests.server.pages.test_rated import RATED, text_of, with_way_back

ROW = re.compile(
    r'<tr(?: class="bot")?><td>(.*?)</td><th scope="row">(.*?)</th><td>(.*?)</td><td>(.*?)</td></tr>', re.DOTALL
)


def rows_of(page: str) -> list[tuple[str, str, str, str]]:
    """The lines of a ladder: place, name, strength and games."""
    found = ROW.findall(page)
    return [(place, re.sub(r"<.*?>", "", name).strip(), told, games) for place, name, told, games in found]


@pytest.fixture
def rated(site: Site) -> tuple[Visitor, Visitor]:
    """Ada, who shows a profile, and Ben, who does not; both have a rating in one game."""
    ada, ben = with_way_back(site, "Ada"), with_way_back(site, "Ben")
    for visitor, shown in ((ada, "yes"), (ben, "")):
        handle = "ada-of-the-garden" if shown else "ben-of-the-garden"
        assert visitor.post("/account/profile", handle=handle, is_public=shown).status_code == 200
    table = ada.set_table("maudits_criquets", **RATED)
    ben.post(f"{table}/sit", seat="1", name="Ben")
    ada.post(f"{table}/give-up")
    ben.post(f"{table}/give-up")
    until(lambda: "This game was rated." in ada.get(table).text, "it is rated", UNHURRIED)
    return ada, ben


def test_who_shows_a_profile_stands_there_and_who_does_not_sees_their_rating_alone(
    site: Site, rated: tuple[Visitor, Visitor], tmp_path: Path
) -> None:
    _ada, ben = rated
    stranger = text_of(site.visitor(), "/ladder/maudits_criquets")
    people = [row for row in rows_of(stranger) if "bot: " not in row[1]]
    assert [(place, name, games) for place, name, _, games in people] == [("–", "Ada", "1")]
    assert "/people/ada-of-the-garden" in stranger and "Ben" not in stranger
    assert "Rating among people" not in stranger
    assert re.search(
        r"Rating among people: 1[34]\d\d ± \d+, provisional, after 1 rated game\.",
        text_of(ben, "/ladder/maudits_criquets"),
    )
    strengths = [int(re.match(r"\d+", row[2])[0]) for row in rows_of(stranger)]  # type: ignore[index]
    assert strengths == sorted(strengths, reverse=True) and len(strengths) == 6
    with sqlite3.connect(tmp_path / "tables.sqlite3") as database:
        database.execute("UPDATE ratings SET deviation = 30, value = 2000")
    first = rows_of(text_of(site.visitor(), "/ladder/maudits_criquets"))[0]
    assert first == ("1", "Ada", "2000 ± 59", "1")


def test_a_rating_is_told_on_the_profile_and_to_oneself(site: Site, rated: tuple[Visitor, Visitor]) -> None:
    _ada, ben = rated
    told = r"Rating among people: 1[34]\d\d ± \d+, provisional, after 1 rated game\."
    assert re.search(told, text_of(site.visitor(), "/people/ada-of-the-garden"))
    assert re.search(told, text_of(ben, "/results"))
    assert "Rating among people" not in text_of(site.visitor(), "/results")


def test_a_ladder_without_people_has_its_bots_and_an_unknown_game_has_none(site: Site) -> None:
    page = html.unescape(site.visitor().get("/ladder/lucky_numbers").text)
    assert "Nobody stands here yet but the bots." in page
    assert [row[1] for row in rows_of(page)] == [
        f"bot: {name}" for name in ("Master", "Expert", "Skilled", "Casual", "Novice")
    ]
    assert site.visitor().get("/ladder/chess").status_code == 404


def test_what_is_kept_of_a_person_tells_their_ratings(rated: tuple[Visitor, Visitor]) -> None:
    from io import BytesIO
    from json import loads
    from zipfile import ZipFile

    with ZipFile(BytesIO(rated[0].post("/account/export").content)) as packed:
        told = loads(packed.read("person.json"))
    assert [one["played"] for one in told["ratings"]] == ["maudits_criquets"]
    assert [one["gained"] < 0 for one in told["rated_games"]] == [True]


def test_the_lobby_tells_the_ratings_that_may_be_seen(site: Site, rated: tuple[Visitor, Visitor]) -> None:
    """At rated tables everybody's, elsewhere those of people who show a profile; also of who seeks somebody."""
    ada, ben = rated
    mine, theirs = (re.compile(rf"{name} \(1[34]\d\d ± \d+\)") for name in ("Ada", "Ben"))
    ada.set_table("maudits_criquets", is_listed="yes", bot_pace="instant")
    ben.set_table("maudits_criquets", is_listed="yes", bot_pace="instant")
    seen = text_of(site.visitor(), "/lobby")
    assert mine.search(seen) and not theirs.search(seen)
    assert "<title>Somebody to play with · Jardinet</title>" in seen
    ben.set_table("maudits_criquets", is_listed="yes", **RATED)
    ada.set_table("lucky_numbers", is_listed="yes", **RATED)
    seen = text_of(site.visitor(), "/lobby")
    assert theirs.search(seen) and len(mine.findall(seen)) == 1  # she has no rating in the other game
    for visitor in rated:
        visitor.post("/lobby/seek", game="maudits_criquets", players="2", pace="", range="")
    around = text_of(site.visitor(), "/lobby/around")
    assert len(mine.findall(around)) == 1  # both are found, and nobody else sees them
    for visitor in rated:
        visitor.post("/lobby/stop")
        visitor.post("/lobby/seek", game="maudits_criquets", players=str(3 + rated.index(visitor)), pace="", range="")
    around = text_of(site.visitor(), "/lobby/around")
    assert (len(mine.findall(around)), len(theirs.findall(around))) == (2, 1)
    told = {one["name"]: one["rating"] for one in site.visitor().get("/api/seeks").json()}
    assert told["Ben"] is None and 1300 < told["Ada"] < 1500
