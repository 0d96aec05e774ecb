// Clocks that run: each <time data-deadline> counts down to its moment by the server's clock, whatever this device believes.

import { byId, onPage } from "./page.js";

const SHORT = 10; // seconds that are loud
const DAY = 86400; // seconds, from which on words tell them
let offset = -Infinity; // of the server's clock to performance.now(), in seconds: pages come late, so the greatest is nearest
let told = ""; // the deadline of which the reader has heard

const unit = (name) => new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit: name, unitDisplay: "long" });
const [minutes, hours, days] = ["minute", "hour", "day"].map(unit);
const date = new Intl.DateTimeFormat(document.documentElement.lang, { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" });
const here = () => performance.now() / 1000;
const show = (seconds) => new Date(1000 * seconds).toISOString().slice(11, 19).replace(/^00:0?|^0/, ""); // 1:02:03, 2:03, 0:03

function tick() {
  for (const clock of document.querySelectorAll("time[data-deadline]")) {
    const { deadline, own } = clock.dataset;
    const exact = Math.max(0, Number(deadline) - here() - offset);
    if (exact >= DAY) {
      clock.firstChild.data = exact >= 2 * DAY ? days.format(Math.floor(exact / DAY)) : hours.format(Math.floor(exact / 3600));
      if (clock.lastElementChild) clock.lastElementChild.textContent = date.format(1000 * deadline); // as the reader's clock tells it
      continue;
    }
    const left = Math.ceil(exact);
    clock.textContent = show(left);
    clock.classList.toggle("short", left <= SHORT);
    if (left > SHORT || own === undefined || told === deadline) continue;
    told = deadline;
    byId("hurry").textContent = byId("hurry").dataset.hurry;
  }
  for (const absence of document.querySelectorAll("time[data-since]")) {
    const passed = Math.floor((here() + offset - Number(absence.dataset.since)) / 60);
    if (passed > 0) absence.textContent = minutes.format(passed);
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
