// Draws the icons that some systems want as pixels, from our one SVG: node icons.mjs ICON.svg FOLDER

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { initWasm, Resvg } from "@resvg/resvg-wasm";

const PAPER = "#f8f1e1";

// How many pixels, how much of them the picture takes, and what lies under it. Systems may cut a maskable icon down
// to the circle in the middle that is 80 % wide; iOS paints black what is transparent.
const ICONS = {
  "icon-192.png": [192, 1, "none"],
  "icon-512.png": [512, 1, "none"],
  "icon-maskable-512.png": [512, 0.62, PAPER],
  "apple-touch-icon.png": [180, 0.74, PAPER],
};

const [icon, folder] = process.argv.slice(2);
const picture = await readFile(icon, "utf8");
await initWasm(readFile(new URL(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm"))));
for (const [name, [size, share, ground]] of Object.entries(ICONS)) {
  const edge = (1 - share) / 2;
  const inside = picture.replace("<svg", `<svg x="${edge}" y="${edge}" width="${share}" height="${share}"`);
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1" fill="${ground}"/>${inside}</svg>`;
  const drawn = new Resvg(whole, { fitTo: { mode: "width", value: size } }).render();
  await writeFile(join(folder, name), drawn.asPng());
}
