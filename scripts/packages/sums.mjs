// What makes a release checkable: the time of its sources, and the checksums of its files.
import { readdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { hashFile } from "../setup/files.mjs";
import { root } from "../setup/paths.mjs";
import { run } from "../setup/run.mjs";

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

/** Time of the last commit in seconds since 1970, so that the same sources give the same bytes. */
export async function sourceEpoch() {
  const given = process.env["SOURCE_DATE_EPOCH"];
  const { stdout } = await run("git", ["log", "-1", "--format=%ct"], { cwd: root });
  return Number(given ?? (stdout.trim() || "315532800"));
}
