// Finds the addresses in a text and their hosts. Nothing is resolved or loaded.

import { folded, matchesAt } from "../text/scan.ts";
import type { Scan } from "../text/scan.ts";

export interface Address {
  start: number;
  end: number;
  /** As in the text, without punctuation or a bracket after it. */
  text: string;
  /** In lower case, without port, login or final dot. Empty if there is none. */
  host: string;
}

/** Longest address, in UTF-16 units; longer ones are cut. */
const ADDRESS_MAX = 8000;
const BEGIN = /(?:https?|ftp|wss?):\/\/|(?<![\w@.-])www\.(?=[\w-])/iuy;
/** The schemes that may precede `://`. */
const SCHEMES = ["https", "http", "ftp", "wss", "ws"] as const;
const STOP = /[\s<>"`|\\^\p{Cc}“”„«»「」『』【】（），。；！？、]/u;
/** `STOP` by unit: 1 matches, 2 does not, 0 not tested yet. */
const STOPS = new Uint8Array(65_536);
function stops(unit: number): boolean {
  if (STOPS[unit] === 0) STOPS[unit] = STOP.test(String.fromCharCode(unit)) ? 1 : 2;
  return STOPS[unit] === 1;
}
const CLOSING = /[.,;:!?'*_~]$/u;

/** The places where an address may begin, in order. */
function* beginsOf(text: string, scan: Scan): Generator<number> {
  const words = scan.at("www");
  let next = 0;
  for (const at of scan.at("scheme")) {
    const scheme = schemeBefore(text, at);
    if (scheme === null) continue;
    for (; next < words.length && (words[next] ?? 0) < at - scheme.length; next += 1) {
      yield words[next] ?? 0;
    }
    yield at - scheme.length;
  }
  yield* words.slice(next);
}

function schemeBefore(text: string, at: number): string | null {
  const before = folded(text.slice(Math.max(0, at - 5), at));
  return SCHEMES.find((scheme) => before.endsWith(scheme)) ?? null;
}

/** Every address of `text`, in order, including placeholders in braces. */
export function addressesIn(text: string, scan: Scan): Address[] {
  const found: Address[] = [];
  let after = 0;
  for (const match of matchesAt(text, BEGIN, beginsOf(text, scan))) {
    const start = match.index;
    if (start < after) continue;
    const end = endOf(text, start + match[0].length);
    if (end <= start + match[0].length) continue;
    after = end;
    const address = text.slice(start, end);
    found.push({ start, end, text: address, host: hostOf(address) });
  }
  return found;
}

function endOf(text: string, from: number): number {
  const limit = Math.min(text.length, from + ADDRESS_MAX);
  let open = 0;
  let end = from;
  for (; end < limit; end += 1) {
    const sign = text.charAt(end);
    // A placeholder such as `{data}` or `${x}`.
    if (sign === "{" || sign === "}") continue;
    if (stops(text.charCodeAt(end))) break;
    if (sign === "(") open += 1;
    if (sign === ")" && (open -= 1) < 0) break;
    if (sign === "]" && !text.slice(from, end).includes("[")) break;
  }
  while (end > from && CLOSING.test(text.charAt(end - 1))) end -= 1;
  return end;
}

const HOST = /^(?:[a-z]+:\/\/)?(?:[^/?#@]*@)?(\[[0-9a-f:.]+\]|[^/?#:@]+)/iu;

/** The host of an address, or an empty string. */
export function hostOf(address: string): string {
  const host = HOST.exec(address)?.[1]?.toLowerCase().replace(/\.$/u, "") ?? "";
  return /[.:]|^localhost$/u.test(host) ? host : "";
}

/**
 * The last two labels, three where the second to last is short, such as `co`: an approximation of the registered
 * domain.
 */
export function domainOf(host: string): string {
  if (/^[\d.]+$|:/u.test(host)) return host;
  const labels = host.split(".");
  const second = labels.at(-2) ?? "";
  return labels.slice(second.length <= 3 ? -3 : -2).join(".");
}
