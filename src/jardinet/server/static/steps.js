// The choreographer. What has happened since the page before is shown where it happens, step after step, by ghosts of
// the pieces over a page that is already as the server sent it: what lies there when the steps are over was never
// waited for. What a ghost stands for is unseen until then. The steps stand in the page: see server/boards/steps.py;
// what is done to a piece on its way, in steps.css.

import { byId, main, onPage, setting } from "./page.js";
import { hear } from "./sound.js";

const STEP = { calm: 390, quick: 240, instant: 240 }; // ms, the longest that a step lasts, by how quickly bots play
const HELD = 500; // ms, that decisions wait for what is shown, unless bots play calmly
const TURN = 2450; // ms, … and all steps together
const PACE = { slow: 1, normal: 2 / 3, fast: 1 / 3, off: 0 };
const EASE = "cubic-bezier(0.3, 0.1, 0.2, 1)";
// What goes fades with its ghost: a face whose own opacity moves is flat, and seen from behind.
const GOES = ["knock", "struck", "vanish"];
const DECISION = "#board :is([name=play], [name=pick])";

const root = document.documentElement;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const list = () => [...(byId("steps")?.children ?? [])];
const next = () => Number(byId("steps")?.dataset.next ?? 0);
let before = new Map(); // where pieces and places were on the page before
let shown = 0; // the ply that it had come to
let known = []; // the names of its steps
let turn = NaN; // … and the turn, in a replay
let unseen = []; // … of those that were still to be seen
let running = null;
let isDown = false; // under a pressed button or finger nothing begins: the press would skip what came after it
let isSwallowed = false; // the click that is coming

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

function play(planned, now, duration, animate) {
  const hide = (one, until) => animate(one, { opacity: [0, 0] }, { delay: until, duration: 1, fill: "backwards" });
  for (const [k, { step, routes }] of planned.entries()) {
    const delay = k * duration;
    for (const { act, piece, how, from, to, place } of routes) {
      const timing = { delay, duration, easing: EASE, fill: running.ghosts.has(piece) ? "forwards" : "both" };
      if (!running.ghosts.has(piece)) {
        const base = (now.get(piece) ?? before.get(piece))?.rect ?? to;
        const ghost = ghostOf(act.cloneNode(true), base);
        running.ghosts.set(piece, { ghost, base, manners: [] });
        if (!before.has(piece)) hide(ghost, delay);
        if (now.has(piece)) hide(now.get(piece).one, duration * planned.length);
      }
      const { base, ghost, manners } = running.ghosts.get(piece);
      animate(ghost, [at(from, base), at(to, base)], timing);
      if (how) manners.push(`${how} ${duration}ms ${EASE} ${delay}ms ${timing.fill}`);
      ghost.firstChild.style.animation = manners.join();
      if (GOES.includes(how)) animate(ghost, { opacity: [1, 1, 0] }, { ...timing, fill: "forwards" });
      if (place?.dataset.place && !before.has(place.dataset.place)) hide(place, delay + duration);
    }
    const told = byId(step.dataset.tells);
    if (told) hide(told, delay);
  }
}

// Begin a step: it is heard, and until the one that changes a figure has been seen, that says what it said before.
function begin(k) {
  const steps = running.planned.slice(k).map(({ step }) => step.dataset);
  running.at = k;
  hear(steps[0]);
  for (const one of document.querySelectorAll("[data-was]")) delete one.dataset.was;
  for (const [name, was] of steps.toReversed().flatMap(({ figures }) => [...new URLSearchParams(figures)])) {
    const place = document.querySelector(`[data-place="${name}"]`);
    (place?.querySelector("b") ?? place)?.setAttribute("data-was", was);
  }
}

