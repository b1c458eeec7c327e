// `node scripts/releasable.mjs`: the step before anything of dist/ is published. Ends with 1, and says why, unless every
// file there is one of a release: listed in SHA256SUMS as it is, of this version, and built on the pinned Electron.
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { hashFile, readJson } from "./setup/files.mjs";
import { root } from "./setup/paths.mjs";

const dist = path.resolve(process.argv[2] ?? path.join(root, "dist"));

/** @typedef {{ name?: string, version?: string }} Component */

/** @returns {Promise<string[]>} what speaks against it */
async function faults() {
  const sums = await readFile(path.join(dist, "SHA256SUMS"), "utf8").catch(() => "");
  const lines = sums.split("\n").filter((line) => line !== "");
  if (lines.length === 0) return ["there is no SHA256SUMS, so nothing was packaged"];
  const listed = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
  const found = [];
  for (const [name, sum] of listed) {
    const actual = await hashFile(path.join(dist, name), "sha256", "hex").catch(() => "nothing");
    if (actual !== sum) found.push(`${name} is ${actual}, SHA256SUMS has ${sum}`);
  }
  const others = (await readdir(dist)).filter((name) =>
    /\.(deb|rpm|gz|tgz|AppImage|exe|dmg)$/.test(name),
  );
  found.push(
    ...others.filter((name) => !listed.has(name)).map((name) => `${name} is not in SHA256SUMS`),
  );
  const trials = [...listed.keys()].filter((name) => name.includes("not.for.release"));
  found.push(...trials.map((name) => `${name} was built for trying`));
  const bills = [...listed.keys()].filter((name) => name.endsWith(".cdx.json"));
  if (bills.length === 0) found.push("there is no SBOM");
  const manifest = /** @type {{ version: string, devDependencies: { electron: string } }} */ (
    await readJson(path.join(root, "package.json"))
  );
  for (const bill of bills) {
    const { metadata, components = [] } =
      /** @type {{ metadata?: { component?: Component }, components?: Component[] }} */ (
        await readJson(path.join(dist, bill))
      );
    const made = metadata?.component?.version ?? "unknown";
    const wanted = manifest.devDependencies.electron;
    if (made !== manifest.version) found.push(`${bill} is of ${made}, not of ${manifest.version}`);
    const electron = components.find(({ name }) => name === "electron")?.version;
    if (electron !== wanted) found.push(`${bill} has Electron ${electron}, not ${wanted}`);
  }
  return found;
}

const found = await faults();
for (const fault of found) process.stderr.write(`Not to be released: ${fault}.\n`);
process.exitCode = found.length > 0 ? 1 : 0;
