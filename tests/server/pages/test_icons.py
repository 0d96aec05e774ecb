"""The icons that systems ask for when somebody keeps the site on their home screen."""

from __future__ import annotations

import re

import httpx
from tests.kit.pages import Site


def size_of(answer: httpx.Response) -> str:
    """A PNG's size in pixels as `192x192`, of its first chunk."""
    assert answer.headers["content-type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = (int.from_bytes(answer.content[at : at + 4], "big") for at in (16, 20))
    return f"{width}x{height}"


def test_every_icon_of_the_manifest_is_there_and_as_large_as_it_says(site: Site) -> None:
    visitor = site.visitor()
    [manifest] = re.findall(r'<link rel="manifest" href="([^"]+)">', visitor.get("/").text)
    icons = visitor.get(manifest).json()["icons"]
    assert {(icon["sizes"], icon["purpose"]) for icon in icons} == {
        ("any", "any"),
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for icon in icons:
        answer = visitor.get(icon["src"])
        assert answer.headers["content-type"].startswith(icon["type"])
        assert icon["sizes"] == "any" or size_of(answer) == icon["sizes"]


def test_an_icon_for_apples_home_screen_is_there(site: Site) -> None:
    visitor = site.visitor()
    [icon] = re.findall(r'<link rel="apple-touch-icon" href="([^"]+)">', visitor.get("/").text)
    assert size_of(visitor.get(icon)) == "180x180"