function show(steps) {
  const now = lying();
  const planned = plan(steps, now);
  if (!planned.length) return;
  const layer = document.createElement("div");
  const limit = Math.min(TURN, byId("pace")?.value ?? TURN); // a replay goes on by itself
  const duration = calm.matches ? STEP.calm : Math.min(STEP[setting("pace")], limit / planned.length) * PACE[setting("speed")];
  const animate = (one, frames, timing) => {
    if (!one.isConnected) layer.append(one);
    return running.animations[running.animations.push(one.animate(frames, timing)) - 1];
  };
  const wait = (delay, call) => { animate(layer, {}, { delay, duration: 1 }).onfinish = call; };
  layer.className = "ghosts";
  byId("ghosts").append(layer);
  // What is chosen but not yet played is no cause of anything: it may be changed meanwhile.
  const holds = !calm.matches && planned.some(({ step }) => Number(step.dataset.ply) < next());
  running = { layer, planned, ghosts: new Map(), animations: [], holds, at: 0 };
  root.classList.toggle("shows-steps", holds);
  if (calm.matches) {
    // Nothing travels: what has come somewhere is framed where it has come to rest.
    const rest = new Map(planned.flatMap(({ routes }) => routes.map((route) => [route.piece, route])));
    for (const { to } of rest.values()) animate(ghostOf("", to), { opacity: [1, 0] }, STEP.calm);
    wait(duration, end);
    return;
  }
  play(planned, now, duration, animate);
  begin(0);
  if (holds && setting("pace") !== "calm" && planned.length * duration > HELD && !byId("after")) wait(HELD, letGo);
  planned.forEach((_, k) => wait((k + 1) * duration, k + 1 < planned.length ? () => begin(k + 1) : end));
}

// What is still shown from now on holds up nobody.
function letGo() {
  running.holds = false;
  root.classList.remove("shows-steps");
}

export function end() {
  if (!running) return;
  for (const one of running.animations) one.cancel();
  for (const one of document.querySelectorAll("[data-was]")) delete one.dataset.was;
  running.layer.remove();
  running = null;
  root.classList.remove("shows-steps");
  dispatchEvent(new Event("steps:over"));
}

document.addEventListener("htmx:before:swap", (event) => {
  if (event.defaultPrevented) return;
  shown = next();
  known = list().map(({ dataset }) => dataset.step);
  turn = Number(main()?.dataset.turn);
  unseen = running?.planned.slice(running.at).map(({ step }) => step.dataset.step) ?? [];
  before = lying();
  for (const [piece, { ghost }] of running?.ghosts ?? []) {
    // What has not come yet lies on the page already, unseen.
    if (getComputedStyle(ghost).opacity > 0) before.set(piece, { rect: ghost.getBoundingClientRect() });
    else before.delete(piece);
  }
});

// Show what the page brought that has just come, and what of the same turn was still to be seen; of what came twice
// nothing, and of a replay only the way forward.
onPage(() => {
  const news = list().filter(({ dataset }) => Number(dataset.ply) >= shown && !known.includes(dataset.step));
  const at = main()?.dataset.turn;
  const isJump = at && Number(at) !== turn + 1;
  if (byId("steps") && !news.length && !isJump) return;
  end();
  if (isJump || isDown || document.hidden || !PACE[setting("speed")]) return;
  show(list().filter((one) => news.includes(one) || unseen.includes(one.dataset.step)));
});

// Whether what can be decided has its cause still before it.
const isHeld = () => Boolean(running?.holds);

// Call something when the steps are over: at once where there are none.
export function whenSeen(call) {
  if (isHeld()) addEventListener("steps:over", call, { once: true });
  else call();
}

// Any press skips. A decision that is pressed before its cause was seen is not made by that. It can be reached and read
// all the time; and what presses without pointer and key, as a screen reader may, has its way.
function press(event) {
  isDown = event.type === "pointerdown";
  isSwallowed = isHeld() && Boolean(event.target.closest?.(DECISION));
  if (isHeld() && event.key === "Escape") event.stopPropagation();
  end();
}

function release(event) {
  isDown = false;
  if (event.type !== "click" || !isSwallowed) return;
  isSwallowed = false;
  event.preventDefault();
  event.stopPropagation();
}

for (const one of ["pointerdown", "keydown"]) addEventListener(one, press, true);
for (const one of ["pointerup", "pointercancel", "click"]) addEventListener(one, release, true);
document.addEventListener("visibilitychange", () => document.hidden && end());
