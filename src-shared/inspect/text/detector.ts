// What a detector is: a pure function from one text to places in it.
import type { FindingKind, Severity } from "../kinds.ts";
import type { Address } from "../phrases/hosts.ts";
import type { Imitable } from "../characters/lookalike.ts";
import type { Scan } from "./scan.ts";
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

/** Where a text comes from, as far as a detector cares, and what was seen in it at the first walk. */
export interface Around {
  voice: Voice;
  gate: "request" | "response";
  scan: Scan;
  addresses: readonly Address[];
  /** Domains of the user's own that others could imitate. */
  own: Imitable;
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

/** Enough of a secret to know it by, and too little to use it: the beginning of a known form, and its length. */
export function masked(secret: string): string {
  const scheme = /^[a-z][a-z+]{1,20}:\/\//iu.exec(secret)?.[0];
  const sign = /^(?:-----BEGIN[A-Z ]{0,30}|[A-Za-z]{2,12}[_-](?=\w{12}))/u.exec(secret)?.[0];
  return `${scheme ?? sign ?? ""}…(${secret.length})`;
}

/** The first and last two characters of something that is known by them. */
export const shownEnds = (text: string): string =>
  text.length < 8 ? "…" : `${text.slice(0, 2)}…${text.slice(-2)}`;
