// Dragging: what bears data-drag can be carried to what that selector finds. A drag presses the very buttons that taps do:
// first the thing itself, where that picks it up, then the one it is dropped on, or that data-presses names there.

import { byId, main, onPage } from "./page.js";

const SLACK = 8; // pixels by which a tap may tremble
const root = document.documentElement;
let drag = null;

const thing = () => byId(drag.id);
const piece = () => document.querySelector(`[data-piece="${drag.piece}"]`) ?? thing();
const isHeld = () => thing().getAttribute("aria-pressed") === "true";
const place = () => document.elementsFromPoint(drag.x, drag.y).map((one) => one.closest(drag.to)).find(Boolean);
const press = (button) => button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));

function show() {
  const one = piece();
  for (const other of document.querySelectorAll(".over")) other.classList.remove("over");
  one.classList.add("dragged");
  one.style.translate = "none";
  const { x, y, width, height } = one.getBoundingClientRect();
  one.style.translate = `${drag.x - x - width / 2}px ${drag.y - y - height / 2}px`;
  place()?.classList.add("over");
}

function finish(button, one) {
  drag = null;
  delete root.dataset.dragging;
  if (button && press(button) && button.type === "submit") return; // it stays there until the page comes
  one?.classList.remove("dragged");
  one?.style.removeProperty("translate");
}

function dragOn() {
  if (!drag?.isLifted) return;
  if (!thing() || drag.ply !== main().dataset.ply) finish();
  else if (!drag.isDropped || (drag.picks && !isHeld())) show(); // its pick is on the way
  else {
    const there = place();
    const target = there && (byId(there.dataset.presses) ?? there.querySelector("button"));
    finish(there && thing().name === "play" ? thing() : target ?? (drag.picks && thing()), piece());
  }
}

addEventListener("pointerdown", ({ target, isPrimary, button, pointerId, clientX: x, clientY: y }) => {
  const one = target.closest?.("[data-drag]");
  if (!one || !isPrimary || button) return;
  const name = one.querySelector("[data-piece]")?.dataset.piece;
  drag = { id: one.id, piece: name, to: one.dataset.drag, ply: main().dataset.ply, pointerId, from: [x, y], x, y };
});

addEventListener("pointermove", ({ pointerId, clientX: x, clientY: y }) => {
  if (drag?.pointerId !== pointerId || drag.isDropped || !thing()) return;
  Object.assign(drag, { x, y });
  if (!drag.isLifted && Math.hypot(x - drag.from[0], y - drag.from[1]) > SLACK) {
    root.setPointerCapture(pointerId); // the page may change beneath
    root.dataset.dragging = "";
    drag.isLifted = true;
    drag.picks = thing().name === "pick" && !isHeld();
    if (drag.picks && !press(thing())) finish();
  }
  dragOn();
});

function drop(event) {
  if (!drag || drag.isDropped || (event.type === "keydown" && event.key !== "Escape")) return;
  if (!drag.isLifted) drag = null; // a tap
  if (!drag) return;
  if (event.type !== "pointerup") Object.assign(drag, { x: -1, y: -1 }); // nowhere
  event.stopPropagation();
  drag.isDropped = true;
  addEventListener("click", swallow, true);
  setTimeout(() => removeEventListener("click", swallow, true)); // a click that the pointer itself makes comes before
  dragOn();
}

onPage(dragOn);
const swallow = (event) => event.isTrusted && event.preventDefault();
for (const end of ["pointerup", "pointercancel", "keydown"]) addEventListener(end, drop, true);
