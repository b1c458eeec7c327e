// Knows how to read what the test runners counted, from their JSON reports.

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 */

/**
 * What the failure begins with where a window or main wrote to a console what nobody expected (e2e/fixtures.ts). That it
 * did not do so again excuses nothing: such a test has failed, however its second try went.
 */
export const COMPLAINED = "a console complained";

/** @type {Readonly<Counts>} */
export const NOTHING = { passed: 0, failed: 0, skipped: 0 };

/**
 * @param {unknown} value
 * @param {string} key
 */
function numberAt(value, key) {
  const found = /** @type {Record<string, unknown> | null} */ (value)?.[key];
  return typeof found === "number" ? found : 0;
}

/**
 * Counts of a Vitest JSON report. A file that fails to load has no tests: it counts as one failure.
 * @param {unknown} report null when there is none
 * @returns {Counts}
 */
export function vitestCounts(report) {
  const results =
    /** @type {{ testResults?: { status?: string, assertionResults?: unknown[] }[] } | null} */ (
      report
    )?.testResults;
  const brokenFiles = (results ?? []).filter(
    (file) => file.status === "failed" && (file.assertionResults ?? []).length === 0,
  ).length;
  return {
    passed: numberAt(report, "numPassedTests"),
    failed: numberAt(report, "numFailedTests") + brokenFiles,
    skipped: numberAt(report, "numPendingTests") + numberAt(report, "numTodoTests"),
  };
}

/**
 * Counts of a Playwright JSON report. A test that passed at its second try has passed (`playwrightSecondTries` names it),
 * unless a console complained at the first (`playwrightComplained`).
 * @param {unknown} report null when there is none
 * @returns {Counts}
 */
export function playwrightCounts(report) {
  const stats = /** @type {{ stats?: unknown } | null} */ (report)?.stats;
  const complained = playwrightComplained(report).length;
  return {
    passed: numberAt(stats, "expected") + numberAt(stats, "flaky") - complained,
    failed: numberAt(stats, "unexpected") + complained,
    skipped: numberAt(stats, "skipped"),
  };
}

/**
 * @param {Counts} a
 * @param {Counts} b
 * @returns {Counts}
 */
export function addCounts(a, b) {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
  };
}

/**
 * @typedef {{ title: string, ok?: boolean, file?: string, tests?: Ran[] }} Spec
 * @typedef {{ status?: string, results?: { errors?: { message?: string }[] }[], annotations?: { type?: string, description?: string }[] }} Ran
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 */

/**
 * @param {unknown} report null when there is none
 * @returns {Spec[]}
 */
function specsIn(report) {
  /** @param {Suite} suite @returns {Spec[]} */
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
  const { suites } = /** @type {Suite} */ (report ?? {});
  return specsOf({ suites: suites ?? [] });
}

/** Failed once, then passed. @param {Ran} ran */
const isFlaky = ({ status }) => status === "flaky";

/** At one of its tries. @param {Ran} ran */
const hasComplained = ({ results }) =>
  (results ?? [])
    .flatMap(({ errors }) => errors ?? [])
    .some(({ message }) => message?.includes(COMPLAINED));

/**
 * @param {unknown} report null when there is none
 * @param {(ran: Ran) => boolean} wants
 */
const playwrightTests = (report, wants) =>
  specsIn(report).flatMap(({ title, file, tests }) =>
    (tests ?? []).filter(wants).map(() => `${file ?? "?"}: ${title}`),
  );

/**
 * The tests of a Playwright JSON report that failed once and then passed, where no console complained.
 * @param {unknown} report null when there is none
 */
export const playwrightSecondTries = (report) =>
  playwrightTests(report, (ran) => isFlaky(ran) && !hasComplained(ran));

/**
 * The tests of a Playwright JSON report that passed at last, but had a console complain before.
 * @param {unknown} report null when there is none
 */
export const playwrightComplained = (report) =>
  playwrightTests(report, (ran) => isFlaky(ran) && hasComplained(ran));

/**
 * The tests of a Playwright JSON report that did not run, each with why, in words.
 * @param {unknown} report null when there is none
 * @returns {string[]}
 */
export function playwrightSkipped(report) {
  return specsIn(report).flatMap(({ title, file, tests }) =>
    (tests ?? [])
      .filter(({ status }) => status === "skipped")
      .map(({ annotations }) => {
        const skip = (annotations ?? []).find(({ type }) => type === "skip" || type === "fixme");
        const why =
          skip === undefined
            ? "did not run, for something failed before it"
            : (skip.description ?? "no reason is given");
        return `${file ?? "?"}: ${title}: ${why}`;
      }),
  );
}

