// The tool calls that pass without asking in a program's mode *Ask about tool calls*: a list of filter expressions in which
// only `calls:` is used. Each call of a response is compared by itself.
import { callsColumn } from "../filter/columns.ts";
import type { ItemRow } from "../filter/columns.ts";
import { callFacts, callText, nameInCalls } from "../filter/documentFacts.ts";
import { testOf } from "../filter/matches.ts";
import { parse } from "../filter/parse.ts";
import { print } from "../filter/print.ts";
import type { FilterQuery } from "../filter/query.ts";
import type { Block } from "../request/document/message.ts";

/** Longest expression of the list, in UTF-16 units, and the most of them. */
export const PASS_MAX = 5000;
export const PASSES_MAX = 500;

/** The expression; null where it is invalid or about anything but calls. */
function queryOf(written: string): FilterQuery | null {
  const { query } = parse(written);
  return query !== null && isAboutCalls(query) ? query : null;
}

export const isPass = (written: string): boolean => queryOf(written) !== null;

function isAboutCalls(query: FilterQuery): boolean {
  if (query.kind === "and" || query.kind === "or") return query.of.every(isAboutCalls);
  if (query.kind === "not") return isAboutCalls(query.of);
  return query.kind === "word" && query.field === "calls";
}

/** The expressions that match this call for certain. */
export function passesOf(list: readonly string[], call: Block): string[] {
  const facts = callFacts([call]);
  const row = { calls: callsColumn(facts) } as ItemRow;
  const unsure = new Map(facts.hasLongCall ? [["calls", "unknown"] as const] : []);
  const item = { row, indexed: () => "", unsure };
  return list.filter((written) => {
    const query = queryOf(written);
    if (query === null) return false;
    // Its name is known, however long its arguments are.
    const isName = query.kind === "word" && query.pattern.join("") === nameOf(call);
    return isName || testOf(query, 0, false)(item);
  });
}

const nameOf = ({ name }: Block): string => nameInCalls(typeof name === "string" ? name : "");

/** The expression for this call: with exactly these arguments, or with any. Null: they are too long to be compared. */
export function passFor(call: Block, withArguments: boolean): string | null {
  const text = withArguments ? callText(call) : nameOf(call);
  return text === null ? null : print({ kind: "word", field: "calls", pattern: [text] });
}
