"""A fifth language needs a catalogue and nothing else: an invented one, of accents and with words longer by four tenths.

Whatever of it is cut off on a phone, or not in it at all, is found on every page and in every phase of both games.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from playwright.sync_api import Browser, Page
from tests.kit.servers import site_in
from tests.server.browser.places import places

import jardinet
from jardinet.words.language import LOCALES

if TYPE_CHECKING:
    from playwright.sync_api import ViewportSize

CODE = "eo"  # one that browsers and Babel know, and nobody has translated Jardinet into
ACCENTS = str.maketrans("aeioucnsyAEIOUCNSY", "áéíóúçñšýÁÉÍÓÚÇÑŠÝ")
PHONES: tuple[ViewportSize, ...] = ({"width": 390, "height": 844}, {"width": 320, "height": 640})

# Texts of which a part is not to be seen: behind an edge that cuts, or beside the screen. What can be scrolled to can be
# read; what is there for ears alone is smaller than a letter; names may be cut, they are whole in the title.
CUT = """
() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = new Set();
  const all = [...document.querySelectorAll("[data-seen]")].map((one) => [one, one, one.dataset.seen]);
  while (texts.nextNode()) all.push([texts.currentNode, texts.currentNode.parentElement, texts.currentNode.data]);
  for (const [text, one, told] of all) {
    if (!told.trim() || !one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const { left, right, top, bottom, width } = (text === one ? one : range).getBoundingClientRect();
    if (width < 2 || one.closest("[popover]:not(:popover-open), option, script, style, noscript, .skip, [title]")) continue;
    let isCut = left < -1 || right > innerWidth + 1 || (text === one && one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0);
    for (let box = one; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, clipPath } = getComputedStyle(box);
      const edge = box.getBoundingClientRect();
      if (edge.width < 3 || edge.height < 3 || clipPath.startsWith("inset")) { isCut = false; break; }
      if (["auto", "scroll"].includes(overflowX) && box.scrollWidth > box.clientWidth) { isCut = false; break; }
      if (["hidden", "clip"].includes(overflowX)) isCut ||= left < edge.left - 1.5 || right > edge.right + 1.5;
      if (["hidden", "clip"].includes(overflowY)) isCut ||= top < edge.top - 4 || bottom > edge.bottom + 4;
    }
    if (isCut) found.add(`${one.tagName.toLowerCase()}.${one.className}: ${told.trim().slice(0, 60)}`);
  }
  return [...found];
}
"""

# Texts of sentences as they stand on a page, for eyes or for ears, where they are in the page's own language.
TEXTS = """
() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [document.title];
  while (texts.nextNode()) {
    const one = texts.currentNode.parentElement;
    if (!one.closest("script, style, noscript, code, pre, kbd, [translate=no], [lang]:not(html)")) found.push(texts.currentNode.data);
  }
  for (const one of document.querySelectorAll("[aria-label], [title], [placeholder], [alt], [data-seen]")) {
    if (one.closest("[lang]:not(html)")) continue;
    for (const name of ["aria-label", "title", "placeholder", "alt", "data-seen"]) found.push(one.getAttribute(name) ?? "");
  }
  return found;
}
"""
# Names are what they are in every language.
NAMES = (
    "Jardinet|Lucky Numbers|Maudits Criquets|Grasshopper Poker|Ada|Ben|TIKI|vor 12|Michael Schacht|Bruno Cathala"
    "|Jacques Zeimet|English|French|Spanish|German|GitHub|JSON|NDJSON|OpenAPI|WebSocket|Bruno|Michael|nowhere"
    r"|Chrome|Linux|https?://\S+|sekundoj?|minutoj?|\w+ 20\d\d"  # as Babel says how long ago something was, and in which month
)


def invented(text: str) -> str:
    """A text in the invented language: what stands in braces stays."""
    return "".join(
        part if part.startswith("{") else re.sub(r"[^\W\d_]+", lambda word: _longer(word[0]), part)
        for part in re.split(r"(\{\w*\})", text)
    )


def _longer(word: str) -> str:
    more = round(0.4 * len(word) + 0.2)
    return word.translate(ACCENTS) + ("öüä" * more)[:more]


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a copy of Jardinet that has the language's catalogue, and differs in nothing else."""
    folder = tmp_path_factory.mktemp("package")
    shutil.copytree(Path(jardinet.__file__).parent, folder / "jardinet")
    with (LOCALES / "fr" / "LC_MESSAGES" / "jardinet.po").open("rb") as file:
        messages = [message for message in read_po(file) if message.id]
    catalogue = Catalog(locale=CODE)
    for message in messages:
        forms = message.id if isinstance(message.id, tuple) else (message.id,)
        told = tuple(invented(str(form)) for form in forms)
        catalogue.add(message.id, told if len(told) > 1 else told[0], context=message.context)
    place = folder / "jardinet" / "words" / "locale" / CODE / "LC_MESSAGES"
    place.mkdir(parents=True)
    with (place / "jardinet.mo").open("wb") as file:
        write_mo(file, catalogue)
    return folder


