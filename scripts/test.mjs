// `npm test`: every check, lint and build first, stopping at the first that fails. Checks without a clock of a user's
// run beside the tests, most of them at a lower priority. The last line adds up what the two test runners counted: `N passed, N failed`.
// An end-to-end test, and a file of unit tests whose process ended amid it, has one more try, which is named.
import { mkdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { build, warnAboutOldNode } from "./setup/build.mjs";
import { brokenOff, playwrightCounts, vitestCounts } from "./setup/counts.mjs";
import { readJson } from "./setup/files.mjs";
import { root, toolNode } from "./setup/paths.mjs";
import { runPlaywright } from "./setup/playwright.mjs";
import { run } from "./setup/run.mjs";
import { secondsSince } from "./setup/say.mjs";

const reports = path.join(root, "test-results");
const unitReport = path.join(reports, "unit.json");
const unitAgainReport = path.join(reports, "unit-again.json");
const e2eReport = path.join(reports, "e2e.json");

/** @typedef {{ name: string, run: () => Promise<{ passed: boolean, output?: string }> }} Check output: what is not on the console already */

/**
 * A tool of node_modules on the pinned Node.
 * @param {string[]} words the script's path inside the project and its arguments
 * @param {import("./setup/run.mjs").RunOptions} options
 */
async function tool([script = "", ...args], options) {
  const file = path.join(root, script);
  const { code, output } = await run(toolNode, [file, ...args], { cwd: root, ...options });
  return { passed: code === 0, output };
}

/** @param {string} name @param {string[]} words @returns {Check} */
const check = (name, ...words) => ({ name, run: () => tool(words, {}) });
/** @param {string} name @param {string[]} words @returns {Check} */
const beside = (name, ...words) => ({
  name,
  run: () => tool(words, { priority: os.constants.priority.PRIORITY_BELOW_NORMAL }),
});

/** @param {string} outputFile @param {string[]} files all where there are none */
const vitest = (outputFile, files = []) =>
  tool(
    [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--project=!long*",
      "--tags-filter=!long",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${outputFile}`,
      ...files,
    ],
    { show: true },
  );

/** @type {Check} */
const unit = {
  name: "unit tests",
  run: async () => {
    const whole = await vitest(unitReport);
    const files = whole.passed ? [] : brokenOff(await readJson(unitReport));
    return files.length === 0 ? whole : vitest(unitAgainReport, files);
  },
};

/** @type {Check} */
const endToEnd = {
  name: "end-to-end tests",
  run: async () => ({
    passed: (await runPlaywright(["--retries=1"], { reportFile: e2eReport })) === 0,
  }),
};

/** @type {Check} */
const buildAll = {
  name: "build",
  run: async () => {
    const { ok, output } = await build({ show: false });
    return { passed: ok, output: ok ? "" : output };
  },
};

const FIRST = [check("lint", "node_modules/oxlint/bin/oxlint", "--deny-warnings"), buildAll];
const TESTS = [unit, endToEnd];
/** The longest, on one core: at a lower priority it would run alone at the end. */
const TYPES = [check("types", "scripts/typecheck.mjs")];
const BESIDE = [
  beside("arrows", "scripts/graph.mjs"),
  beside("unused code", "node_modules/knip/bin/knip.js"),
  beside("format", "node_modules/oxfmt/bin/oxfmt", "--check", "."),
  beside("conformance", "e2e/conformance/run.mjs", "--once"),
];

/** What failed, with its output. @type {{ name: string, text: string }[]} */
const failures = [];

/** @param {Check} check */
async function report({ name, run: runCheck }) {
  const startMs = performance.now();
  process.stdout.write(`── ${name} …\n`);
  const { passed, output = "" } = await runCheck();
  const text = output.trim() === "" ? "" : `${output.trim()}\n`;
  if (!passed) failures.push({ name, text });
  process.stdout.write(
    `${text}── ${name}: ${passed ? "ok" : "FAILED"}, ${secondsSince(startMs)}\n`,
  );
}

/** One after another for as long as nothing has failed. @param {readonly Check[]} checks */
async function inOrder(checks) {
  for (const check of checks) if (failures.length === 0) await report(check);
}

/** @param {string} title @param {readonly string[]} names */
function list(title, names) {
  if (names.length === 0) return;
  process.stdout.write(
    `\n${title}, ${names.length}:\n${names.map((one) => `  ${one}\n`).join("")}`,
  );
}

async function main() {
  warnAboutOldNode();
  await rm(reports, { recursive: true, force: true });
  await mkdir(reports, { recursive: true });
  const startMs = performance.now();
  await Promise.all(FIRST.map(report));
  await Promise.all([TESTS, TYPES, BESIDE].map(inOrder));
  const units = vitestCounts(await readJson(unitReport), await readJson(unitAgainReport));
  const windows = playwrightCounts(await readJson(e2eReport));
  const passed = units.passed + windows.passed;
  const failed = [...units.failed, ...windows.failed];
  process.stdout.write(`\nAll of it took ${secondsSince(startMs)}.\n`);
  // Once more: what ran beside the tests said it amid their lines, which a terminal draws over.
  for (const { name, text } of failures) process.stdout.write(`\n── ${name} failed:\n${text}`);
  list("NOT RUN", [...units.skipped, ...windows.skipped]);
  list("PASSED ONLY AT THE SECOND TRY", [...units.again, ...windows.again]);
  list("FAILED", failed);
  // A check that is no test, a runner that died before it could count, and a run without tests are one failure each.
  const more = failed.length === 0 && (failures.length > 0 || passed === 0) ? 1 : 0;
  process.stdout.write(`\n${passed} passed, ${failed.length + more} failed\n`);
  process.exitCode = failed.length + more === 0 ? 0 : 1;
}

await main();
