// `npm test`: every check, what fails soonest first, stopping at the first that fails. Checks that read and write
// nothing of each other run side by side; those without a clock of a person's run behind the tests, in the time that
// these leave idle, and what fails there stops what has not begun. The last line adds up what the two test runners counted:
// `N passed, N failed`. What a machine that stood still may have done has one more try: a unit test that timed out, and an
// end-to-end test where no console complained. So has a file of unit tests whose process ended amid it: Node has crashes of
// its own. What needed it is named above that line.
import { mkdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { build, warnAboutOldNode } from "./setup/build.mjs";
import { readJson } from "./setup/files.mjs";
import { root, toolNode } from "./setup/paths.mjs";
import { runPlaywright } from "./setup/playwright.mjs";
import { run } from "./setup/run.mjs";
import { secondsSince } from "./setup/say.mjs";
import {
  addCounts,
  NOTHING,
  playwrightComplained,
  playwrightCounts,
  playwrightSecondTries,
  playwrightSkipped,
  vitestBrokenOff,
  vitestCounts,
  vitestMerged,
  vitestSecondTries,
  vitestSkipped,
} from "./setup/counts.mjs";

const reports = path.join(root, "test-results");
const unitReport = path.join(reports, "unit.json");
const unhandledReport = path.join(reports, "unhandled.json");
const unitAgainReport = path.join(reports, "unit-again.json");
const e2eReport = path.join(reports, "e2e.json");

/** Further tries of a test that failed, in whole runs alone: a machine that stood still for a moment stops no run. */
const RETRIES = 1;
/**
 * Of a unit test, which failure has one more try, as a regular expression: that vitest's clock ran out. Another try of
 * anything else would be the same process and modules, and a property would draw other examples.
 */
const TIMED_OUT = String.raw`^(Test|Hook) timed out in \d+ms`;

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {() => Promise<{ passed: boolean, output: string }>} run output: what was not on the console already
 */

/**
 * A tool of node_modules, run on the pinned Node. Its output is shown as it comes, or handed back where another runs
 * beside it.
 * @param {string} script path inside the project
 * @param {string[]} args
 * @param {{ show: boolean, priority?: number, env?: Record<string, string> }} options
 */
async function tool(script, args, options) {
  const { code, output } = await run(toolNode, [path.join(root, script), ...args], {
    cwd: root,
    ...options,
  });
  return { passed: code === 0, output };
}

/**
 * @param {string} name
 * @param {string} script
 * @param {string[]} args
 * @returns {Check}
 */
const quiet = (name, script, ...args) => ({
  name,
  run: () => tool(script, args, { show: false }),
});

/**
 * A check that waits for the tests, which come first wherever both could go on.
 * @param {string} name
 * @param {string} script
 * @param {string[]} args
 * @returns {Check}
 */
const behind = (name, script, ...args) => ({
  name,
  run: () =>
    tool(script, args, { show: false, priority: os.constants.priority.PRIORITY_BELOW_NORMAL }),
});

/**
 * @param {string} outputFile
 * @param {string[]} files all where there are none
 */
const vitest = (outputFile, files = []) =>
  tool(
    "node_modules/vitest/vitest.mjs",
    [
      "run",
      `--retry.count=${RETRIES}`,
      `--retry.condition=${TIMED_OUT}`,
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${outputFile}`,
      "--reporter=./scripts/setup/unhandled.mjs",
      ...files,
    ],
    { show: true, env: { COUNTERSIGN_UNHANDLED: unhandledReport } },
  );

/** @type {Check} */
const unit = {
  name: "unit tests",
  run: async () => {
    const whole = await vitest(unitReport);
    if (whole.passed) return whole;
    const report = await readJson(unitReport);
    const brokenOff = vitestBrokenOff(report, await readJson(unhandledReport));
    if (brokenOff.length === 0) return whole;
    process.stdout.write(`── once more, for a process ended amid it: ${brokenOff.join(", ")}\n`);
    const again = await vitest(unitAgainReport, brokenOff);
    const merged = vitestMerged(report, await readJson(unitAgainReport));
    await writeFile(unitReport, JSON.stringify(merged));
    return again;
  },
};

/** @type {Check} */
const endToEnd = {
  name: "end-to-end tests",
  run: async () => ({
    passed: (await runPlaywright([`--retries=${RETRIES}`], { reportFile: e2eReport })) === 0,
    output: "",
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

/** What stops a run within half a minute, side by side. @type {Check[]} */
const FIRST = [
  quiet("types", "scripts/typecheck.mjs"),
  quiet("lint", "node_modules/oxlint/bin/oxlint", "--deny-warnings"),
  buildAll,
];

/** One after another; what else runs meanwhile stands behind them. @type {Check[]} */
const TESTS = [unit, endToEnd];

/** Behind the tests, one after another. @type {Check[]} */
const BEHIND = [
  behind("arrows", "scripts/graph.mjs"),
  behind("unused code", "node_modules/knip/bin/knip.js"),
  behind("format", "node_modules/prettier/bin/prettier.cjs", "--check", "--log-level=warn", "."),
  behind("conformance", "e2e/conformance/run.mjs"),
];

/** @typedef {{ name: string, passed: boolean, text: string }} Reported */

/**
 * Runs a check and says how it went, with its output in one piece.
 * @param {Check} check
 * @returns {Promise<Reported>}
 */
async function report({ name, run: runCheck }) {
  const startMs = performance.now();
  process.stdout.write(`── ${name} …\n`);
  const { passed, output } = await runCheck();
  const text = output.trim() === "" ? "" : `${output.trim()}\n`;
  process.stdout.write(
    `${text}── ${name}: ${passed ? "ok" : "FAILED"}, ${secondsSince(startMs)}\n`,
  );
  return { name, passed, text };
}

/**
 * Runs checks one after another for as long as nothing has failed, here or elsewhere.
 * @param {readonly Check[]} checks
 * @param {Reported[]} failed those that did, added to
 */
async function inOrder(checks, failed) {
  for (const check of checks) {
    if (failed.length > 0) return;
    const reported = await report(check);
    if (!reported.passed) failed.push(reported);
  }
}

async function counted() {
  const [units, windows] = [await readJson(unitReport), await readJson(e2eReport)];
  return {
    total: addCounts(vitestCounts(units), playwrightCounts(windows)),
    skipped: [...vitestSkipped(units), ...playwrightSkipped(windows)],
    complained: playwrightComplained(windows),
    again: [...vitestSecondTries(units), ...playwrightSecondTries(windows)],
  };
}

async function main() {
  warnAboutOldNode();
  await rm(unitReport, { force: true });
  await rm(unitAgainReport, { force: true });
  await rm(unhandledReport, { force: true });
  await rm(e2eReport, { force: true });
  await mkdir(reports, { recursive: true });
  const startMs = performance.now();
  const first = await Promise.all(FIRST.map(report));
  const failed = first.filter(({ passed }) => !passed);
  await Promise.all([inOrder(TESTS, failed), inOrder(BEHIND, failed)]);
  const { total, skipped, again, complained } = await counted();
  process.stdout.write(`\nAll of it took ${secondsSince(startMs)}.\n`);
  if (failed.length > 0) {
    const names = failed.map(({ name }) => name).join(", ");
    // Once more: what ran behind the tests said it amid their lines, which a terminal draws over.
    for (const { name, text } of failed) process.stdout.write(`\n── ${name}:\n${text}`);
    process.stdout.write(`\nFailed: ${names}. What had not begun by then did not run.\n`);
    // A check that is no test, or a runner that died before it could count, is one failure as well.
    if (total.failed === 0) total.failed = 1;
  } else if (total.passed === NOTHING.passed) {
    process.stdout.write("\nNo test ran, which proves nothing.\n");
    total.failed = 1;
  }
  const list = (/** @type {string[]} */ names) => names.map((one) => `  ${one}\n`).join("");
  if (total.skipped > 0) process.stdout.write(`\nNOT RUN, ${total.skipped}:\n${list(skipped)}`);
  if (again.length > 0) {
    process.stdout.write(`\nPASSED ONLY AT THE SECOND TRY, ${again.length}:\n${list(again)}`);
  }
  if (complained.length > 0) {
    process.stdout.write(
      `\nFAILED, for a console complained at the first try, ${complained.length}:\n${list(complained)}`,
    );
  }
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

await main();
