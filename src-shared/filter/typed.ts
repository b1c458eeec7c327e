// Interprets filters while they are being typed, and suggests fixes for faults.
import type { RuleGate } from "../rules/rule.ts";
import { parse } from "./parse.ts";
import { valueText } from "./print.ts";
import type { FilterFault, FilterQuery } from "./query.ts";

export interface UnfinishedFilter {
  /** The whole filter, or the part before the term being typed; null if neither is valid. */
  query: FilterQuery | null;
  faults: FilterFault[];
}

/**
 * Parses a text that can be unfinished: while `is:open ser` … `is:open server:` is typed, `is:open` applies. `gates`: as
 * in `parse`.
 */
export function readUnfinished(text: string, gates: readonly RuleGate[] = []): UnfinishedFilter {
  const { query, faults } = parse(text, gates);
  if (query !== null) return { query, faults };
  const from = Math.min(...faults.map(({ start }) => start));
  const isTail = faults.every((fault) => isUnfinished(fault, text));
  // The term starts after the last space or parenthesis before its fault.
  const before = text.slice(0, from).replace(/[^\s(（]*$/u, "");
  return { query: isTail ? parse(before, gates).query : null, faults };
}

/** Whether a fault can disappear as the user types on: it extends to the end, or a parenthesis is open. */
export const isUnfinished = ({ end, kind }: FilterFault, text: string): boolean =>
  end >= text.trimEnd().length || kind === "open-group";

/** A text edit: `insert` replaces `start` to `end`. */
export interface Fix {
  start: number;
  end: number;
  insert: string;
}

/** The most likely fix; null if there is none. */
export function fixOf(text: string, fault: FilterFault): Fix | null {
  const { start, end } = fault;
  switch (fault.kind) {
    case "unknown-field":
    case "unknown-value":
      if (fault.nearest !== null) return { start, end, insert: fault.nearest };
      return fault.kind === "unknown-field" ? asText(text, fault) : null;
    case "not-duration":
      return /^\d+(\.\d+)?$/.test(fault.value) ? { start, end, insert: `${fault.value}s` } : null;
    case "backwards":
      return { start, end, insert: `${fault.to}..${fault.from}` };
    case "open-quote":
      return { start: end, end, insert: CLOSING[text.charAt(start)] ?? '"' };
    case "open-group":
      return { start: text.length, end: text.length, insert: ")" };
    case "extra-close":
    case "empty-group":
    case "no-operand":
    case "no-word":
      return { start, end, insert: "" };
    case "star-inside":
      return { start, end, insert: `"${text.slice(start, end).replace(/["\\]/g, "\\$&")}"` };
    default:
      return null;
  }
}

const CLOSING: Record<string, string> = { '"': '"', "＂": "＂", "“": "”", "「": "」" };

/** Quotes a term such as `12a:b`, which names no field, to search for it as text. */
function asText(text: string, { start }: FilterFault): Fix {
  const term = /^[^\s()（）"]*/u.exec(text.slice(start))?.[0] ?? "";
  const quoted = valueText(term);
  return { start, end: start + term.length, insert: quoted.startsWith('"') ? quoted : `"${term}"` };
}
