// Clocks that run: each <time data-deadline> counts down to its moment by the server's clock, whatever this device believes.

import { byId } from "./page.js";

const SHORT = 10; // seconds that are loud
let offset = -Infinity; // of the server's clock to performance.now(), in seconds: pages come late, so the greatest is nearest
let told = ""; // the deadline of which the reader has heard

const spell = new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit: "minute", unitDisplay: "long" });
const here = () => performance.now() / 1000;

function show(left) {
  const whole = Math.ceil(left);
  const [hours, minutes, seconds] = [whole / 3600, (whole / 60) % 60, whole % 60].map(Math.floor);
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

function tick() {
  for (const clock of document.querySelectorAll("time[data-deadline]")) {
    const left = Math.max(0, Number(clock.dataset.deadline) - here() - offset);
    if (left > 86400) continue; // days stand there in words
    clock.textContent = show(left);
    clock.classList.toggle("short", left <= SHORT);
    if (left > SHORT || !("own" in clock.dataset) || told === clock.dataset.deadline) continue;
    told = clock.dataset.deadline;
    const hurry = byId("hurry");
    if (hurry) hurry.textContent = hurry.dataset.hurry;
  }
  for (const absence of document.querySelectorAll("time[data-since]")) {
    const minutes = Math.floor((here() + offset - Number(absence.dataset.since)) / 60);
    if (minutes > 0) absence.textContent = spell.format(minutes);
  }
}

function arrive() {
  const now = Number(document.querySelector("[data-now]")?.dataset.now);
  if (now) offset = Math.max(offset, now - here());
  tick();
}

// Let the clocks of this page run, and of what comes live.
export function runClocks() {
  arrive();
  document.addEventListener("htmx:before:settle", arrive);
  setInterval(tick, 250);
}
