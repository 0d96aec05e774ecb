// The choreographer. What has happened since the page before is shown where it happens, step after step, by ghosts of
// the pieces over a page that is already as the server sent it: what lies there when the steps are over was never
// waited for. What a ghost stands for is unseen until then. The steps stand in the page: see server/boards/steps.py.

import { byId, main, setting } from "./page.js";

const STEP = 390; // ms, the longest that a step lasts
const TURN = 2450; // ms, … and all steps together
const PACE = { slow: 1, normal: 2 / 3, fast: 1 / 3, off: 0 };
const EASE = "cubic-bezier(0.3, 0.1, 0.2, 1)";

// What is done to a piece on its way: frames of its face.
const HOW = {
  down: [{ transform: "rotateY(180deg)" }, { transform: "rotateY(180deg)" }],
  flip: [{ transform: "rotateY(180deg)" }, { transform: "rotateY(0)" }],
  hop: [{}, { transform: "translateY(-30%)" }, {}],
  knock: [{}, { transform: "rotate(-12deg)" }, { transform: "translate(-60%, 50%) rotate(-70deg)" }],
  struck: [{}, { transform: "rotate(12deg)" }, { transform: "translate(60%, 50%) rotate(70deg)" }],
  pop: [{ transform: "scale(0)" }, { transform: "scale(1.2)", offset: 0.7 }, { transform: "scale(1)" }],
  shake: [-5, 5, -5, 5, 0].map((angle) => ({ transform: `rotate(${angle}deg)` })),
  shine: [{}, { transform: "scale(1.12)", filter: "brightness(1.25) drop-shadow(0 0 10px gold)" }, {}],
  vanish: [{}, { transform: "none", offset: 0.7 }, { transform: "scale(0.3)" }],
};
// What goes fades with its ghost: a face whose own opacity moves is flat, and seen from behind.
const GOES = ["knock", "struck", "vanish"];

const calm = matchMedia("(prefers-reduced-motion: reduce)");
let before = new Map(); // where pieces and places were on the page before
let shown = 0; // the ply that it had come to
let turn = NaN; // … and the turn, in a replay
let unseen = []; // its steps that were still to come
let running = null;

// What pieces and places are on the screen, by name.
function lying() {
  const all = [...document.querySelectorAll("#main :is([data-piece], [data-place])")];
  const found = all.map((one) => ({ one, rect: one.getBoundingClientRect() })).filter(({ rect }) => rect.width > 2);
  return new Map(found.flatMap((it) => [[it.one.dataset.place, it], [it.one.dataset.piece, it]]));
}

// From where to where each act goes, by step; left out are those of which nothing is to be seen.
function plan(steps, now) {
  const last = new Map(); // the act with which each piece comes to rest
  for (const act of steps.flatMap((step) => [...step.children])) if (act.dataset.to) last.set(act.dataset.act, act);
  const lies = new Map();
  const find = (names) => names?.split(" ").map((name) => now.get(name) ?? before.get(name)).find(Boolean);
  const routes = (step) => [...step.children].flatMap((act) => {
    const { act: piece, start, to, how } = act.dataset;
    const goal = (last.get(piece) === act && now.get(piece)) || find(to);
    const from = lies.get(piece) ?? (before.get(piece) ?? find(start) ?? goal)?.rect;
    if (!from) return [];
    const route = { act, piece, how, from, to: goal?.rect ?? from, place: goal?.one };
    lies.set(piece, route.to);
    return (how && how !== "down") || Math.hypot(from.x - route.to.x, from.y - route.to.y) > 2 ? [route] : [];
  });
  return steps.map((step) => ({ step, routes: routes(step) })).filter((one) => one.routes.length);
}

