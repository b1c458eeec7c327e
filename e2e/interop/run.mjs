// `npm run interop`: every server family through the real app, then results.json and the table of docs/interop.md. With arguments
// (`npm run interop -- -g Go`) it runs, and updates, only the selected ones.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { build, isBuilt } from "../../scripts/setup/build.mjs";
import { readJson } from "../../scripts/setup/files.mjs";
import { root, toolNode } from "../../scripts/setup/paths.mjs";
import { ensurePython } from "../../scripts/setup/python.mjs";
import { runPlaywright } from "../../scripts/setup/playwright.mjs";
import { must } from "../../scripts/setup/run.mjs";
import { runtime } from "../../scripts/runtime.mjs";
import { makeReady } from "./toolchains.mjs";

const args = process.argv.slice(2);
await ensurePython(["fastmcp2", "fastmcp3"]);
const reasons = await makeReady();
// The subjects read it: those whose toolchain has a reason here are not run.
process.env["COUNTERSIGN_INTEROP"] = JSON.stringify(reasons);
const { allSubjects } = await import("./subjects.ts");
const { keyOf, NOT_YET, withTable } = await import("./results.ts");

/** @param {string} file */
async function play(file) {
  process.env["COUNTERSIGN_INTEROP_FOUND"] = file;
  const reporters = "list,./e2e/interop/reporter.ts";
  const only = "e2e/interop/interop.spec.ts";
  return runPlaywright(["--project=interop", "--no-deps", "--reporter", reporters, only, ...args]);
}

const keptFile = path.join(root, "e2e/interop/results.json");

/**
 * This run's result, else an earlier one of the same version, else why there is none.
 * @param {import("./reporter.ts").Found[]} found
 */
async function keep(found) {
  const earlier = /** @type {import("./results.ts").Results | null} */ (await readJson(keptFile));
  const { version: electron } = await runtime();
  const date = new Date().toISOString().slice(0, 10);
  const rows = allSubjects.map((subject) => {
    const { family, version, transport, revision, needs } = subject;
    /** @type {<R extends import("./reporter.ts").Found>(row: R) => boolean} */
    const same = (row) => keyOf(row) === keyOf(subject) && row.version === version;
    const now = found.find(same);
    if (now !== undefined) return { ...now, date, electron };
    const reason = needs === null ? null : (reasons[needs] ?? null);
    const before = earlier?.rows.find(same);
    if (before !== undefined && reason === null) return before;
    const notRun = reason ?? NOT_YET;
    return { family, version, transport, revision, date, electron, tried: [], notRun };
  });
  const page = path.join(root, "docs/interop.md");
  await writeFile(keptFile, JSON.stringify({ rows }));
  await writeFile(page, withTable(await readFile(page, "utf8"), { rows }));
  const formatter = path.join(root, "node_modules/oxfmt/bin/oxfmt");
  await must("Formatting", toolNode, [formatter, "--write", keptFile, page]);
}

async function main() {
  if (!(await isBuilt()) && !(await build({ show: true })).ok) return 1;
  const folder = await mkdtemp(path.join(os.tmpdir(), "countersign-interop-"));
  const file = path.join(folder, "found.json");
  const code = await play(file);
  const found = /** @type {import("./reporter.ts").Found[] | null} */ (await readJson(file));
  await rm(folder, { recursive: true, force: true });
  if (found !== null) await keep(found);
  for (const [name, reason] of Object.entries(reasons)) {
    if (reason !== null) process.stdout.write(`not run: ${name}: ${reason}\n`);
  }
  return code;
}

process.exitCode = await main();
