"""What axe finds on a page; it is run in pages whose policy against foreign scripts is bypassed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).parents[3] / "web" / "node_modules" / "axe-core" / "axe.min.js"

# What WCAG 2.2 AA and good practice ask for. By night only colours differ, and between languages all but colours.
EVERYTHING: dict[str, Any] = {}
COLOURS: dict[str, Any] = {"runOnly": ["color-contrast"]}
WORDS: dict[str, Any] = {"rules": {"color-contrast": {"enabled": False}}}

FLAWS = """
async (options) => (await axe.run(document, { resultTypes: ["violations"], ...options })).violations.flatMap(
  (flaw) => flaw.nodes.map((node) => `${flaw.id}: ${node.target} ${node.failureSummary}`))
"""


def flaws(page: Page, options: dict[str, Any]) -> list[str]:
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE.read_text("utf-8"))
    found: list[str] = page.evaluate(FLAWS, options)
    return found
