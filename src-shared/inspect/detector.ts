// What a detector is: a pure function from one text to places in it.
import type { FindingKind, Severity } from "./kinds.ts";
import type { Voice } from "./walk.ts";

/** One place in a text; `start` and `end` in UTF-16 units. */
export interface Hit {
  kind: FindingKind;
  start: number;
  end: number;
  /** Where it weighs less than its kind does. */
  severity?: Severity;
  spells?: string;
  example?: string;
  detail?: string;
  /** It was found within what stands here encoded. */
  inside?: true;
}
export type Report = (hit: Hit) => void;

/** Where a text comes from, as far as a detector cares. */
export interface Around {
  voice: Voice;
  gate: "request" | "response";
}

/** Reports what it finds in `text`, in linear time whatever stands there. */
export type Detector = (text: string, report: Report, around: Around) => void;

/** Longest text that a finding shows, in UTF-16 units. */
const SHOWN_MAX = 2000;

/** At most the first 2,000 units, cut between whole characters. */
export function shown(text: string, max = SHOWN_MAX): string {
  if (text.length <= max) return text;
  const end = /[\uD800-\uDBFF]/.test(text.charAt(max - 1)) ? max - 1 : max;
  return text.slice(0, end);
}
