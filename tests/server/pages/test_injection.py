"""What strangers write is text wherever it is shown, and leads nobody elsewhere."""

from __future__ import annotations

import re
from urllib.parse import urljoin, urlsplit
from xml.etree import ElementTree

import pytest
from tests.kit.pages import Site

HERE = "https://garden.example/account"
MARKUP = ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "{{7*7}}${7*7}'-->", "</title><svg onload=a()>"]  # fmt: skip
ELEMENT = re.compile(r"<(script|img|svg)\b[^>]*>")


@pytest.mark.parametrize("name", MARKUP)
def test_markup_in_a_name_is_text_on_every_page_and_in_every_picture(site: Site, name: str) -> None:
    ada, ben, stranger = site.visitor(), site.visitor(), site.visitor()
    waiting = ada.set_table("lucky_numbers", name=name, is_listed="yes")
    table = ada.set_table("maudits_criquets", name=name)
    ben.post(f"{table}/sit", seat="1", name="Ben")
    ben.post(f"{table}/remark", phrase="hello")
    ada.post(f"{table}/remark", phrase="hello")
    with stranger.listen(table) as live:
        seen = [live.receive_text()]
    seen += [
        who.get(page).text
        for who in (ada, ben, stranger)
        for page in ("/", "/account", waiting, table, f"{table}/replay/1", f"{table}/proof", f"{table}/picture/1/0.svg")
    ]
    assert any(escaped(name) in page for page in seen)
    for page in seen:
        assert name not in page
        for element in ELEMENT.finditer(page):
            assert "alert" not in element[0]
            assert "onload" not in element[0]
    for page in (one for one in seen if one.startswith("<svg")):
        ElementTree.fromstring(page)
    record = stranger.get(f"{table}/record")
    assert record.headers["content-type"].startswith("text/plain")
    assert record.headers["content-disposition"].startswith("attachment; ")


def escaped(name: str) -> str:
    for sign, told in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&#34;"), ("'", "&#39;")):
        name = name.replace(sign, told)
    return name


@pytest.mark.parametrize("label", MARKUP)
def test_what_is_typed_is_text_where_it_is_repeated(site: Site, label: str) -> None:
    ada = site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", seat2="random", first="1")
    ply = re.search(r'data-ply="(\d+)"', ada.get(table).text)
    assert ply
    label = label[:40]
    answers = [
        ada.post("/account/tokens", label=label),
        ada.post("/account", name=label + "\N{ZERO WIDTH SPACE}"),
        ada.post(f"{table}/command", ply=ply[1], words=label),
        ada.post(f"{table}/play", ply=ply[1], play=label),
        ada.post(f"{table}/bot", seat="0", level=label),
        ada.post("/tables", game="lucky_numbers", first=label, tie=label),
        ada.get(f"/t/{label}"),
        ada.get(f"{table}?pick={label[:3]}&why={label[:20]}"),
    ]
    for answer in answers:
        assert answer.status_code < 500
        assert label not in answer.text
        assert not any("alert" in one[0] or "onload" in one[0] for one in ELEMENT.finditer(answer.text))


@pytest.mark.parametrize(
    "back",
    [
        "https://evil.example/",
        "//evil.example",
        "///evil.example",
        "/\\evil.example",
        "/\t/evil.example",
        "/\n/evil.example",
        "\t//evil.example",
        "javascript:alert(1)",
        "/x\r\nSet-Cookie: a=b",
        "evil.example",
        "",
    ],
)
def test_after_a_form_nobody_is_led_elsewhere(site: Site, back: str) -> None:
    ada = site.visitor()
    ada.get("/")
    answer = ada.asked_once("/me", back=back)
    assert answer.status_code == 303
    location = answer.headers["location"]
    assert urlsplit(urljoin(HERE, re.sub(r"[\t\r\n]", "", location).replace("\\", "/"))).netloc == "garden.example"
    assert "a=b" not in answer.headers.get("set-cookie", "")


def test_what_a_page_of_another_site_asks_is_not_repeated_beside_a_seats_key(site: Site) -> None:
    """Else the length of the compressed page would tell the key (BREACH)."""
    ada = site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", seat2="random", first="1")
    asked = f"{table}?why=GUESS"
    for site_of in ("cross-site", "same-site"):
        page = ada.get(asked, **{"Sec-Fetch-Site": site_of}).text
        assert "/seat/" in page
        assert "GUESS" not in page
    for headers in ({}, {"Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "none"}):
        assert "GUESS" in ada.get(asked, **headers).text
