// The checksums of what a release consists of.
import { readdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { hashFile } from "../setup/files.mjs";
import { root } from "../setup/paths.mjs";

export const dist = path.join(root, "dist");

/** Writes SHA256SUMS over every file in dist/, as `sha256sum --check` reads it. */
export async function writeSums() {
  const names = await readdir(dist);
  const lines = [];
  for (const name of names.toSorted()) {
    const file = path.join(dist, name);
    // electron-builder leaves notes of its own.
    if (/^SHA256SUMS$|^builder-/.test(name) || !(await stat(file)).isFile()) continue;
    lines.push(`${await hashFile(file, "sha256", "hex")}  ${name}\n`);
  }
  await writeFile(path.join(dist, "SHA256SUMS"), lines.join(""));
}
