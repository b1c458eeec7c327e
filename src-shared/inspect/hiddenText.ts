// Text that a person does not come to see: behind many spaces or empty lines.
import { shown } from "./detector.ts";
import type { Detector } from "./detector.ts";

/** Spaces in one line after which nobody looks for more, and line ends likewise. */
const SPACES_MIN = 200;
const LINES_MIN = 25;

export const findHiddenSpace: Detector = (text, report) => {
  for (const match of text.matchAll(/\s{25,}/gu)) {
    const [run] = match;
    const end = match.index + run.length;
    // Nothing is hidden where nothing follows.
    if (end === text.length) continue;
    const { lines, longest } = measured(run);
    if (lines < LINES_MIN && longest < SPACES_MIN) continue;
    const detail = lines < LINES_MIN ? "spaces" : "lines";
    const example = shown(text.slice(end, end + 400), 200);
    report({ kind: "hidden-by-space", start: match.index, end, detail, example });
  }
};

/** How many line ends a run of white space has, and the longest stretch without one. */
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
