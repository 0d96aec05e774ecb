"""Links that lead somewhere: between the Markdown pages of the repository, and what checks those of the built site."""

import re
from pathlib import Path

import pytest
from check_site import faults

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
LINK = re.compile(r"\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]*))?\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


def anchors(page: Path) -> set[str]:
    """What the headings of a page are called in a link, as forges and the site have it."""
    headings = HEADING.findall(page.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_between_the_pages_leads_somewhere(page: Path) -> None:
    for file, place in LINK.findall(CODE.sub("", page.read_text(encoding="utf-8"))):
        target = (page.parent / file).resolve() if file else page
        assert target.exists(), f"{page.name} leads to {file}"
        if place:
            assert place in anchors(target), f"{page.name} leads to {file}#{place}"


def test_a_site_whose_links_hold_has_no_fault(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text('<a href="more/two.html#end">2</a> <a href="https://example.org">out</a>')
    (tmp_path / "more").mkdir()
    (tmp_path / "more/two.html").write_text('<p id="end"><a href="../index.html">1</a> <img src="../dot.svg"></p>')
    (tmp_path / "dot.svg").write_text("<svg/>")
    assert list(faults(tmp_path)) == []


@pytest.mark.parametrize(
    ("html", "sentence"),
    [
        ('<a href="gone.html">', "index.html leads to gone.html, which is not there."),
        ('<img src="gone.svg">', "index.html leads to gone.svg, which is not there."),
        ('<a href="#gone">', "index.html leads to #gone, but index.html has no such place."),
        ('<script src="https://example.org/a.js">', "index.html loads https://example.org/a.js from another site."),
        (
            '<link rel="stylesheet" href="//example.org/a.css">',
            "index.html loads //example.org/a.css from another site.",
        ),
    ],
)
def test_what_leads_nowhere_or_comes_from_elsewhere_is_named(html: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(html)
    assert list(faults(tmp_path)) == [sentence]


def test_an_empty_site_is_a_fault(tmp_path: Path) -> None:
    assert list(faults(tmp_path)) == [f"there is no page in {tmp_path}."]
