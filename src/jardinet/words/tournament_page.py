"""Tournament on paper as HTML, to be printed: the tables of every round, a sheet for each table, and one for the standings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, tostring

from jardinet.words.language import Language
from jardinet.words.tournaments import (
    RoundSheet,
    TableSheet,
    how_to_score,
    resting_told,
    round_heading,
    table_heading,
)

STYLE = Path(__file__).parent / "static" / "tournament.css"


def tournament_page(
    language: Language, heading: str, told: str, rounds: Sequence[RoundSheet], names: Sequence[str]
) -> str:
    """A standalone HTML file; a printer begins a page with each part of it.

    Args:
        language: of its texts.
        heading: its title.
        told: what is played, in a line.
        rounds: with their tables.
        names: of all who take part.
    """
    _ = language.gettext
    html = Element("html", {"lang": language.code})
    head = SubElement(html, "head")
    SubElement(head, "meta", {"charset": "utf-8"})
    SubElement(head, "meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"})
    SubElement(head, "meta", {"name": "color-scheme", "content": "light dark"})
    SubElement(head, "title").text = f"{heading} · Jardinet"
    SubElement(head, "style").text = STYLE.read_text(encoding="utf-8")
    main = SubElement(SubElement(html, "body"), "main")
    SubElement(main, "h1").text = heading
    SubElement(main, "p").text = told
    overview = SubElement(main, "section", {"class": "rounds"})
    for one in rounds:
        part = SubElement(overview, "section")
        SubElement(part, "h2").text = round_heading(language, one.number)
        listed = SubElement(part, "ol")
        for table in one.tables:
            SubElement(listed, "li").text = language.every(list(table.names))
        if one.resting:
            SubElement(part, "p").text = resting_told(language, one.resting)
    _add_totals(main, language, rounds, names)
    sheets = SubElement(main, "section", {"class": "sheets"})
    SubElement(sheets, "h2").text = _("Score sheets")
    for sentence in how_to_score(language):
        SubElement(sheets, "p").text = sentence
    for one in rounds:
        for table in one.tables:
            _add_sheet(sheets, language, one, table)
    return "<!doctype html>\n" + tostring(html, encoding="unicode", method="html") + "\n"


def _add_sheet(parent: Element, language: Language, of: RoundSheet, table: TableSheet) -> None:
    heading = f"{round_heading(language, of.number)} · {table_heading(language, table.number)}"
    rows = [*table.games, language.gettext("Sum")]
    _add_boxes(parent, "sheet", heading, ["", *table.names], rows)


def _add_totals(parent: Element, language: Language, rounds: Sequence[RoundSheet], names: Sequence[str]) -> None:
    columns = [language.gettext("Name"), *(str(one.number) for one in rounds), language.gettext("Sum")]
    columns.append(language.gettext("Place"))
    _add_boxes(parent, "totals", language.gettext("Standings"), columns, names)


def _add_boxes(parent: Element, kind: str, caption: str, columns: Sequence[str], rows: Sequence[str]) -> None:
    """Add a table of empty boxes, to be written in by hand."""
    table = SubElement(parent, "table", {"class": kind})
    SubElement(table, "caption").text = caption
    top = SubElement(SubElement(table, "thead"), "tr")
    for column in columns:
        if column:
            SubElement(top, "th", {"scope": "col"}).text = column
        else:
            SubElement(top, "td")
    body = SubElement(table, "tbody")
    for row in rows:
        line = SubElement(body, "tr")
        SubElement(line, "th", {"scope": "row"}).text = row
        for _column in columns[1:]:
            SubElement(line, "td")
