// Skipping the steps: by pressing anything. A decision that is pressed before its cause was seen is not made by that. It can
// be reached and read all the time; and what presses without pointer and key, as a screen reader may, has its way.

import { end, isHeld } from "./steps.js";

const DECISION = "#board :is([name=play], [name=pick])";
let isDown = false;
let isSwallowed = false; // the click that is coming

// Under a pressed button or finger nothing begins: the press would skip what came after it.
export const isPressed = () => isDown;

function press(event) {
  isDown = event.type === "pointerdown";
  isSwallowed = isHeld() && Boolean(event.target.closest?.(DECISION));
  if (isHeld() && event.key === "Escape") event.stopPropagation();
  end();
}

function click(event) {
  isDown = false;
  if (!isSwallowed) return;
  isSwallowed = false;
  event.preventDefault();
  event.stopPropagation();
}

for (const one of ["pointerdown", "keydown"]) addEventListener(one, press, true);
for (const one of ["pointerup", "pointercancel"]) addEventListener(one, () => { isDown = false; }, true);
addEventListener("click", click, true);