/**
 * @typedef {{ fullName?: string, status?: string, failureMessages?: string[] }} Assertion
 */

/**
 * @param {unknown} report null when there is none
 * @param {(assertion: Assertion) => boolean} wants
 * @returns {{ name: string, messages: string[] }[]} the tests of a Vitest JSON report that fit, by file and name
 */
function vitestTests(report, wants) {
  const { testResults } =
    /** @type {{ testResults?: { name?: string, assertionResults?: Assertion[] }[] }} */ (
      report ?? {}
    );
  return (testResults ?? []).flatMap(({ name, assertionResults }) =>
    (assertionResults ?? []).filter(wants).map(({ fullName, failureMessages }) => ({
      name: `${name ?? "?"}: ${fullName ?? "?"}`,
      messages: failureMessages ?? [],
    })),
  );
}

/**
 * The tests of a Vitest JSON report that did not run.
 * @param {unknown} report null when there is none
 */
export const vitestSkipped = (report) =>
  vitestTests(
    report,
    ({ status }) => status === "pending" || status === "skipped" || status === "todo",
  ).map(({ name }) => name);

/** Lines of a failure that are said again: what fast-check needs to find its counterexample once more is among them. */
const SAID_LINES = 4;

/**
 * The tests of a Vitest JSON report that failed once and then passed, each with how it failed: nothing else tells it,
 * and what a property met by chance it may not meet again.
 * @param {unknown} report null when there is none
 */
export function vitestSecondTries(report) {
  const { brokenOff = [] } = /** @type {{ brokenOff?: string[] }} */ (report ?? {});
  return [
    ...vitestTests(
      report,
      ({ status, failureMessages }) => status === "passed" && (failureMessages ?? []).length > 0,
    ).map(({ name, messages }) =>
      [name, ...(messages[0] ?? "").split("\n").slice(0, SAID_LINES)].join("\n    "),
    ),
    ...brokenOff.map((name) => `${name}: its process ended amid it`),
  ];
}

/** @typedef {{ name?: string, status?: string, assertionResults?: Assertion[] }} TestFile */

/**
 * @param {unknown} report null when there is none
 * @returns {TestFile[]}
 */
const filesOf = (report) =>
  /** @type {{ testResults?: TestFile[] } | null} */ (report)?.testResults ?? [];

/**
 * The files of a Vitest JSON report whose process ended amid them: some of their tests have not run. None, where anything
 * else failed, be it a test, a hook or a promise that nobody waited for: the run has failed then, however these would go.
 * @param {unknown} report null when there is none
 * @param {unknown} unhandled what no test was to blame for (setup/unhandled.mjs), null when that is not known
 * @returns {string[]} their paths
 */
export function vitestBrokenOff(report, unhandled) {
  if (!Array.isArray(unhandled) || !unhandled.every((one) => ENDED.test(String(one)))) return [];
  const failed = filesOf(report).filter(({ status }) => status === "failed");
  const isBrokenOff = (/** @type {TestFile} */ { assertionResults = [] }) =>
    assertionResults.some(({ status }) => status === "pending") &&
    !assertionResults.some(({ status }) => status === "failed");
  return failed.every(isBrokenOff) ? failed.flatMap(({ name }) => name ?? []) : [];
}

/** What Vitest says of a process of its own that ended by itself. */
const ENDED = /Worker exited unexpectedly/;

/**
 * A Vitest JSON report in which a second run's files stand in place of the first's, named as `brokenOff`.
 * @param {unknown} first
 * @param {unknown} second
 */
export function vitestMerged(first, second) {
  const again = filesOf(second);
  const brokenOff = again.flatMap(({ name }) => name ?? []);
  const kept = filesOf(first).filter(({ name }) => !brokenOff.includes(name ?? ""));
  const testResults = [...kept, ...again];
  const count = (/** @type {string[]} */ ...wanted) =>
    testResults
      .flatMap(({ assertionResults }) => assertionResults ?? [])
      .filter(({ status }) => wanted.includes(status ?? "")).length;
  return {
    numPassedTests: count("passed"),
    numFailedTests: count("failed"),
    numPendingTests: count("pending", "skipped"),
    numTodoTests: count("todo"),
    testResults,
    brokenOff,
  };
}
