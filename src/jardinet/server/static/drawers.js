// The focus goes into a drawer that opens, and back to where it was when it closes.

import { openerOf } from "./page.js";

const FOCUSABLE = "a[href], button:not(:disabled), input:not([type=hidden]), select, summary";
const cameFrom = new Map(); // by the drawer, what had the focus before
let last = null; // the drawer that has opened last

// A drawer that has closed is drawn for a while yet.
const isSeen = (one) => one !== document.body && one?.checkVisibility() && !one.closest("[popover]:not(:popover-open)");

document.addEventListener("beforetoggle", ({ target, newState }) => {
  if (newState !== "open") return;
  last = target;
  cameFrom.set(target, document.activeElement);
}, true);

document.addEventListener("toggle", ({ target, newState }) => {
  if (!target.matches("[popover]")) return;
  if (newState === "open") {
    if (target !== last || target.contains(document.activeElement)) return;
    [...target.querySelectorAll(FOCUSABLE)].find(isSeen)?.focus({ preventScroll: true });
    return;
  }
  if (isSeen(document.activeElement)) return;
  let back = cameFrom.get(target);
  if (back === document.body) back = openerOf(target);
  while (back && !isSeen(back)) back = openerOf(back.closest("[popover]")); // what opened it has closed too
  back?.focus({ preventScroll: true });
}, true);
