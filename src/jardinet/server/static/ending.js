// The end of a game that ends before one's eyes: a celebration of one second, over at once when somebody taps or types.

import { whenSeen } from "./steps.js";

const ended = () => document.querySelector("[data-ended]")?.dataset.ended;
const root = document.documentElement;
let known = ended();
let patience = null;

function celebrate(does) {
  clearTimeout(patience);
  root.classList.toggle("has-just-ended", does);
  if (does) patience = setTimeout(celebrate, 1100, false);
}

// What is over can be shared: no page that is played at brings along how.
function offer() {
  if (ended()) import("./share.js");
}

document.addEventListener("htmx:before:settle", () => {
  const game = ended();
  if (game && game !== known) whenSeen(() => celebrate(true));
  known = game;
  offer();
});

offer();

for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, () => celebrate(false), true);
