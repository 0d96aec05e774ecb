// The end of a game that ends before one's eyes: a celebration of one second, over at once when somebody taps or types.

import { onPage } from "./page.js";
import { whenSeen } from "./steps.js";

const ended = () => document.querySelector("[data-ended]")?.dataset.ended;
const root = document.documentElement;
const stop = () => root.classList.remove("has-just-ended");
let known = ended();

function celebrate() {
  root.classList.add("has-just-ended");
  setTimeout(stop, 1100);
}

// What is over can be shared: no page that is played at brings along how.
function look() {
  if (ended()) import("./share.js");
  if (ended() && ended() !== known) whenSeen(celebrate);
  known = ended();
}

look();
onPage(look);
for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, stop, true);
