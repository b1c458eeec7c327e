// Finds text that is pushed out of sight by many spaces or line breaks.
import { shown } from "../text/detector.ts";
import type { Check } from "../text/detector.ts";

/** Spaces in one line, or line breaks, after which nobody expects more text. */
const SPACES_MIN = 200;
const LINES_MIN = 25;

/** The scan probes every 25th unit: a run of that length or more contains a probed unit. */
const STRIDE = 25;

export const findHiddenSpace: Check = (text, report) => {
  for (let at = STRIDE - 1; at < text.length; at += STRIDE) {
    if (!isSpace(text.charCodeAt(at))) continue;
    let start = at;
    while (start > 0 && isSpace(text.charCodeAt(start - 1))) start -= 1;
    let end = at + 1;
    while (end < text.length && isSpace(text.charCodeAt(end))) end += 1;
    at = Math.max(at, end - (end % STRIDE) - 1);
    // White space at the end of a text hides nothing.
    if (end - start < STRIDE || end === text.length) continue;
    const { lines, longest } = measured(text.slice(start, end));
    if (lines < LINES_MIN && longest < SPACES_MIN) continue;
    const detail = lines < LINES_MIN ? "spaces" : "lines";
    const example = shown(text.slice(end, end + 400), 200);
    // Table cells are padded with spaces.
    const line = text.slice(text.lastIndexOf("\n", start - 1) + 1, start).slice(0, 3);
    const low = line.startsWith("|") ? { severity: "low" as const } : {};
    report({ kind: "hidden-by-space", start, end, detail, example, ...low });
  }
};

/** White space as `\\s` defines it. */
const isSpace = (unit: number): boolean =>
  unit <= 0x20
    ? unit === 0x20 || (unit >= 9 && unit <= 13)
    : unit === 0xa0 || (unit > 0x167f && /\s/u.test(String.fromCharCode(unit)));

/** The number of line breaks in a run of white space, and its longest stretch without one. */
function measured(run: string): { lines: number; longest: number } {
  let lines = 0;
  let longest = 0;
  let begun = 0;
  for (let at = run.indexOf("\n"); at !== -1; at = run.indexOf("\n", begun)) {
    longest = Math.max(longest, at - begun);
    lines += 1;
    begun = at + 1;
  }
  return { lines, longest: Math.max(longest, run.length - begun) };
}
