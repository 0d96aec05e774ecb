// Bundles what pages load: each style sheet and script becomes one small file, with all that it imports and none of its comments.
// node bundle.mjs INTO FROM AT FROM AT ...: what is in a folder FROM goes into INTO/AT.

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";

const [into, ...folders] = process.argv.slice(2);
const entryPoints = [];
while (folders.length) {
  const [from, at] = folders.splice(0, 2);
  const names = (await readdir(from, { recursive: true })).filter((name) => /\.(css|js)$/.test(name) && !name.startsWith("vendor"));
  entryPoints.push(...names.map((name) => ({ in: join(from, name), out: join(at, name.replace(/\.\w+$/, "")) })));
}

// What is asked for by an address of the site, or only once it is needed, stays a file of its own.
const APART = ["url-token", "dynamic-import"];
const apart = {
  name: "apart",
  setup: ({ onResolve }) => onResolve({ filter: /./ }, ({ kind }) => (APART.includes(kind) ? { external: true } : undefined)),
};

await build({
  entryPoints,
  outdir: into,
  bundle: true,
  minify: true,
  format: "esm",
  target: "esnext",
  charset: "utf8",
  logLevel: "warning",
  plugins: [apart],
});
