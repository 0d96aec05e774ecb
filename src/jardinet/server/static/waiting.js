// How many tables wait for the reader, where the page knows it: in its title, and on the app's icon.

import { main, setting } from "./page.js";

const known = setting("waiting");
let elsewhere = known - isHere(); // the other tables

function isHere() {
  return Number("yours" in (main()?.dataset ?? {}));
}

function tell() {
  const count = elsewhere + isHere();
  const title = document.title.replace(/^\(\d+\) /, "");
  document.title = elsewhere ? `(${count}) ${title}` : title; // that this table waits its own title says
  if (count) navigator.setAppBadge?.(count).catch(() => {});
  else navigator.clearAppBadge?.().catch(() => {});
}

// Of a live page: how many others wait now.
export function tellElsewhere(count) {
  elsewhere = count;
  tell();
}

if (known !== undefined) {
  tell();
  document.addEventListener("htmx:finally:swap", tell); // the page has its new title by then
}
