// Finds padding: a short sequence of characters or lines repeated so often that nobody reads on, with other text
// after it.
import { shown } from "../text/detector.ts";
import type { Check } from "../text/detector.ts";

/** Minimum length of padding and maximum length of the repeated sequence, in UTF-16 units. */
const FILL_MIN = 2000;
const PERIOD_MAX = 400;
const STEP = 512;
const PROBE = 24;
/** Minimum length of the text after it. */
const REST_MIN = 15;

export const findPadding: Check = (text, report) => {
  let at = 0;
  while (at + FILL_MIN <= text.length) {
    const period = periodAt(text, at);
    if (period === 0) {
      at += STEP;
      continue;
    }
    const [start, end] = extended(text, at, period);
    at = Math.max(end, at + STEP);
    if (end - start < FILL_MIN || text.slice(start, start + period).trim() === "") continue;
    const rest = text.slice(end, end + 400).trim();
    if (rest.length < REST_MIN) continue;
    report({ kind: "hidden-by-length", start, end, detail: "filling", example: shown(rest, 200) });
  }
};

/** The distance after which the text at `at` repeats, 0 if it does not repeat soon. */
function periodAt(text: string, at: number): number {
  const next = text.slice(at + 1, at + PERIOD_MAX + PROBE).indexOf(text.slice(at, at + PROBE));
  return next === -1 ? 0 : next + 1;
}

function extended(text: string, at: number, period: number): [number, number] {
  let end = at + period;
  while (end < text.length && text.charCodeAt(end) === text.charCodeAt(end - period)) end += 1;
  let start = at;
  while (start > 0 && text.charCodeAt(start - 1) === text.charCodeAt(start - 1 + period))
    start -= 1;
  return [start, end];
}
