// A detector is a pure function from a text to places in it.
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
  /** Set where it is lower than that of its kind. */
  severity?: Severity;
  spells?: string;
  example?: string;
  detail?: string;
  /** Found inside encoded text at this place. */
  inside?: true;
}
export type Report = (hit: Hit) => void;

/** The context of a text, and the results of the scan that all detectors share. */
export interface TextContext {
  voice: Voice;
  gate: "request" | "response";
  scan: Scan;
  addresses: readonly Address[];
  /** Domains of the user's own servers and requests, which others could imitate. */
  own: Imitable;
}

/** Reports what it finds in `text`, in linear time for any text. */
export type Check = (text: string, report: Report, around: TextContext) => void;

/** Longest text that a finding has, in UTF-16 units. */
const SHOWN_MAX = 2000;

/** At most the first `max` units, never cut within a surrogate pair. */
export function shown(text: string, max = SHOWN_MAX): string {
  if (text.length <= max) return text;
  const end = /[\uD800-\uDBFF]/.test(text.charAt(max - 1)) ? max - 1 : max;
  return text.slice(0, end);
}

/** Enough of a secret to recognise but not to use it: the prefix of its format, and its length. */
export function masked(secret: string): string {
  const scheme = /^[a-z][a-z+]{1,20}:\/\//iu.exec(secret)?.[0];
  const sign = /^(?:-----BEGIN[A-Z ]{0,30}|[A-Za-z]{2,12}[_-](?=\w{12}))/u.exec(secret)?.[0];
  return `${scheme ?? sign ?? ""}…(${secret.length})`;
}

/** The first and last two characters of a number. */
export const shownEnds = (text: string): string =>
  text.length < 8 ? "…" : `${text.slice(0, 2)}…${text.slice(-2)}`;
