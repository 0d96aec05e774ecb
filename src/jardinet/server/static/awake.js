// A phone stays bright while it is its reader's turn at a table that is seen: nobody touches it while they think; and a screen that
// is the table for others' phones stays bright all the time, and goes on to the next table with them. Browsers let the
// screen go themselves when the page is hidden; it is asked for again when that is back. Where none can be had all is as without.

import { main, onPage } from "./page.js";

const isScreen = () => main()?.dataset.screen !== undefined;
const isWanted = () => (Boolean(main()?.dataset.yours) || isScreen()) && !document.hidden;
let lock = null; // the screen's, or the promise of it

async function look() {
  if (lock || !isWanted()) return;
  try {
    lock = navigator.wakeLock?.request("screen");
    lock = (await lock) ?? null;
  } catch { // a battery that is nearly empty, say
    lock = null;
  }
  lock?.addEventListener("release", () => { lock = null; look(); }); // it may be wanted again by then
  letGo(); // the turn may be over by now
}

function letGo() {
  if (!isWanted()) lock?.release?.();
}

function attend() {
  if (main()?.dataset.screen) location.assign(main().dataset.screen);
  letGo();
  look();
}

attend();
onPage(attend);
document.addEventListener("visibilitychange", attend);
