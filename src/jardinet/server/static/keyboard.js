// Keys and focus: a grid is one tab stop, and data-arrows says how many columns it has; Escape puts back.

import { byId, onPage } from "./page.js";

const cellsOf = (grid) => [...grid.querySelectorAll("button")];
let focused = null;

function rove() {
  for (const grid of document.querySelectorAll("[data-arrows]")) {
    const cells = cellsOf(grid);
    const current = cells.find((cell) => cell.id === grid.dataset.current) ?? cells[0];
    for (const cell of cells) cell.tabIndex = cell === current ? 0 : -1;
  }
}

// Where a key leads from cell `at` of `count` cells in rows of `columns`; undefined for other keys.
function target({ key, ctrlKey }, at, count, columns) {
  const rowStart = at - (at % columns);
  const rowEnd = Math.min(rowStart + columns, count) - 1;
  const lastRow = count - 1 - ((count - 1) % columns);
  return {
    ArrowLeft: Math.max(at - 1, rowStart),
    ArrowRight: Math.min(at + 1, rowEnd),
    ArrowUp: at < columns ? at : at - columns,
    ArrowDown: at + columns < count ? at + columns : at,
    Home: ctrlKey ? 0 : rowStart,
    End: ctrlKey ? count - 1 : rowEnd,
    PageUp: at - rowStart,
    PageDown: Math.min(lastRow + at - rowStart, count - 1),
  }[key];
}

document.addEventListener("keydown", (event) => {
  const grid = event.target.closest?.("[data-arrows]");
  if (!grid || event.altKey || event.metaKey || event.shiftKey) return;
  const cells = cellsOf(grid);
  const next = cells[target(event, cells.indexOf(event.target), cells.length, Number(grid.dataset.arrows))];
  if (!next) return;
  event.preventDefault();
  next.focus();
});

document.addEventListener("focusin", (event) => {
  const grid = event.target.closest?.("[data-arrows]");
  if (!grid || !event.target.id) return;
  grid.dataset.current = event.target.id;
  rove();
});

// Escape puts back a tile that is only thought of, and the focus goes where it lies; else it opens the menu.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.target.closest("input, select") || document.querySelector(":popover-open")) return;
  const picked = document.querySelector("#board [name=pick][aria-pressed=true]");
  if (!picked) event.preventDefault(); // or the same key would close what it opens
  if (!picked) byId("menu")?.showPopover();
  picked?.focus();
  picked?.click();
});

// Focus stays where it was. Where that is gone (Draw, once drawn), the board has it: what can be played comes first.
document.addEventListener("htmx:before:swap", () => {
  if (document.activeElement.closest("#main")) focused = document.activeElement.id || "main";
});

onPage(() => {
  rove();
  if (!focused || document.activeElement !== document.body) return;
  const grid = document.querySelector("[data-arrows]");
  const current = grid?.querySelector("button[tabindex='0']");
  const playable = [current, ...(grid ? cellsOf(grid) : [])].find((one) => one?.name === "play");
  const next = byId(focused) ?? byId("next") ?? document.querySelector("#board .main") ?? playable ?? current;
  focused = null;
  next?.focus({ preventScroll: true });
});

rove();
