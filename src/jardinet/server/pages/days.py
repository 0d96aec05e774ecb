"""What a table's page tells of games of days: vacations, weekends that are off, and who asks to take a play back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from jardinet.server.people.reader import Reader
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.table import Seat, TableState
from jardinet.server.tables.taking_back import asks_back, is_refused_back
from jardinet.words.agreements import Option, OptionValue, moment_text
from jardinet.words.language import Language


def back_told(table: TableState, reader: Reader, names: Sequence[str]) -> str:
    """What there is to tell a reader of somebody who asks to take their last play back; empty: nothing."""
    _, asking = reader.language.gettext, asks_back(table)
    if asking is None:
        told = _("Your play stays: not everybody agrees.")
        played = table.game and next((one.seat for one in reversed(table.game.log) if one.seat >= 0), None)
        return told if is_refused_back(table) and played in table.seats_of(reader.person) else ""
    if asking == reader.person:
        return _("You have asked the others whether you may take your last play back.")
    told = _("{name} asks to take their last play back, with what was played since.")
    return told.format(name=names[table.seats_of(asking)[0]]) if table.seats_of(reader.person) else ""


def off_until_told(table: TableState, seat: Seat, at: datetime, language: Language) -> str:
    """Until when somebody is on vacation, so that their clock stands still; empty: they are on none, or no turn takes days."""
    is_off = table.agreement.is_for_days and seat.off_until is not None and seat.off_until > at
    return moment_text(language, seat.off_until) if is_off and seat.off_until else ""


def weekends_option(language: Language) -> Option:
    """A form's question whether weekends are off."""
    _ = language.gettext
    choices = [OptionValue("", _("the clocks run"), ""), OptionValue("off", _("the clocks stand still"), "")]
    return Option("weekends", _("Weekends, where a turn takes days"), choices, "")


def weekends_in(data: Mapping[str, str]) -> str | None:
    """By which time zone weekends are off, as a form says; None: they are not."""
    return (data.get("zone", "").strip() or "UTC") if data.get("weekends") == "off" else None


def weekends_told(agreement: Agreement, language: Language) -> str:
    """That clocks stand still at weekends, and where these are; empty: they do not."""
    zone = agreement.weekends_off
    return language.gettext("Weekends are off, by the time of {zone}.").format(zone=zone) if zone else ""
