// Passports, visas and identity cards by the lines that machines read (ICAO Doc 9303, parts 4 to 7): each number in them has
// a check digit, and all together another one.
import type { Detector } from "./detector.ts";
import { shownEnds } from "./detector.ts";

/**
 * Between two lines: one end of line or two, also as JSON (within JSON) and HTML write it, with what quotes, lists and
 * indentation put around it.
 */
const BREAK = String.raw`["'\x60,; \t]{0,80}(?:(?:\r?\n|\\{1,2}n|\\{1,2}r\\{1,2}n|<br ?\/?>)[ \t>|*#+"'\x60,\-]{0,40}){1,2}`;
const TO_THE_LEFT = String.raw`(?<![A-Z0-9<])`;
/** Passports (2 × 44) and cards of two lines (2 × 36): number, nationality, birth, sex, expiry, the holder's own. */
const TWO_LINES = new RegExp(
  String.raw`${TO_THE_LEFT}(?:[PVIAC][A-Z<]{35}(?:[A-Z<]{8})?${BREAK})?(?<last>[A-Z0-9<]{9}\d[A-Z<]{3}\d{7}[MFX<]\d{7}(?:[A-Z0-9<]{15}|[A-Z0-9<]{7})\d)(?![A-Z0-9<](?!br))`,
  "gu",
);
/** Visas (2 × 44 or 2 × 36), which have no digit for all together: both lines must stand there. */
const VISA = new RegExp(
  String.raw`${TO_THE_LEFT}V[A-Z<]{35}(?:[A-Z<]{8})?${BREAK}(?<last>[A-Z0-9<]{9}\d[A-Z<]{3}\d{7}[MFX<]\d{7}[A-Z0-9<]{8}(?:[A-Z0-9<]{8})?)(?![A-Z0-9<](?!br))`,
  "gu",
);
/** Cards of three lines (3 × 30): document and number, then birth, sex, expiry, then the name. */
const THREE_LINES = new RegExp(
  String.raw`${TO_THE_LEFT}(?<first>[IAC][A-Z<][A-Z<]{3}[A-Z0-9<]{9}[\d<][A-Z0-9<]{15})${BREAK}(?<second>\d{7}[MFX<]\d{7}[A-Z<]{3}[A-Z0-9<]{11}\d)(?:${BREAK}[A-Z<]{30})?(?![A-Z0-9<](?!br))`,
  "gu",
);

/** The lines of a document with its holder's name, where they stand beside each other. */
export const findTravelDocuments: Detector = (text, report) => {
  if (!text.includes("<<")) return;
  const say = (start: number, found: string): void =>
    report({ kind: "national-id", start, end: start + found.length, example: shownEnds(found) });
  for (const { 0: found, index, groups = {} } of text.matchAll(TWO_LINES)) {
    const { last = "" } = groups;
    const all = last.slice(0, 10) + last.slice(13, 20) + last.slice(21, -1);
    const parts = [last.slice(0, 10), last.slice(13, 20), last.slice(21, 28), all + last.slice(-1)];
    if (parts.every(isChecked)) say(index, found);
  }
  for (const { 0: found, index, groups = {} } of text.matchAll(VISA)) {
    const { last = "" } = groups;
    if ([last.slice(0, 10), last.slice(13, 20), last.slice(21, 28)].every(isChecked))
      say(index, found);
  }
  for (const { 0: found, index, groups = {} } of text.matchAll(THREE_LINES)) {
    const { first = "", second = "" } = groups;
    const all = first.slice(5) + second.slice(0, 7) + second.slice(8, 15) + second.slice(18);
    if ([second.slice(0, 7), second.slice(8, 15), all].every(isChecked)) say(index, found);
  }
};

const WEIGHTS = [7, 3, 1];

/** The last sign is the check digit of those before it (ICAO Doc 9303, part 3, section 4.9). */
function isChecked(field: string): boolean {
  let sum = 0;
  for (let at = 0; at < field.length - 1; at += 1) {
    const sign = field.charAt(at);
    sum += (sign === "<" ? 0 : Number.parseInt(sign, 36)) * (WEIGHTS[at % 3] ?? 0);
  }
  return sum % 10 === Number(field.slice(-1));
}
