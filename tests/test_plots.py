"""Plots: well formed, told to those who listen, with every point where its figure is."""

from __future__ import annotations

from xml.etree.ElementTree import Element, fromstring

import pytest

from jardinet import plots
from jardinet.arena.training import Strength, TrainingProgress, curve
from jardinet.plots import Estimate

SVG = "{http://www.w3.org/2000/svg}"
ROWS = [("one", Estimate(0.25, 0.2, 0.35)), ("two", Estimate(0.75, 0.7, 0.8))]
COURSE = [(100, Estimate(0.5, 0.5, 0.5)), (200, Estimate(0.6, 0.5, 0.7)), (400, Estimate(0.9, 0.9, 0.9))]


def drawn(svg: str) -> Element:
    """A plot that has what every plot has."""
    root = fromstring(svg)
    assert root.tag == f"{SVG}svg" and root.get("role") == "img"
    assert root.findtext(f"{SVG}title") and root.findtext(f"{SVG}desc")
    return root


def texts(root: Element) -> list[str | None]:
    return [one.text for one in root.iter(f"{SVG}text")]


def points(root: Element) -> list[tuple[float, float]]:
    return [(float(one.attrib["cx"]), float(one.attrib["cy"])) for one in root.iter(f"{SVG}circle")]


def test_intervals_say_their_figures_to_the_ear_and_under_the_pointer() -> None:
    root = drawn(plots.intervals("Shares", "share", ROWS, plots.in_percent))
    assert root.findtext(f"{SVG}desc") == (
        "share, with 95 % intervals. one: 25 %, 20 % to 35 %; two: 75 %, 70 % to 80 %."
    )
    assert [one.findtext(f"{SVG}title") for one in root.iter(f"{SVG}circle")] == [
        "one: 25 % (20 % to 35 %)",
        "two: 75 % (70 % to 80 %)",
    ]


@pytest.mark.parametrize("rows", [ROWS, []])
def test_a_whole_scale_is_whole_whatever_is_on_it(rows: list[tuple[str, Estimate]]) -> None:
    root = drawn(plots.intervals("Shares", "share", rows, plots.in_percent, 0.5, (0.0, 1.0)))
    assert [text for text in texts(root) if text and text.endswith("%")] == [f"{k} %" for k in range(0, 101, 20)]


def test_in_a_course_a_doubling_is_as_wide_as_the_next_and_parts_share_one_scale() -> None:
    root = drawn(plots.courses("Learning", "games", [("strength", COURSE), ("loss", COURSE[1:])]))
    (x0, y0), (x1, y1), (x2, y2), (x3, _), (x4, _) = points(root)
    assert x1 - x0 == pytest.approx(x2 - x1, abs=0.2) and (x3, x4) == (x1, x2)
    assert y0 > y1 > y2
    assert {"strength", "loss", "100 games", "400"} <= set(texts(root))
    assert root.findtext(f"{SVG}desc") == (
        "Course over games, from 100 to 400. strength: 0.5 at first, 0.9 at last. loss: 0.6 at first, 0.9 at last."
    )


def test_a_learning_curve_shows_strength_above_what_the_steps_returned() -> None:
    progress = TrainingProgress("fireflies", {}, 1)
    assert not points(drawn(curve(progress)))
    progress.add(100, {"error": 0.5, "other": 1.0}, 1.0, 1.0)
    assert len(points(drawn(curve(progress)))) == 1
    progress.add(200, {"error": 0.25, "other": 1.0}, 1.0, 1.0)
    progress.strengths.append((100, Strength("greedy", 400, 0.4, 0.3, 0.5)))
    told = texts(drawn(curve(progress)))
    assert told.index("share of the victories against greedy") < told.index("error")
    assert "other" not in told
