// Focus stays where it was. Where that is gone (Draw, once drawn), the board has it: what can be played comes first.

import { byId } from "./page.js";

let focused = null;

export function keepFocus() {
  if (!focused || document.activeElement !== document.body) return;
  const grid = document.querySelector("[data-arrows]");
  const inGrid = grid?.querySelector("button[tabindex='0']");
  const playable = inGrid?.name === "play" ? inGrid : grid?.querySelector("button[name=play]");
  const next = byId(focused) ?? byId("next") ?? document.querySelector("#board .main") ?? playable ?? inGrid;
  focused = null;
  next?.focus({ preventScroll: true });
}

document.addEventListener("htmx:before:swap", () => {
  const active = document.activeElement;
  if (active?.closest("#main")) focused = active.id || "main";
});