function ghostOf(face, { x, y, width, height }) {
  const ghost = document.createElement("div");
  Object.assign(ghost.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
  ghost.append(face);
  return ghost;
}

// How to lie at a place: in its middle, and no larger than that.
function at(place, base) {
  const size = Math.min(place.width / base.width, place.height / base.height);
  const x = place.x + (place.width - base.width) / 2 - base.x;
  const y = place.y + (place.height - base.height) / 2 - base.y;
  return { transform: `translate(${x}px, ${y}px) scale(${size})` };
}

// Nothing travels: what has come somewhere is framed there.
function mark(planned, animate) {
  for (const { to } of planned.flatMap((one) => one.routes)) animate(ghostOf("", to), { opacity: [1, 0] }, STEP);
}

function play(planned, now, duration, animate) {
  const hide = (one, until) => animate(one, { opacity: [0, 0] }, { delay: until, duration: 1, fill: "backwards" });
  planned.forEach(({ step, routes }, k) => {
    const delay = k * duration;
    for (const { act, piece, how, from, to, place } of routes) {
      const timing = { delay, duration, easing: EASE, fill: running.ghosts.has(piece) ? "forwards" : "both" };
      if (!running.ghosts.has(piece)) {
        const base = (now.get(piece) ?? before.get(piece))?.rect ?? to;
        const ghost = ghostOf(act.cloneNode(true), base);
        running.ghosts.set(piece, { ghost, base });
        if (!before.has(piece)) hide(ghost, delay);
        if (now.has(piece)) hide(now.get(piece).one, duration * planned.length);
      }
      const { base, ghost } = running.ghosts.get(piece);
      animate(ghost, [at(from, base), at(to, base)], timing);
      if (how) animate(ghost.firstChild, HOW[how], timing);
      if (GOES.includes(how)) animate(ghost, { opacity: [1, 1, 0] }, { ...timing, fill: "forwards" });
      if (place?.dataset.place && !before.has(place.dataset.place)) hide(place, delay + duration);
    }
    const told = byId(step.dataset.tells);
    if (told) hide(told, delay);
  });
}

function show(steps) {
  const now = lying();
  const planned = plan(steps, now);
  if (!planned.length) return;
  const layer = document.createElement("div");
  const limit = Math.min(TURN, byId("pace")?.value ?? TURN); // a replay goes on by itself
  const duration = calm.matches ? STEP : Math.min(STEP, limit / planned.length) * PACE[setting("speed")];
  const animate = (one, frames, timing) => {
    if (!one.isConnected) layer.append(one);
    running.animations.push(one.animate(frames, timing));
  };
  layer.className = "ghosts";
  layer.ariaHidden = "true";
  running = { layer, planned, duration, ghosts: new Map(), animations: [], holds: !calm.matches };
  document.documentElement.classList.toggle("shows-steps", running.holds);
  lay();
  if (calm.matches) mark(planned, animate);
  else play(planned, now, duration, animate);
  animate(layer, {}, { delay: calm.matches ? duration : duration * planned.length, duration: 1 });
  running.animations.at(-1).onfinish = end;
}

// Where ghosts look as the pieces do.
function lay() {
  byId("steps").parentElement.append(running.layer);
}

export function end() {
  if (!running) return;
  const { layer, animations } = running;
  running = null;
  for (const one of animations) one.cancel();
  layer.remove();
  document.documentElement.classList.remove("shows-steps");
  dispatchEvent(new Event("steps:over"));
}

const next = () => Number(byId("steps")?.dataset.next ?? 0);

document.addEventListener("htmx:before:swap", (event) => {
  if (event.defaultPrevented) return;
  shown = next();
  turn = Number(main()?.dataset.turn);
  before = lying();
  unseen = [];
  if (!running) return;
  const at = running.animations.at(-1).currentTime;
  unseen = running.planned.slice(at / running.duration).map(({ step }) => step.dataset.step);
  for (const [piece, { ghost }] of running.ghosts) {
    if (getComputedStyle(ghost).opacity > 0) before.set(piece, { rect: ghost.getBoundingClientRect() });
  }
  running.layer.remove(); // or it would be taken for a part of the page
});

// Show what the page brought that has just come, and what of the same turn was still to be seen; of what came twice
// nothing, and of a replay only the way forward.
export function showSteps(isPressed) {
  const list = byId("steps");
  if (!list || next() !== shown) end();
  if (running) lay();
  const isJump = main().dataset.turn && Number(main().dataset.turn) !== turn + 1;
  if (next() <= shown || isJump || isPressed || document.hidden || !PACE[setting("speed")]) return;
  show([...list.children].filter(({ dataset }) => dataset.ply >= shown || unseen.includes(dataset.step)));
}

// Whether what can be decided has its cause still before it.
export const isHeld = () => Boolean(running?.holds);

// Call something when the steps are over: at once where there are none.
export function whenSeen(call) {
  if (isHeld()) addEventListener("steps:over", call, { once: true });
  else call();
}

document.addEventListener("visibilitychange", () => document.hidden && end());
