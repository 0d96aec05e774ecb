// Forms: tokens, answers, what was typed, and settings that apply at once.

import { byId, setting } from "./page.js";

// What comes live is the same for many readers: its forms get the token that those of the page had.
const token = document.querySelector("[name=_csrf_token]")?.value;

export function sign() {
  for (const field of document.getElementsByName("_csrf_token")) field.value = token;
}

// An answer to what is asked anew is heard anew, in the same words as before too: something else stands there meanwhile.
document.addEventListener("submit", (event) => {
  if (!event.target.matches("#ask, .command")) return;
  for (const place of [byId("answer"), byId("problem")]) if (place.textContent) place.textContent = "\u00a0";
});

// What is said closes the list of what one can say.
document.addEventListener("submit", (event) => event.target.closest(".phrases")?.hidePopover());

// A second click of a double click would press what has just appeared there.
document.addEventListener("click", (event) => {
  if (event.detail > 1 && event.target.closest("button[name=play]")) event.preventDefault();
}, true);

// Whoever wants to confirm plays presses twice: what is pressed first is only marked, whatever others do meanwhile.
let marked = "";

export function mark() {
  for (const one of document.querySelectorAll("#board button[name=play]")) one.classList.toggle("marked", one.id === marked);
}

document.addEventListener("click", (event) => {
  const pressed = event.target.closest("#board button[name=play]");
  const isAgain = pressed?.id === marked;
  marked = "";
  if (pressed && !isAgain && setting("confirm") !== undefined) {
    event.preventDefault();
    marked = pressed.id;
    byId("answer").textContent = byId("board").dataset.again;
  }
  mark();
}, true);

// What was typed has been done: the line is empty again. What could not be done is typed over.
document.addEventListener("htmx:after:request", (event) => {
  const { sourceElement, response } = event.detail.ctx;
  if (!sourceElement.matches(".command")) return;
  if (response.status < 400) sourceElement.reset();
  else byId("words").select();
});

// Settings apply at once, and the page stays where it is.

document.addEventListener("change", async (event) => {
  const form = event.target.closest("[data-at-once]");
  if (!form?.reportValidity()) return;
  await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
  sessionStorage.setItem("focus", event.target.id);
  location.reload();
});

byId(sessionStorage.getItem("focus"))?.focus({ preventScroll: true });
sessionStorage.removeItem("focus");
