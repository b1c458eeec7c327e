// The report of `countersign run`, in JUnit's XML: a test case for each request. No content.
import type { RequestOutcome } from "./outcomes.ts";

/** @returns the whole file */
export function junitOf(outcomes: readonly RequestOutcome[], tookMs: number): string {
  const failures = outcomes.filter(({ result }) => result === "refused").length;
  const errors = outcomes.filter(
    ({ result }) => result !== "refused" && result !== "allowed",
  ).length;
  const counts = `tests="${outcomes.length}" failures="${failures}" errors="${errors}" time="${seconds(tookMs)}"`;
  const cases = outcomes.map(caseOf).join("");
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="countersign" ${counts}>\n` +
    `  <testsuite name="requests" ${counts}>\n${cases}  </testsuite>\n</testsuites>\n`
  );
}

function caseOf(outcome: RequestOutcome): string {
  const { id, requester, kind, call, result, by, reason, heldBack, count, tookMs } = outcome;
  const name = [kind, ...(call === null ? [] : [call]), id].join(" ");
  const open = `    <testcase classname="${xml(requester)}" name="${xml(name)}" time="${seconds(tookMs)}">\n`;
  const properties = [
    ["result", result],
    ...(by === null ? [] : [["by", by]]),
    ...(heldBack === null ? [] : [["held back", heldBack]]),
    ...(count === 1 ? [] : [["requests", String(count)]]),
  ].map(
    ([key = "", value = ""]) => `        <property name="${xml(key)}" value="${xml(value)}"/>\n`,
  );
  const element = result === "refused" ? "failure" : "error";
  const why =
    result === "allowed"
      ? ""
      : `      <${element} type="${xml(reason ?? result)}" message="${xml(`${result}: ${reason ?? ""}`)}"/>\n`;
  return `${open}      <properties>\n${properties.join("")}      </properties>\n${why}    </testcase>\n`;
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
/** For an attribute. What XML 1.0 cannot hold becomes a question mark. */
const xml = (text: string): string =>
  text
    .slice(0, 1000)
    .replaceAll(/[^\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "?")
    .replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "");
