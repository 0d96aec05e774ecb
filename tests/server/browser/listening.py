"""What a screen reader is given to say: every change inside a live region, as the page makes it."""

from __future__ import annotations

from typing import NamedTuple

from playwright.sync_api import Page

# Runs before the page's own scripts. A region that is atomic is said whole, any other only where it changed.
LISTEN = """
window.heard = [];
addEventListener("DOMContentLoaded", () => {
  const ply = () => Number(document.getElementById("main")?.dataset.ply ?? -1);
  const hear = (changed) => {
    const region = changed?.closest?.("[aria-live], [role=status], [role=alert], [role=log]");
    if (!region) return;
    const role = region.getAttribute("role");
    const isAtomic = region.ariaAtomic === "true" || role === "status" || role === "alert";
    const urgency = region.ariaLive ?? (role === "alert" ? "assertive" : "polite");
    if (changed.closest("[aria-hidden=true]")) return;
    const text = (isAtomic ? region : changed).textContent.trim();
    return text && { ply: ply(), region: region.id, urgency, text };
  };
  window.heard.push(...[...document.querySelectorAll("#yours, #news > *")].map(hear).filter(Boolean));
  new MutationObserver((changes) => {
    const said = new Map();  // one change of the page says an atomic region once
    for (const change of changes) {
      const parts = change.type === "characterData" ? [change.target.parentElement] : [...change.addedNodes];
      for (const part of parts) {
        const heard = hear(part.nodeType === Node.ELEMENT_NODE ? part : part.parentElement);
        if (heard) said.set(JSON.stringify(heard), heard);
      }
    }
    window.heard.push(...said.values());
  }).observe(document.documentElement, { subtree: true, childList: true, characterData: true });
});
"""


class Heard(NamedTuple):
    """Something said: at which ply, by which region and how urgently."""

    ply: int
    region: str
    urgency: str
    text: str


def heard(page: Page) -> list[Heard]:
    """Everything said since the page was loaded; what it had to say then counts too."""
    return [Heard(**one) for one in page.evaluate("window.heard")]
