// `npm test`: every check in order, cheapest first, stopping at the first that fails. The last line adds up what
// the two test runners counted: `N passed, N failed`.
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { build, warnAboutOldNode } from "./setup/build.mjs";
import { readJson } from "./setup/files.mjs";
import { root, toolNode } from "./setup/paths.mjs";
import { runPlaywright } from "./setup/playwright.mjs";
import { run } from "./setup/run.mjs";
import { secondsSince } from "./setup/say.mjs";
import { addCounts, NOTHING, playwrightCounts, vitestCounts } from "./setup/counts.mjs";

const reports = path.join(root, "test-results");
const unitReport = path.join(reports, "unit.json");
const e2eReport = path.join(reports, "e2e.json");

/**
 * A tool of node_modules, run on the pinned Node.
 * @param {string} script path inside the project
 * @param {string[]} args
 */
async function tool(script, args) {
  const { code } = await run(toolNode, [path.join(root, script), ...args], {
    cwd: root,
    show: true,
  });
  return code === 0;
}

async function unit() {
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${unitReport}`];
  return tool("node_modules/vitest/vitest.mjs", ["run", ...reporters]);
}

async function e2e() {
  return (await runPlaywright([], { reportFile: e2eReport })) === 0;
}

async function buildAll() {
  const { ok, output } = await build({ show: false });
  if (!ok) process.stdout.write(`${output}\n`);
  return ok;
}

/** @type {[name: string, stage: () => Promise<boolean>][]} */
const STAGES = [
  ["types", () => tool("scripts/typecheck.mjs", [])],
  ["lint", () => tool("node_modules/oxlint/bin/oxlint", ["--deny-warnings"])],
  [
    "format",
    () => tool("node_modules/prettier/bin/prettier.cjs", ["--check", "--log-level=warn", "."]),
  ],
  ["arrows", () => tool("scripts/graph.mjs", [])],
  ["unused code", () => tool("node_modules/knip/bin/knip.js", [])],
  ["unit tests", unit],
  ["conformance", () => tool("e2e/conformance/run.mjs", [])],
  ["build", buildAll],
  ["end-to-end tests", e2e],
];

async function counted() {
  const inUnits = vitestCounts(await readJson(unitReport));
  return addCounts(inUnits, playwrightCounts(await readJson(e2eReport)));
}

async function main() {
  warnAboutOldNode();
  await rm(unitReport, { force: true });
  await rm(e2eReport, { force: true });
  await mkdir(reports, { recursive: true });
  let stoppedAt = "";
  for (const [name, stage] of STAGES) {
    process.stdout.write(`\n── ${name}\n`);
    const startMs = performance.now();
    const passed = await stage();
    process.stdout.write(`── ${name}: ${passed ? "ok" : "FAILED"}, ${secondsSince(startMs)}\n`);
    if (passed) continue;
    stoppedAt = name;
    break;
  }
  const total = await counted();
  if (stoppedAt) {
    process.stdout.write(`\nStopped at: ${stoppedAt}. What comes after it did not run.\n`);
    // A check that is no test, or a runner that died before it could count, is one failure as well.
    if (total.failed === 0) total.failed = 1;
  } else if (total.passed === NOTHING.passed) {
    process.stdout.write("\nNo test ran, which proves nothing.\n");
    total.failed = 1;
  }
  if (total.skipped > 0) process.stdout.write(`\n${total.skipped} skipped.\n`);
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

await main();
