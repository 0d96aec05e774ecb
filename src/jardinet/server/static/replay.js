// A replay by itself, by keyboard and by slider: it follows the links of its page, so that every step keeps its address.

import { byId, onPage } from "./page.js";

let coming = null; // the next step by itself; null: it stands still
let seeking = null; // the slider's, until it rests

// At a moment of a review nothing goes by itself.
function play(does, wait = Number(byId("pace")?.value)) {
  clearTimeout(coming);
  coming = does && byId("play") ? setTimeout(step, wait) : null;
  if (byId("play")) byId("play").ariaPressed = String(Boolean(coming));
}

function step() {
  byId(byId("next").href ? "next" : "first").click(); // from the last step it begins anew
  play(true);
}

// What the server sends knows nothing of what moves here.
function show() {
  if (byId("pace")) byId("pace").value = sessionStorage.getItem("pace") ?? byId("pace").value;
  if (!seeking) byId("step").value = byId("step").getAttribute("value");
  play(Boolean(coming && byId("next").href));
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#play")) play(!coming, 0);
  else if (event.isTrusted && event.target.closest("main a")) play(false);
  event.target.closest(".turns a")?.closest("[popover]").hidePopover();
});

document.addEventListener("input", ({ target }) => {
  if (target.id === "pace") sessionStorage.setItem("pace", target.value);
  if (target.id !== "step") return;
  clearTimeout(seeking);
  seeking = setTimeout(() => { seeking = null; byId("seek").requestSubmit(); }, 120);
  play(false);
});

document.addEventListener("keydown", (event) => {
  const isTaken = event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, [data-arrows]");
  const link = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  const isPlay = event.key === " " && !event.repeat && !event.target.closest("a, button, summary");
  if (isTaken || !(link || isPlay)) return;
  event.preventDefault();
  play(isPlay && !coming, 0);
  if (link) byId(link).click();
});

show();
onPage(show);
