"""Analysis of a game as HTML: the same sections on a server's page and in a standalone file.

The chances to win are shown as a picture, in which every turn can be reached by keyboard and read by screen readers,
and as a table of the same figures. There is no script in it; the style sheet is static/analysis.css.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, tostring

from jardinet.games.drawing import SVG
from jardinet.words.analysis import Report, TurnReport, shares
from jardinet.words.game_words import AnyWords, title_in
from jardinet.words.language import Language

STYLES = Path(__file__).parent / "static"
STYLE = STYLES / "analysis.css"

WIDE, HIGH = 720, 240  # of the picture, in units
LEFT, TOP, BOTTOM = 46, 8, 24  # margins for the scale

Link = Callable[[int], str]  # the address of the position after a turn


def page_of(words: Sequence[AnyWords], reports: Sequence[Report]) -> str:
    """A standalone HTML file with the analyses of one game or several; at least one."""
    language = words[0].language
    html = Element("html", {"lang": language.code})
    head = SubElement(html, "head")
    SubElement(head, "meta", {"charset": "utf-8"})
    SubElement(head, "meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"})
    SubElement(head, "meta", {"name": "color-scheme", "content": "light dark"})
    heading = language.gettext("Luck or skill?")
    SubElement(head, "title").text = f"{heading} · Jardinet"
    SubElement(head, "style").text = STYLE.read_text(encoding="utf-8")
    main = SubElement(SubElement(html, "body", {"class": "alone"}), "main")
    SubElement(main, "h1").text = heading
    for number, (one, told) in enumerate(zip(words, reports, strict=True), 1):
        title = language.entry(title_in(language, one.game.name), language.every(list(one.names)))
        SubElement(main, "h2").text = title if len(reports) == 1 else f"{number}. {title}"
        main.extend(_sections(one, told, None))
    return "<!doctype html>\n" + tostring(html, encoding="unicode", method="html") + "\n"


def sections_of(words: AnyWords, told: Report, link: Link) -> str:
    """The sections for a page that has a heading already; every turn links to the address from `link`."""
    return "".join(tostring(one, encoding="unicode", method="html") for one in _sections(words, told, link))


def _sections(words: AnyWords, told: Report, link: Link | None) -> list[Element]:
    _, level = words.language.gettext, "h2" if link else "h3"  # a page of a single game needs no heading for it
    sections = [_section("verdict")]
    SubElement(sections[0], "p").text = told.verdict
    sections.append(_section("chances", level, _("Winning chances")))
    _add_curve(sections[-1], words, told, link)
    if told.turning_points:
        sections.append(_section("points", level, _("Turning points")))
        listed = SubElement(sections[-1], "ul")
        for turn, sentence in told.turning_points:
            item = SubElement(listed, "li")
            number = SubElement(item, "a" if link else "b", {"href": link(turn)} if link else {})
            number.text = _("Turn {number}").format(number=turn)
            number.tail = f" {sentence}"
    sections.append(_folded("accounts", _("The figures")))
    for sentence in told.sums:
        SubElement(sections[-1], "p").text = sentence
    _add_table(sections[-1], words.language, _("Luck and errors"), told.headings, told.rows)
    SubElement(sections[-1], "p", {"class": "hint"}).text = told.notice
    sections.append(_folded("turns", _("All turns")))
    _add_turns(sections[-1], words, told, link)
    return sections


def _folded(name: str, heading: str) -> Element:
    """A section of which only the heading is seen until somebody unfolds it."""
    section = Element("details", {"class": f"analysis {name}"})
    SubElement(section, "summary").text = heading
    return section


def _section(name: str, level: str = "", heading: str = "") -> Element:
    section = Element("section", {"class": f"analysis {name}"})
    if heading:
        SubElement(section, level).text = heading
    return section


def _add_table(
    parent: Element, language: Language, caption: str, headings: Sequence[str], rows: Sequence[Sequence[str]]
) -> None:
    """Add a table whose first column names the row; if it is too wide for its frame, it can be scrolled."""
    frame = SubElement(parent, "div", {"class": "wide", "role": "group", "tabindex": "0", "aria-label": caption})
    table = SubElement(frame, "table")
    top = SubElement(SubElement(table, "thead"), "tr")
    for heading in headings:
        SubElement(top, "th", {"scope": "col"}).text = heading
    body = SubElement(table, "tbody")
    for row in rows:
        line = SubElement(body, "tr")
        SubElement(line, "th", {"scope": "row"}).text = row[0]
        for cell in row[1:]:
            heard = language.for_ears(cell)
            SubElement(line, "td", {"aria-label": heard} if heard != cell else {}).text = cell


def _add_turns(parent: Element, words: AnyWords, told: Report, link: Link | None) -> None:
    language = words.language
    frame = SubElement(parent, "div", {"class": "wide", "role": "group", "tabindex": "0"})
    frame.set("aria-label", language.gettext("All turns"))
    table = SubElement(frame, "table")
    top = SubElement(SubElement(table, "thead"), "tr")
    for heading in (language.gettext("Turn"), *told.names):
        SubElement(top, "th", {"scope": "col"}).text = heading
    for turn in told.turns:
        body = SubElement(table, "tbody")
        line = SubElement(body, "tr")
        number = SubElement(line, "th", {"scope": "rowgroup", "rowspan": "2"})
        if link:
            number = SubElement(number, "a", {"href": link(turn.number)})
        number.text = str(turn.number)
        for share in turn.values:
            SubElement(line, "td").text = language.percent(share)
        happened = SubElement(SubElement(body, "tr"), "td", {"class": "happened", "colspan": str(len(told.names))})
        happened.text = turn.told
        for note in turn.notes:
            SubElement(happened, "p").text = note


# The picture -----------------------------------------------------------------------------------


def _add_curve(parent: Element, words: AnyWords, told: Report, link: Link | None) -> None:
    """Add bands as high as the chances of each seat, the first seat's lowest, and a strip for every turn."""
    language = words.language
    svg = SubElement(parent, "svg", {"xmlns": SVG, "viewBox": f"0 0 {WIDE} {HIGH}", "class": "curve", "role": "group"})
    svg.set("aria-label", language.gettext("Winning chances, turn by turn"))
    for seat in range(len(told.names)):
        SubElement(svg, "path", {"class": f"band s{seat}", "d": _band(told.turns, seat)})
    for tenths in (0, 5, 10):
        y = f"{_y(tenths / 10):.1f}"
        SubElement(svg, "line", {"class": "rule", "x1": str(LEFT), "x2": str(WIDE), "y1": y, "y2": y})
        mark = SubElement(svg, "text", {"x": str(LEFT - 6), "y": f"{_y(tenths / 10) + 5:.1f}", "aria-hidden": "true"})
        mark.text = f"{tenths * 10}"
    turned = {turn for turn, _sentence in told.turning_points}
    for turn in told.turns:
        _add_strip(svg, words, told, turn, link, is_point=turn.number in turned)
    legend = SubElement(parent, "ul", {"class": "legend"})
    for seat, name in enumerate(told.names):
        item = SubElement(legend, "li")
        SubElement(item, "span", {"class": f"swatch s{seat}"}).tail = name


