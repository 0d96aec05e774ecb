// Compresses style sheets and scripts as well as Brotli can, each into a file of its name and .br beside it: node compress.mjs FOLDER...

import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib"; // at its best, unless told otherwise

for (const folder of process.argv.slice(2)) {
  for (const name of await readdir(folder, { recursive: true })) {
    const file = join(folder, name);
    if (/\.(css|js)$/.test(name)) await writeFile(`${file}.br`, brotliCompressSync(await readFile(file)));
  }
}
