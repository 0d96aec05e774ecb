// What pages do beyond HTML: everything works without this file, only less smoothly.

const byId = (id) => document.getElementById(id);
const main = () => byId("main");

// What comes live is the same for many readers: its forms get the token that those of the page had.
const token = document.querySelector("[name=_csrf_token]")?.value;

function sign() {
  for (const field of document.getElementsByName("_csrf_token")) field.value = token;
}

// Boards by keyboard: a grid is one tab stop. data-arrows says how many columns it has. ------------------

function cellsOf(grid) {
  return [...grid.querySelectorAll("button")];
}

function rove() {
  for (const grid of document.querySelectorAll("[data-arrows]")) {
    const cells = cellsOf(grid);
    const current = cells.find((cell) => cell.id === grid.dataset.current) ?? cells[0];
    for (const cell of cells) cell.tabIndex = cell === current ? 0 : -1;
  }
}

// Where a key leads from cell `at` of `count` cells in rows of `columns`; undefined for other keys.
function target(event, at, count, columns) {
  const column = at % columns;
  const rowStart = at - column;
  const rowEnd = Math.min(rowStart + columns, count) - 1;
  const lastRow = Math.floor((count - 1) / columns) * columns;
  switch (event.key) {
    case "ArrowLeft": return Math.max(at - 1, rowStart);
    case "ArrowRight": return Math.min(at + 1, rowEnd);
    case "ArrowUp": return at - columns < 0 ? at : at - columns;
    case "ArrowDown": return at + columns >= count ? at : at + columns;
    case "Home": return event.ctrlKey ? 0 : rowStart;
    case "End": return event.ctrlKey ? count - 1 : rowEnd;
    case "PageUp": return column;
    case "PageDown": return Math.min(lastRow + column, count - 1);
  }
}

document.addEventListener("keydown", (event) => {
  const grid = event.target.closest?.("[data-arrows]");
  if (!grid || event.altKey || event.metaKey || event.shiftKey) return;
  const cells = cellsOf(grid);
  const next = target(event, cells.indexOf(event.target), cells.length, Number(grid.dataset.arrows));
  if (next === undefined || !cells[next]) return;
  event.preventDefault();
  cells[next].focus();
});

document.addEventListener("focusin", (event) => {
  const grid = event.target.closest?.("[data-arrows]");
  if (!grid || !event.target.id) return;
  grid.dataset.current = event.target.id;
  rove();
});

// Escape puts back a tile that is only thought of; the focus goes where it lies.
document.addEventListener("keydown", (event) => {
  const picked = document.querySelector("#board [name=pick][aria-pressed=true]");
  const isTaken = event.target.closest("input, select") || document.querySelector(":popover-open");
  if (event.key !== "Escape" || !picked || isTaken) return;
  picked.focus();
  picked.click();
});

// A replay by keyboard: the arrows follow the links to the turn before and after.
document.addEventListener("keydown", (event) => {
  const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  const isTaken = event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, [data-arrows]");
  if (rel && !isTaken) document.querySelector(`main a[rel="${rel}"]`)?.click();
});

// An answer to what is asked anew is heard anew, in the same words as before too: something else stands there meanwhile.
document.addEventListener("submit", (event) => {
  if (!event.target.matches("#ask, .command")) return;
  for (const place of [byId("answer"), byId("problem")]) if (place.textContent) place.textContent = "\u00a0";
});

// What is said closes the list of what one can say.
document.addEventListener("submit", (event) => event.target.closest("[popover]")?.hidePopover());

// Focus stays where it was. Where that is gone (Draw, once drawn), the board has it: what can be played comes first.

let focused = null;

function keepFocus() {
  if (!focused || document.activeElement !== document.body) return;
  const grid = document.querySelector("[data-arrows]");
  const inGrid = grid?.querySelector("button[tabindex='0']");
  const playable = inGrid?.name === "play" ? inGrid : grid?.querySelector("button[name=play]");
  const next = byId(focused) ?? byId("next") ?? playable ?? inGrid;
  focused = null;
  next?.focus({ preventScroll: true });
}

document.addEventListener("htmx:before:swap", () => {
  const active = document.activeElement;
  if (active?.closest("#main")) focused = active.id || "main";
});

// A play comes back twice, as the answer to a form and live. What is older than what is shown is not shown, what
// is the same is put in at once, and what is newer does not wait until the tile before has come to rest.
//
// A tile that lies elsewhere than before is seen to move there: it bears one name before and after, and no other does.
// From its beginning until the page is changed a motion keeps every pointer from what lies under it. So there is none
// where nothing is seen to move, and none under a pressed button or finger: its click would be lost.

let latest = 0; // the ply of the newest page that came
let waiting = 0; // how many came that are not yet put in, or whose tiles still move
let moving = [];
let isPressed = false;

const calm = matchMedia("(prefers-reduced-motion: reduce)");

function release() {
  isPressed = false;
}

addEventListener("pointerdown", () => { isPressed = true; }, true);
addEventListener("click", release, true);
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, () => setTimeout(release, 50), true); // if there is a click, it comes before that
}

function endMotion() {
  const motion = document.activeViewTransition;
  motion?.ready.catch(() => {}); // that it was skipped is no error
  motion?.skipTransition();
}