def _add_strip(
    svg: Element, words: AnyWords, told: Report, turn: TurnReport, link: Link | None, *, is_point: bool
) -> None:
    """Add the link to a turn: a strip of full height, described in words."""
    heading = words.language.gettext("Turn {number}").format(number=turn.number) if turn.number else turn.told
    sentence = " ".join([words.language.entry(heading, shares(words, turn)) + ".", *turn.notes])
    if link:
        strip = SubElement(svg, "a", {"href": link(turn.number), "aria-label": sentence})
    else:
        strip = SubElement(svg, "g", {"tabindex": "0", "role": "img", "aria-label": sentence})
    strip.set("class", "strip")
    step = (WIDE - LEFT) / len(told.turns)
    x = LEFT + step * turn.number
    box = SubElement(strip, "rect", {"x": f"{x:.1f}", "y": "0", "width": f"{step:.1f}", "height": str(HIGH)})
    SubElement(box, "title").text = sentence
    if is_point:
        SubElement(strip, "circle", {"cx": f"{x + step / 2:.1f}", "cy": f"{HIGH - 11}", "r": "5"})


def _band(turns: Sequence[TurnReport], seat: int) -> str:
    """The outline of a seat's band: along its upper edge, and back along the lower one."""
    step = (WIDE - LEFT) / len(turns)
    upper, lower = list[str](), list[str]()
    for number, turn in enumerate(turns):
        heights = [sum(turn.values[:seat]), sum(turn.values[: seat + 1])]
        below, above = (f"{_y(height):.1f}" for height in heights)
        for x in (LEFT + step * number, LEFT + step * (number + 1)):
            upper.append(f"{x:.1f} {above}")
            lower.append(f"{x:.1f} {below}")
    return f"M{'L'.join(upper)}L{'L'.join(reversed(lower))}Z"


def _y(share: float) -> float:
    return TOP + (HIGH - TOP - BOTTOM) * (1 - share)
