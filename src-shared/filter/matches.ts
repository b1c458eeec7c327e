// Whether a request fits a filter, in memory. `toSql.ts` asks the same of a database; a test holds the two together.
import { boundsOf, rangeOf, within } from "./amounts.ts";
import type { AmountKind, Bounds } from "./amounts.ts";
import type { ColumnName, ItemRow } from "./columns.ts";
import { FIELDS } from "./fields.ts";
import type { FieldName } from "./fields.ts";
import { anyFits, shapeOf } from "./pattern.ts";
import type { FilterQuery } from "./query.ts";
import { holds, textTerms } from "./text.ts";

/** A request as a filter sees it: its row, and what `indexText` makes of its texts, asked for only where needed. */
export interface FilterItem {
  row: ItemRow;
  indexed: () => string;
  /** Columns that are not certain, see `testOf`: nobody knows what stands there, or only that nothing else does. */
  unsure?: ReadonlyMap<ColumnName, "unknown" | "doubtful">;
}
export type Test = (item: FilterItem) => boolean;

/**
 * The filter as a function. Times such as `7d` and `today` are counted from `nowMs`.
 * @param assumed what is said of columns that are unsure: `true` gives whether it may fit, `false` whether it fits
 *   whatever stands there; left out, the row is taken as it is
 */
export function testOf(
  query: FilterQuery,
  nowMs: number,
  assumed?: boolean,
  negated = false,
): Test {
  switch (query.kind) {
    case "all":
      return () => true;
    case "and": {
      const tests = cheapFirst(query.of).map((part) => testOf(part, nowMs, assumed, negated));
      return (item) => tests.every((test) => test(item));
    }
    case "or": {
      const tests = cheapFirst(query.of).map((part) => testOf(part, nowMs, assumed, negated));
      return (item) => tests.some((test) => test(item));
    }
    case "not": {
      const test = testOf(query.of, nowMs, assumed === undefined ? undefined : !assumed, !negated);
      return (item) => !test(item);
    }
    case "text": {
      const terms = textTerms(query.phrase, query.begun);
      return (item) => holds(item.indexed(), terms);
    }
    case "word":
      return unlessUnsure(query.field, { assumed, negated }, wordTest(query.field, query.pattern));
    case "compare":
    case "between":
    case "known": {
      const bounds = boundsOfQuery(query, nowMs);
      const { column } = FIELDS[query.field];
      return unlessUnsure(query.field, { assumed, negated }, ({ row }) => {
        const value = row[column];
        return within(typeof value === "number" ? value : null, bounds);
      });
    }
  }
}

function unlessUnsure(
  field: FieldName,
  { assumed, negated }: { assumed: boolean | undefined; negated: boolean },
  test: Test,
): Test {
  if (assumed === undefined) return test;
  const { column } = FIELDS[field];
  return (item) => {
    const unsure = item.unsure?.get(column);
    if (unsure === undefined) return test(item);
    // "Not of this name" is no more certain of a server whose name stands for nobody in particular.
    return assumed && (unsure === "unknown" || negated || test(item));
  };
}

/** Texts are scanned last: what the facts decide needs no text. */
const cheapFirst = (parts: readonly FilterQuery[]): FilterQuery[] =>
  [...parts].sort((a, b) => Number(asksForText(a)) - Number(asksForText(b)));

/** Whether a filter asks for words of texts, and not for facts alone. */
export function asksForText(query: FilterQuery): boolean {
  if (query.kind === "and" || query.kind === "or") return query.of.some(asksForText);
  return query.kind === "not" ? asksForText(query.of) : query.kind === "text";
}

/** Whether it asks for any of these columns. */
export function asksForAny(query: FilterQuery, columns: ReadonlySet<ColumnName>): boolean {
  if (query.kind === "and" || query.kind === "or") {
    return query.of.some((part) => asksForAny(part, columns));
  }
  if (query.kind === "not") return asksForAny(query.of, columns);
  return "field" in query && columns.has(FIELDS[query.field].column);
}

/** Which numbers or times fit. */
export function boundsOfQuery(
  query: Extract<FilterQuery, { kind: "compare" | "between" | "known" }>,
  nowMs: number,
): Bounds {
  const kind = FIELDS[query.field].kind as AmountKind;
  if (query.kind === "known") return {};
  return query.kind === "compare"
    ? boundsOf(kind, query.by, query.value, nowMs)
    : rangeOf(kind, query.from, query.to, nowMs);
}

function wordTest(
  field: FieldName,
  pattern: Extract<FilterQuery, { kind: "word" }>["pattern"],
): Test {
  const { column } = FIELDS[field];
  const shape = shapeOf(pattern);
  return ({ row }) => {
    const words = String(row[column] ?? "");
    if (shape.kind === "any") return words !== "";
    return shape.kind === "holds" ? words.includes(shape.text) : anyFits(words, shape.parts);
  };
}
