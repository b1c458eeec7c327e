// What a filter means while it is still being typed, and how a fault in it could be mended.
import { parse } from "./parse.ts";
import { valueText } from "./print.ts";
import type { FilterFault, FilterQuery } from "./query.ts";

export interface Typed {
  /** What is understood: all of the text, or what stands before the term that is being typed; null: neither is. */
  query: FilterQuery | null;
  faults: FilterFault[];
}

/** Reads a text that may be unfinished: `is:open ser` … `is:open server:` asks for what is open, until it goes on. */
export function readTyped(text: string): Typed {
  const { query, faults } = parse(text);
  if (query !== null) return { query, faults };
  const from = Math.min(...faults.map(({ start }) => start));
  const isTail = faults.every((fault) => isUnfinished(fault, text));
  // The term begins where the last space or parenthesis before its fault ends.
  const before = text.slice(0, from).replace(/[^\s(（]*$/u, "");
  return { query: isTail ? parse(before).query : null, faults };
}

/** Whether a fault may be none once the text goes on: it reaches the end, or waits for its other half. */
export const isUnfinished = ({ end, kind }: FilterFault, text: string): boolean =>
  end >= text.trimEnd().length || kind === "open-group";

/** A change of the text: `insert` in place of `start` to `end`. */
export interface Mend {
  start: number;
  end: number;
  insert: string;
}

/** What was most likely meant; null where nobody can tell. */
export function mendOf(text: string, fault: FilterFault): Mend | null {
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

/** `12a:b` as a text to search for, where it names no field. */
function asText(text: string, { start }: FilterFault): Mend {
  const term = /^[^\s()（）"]*/u.exec(text.slice(start))?.[0] ?? "";
  const quoted = valueText(term);
  return { start, end: start + term.length, insert: quoted.startsWith('"') ? quoted : `"${term}"` };
}
