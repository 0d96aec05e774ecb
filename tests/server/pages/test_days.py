"""Games of days on pages, without a script: vacations, weekends, time that is up, and asking for a play to be taken back."""

from __future__ import annotations

from tests.kit.pages import Site, Visitor
from tests.kit.waiting import until

from jardinet.server.tables.agreement import DAY


def game_of_days(site: Site, **form: str) -> tuple[Visitor, Visitor, str]:
    """Ada, Ben, and a table at which it is Ada's turn."""
    ada, ben = site.visitor(), site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", first="1", pace=str(3 * DAY), **form)
    ben.post(f"{table}/sit", seat="1", name="Ben")
    return ada, ben, table


def play(site: Site, table: str, people: tuple[Visitor, Visitor], prefer: str = "") -> None:
    """Play once for whoever has to."""
    standing = site.table(table.rpartition("/")[2])
    seat = standing.awaited()[0]
    assert standing.state
    texts = [standing.state.action_to_string(seat, one) for one in standing.state.legal_actions()]
    usual = "discard" if "discard" in texts else texts[-1]
    wanted = next((one for one in texts if one.startswith(prefer)), usual) if prefer else usual
    people[seat].post(f"{table}/play", ply=str(standing.ply), play=wanted)


def test_a_vacation_begins_by_one_click_and_all_at_the_table_see_it(site: Site) -> None:
    ada, ben, table = game_of_days(site)
    assert "30 of 30 days of this year are left." in ada.get("/settings").text
    assert "Begin my vacation" in ada.get("/games").text
    assert "Begin my vacation" not in ben.get("/games").text, "no clock of his runs: he finds it among the settings"
    settings = ada.post("/vacation", do="begin", back="/settings").text
    assert "You are on vacation, until" in settings
    assert "Ada is on vacation, until" in ben.get(table).text
    assert "Ada is on vacation, until" in site.visitor().get(table).text
    assert "your clock stands still" in ada.get(table).text
    site.pass_time(days=8)
    assert "Ada is on vacation, until" in ben.get(table).text
    assert "I am back" in ada.get("/games").text
    ada.post("/vacation", do="end", back="/games")
    assert "on vacation" not in ben.get(table).text
    assert "2 days left" in ada.get("/games").text
    assert "21 of 30 days" in ada.get("/settings").text


def test_a_stranger_begins_no_vacation(site: Site) -> None:
    stranger = site.visitor()
    assert stranger.post("/vacation", do="begin").status_code == 200
    assert "Vacation" not in stranger.get("/settings").text


def test_weekends_that_were_agreed_are_told(site: Site) -> None:
    ada, ben, table = game_of_days(site, weekends="off", zone="Europe/Paris")
    for one in (ada, ben):
        assert "Weekends are off, by the time of Europe/Paris." in one.get(table).text
    assert site.table(table.rpartition("/")[2]).agreement.weekends_off == "Europe/Paris"
    wrong = ada.post(
        "/tables", game="lucky_numbers", seat1="person", seat2="person", pace=str(DAY), weekends="off", zone="Mars"
    )
    assert wrong.status_code == 422
    assert "is no time zone known here" in wrong.text
    live = ada.post(
        "/tables", game="lucky_numbers", seat1="person", seat2="person", pace="45", weekends="off", zone="UTC"
    )
    assert "weekends are off only where a turn takes days" in live.text.casefold()


def test_whoever_opens_the_table_has_the_seat_back_that_their_time_has_cost(site: Site) -> None:
    ada, ben, table = game_of_days(site)
    table_id = table.rpartition("/")[2]

    def is_lost() -> bool:
        standing = site.table(table_id)
        if standing.seats[0].level:
            return True
        if standing.awaited() == [0]:
            site.pass_time(days=3.1)
        elif standing.awaited() == [1]:
            play(site, table, (ada, ben))
        return False

    until(is_lost, "Ada's time was up three times")
    assert "plays for Ada, who is away." in ben.get(table).text
    assert not site.table(table_id).is_over
    assert "Take your seat back" not in ada.get(table).text
    assert site.table(table_id).seats[0].level is None


def test_taking_back_is_asked_for_and_answered(site: Site) -> None:
    ada, ben, table = game_of_days(site, setup="michael")
    table_id, people = table.rpartition("/")[2], (ada, ben)

    while 'id="ask-back"' not in ada.get(table).text:
        play(site, table, people, "take-" if site.table(table_id).awaited() == [0] else "draw")
    ply = str(site.table(table_id).ply)
    assert "You have asked the others" in ada.post(f"{table}/ask-back", ply=ply).text
    asked = ben.get(table).text
    assert "Ada asks to take their last play back" in asked
    assert [one in asked for one in ("back-yes", "back-no", "back-never")] == [True] * 3
    assert "asks to take" not in site.visitor().get(table).text
    ben.post(f"{table}/answer-back", answer="yes", ply=ply)
    assert "Ada took a play back." in ben.get(table).text
    play(site, table, people, "take-")
    while 'id="ask-back"' not in ada.get(table).text:
        play(site, table, people, "take-" if site.table(table_id).awaited() == [0] else "draw")
    ada.post(f"{table}/ask-back", ply=str(site.table(table_id).ply))
    ben.post(f"{table}/answer-back", answer="never", ply=str(site.table(table_id).ply))
    assert 'id="ask-back"' not in ada.get(table).text
    assert ada.post(f"{table}/ask-back", ply=str(site.table(table_id).ply)).status_code in (409, 422)
