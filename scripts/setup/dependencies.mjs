// Finds out whether node_modules is what package-lock.json says, and installs it when not.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { readJson } from "./files.mjs";
import { root, toolNode } from "./paths.mjs";
import { npm } from "./run.mjs";
import { say, secondsSince } from "./say.mjs";

const modules = path.join(root, "node_modules");
const lockFile = path.join(root, "package-lock.json");
const stampFile = path.join(modules, ".countersign-lock");

/** Hash of what decides the installed tree: the lock, and the platform that it was installed on. */
async function lockHash() {
  return createHash("sha256")
    .update(await readFile(lockFile))
    .update(`${process.platform}-${process.arch}`)
    .digest("hex");
}

/**
 * @param {unknown} lock
 * @returns {Record<string, { version?: string, integrity?: string, optional?: boolean }>}
 */
function packagesOf(lock) {
  const value = /** @type {{ packages?: Record<string, object> } | null} */ (lock);
  return value?.packages ?? {};
}

/**
 * Whether npm's own record of the installed tree agrees with the lock: so a developer's `npm install X` is
 * recognised and not installed a second time.
 */
async function installedMatchesLock() {
  const installed = packagesOf(await readJson(path.join(modules, ".package-lock.json")));
  const wanted = packagesOf(await readJson(lockFile));
  const names = Object.keys(wanted).filter((name) => name !== "");
  const agrees = names.every((name) => {
    const want = wanted[name];
    const have = installed[name];
    if (have === undefined) return want?.optional === true;
    return have.version === want?.version && have.integrity === want?.integrity;
  });
  return names.length > 0 && agrees && existsSync(toolNode);
}

/**
 * Installs the locked dependencies unless they are there.
 * @throws {import("./say.mjs").SetupError} when npm fails
 */
export async function installDependencies() {
  const hash = await lockHash();
  const stamp = await readFile(stampFile, "utf8").catch(() => "");
  if (stamp === hash && existsSync(toolNode)) return;
  if (!(await installedMatchesLock())) {
    say("Installing the locked npm packages (about 1 GB unpacked; a minute or two) …");
    const startMs = performance.now();
    await rm(stampFile, { force: true });
    // The only script that has to run is the package `node`'s, which fetches the binary (see allowScripts).
    // Warnings of level "warn" would be engine notes: scripts run on the Node inside node_modules, not on this one.
    await npm(
      "npm ci",
      ["ci", "--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts=false"],
      {
        cwd: root,
        show: true,
      },
    );
    say(`npm packages installed in ${secondsSince(startMs)}.`);
  }
  await writeFile(stampFile, hash);
}
