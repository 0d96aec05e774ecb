// A replay by itself, by keyboard and by slider: it follows the links of its page, so that every step keeps its address.

import { byId } from "./page.js";

let isPlaying = false;
let coming = null; // the next step by itself
let seeking = null; // the slider's, until it rests

function play(does) {
  clearTimeout(coming);
  isPlaying = does;
  if (does) step();
  show();
}

function step() {
  byId(byId("next").href ? "next" : "first").click(); // from the last step it begins anew
  goOn();
}

function goOn() {
  clearTimeout(coming);
  coming = setTimeout(step, Number(byId("pace").value));
}

// What the server sends knows nothing of what moves here.
function show() {
  byId("play").setAttribute("aria-pressed", String(isPlaying));
  byId("pace").value = sessionStorage.getItem("pace") ?? byId("pace").value;
  if (!seeking) byId("step").value = byId("step").getAttribute("value");
}

document.addEventListener("htmx:before:settle", () => {
  if (isPlaying && byId("next").href) goOn();
  else if (isPlaying) play(false);
  show();
});

document.addEventListener("click", (event) => {
  if (event.target.closest("#play")) play(!isPlaying);
  else if (event.isTrusted && event.target.closest("main a")) play(false);
  event.target.closest(".turns a")?.closest("[popover]").hidePopover();
});

document.addEventListener("input", (event) => {
  if (event.target.id === "pace") sessionStorage.setItem("pace", event.target.value);
  if (event.target.id !== "step") return;
  clearTimeout(seeking);
  seeking = setTimeout(() => { seeking = null; byId("seek").requestSubmit(); }, 120);
  play(false);
});

document.addEventListener("keydown", (event) => {
  const isTaken = event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, [data-arrows]");
  const link = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  const isPlay = event.key === " " && !event.target.closest("a, button, summary");
  if (isTaken || !(link || isPlay)) return;
  event.preventDefault();
  play(isPlay && !isPlaying);
  if (link) byId(link).click();
});

show();
