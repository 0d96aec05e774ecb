// Sounds, made here, for those who want them: what a page tells of the latest moves (data-heard), each once and in order.
// The notes of each sound are in sounds.json: wave, pitch in Hz and where it glides to, begin and length in seconds, loudness.

import { byId, main, onPage } from "./page.js";

const [MOST, APART] = [3, 0.35]; // of one page, and seconds between two of them
const told = () => main()?.dataset.heard?.split(" ") ?? [];
const isOn = () => byId("sound")?.ariaPressed === "true";
const known = new Set(told()); // what was there before is not heard
let audio = null;
let sounds = {};

// Noise, of which paper and wood are made: many tones around the 64th of the one that is asked for.
const some = () => Float32Array.from({ length: 96 }, (_, tone) => (tone > 32 ? Math.random() - 0.5 : 0));

function play(name, wait = 0) {
  if (!isOn() || audio?.state !== "running") return; // or nobody has touched the page yet: the browser keeps it silent
  for (const [wave, from, to, begin, length, loudness] of sounds[name] ?? []) {
    const [start, voice, volume] = [audio.currentTime + 0.02 + wait + begin, audio.createOscillator(), audio.createGain()];
    const end = start + length;
    if (wave === "noise") voice.setPeriodicWave(audio.createPeriodicWave(some(), some()));
    else voice.type = wave;
    voice.frequency.setValueAtTime(from, start).exponentialRampToValueAtTime(to, end);
    // It swells and fades: what begins or ends at once clicks.
    volume.gain.setValueAtTime(0, start).linearRampToValueAtTime(0.3 * loudness, start + 0.01).exponentialRampToValueAtTime(0.0005, end);
    voice.connect(volume).connect(audio.destination);
    voice.start(start);
    voice.stop(end);
  }
}

// A step is heard as it is seen.
export function hear({ step, heard }) {
  if (!heard || known.has(step)) return;
  known.add(step).add(heard);
  play(heard.split(".")[1]);
}

// A page is heard as it comes; while it shows steps only what is said, and what came of them when they are over.
function sound() {
  const isAlso = document.documentElement.classList.contains("shows-steps") ? /remark$/ : /./;
  const news = told().filter((one) => !known.has(one) && isAlso.test(one));
  for (const one of news) known.add(one);
  news.slice(-MOST).forEach((one, at) => play(one.split(".")[1], at * APART));
}

async function wake() {
  if (!isOn()) return;
  if (!audio) sounds = await (await fetch("/static/sounds.json")).json();
  await (audio ??= new AudioContext()).resume();
}

addEventListener("click", wake, true);
wake();
const listen = () => queueMicrotask(sound); // by then it is known whether steps begin
onPage(listen);
addEventListener("steps:over", listen);
document.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (button?.id !== "sound") return;
  event.preventDefault();
  fetch(event.target.action, { method: "POST", redirect: "manual", body: new URLSearchParams(new FormData(event.target, button)) });
  byId("set-sound").value = button.value;
  button.ariaPressed = String(button.value === "on");
  button.value = isOn() ? "off" : "on";
  wake().then(() => play("place"));
});
