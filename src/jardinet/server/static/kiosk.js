// A device for everybody: who has gone is forgotten, after some idle minutes, or one minute after the end of a game.

import { byId, onPage } from "./page.js";

const MINUTE = 60000; // ms
const minutes = Number(document.documentElement.dataset.kiosk);
let timer = 0;
let hasEnded = false;

function wait() {
  clearTimeout(timer);
  timer = setTimeout(() => byId("start-anew").requestSubmit(), MINUTE * (byId("after") ? Math.min(1, minutes) : minutes));
}

function look() {
  if (byId("after") && !hasEnded) wait();
  hasEnded = Boolean(byId("after"));
}

if (minutes) {
  for (const gesture of ["pointerdown", "keydown", "scroll"]) addEventListener(gesture, wait, { capture: true, passive: true });
  onPage(look);
  wait();
}
