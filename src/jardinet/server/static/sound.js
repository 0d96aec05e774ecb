// Sounds, made here, for those who want them: what a page tells of the latest moves (data-heard), each once and in order.

import { byId, main } from "./page.js";

// The notes of each sound: wave, pitch in Hz and where it glides to, begin and length in seconds, loudness.
const SOUNDS = {
  draw: [["noise", 28, 66, 0, 0.16, 0.5]],
  place: [["triangle", 210, 130, 0, 0.16, 0.9], ["noise", 14, 8, 0, 0.05, 0.6]],
  exchange: [["noise", 50, 25, 0, 0.12, 0.4], ["triangle", 260, 170, 0.13, 0.15, 0.8], ["noise", 14, 8, 0.13, 0.05, 0.5]],
  flip: [["noise", 56, 38, 0, 0.06, 0.6], ["noise", 41, 19, 0.08, 0.1, 0.6]],
  harvest: [["sine", 523, 523, 0, 0.3, 0.4], ["sine", 659, 659, 0.09, 0.3, 0.4], ["sine", 784, 784, 0.18, 0.5, 0.45]],
  invasion: [["sawtooth", 92, 78, 0, 0.7, 0.22], ["sawtooth", 97, 81, 0.04, 0.66, 0.22]],
  turn: [["sine", 659, 659, 0, 0.35, 0.4], ["sine", 880, 880, 0.13, 0.55, 0.4]],
  win: [["sine", 523, 523, 0, 0.3, 0.4], ["sine", 659, 659, 0.13, 0.3, 0.4], ["sine", 1047, 1047, 0.26, 0.75, 0.45]],
  loss: [["triangle", 440, 440, 0, 0.35, 0.4], ["triangle", 349, 349, 0.2, 0.35, 0.4], ["triangle", 294, 287, 0.4, 0.7, 0.4]],
  remark: [["sine", 420, 760, 0, 0.1, 0.45]],
};
const [MOST, APART] = [3, 0.35]; // of one page, and seconds between two of them
const told = () => main()?.dataset.heard?.split(" ") ?? [];
const isOn = () => byId("sound")?.ariaPressed === "true";
const known = new Set(told()); // what was there before is not heard
let audio = null;

// Noise, of which paper and wood are made: many tones around the 64th of the one that is asked for.
const some = () => Float32Array.from({ length: 96 }, (_, tone) => (tone > 32 ? Math.random() - 0.5 : 0));

function play(name, wait = 0) {
  if (!isOn() || audio?.state !== "running") return; // or nobody has touched the page yet: the browser keeps it silent
  for (const [wave, from, to, begin, length, loudness] of SOUNDS[name] ?? []) {
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

export function sound() {
  const news = told().filter((one) => !known.has(one));
  for (const one of news) known.add(one);
  news.slice(-MOST).forEach((one, at) => play(one.split(".")[1], at * APART));
}

async function wake() {
  if (isOn()) await (audio ??= new AudioContext()).resume();
}
addEventListener("click", wake, true);
wake();
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
