// The lock is complete: `npm ci` refuses a lock in which an optional package (a platform's binary) has no entry, which
// happens silently when the registry in use lacks that one. The fix: a version published for all platforms.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "./setup/paths.mjs";

/** @typedef {{ optionalDependencies?: Record<string, string>, integrity?: string, link?: boolean }} Entry */

/** @returns {Promise<Record<string, Entry>>} */
async function packages() {
  return JSON.parse(await readFile(path.join(root, "package-lock.json"), "utf8")).packages;
}

/**
 * Whether `name` is found from `location`, the way Node looks it up.
 * @param {Record<string, Entry>} all
 * @param {string} location
 * @param {string} name
 */
function resolves(all, location, name) {
  const parts = location.split("/node_modules/");
  for (let depth = parts.length; depth > 0; depth--) {
    const at = parts.slice(0, depth).join("/node_modules/");
    if (all[`${at === "" ? "" : `${at}/`}node_modules/${name}`]) return true;
  }
  return Boolean(all[`node_modules/${name}`]);
}

test("has an entry for every optional package", async () => {
  const all = await packages();
  const optional = Object.entries(all).flatMap(([location, entry]) =>
    Object.keys(entry.optionalDependencies ?? {}).map((name) => ({ location, name })),
  );
  expect(optional.length).toBeGreaterThan(50);
  expect(optional.filter(({ location, name }) => !resolves(all, location, name))).toEqual([]);
});

test("pins every package by its hash", async () => {
  const unpinned = Object.entries(await packages())
    .filter(([location, entry]) => location !== "" && !entry.link && !entry.integrity)
    .map(([location]) => location);
  expect(unpinned).toEqual([]);
});
