// The connection: what is said of it, what of what comes is shown, and when it begins anew.

import { byId, main, plyOf } from "./page.js";

const note = byId("connection");
let connection = null;
let patience = null;
let hiddenAt = 0;

function say(text) {
  clearTimeout(patience);
  if (note && note.textContent !== text) note.textContent = text;
}

document.addEventListener("htmx:ws:before:connection", ({ detail }) => {
  connection = detail.connection;
});

document.addEventListener("htmx:ws:after:connection", () => say(""));

document.addEventListener("htmx:ws:close", ({ detail: { code, reason } }) => {
  if (code === 4404) say(note.dataset.closed); // it does not come back
  if (reason !== "closed" || note.textContent) return;
  clearTimeout(patience);
  patience = setTimeout(() => say(note.dataset.lost), 1500); // most are back before anybody has read it
});

document.addEventListener("htmx:error", () => {
  say(note?.dataset.failed);
  patience = setTimeout(() => say(""), 6000);
});

// A live page knows nothing of what its reader is thinking of. While nothing has been played, ask for that again: after what
// is being asked for already, which may know less, and as they think of it by then (hx-sync).
document.addEventListener("htmx:ws:before:message:incoming", (event) => {
  const { asked, ply } = main().dataset;
  if (!asked || plyOf(event.detail.message.data) !== Number(ply)) return;
  event.preventDefault();
  htmx.ajax("GET", asked, { source: main(), target: "#main", select: "#main", swap: "outerMorph" });
});

document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement === main()) ctx.request.action = main().dataset.asked ?? location.pathname;
});

// A play comes back twice, as the answer to a form and live: what is older than what is shown is not shown.
document.addEventListener("htmx:before:swap", (event) => {
  if (plyOf(event.detail.ctx.text) < Number(main()?.dataset.ply)) event.preventDefault();
});

// A socket that slept may not know that it is dead: begin anew.
function wakeUp() {
  if (connection?.socket?.readyState === WebSocket.OPEN) connection.socket.close();
}

addEventListener("online", wakeUp);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) hiddenAt = Date.now();
  else if (Date.now() - hiddenAt > 20000) wakeUp();
});
