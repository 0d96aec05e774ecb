// What pages do beyond HTML: everything works without this, only less smoothly.

import { runClocks } from "./clock.js";
import "./connection.js";
import { dragOn } from "./drag.js";
import { keepFocus } from "./focus.js";
import { mark, sign } from "./forms.js";
import { rove } from "./keyboard.js";
import { isPressed } from "./skipping.js";
import { sound } from "./sound.js";
import { showSteps } from "./steps.js";
import { callBack } from "./turn.js";

document.addEventListener("htmx:before:settle", () => {
  sign();
  mark();
  rove();
  keepFocus();
  dragOn();
  sound();
  showSteps(isPressed());
  callBack();
});

runClocks();
