// What a rule may not rely on in a request: what of it hangs on a call, where several of them were open when it came.
import type { ColumnName } from "../filter/columns.ts";
import type { Sample } from "../sampling/sample.ts";

/** Columns that hang on which call led to a request. */
export const ORIGIN_COLUMNS: ReadonlySet<ColumnName> = new Set<ColumnName>([
  ...(["origin", "method", "call", "tool", "prompt", "resource", "thread", "turn"] as const),
]);

const NONE: ReadonlySet<ColumnName> = new Set();

/** Columns of a request that a rule may not take as they are. */
export const unsureOf = ({ origin }: Pick<Sample, "origin">): ReadonlySet<ColumnName> =>
  origin.kind === "ambiguous" ? ORIGIN_COLUMNS : NONE;
