// Forms: tokens, answers, what was typed, and settings that apply at once.

import { byId, onPage, setting } from "./page.js";

const token = document.querySelector("[name=_csrf_token]")?.value;
let marked = ""; // the id of what was pressed once

function mark() {
  for (const one of document.querySelectorAll("#board button[name=play]")) one.classList.toggle("marked", one.id === marked);
}

// What comes live is the same for many readers: its forms get the token that those of the page had.
onPage(() => {
  for (const field of document.getElementsByName("_csrf_token")) field.value = token;
  mark();
});

// An answer to what is asked anew is heard anew, in the same words as before too: something else stands there meanwhile.
document.addEventListener("submit", ({ target }) => {
  target.closest(".phrases")?.hidePopover(); // what is said closes the list of what one can say
  if (!target.matches("#ask, .command")) return;
  for (const place of [byId("answer"), byId("problem")]) if (place.textContent) place.textContent = "\u00a0";
});

// A second click of a double click would press what has just appeared there. Whoever wants to confirm plays presses twice:
// what is pressed first is only marked, whatever others do meanwhile.
document.addEventListener("click", (event) => {
  const pressed = event.target.closest("#board button[name=play]");
  const isAgain = pressed?.id === marked;
  if (pressed && event.detail > 1) event.preventDefault();
  marked = "";
  if (pressed && !isAgain && setting("confirm") !== undefined) {
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

// Settings apply at once, and the page stays where it is.
document.addEventListener("change", async ({ target }) => {
  const form = target.closest("[data-at-once]");
  if (!form?.reportValidity()) return;
  await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
  sessionStorage.setItem("focus", target.id);
  location.reload();
});

byId(sessionStorage.getItem("focus"))?.focus({ preventScroll: true });
sessionStorage.removeItem("focus");