function placesOf(page) {
  return new Map([...page.querySelectorAll("[data-tile]")].map((tile) => [tile.dataset.tile, tile.dataset.place]));
}

function movingTo(html) {
  const before = placesOf(document);
  const after = placesOf(new DOMParser().parseFromString(html, "text/html"));
  return [...after.keys()].filter((name) => before.has(name) && before.get(name) !== after.get(name));
}

function nameMoving() {
  for (const tile of document.querySelectorAll("[data-tile]")) {
    tile.style.viewTransitionName = moving.includes(tile.dataset.tile) ? tile.dataset.tile : "";
  }
}

document.addEventListener("htmx:before:swap", (event) => {
  const { ctx, tasks } = event.detail;
  const told = /data-ply="(\d+)"/.exec(ctx.text);
  const shown = Number(main()?.dataset.ply ?? 0);
  latest = Math.max(latest, shown);
  const ply = told ? Number(told[1]) : latest;
  if (ply < latest) {
    event.preventDefault();
    return;
  }
  if (ply > latest) endMotion();
  latest = ply;
  const moves = ply > shown && !calm.matches && !isPressed && movingTo(ctx.text).length > 0;
  if (moves || waiting) {
    ctx.waits = true; // in the order in which they came
    waiting += 1;
  } else for (const task of tasks) task.swapSpec.transition = false;
});

document.addEventListener("htmx:finally:swap", (event) => {
  if (event.detail.ctx.waits) waiting -= 1;
});

document.addEventListener("htmx:before:viewTransition", (event) => {
  moving = movingTo(event.detail.ctx.text);
  nameMoving();
});

// A second click of a double click would press what has just appeared there.
document.addEventListener("click", (event) => {
  if (event.detail > 1 && event.target.closest("button[name=play]")) event.preventDefault();
}, true);

// A tone when it becomes the reader's turn, for those who want one. ---------------------------------------

let wasYours = main()?.hasAttribute("data-yours");
let audio = null;

function tone() {
  audio ??= new AudioContext();
  const volume = audio.createGain();
  volume.connect(audio.destination);
  for (const [pitch, delay] of [[659, 0], [880, 0.12]]) {
    const start = audio.currentTime + delay;
    const voice = audio.createOscillator();
    voice.frequency.value = pitch;
    voice.connect(volume);
    voice.start(start);
    voice.stop(start + 0.25);
  }
  volume.gain.setValueAtTime(0.15, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.4);
}

document.addEventListener("htmx:before:settle", () => {
  sign();
  rove();
  nameMoving();
  keepFocus();
  const isYours = Boolean(main()?.hasAttribute("data-yours"));
  if (isYours && !wasYours && document.documentElement.hasAttribute("data-sound")) tone();
  wasYours = isYours;
});

// What was typed has been done: the line is empty again. What could not be done is typed over.
document.addEventListener("htmx:after:request", (event) => {
  const { sourceElement, response } = event.detail.ctx;
  if (!sourceElement.matches(".command")) return;
  if (response.status < 400) sourceElement.reset();
  else byId("words").select();
});

// The connection ------------------------------------------------------------------------------------------

const note = byId("connection");
let connection = null;
let patience = null;

function say(text) {
  clearTimeout(patience);
  if (note && note.textContent !== text) note.textContent = text;
}

document.addEventListener("htmx:ws:before:connection", (event) => {
  connection = event.detail.connection;
});

document.addEventListener("htmx:ws:after:connection", () => say(""));

document.addEventListener("htmx:ws:close", (event) => {
  if (event.detail.code === 4404) say(note?.dataset.closed); // it does not come back
  if (event.detail.reason !== "closed" || !note || note.textContent) return;
  clearTimeout(patience);
  patience = setTimeout(() => say(note.dataset.lost), 1500); // most are back before anybody has read it
});

document.addEventListener("htmx:error", () => {
  if (!note) return;
  say(note.dataset.failed);
  patience = setTimeout(() => say(""), 6000);
});

// A live page knows nothing of what its reader is thinking of. While nothing has been played, ask for that again.
document.addEventListener("htmx:ws:before:message:incoming", (event) => {
  const { asked, ply } = main().dataset;
  if (!asked || !event.detail.message.data.includes(`data-ply="${ply}"`)) return;
  event.preventDefault();
  htmx.ajax("GET", asked, { source: main(), target: "#main", select: "#main", swap: "outerMorph" });
});

// A socket that slept may not know that it is dead: begin anew.
let hiddenAt = 0;

function wakeUp() {
  if (connection?.socket?.readyState === WebSocket.OPEN) connection.socket.close();
}

addEventListener("online", wakeUp);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) hiddenAt = Date.now();
  else if (Date.now() - hiddenAt > 20000) wakeUp();
});

// Settings apply at once, and the page stays where it is. --------------------------------------------------

document.addEventListener("change", async (event) => {
  const form = event.target.closest("[data-at-once]");
  if (!form?.reportValidity()) return;
  await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
  sessionStorage.setItem("focus", event.target.id);
  location.reload();
});

byId(sessionStorage.getItem("focus"))?.focus({ preventScroll: true });
sessionStorage.removeItem("focus");
rove();
