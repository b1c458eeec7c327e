// Counts the results of the test runners, from their JSON reports.
import { stripVTControlCharacters } from "node:util";

/**
 * How a failure begins where a window or main wrote something unexpected to a console (e2e/fixtures.ts). A
 * retry does not excuse that.
 */
export const COMPLAINED = "a console complained";

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {string[]} failed names, as in all lists here, with the first line of the error
 * @property {string[]} skipped
 * @property {string[]} again passed only at the second try
 *
 * @typedef {{ fullName?: string, status?: string, tags?: string[], failureMessages?: (string | null)[] }} Assertion
 * @typedef {{ name?: string, status?: string, assertionResults?: Assertion[] }} TestFile
 * @typedef {{ testResults?: TestFile[] } | null} VitestReport
 * @typedef {{ errors?: { message?: string }[] }} Try
 * @typedef {{ status?: string, results?: Try[], annotations?: { type?: string, description?: string }[] }} Ran
 * @typedef {{ title: string, file?: string, tests?: Ran[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 */

/**
 * @param {string} name
 * @param {unknown} error null in a report where what was thrown has no message
 */
function withError(name, error) {
  const text = typeof error === "string" ? stripVTControlCharacters(error) : "";
  const line = text.split("\n").find((one) => one.trim() !== "");
  return line === undefined ? name : `${name}: ${line.trim()}`;
}

/**
 * Failed files without a failed test, where no other file failed: their process crashed,
 * as Node sometimes does. None, where anything else failed.
 * @param {unknown} read
 */
export function brokenOff(read) {
  const report = /** @type {VitestReport} */ (read);
  const failed = (report?.testResults ?? []).filter(({ status }) => status === "failed");
  const isBroken = (/** @type {TestFile} */ { assertionResults = [] }) =>
    !assertionResults.some(({ status }) => status === "failed");
  return failed.every(isBroken) ? failed.flatMap(({ name }) => name ?? []) : [];
}

/**
 * @param {unknown} whole the report; null when there is none
 * @param {unknown} [rest] that of the files that were run again
 * @returns {Counts}
 */
export function vitestCounts(whole, rest) {
  const [report, second] = /** @type {VitestReport[]} */ ([whole, rest]);
  const again = (second?.testResults ?? []).flatMap(({ name }) => name ?? []);
  const first = (report?.testResults ?? []).filter(({ name }) => !again.includes(name ?? ""));
  const files = [...first, ...(second?.testResults ?? [])];
  const tests = files.flatMap(({ name, assertionResults = [] }) =>
    assertionResults
      // Those that `npm run long` runs.
      .filter(({ tags = [] }) => !tags.includes("long"))
      .map(({ fullName, status, failureMessages: [error] = [] }) => ({
        name: withError(`${name}: ${fullName}`, error),
        status,
      })),
  );
  const named = (/** @type {string[]} */ ...wanted) =>
    tests.filter(({ status }) => wanted.includes(status ?? "")).map(({ name }) => name);
  const unloaded = files.filter(
    ({ status, assertionResults = [] }) =>
      status === "failed" && !assertionResults.some((one) => one.status === "failed"),
  );
  return {
    passed: named("passed").length,
    failed: [...named("failed"), ...unloaded.map(({ name }) => `${name}: the file`)],
    skipped: named("pending", "skipped", "todo"),
    again,
  };
}

/**
 * @param {unknown} report of Playwright; null when there is none
 * @returns {Counts}
 */
export function playwrightCounts(report) {
  /** @param {Suite} suite @returns {Spec[]} */
  const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];
  const tests = specsOf(/** @type {Suite} */ (report ?? {})).flatMap(
    ({ title, file, tests: ran = [] }) => ran.map((one) => ({ ...one, name: `${file}: ${title}` })),
  );
  const hasComplained = (/** @type {Ran} */ { results = [] }) =>
    results.some(({ errors = [] }) => errors.some(({ message }) => message?.includes(COMPLAINED)));
  const flaky = tests.filter(({ status }) => status === "flaky");
  const failed = tests.filter(({ status }) => status === "unexpected");
  const again = flaky.filter((one) => !hasComplained(one));
  const skipped = tests.filter(({ status }) => status === "skipped");
  const why = (/** @type {Ran} */ { annotations = [] }) =>
    annotations.find(({ type }) => type === "skip")?.description ?? "something failed before it";
  return {
    passed: tests.filter(({ status }) => status === "expected").length + again.length,
    failed: [
      ...failed.map(({ name, results: [first] = [] }) =>
        withError(name, first?.errors?.[0]?.message),
      ),
      ...flaky.filter(hasComplained).map(({ name }) => `${name}: ${COMPLAINED}`),
    ],
    skipped: skipped.map((one) => `${one.name}: ${why(one)}`),
    again: again.map(({ name }) => name),
  };
}
