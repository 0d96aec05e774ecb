// Clocks that run: each <time data-deadline> counts down to its moment by the server's clock, whatever this device believes.

import { byId, onPage } from "./page.js";

const SHORT = 10; // seconds that are loud
let offset = -Infinity; // of the server's clock to performance.now(), in seconds: pages come late, so the greatest is nearest
let told = ""; // the deadline of which the reader has heard

const spell = new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit: "minute", unitDisplay: "long" });
const here = () => performance.now() / 1000;
const show = (seconds) => new Date(1000 * seconds).toISOString().slice(11, 19).replace(/^00:0?|^0/, ""); // 1:02:03, 2:03, 0:03

function tick() {
  for (const clock of document.querySelectorAll("time[data-deadline]")) {
    const { deadline, own } = clock.dataset;
    const left = Math.ceil(Math.max(0, Number(deadline) - here() - offset));
    if (left >= 86400) continue; // days stand there in words
    clock.textContent = show(left);
    clock.classList.toggle("short", left <= SHORT);
    if (left > SHORT || own === undefined || told === deadline) continue;
    told = deadline;
    byId("hurry").textContent = byId("hurry").dataset.hurry;
  }
  for (const absence of document.querySelectorAll("time[data-since]")) {
    const minutes = Math.floor((here() + offset - Number(absence.dataset.since)) / 60);
    if (minutes > 0) absence.textContent = spell.format(minutes);
  }
}

function arrive() {
  const now = Number(byId("presence")?.dataset.now);
  if (now) offset = Math.max(offset, now - here());
  tick();
}

arrive();
onPage(arrive);
setInterval(tick, 250);
