"""Check a built site: every link inside it leads somewhere, and nothing is loaded from elsewhere.

`python tools/check_site.py FOLDER` prints what is wrong, a line each, and ends with 1 if anything is.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """What a page holds that can be led to, and where it leads.

    Attributes:
        anchors: the ids of the page.
        links: addresses that a reader may follow.
        loads: addresses that the browser asks for by itself.
    """

    def __init__(self, text: str) -> None:
        """Read the HTML of a whole page."""
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what one element is called and where it leads."""
        for name, value in attrs:
            if name == "id" and value:
                self.anchors.add(value)
            elif name == "href" and value:
                is_loaded = tag == "link" and dict(attrs).get("rel") in ("stylesheet", "icon", "preload")
                (self.loads if is_loaded else self.links).append(value)
            elif name == "src" and value:
                self.loads.append(value)


def faults(site: Path) -> Iterator[str]:
    """A sentence for each link that leads nowhere, and for each thing that would be loaded from another site."""
    pages = {path.resolve(): Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    if not pages:
        yield f"there is no page in {site}."
    for path, page in pages.items():
        name = path.relative_to(site.resolve())
        for address in page.loads:
            if urlsplit(address).netloc:
                yield f"{name} loads {address} from another site."
        for address in page.links + page.loads:
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.is_file():
                yield f"{name} leads to {address}, which is not there."
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
                yield f"{name} leads to {address}, but {target.name} has no such place."


if __name__ == "__main__":
    found = list(faults(Path(sys.argv[1])))
    for sentence in found:
        print(sentence)  # noqa: T201
    sys.exit(bool(found))