def test_the_command_line_speaks_it(package: Path) -> None:
    command = [sys.executable, "-m", "jardinet", "rules", "lucky-numbers"]
    environment = {**os.environ, "PYTHONPATH": str(package), "LANGUAGE": f"{CODE}:fr"}
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, cwd=package).stdout
    assert not re.findall(r"\b(?:the|and|each|player|tile)\b", told)
    assert "öü" in told


class Seen(NamedTuple):
    """What a page shows of its texts.

    Attributes:
        cuts: by the width of a phone's screen, what is cut off there.
        texts: all there are.
    """

    cuts: dict[int, list[str]]
    texts: list[str]


def look_at(page: Page, address: str) -> Seen:
    page.goto(address)
    assert page.locator("html").get_attribute("lang") == CODE
    texts, cuts = page.evaluate(TEXTS), {}
    for phone in PHONES:
        page.set_viewport_size(phone)
        width = phone["width"]
        cuts[width] = page.evaluate(CUT)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            cuts[width].append(f"{address} is wider than {width}")
    return Seen(cuts, texts)


@pytest.fixture(scope="module")
def walk(browser: Browser, package: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Seen]]:
    """What every place shows in the invented language."""
    site = site_in(tmp_path_factory.mktemp("site"), PYTHONPATH=str(package))
    ada, ben = (browser.new_context(base_url=site.address, reduced_motion="reduce").new_page() for _ in range(2))
    found = places(site, ada, ben)
    options = {"base_url": site.address, "locale": CODE, "reduced_motion": "reduce"}
    context = browser.new_context(storage_state=ada.context.storage_state(), **options)  # type: ignore[arg-type]
    page = context.new_page()
    yield {address: look_at(page, address) for name, address in found.items() if name != "api"}
    context.close()
    site.stop()


def test_nothing_of_it_is_cut_off_on_a_phone(walk: dict[str, Seen]) -> None:
    faults: dict[str, str] = {}
    for address, seen in walk.items():
        for width, cuts in seen.cuts.items():
            for cut in cuts:
                faults.setdefault(cut, f"{address} at {width}")
    assert not faults, "\n".join(f"{what} ({where})" for what, where in faults.items())


def test_no_text_on_any_page_is_in_another_language(walk: dict[str, Seen]) -> None:
    faults: dict[str, str] = {}
    for address, seen in walk.items():
        for text in seen.texts:
            plain = re.sub(NAMES, "", text)
            for word in re.findall(r"(?<![\w/.@-])[A-Za-z]{4,}(?![\w/@]|\.\w|-\w)", plain):
                faults.setdefault(word, f"{address}: {text.strip()[:80]}")
    assert not faults, "\n".join(f"{what} ({where})" for what, where in faults.items())
