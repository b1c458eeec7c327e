// Files that arrive whole or not at all: hashes, and temp-then-rename.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";

/**
 * Hash of a file, streamed.
 * @param {string} file
 * @param {"sha256" | "sha512"} algorithm
 * @param {"hex" | "base64"} encoding
 */
export async function hashFile(file, algorithm, encoding) {
  const hash = createHash(algorithm);
  await pipeline(createReadStream(file), hash);
  return hash.digest(encoding);
}

/**
 * Runs `fill` on a fresh temporary folder beside `target`, then puts the folder (or the entry of it that `fill`
 * returns) in the target's place. An interrupted run leaves nothing that looks finished.
 * @param {string} target
 * @param {(dir: string) => Promise<string | void>} fill returns the path to move, when not the folder itself
 */
export async function replaceWhole(target, fill) {
  await mkdir(path.dirname(target), { recursive: true });
  const dir = await mkdtemp(path.join(path.dirname(target), ".new-"));
  try {
    const made = (await fill(dir)) ?? dir;
    await rm(target, { recursive: true, force: true });
    await rename(made, target);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/**
 * Removes what interrupted runs left behind in a folder: temporary entries (their names begin with a dot) that are
 * older than an hour, so that a run beside this one keeps its own.
 * @param {string} dir
 */
export async function sweep(dir) {
  const names = await readdir(dir).catch(() => []);
  for (const name of names.filter((entry) => /^\.(new|wheel|fallback)-/.test(entry))) {
    const file = path.join(dir, name);
    const { mtimeMs } = await stat(file);
    if (Date.now() - mtimeMs > 60 * 60 * 1000) await rm(file, { recursive: true, force: true });
  }
}

/**
 * Reads a JSON file; null when it is missing or broken (it is then made again).
 * @param {string} file
 * @returns {Promise<unknown>}
 */
export async function readJson(file) {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    return null;
  }
}

/**
 * Writes JSON by temp and rename.
 * @param {string} file
 * @param {unknown} value
 */
export async function writeJson(file, value) {
  await mkdir(path.dirname(file), { recursive: true });
  const temp = `${file}.${process.pid}.new`;
  await writeFile(temp, `${JSON.stringify(value, null, 2)}\n`);
  await rename(temp, file);
}
