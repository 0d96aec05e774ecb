// Keys: a grid is one tab stop, and data-arrows says how many columns it has; Escape puts back.

import { byId } from "./page.js";

function cellsOf(grid) {
  return [...grid.querySelectorAll("button")];
}

export function rove() {
  for (const grid of document.querySelectorAll("[data-arrows]")) {
    const cells = cellsOf(grid);
    const current = cells.find((cell) => cell.id === grid.dataset.current) ?? cells[0];
    for (const cell of cells) cell.tabIndex = cell === current ? 0 : -1;
  }
}

// Where a key leads from cell `at` of `count` cells in rows of `columns`; undefined for other keys.
function target(event, at, count, columns) {
  const column = at % columns;
  const rowStart = at - column;
  const rowEnd = Math.min(rowStart + columns, count) - 1;
  const lastRow = Math.floor((count - 1) / columns) * columns;
  switch (event.key) {
    case "ArrowLeft": return Math.max(at - 1, rowStart);
    case "ArrowRight": return Math.min(at + 1, rowEnd);
    case "ArrowUp": return at - columns < 0 ? at : at - columns;
    case "ArrowDown": return at + columns >= count ? at : at + columns;
    case "Home": return event.ctrlKey ? 0 : rowStart;
    case "End": return event.ctrlKey ? count - 1 : rowEnd;
    case "PageUp": return column;
    case "PageDown": return Math.min(lastRow + column, count - 1);
  }
}

document.addEventListener("keydown", (event) => {
  const grid = event.target.closest?.("[data-arrows]");
  if (!grid || event.altKey || event.metaKey || event.shiftKey) return;
  const cells = cellsOf(grid);
  const next = target(event, cells.indexOf(event.target), cells.length, Number(grid.dataset.arrows));
  if (next === undefined || !cells[next]) return;
  event.preventDefault();
  cells[next].focus();
});

document.addEventListener("focusin", (event) => {
  const grid = event.target.closest?.("[data-arrows]");
  if (!grid || !event.target.id) return;
  grid.dataset.current = event.target.id;
  rove();
});

// Escape puts back a tile that is only thought of, and the focus goes where it lies; else it opens the menu.
document.addEventListener("keydown", (event) => {
  const picked = document.querySelector("#board [name=pick][aria-pressed=true]");
  const isTaken = event.target.closest("input, select") || document.querySelector(":popover-open");
  if (event.key !== "Escape" || isTaken) return;
  if (!picked) {
    event.preventDefault(); // or the same key would close it
    byId("menu")?.showPopover();
    return;
  }
  picked.focus();
  picked.click();
});

rove();
