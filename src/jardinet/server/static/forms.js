// Forms: tokens, answers, what was typed, and settings that apply at once.

import { byId, main, onPage, reveal, setting } from "./page.js";

const PASSING = 700; // milliseconds between the keys of whoever goes through what can be chosen
const HANDING = 700; // … in which nothing is played after another person's things have come before a screen of several people

const token = document.querySelector("[name=_csrf_token]")?.value;
let marked = ""; // the id of what was pressed once
let front = main()?.dataset.front; // the seat in front, at a screen of several people; none behind a curtain
let handedAt = -HANDING; // when it came there

function mark() {
  for (const one of document.querySelectorAll("#board button[name=play]")) one.classList.toggle("marked", one.id === marked);
}

// What comes live is the same for many readers: its forms get the token that those of the page had, if it had any.
onPage(() => {
  for (const field of document.getElementsByName("_csrf_token")) field.value = token ?? field.value;
  const now = main().dataset.front;
  if (front && now && front !== now) handedAt = performance.now();
  front = now;
  mark();
});

// An answer to what is asked anew is heard anew, in the same words as before too: something else stands there meanwhile.
document.addEventListener("submit", ({ target }) => {
  target.closest(".phrases")?.hidePopover(); // what is said closes the list of what one can say
  if (!target.matches("#ask, .command")) return;
  for (const place of [byId("answer"), byId("problem")]) if (place.textContent) place.textContent = "\u00a0";
});

// The time in an address is for browsers without a script, which show what they have of it: who copies it has no use for that.
if (location.pathname.startsWith("/t/") && new URLSearchParams(location.search).has("at")) history.replaceState(history.state, "", location.pathname);

// A second click of a double click would press what has just appeared there, and at a screen of several people a second tap
// would play for the next person. Whoever wants to confirm plays presses twice:
// what is pressed first is only marked, whatever others do meanwhile.
document.addEventListener("click", (event) => {
  const pressed = event.target.closest("#board button[name=play]");
  const isAgain = pressed?.id === marked;
  if (pressed && (event.detail > 1 || performance.now() - handedAt < HANDING)) event.preventDefault();
  marked = "";
  if (pressed && !isAgain && setting("confirm") === "on") {
    event.preventDefault();
    marked = pressed.id;
    byId("answer").textContent = byId("board").dataset.again;
  }
  mark();
}, true);

// What was typed has been done: the line is empty again. What could not be done is typed over.
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  if (!ctx.sourceElement.matches(".command")) return;
  if (ctx.response.status < 400) ctx.sourceElement.reset();
  else byId("words").select();
});

// Settings apply at once, and the page stays where it is. A key that goes through what can be chosen chooses each of it in
// passing: so what comes by keys applies when no other one comes for a while, or the focus leaves it.
let going = 0; // the timer of what has been chosen by a key
let byKey = false;

async function apply(target, focus) {
  clearTimeout(going);
  going = 0;
  const form = target.closest("[data-at-once]");
  if (!form?.reportValidity()) return;
  await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
  sessionStorage.setItem("focus", focus ?? document.activeElement.id);
  location.reload();
}

for (const kind of ["keydown", "pointerdown"]) document.addEventListener(kind, () => { byKey = kind === "keydown"; }, true);

document.addEventListener("change", ({ target }) => {
  if (!target.closest("[data-at-once]")) return;
  clearTimeout(going);
  if (byKey && target.matches("select")) going = setTimeout(apply, PASSING, target, target.id);
  else apply(target, target.id);
});

document.addEventListener("focusout", ({ target }) => {
  if (going && target.matches("select")) setTimeout(apply, 0, target); // the focus is where it goes by then
});

const focus = byId(sessionStorage.getItem("focus"));
sessionStorage.removeItem("focus");
reveal(focus);
focus?.focus({ preventScroll: true });

// Weekends are the reader's, unless they have told others.
const zone = document.querySelector("input[name=zone]");
if (zone?.value === "UTC") zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
