// Knows how to read what the test runners counted, from their JSON reports.

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 */

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
 * Counts of a Playwright JSON report. A flaky test is a failure: it failed once.
 * @param {unknown} report null when there is none
 * @returns {Counts}
 */
export function playwrightCounts(report) {
  const stats = /** @type {{ stats?: unknown } | null} */ (report)?.stats;
  return {
    passed: numberAt(stats, "expected"),
    failed: numberAt(stats, "unexpected") + numberAt(stats, "flaky"),
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
