// Evaluates filters in memory. `toSql.ts` does the same in the database; a test keeps the two in sync.
import { boundsOf, rangeOf, within } from "./amounts.ts";
import type { AmountKind, Bounds } from "./amounts.ts";
import type { ColumnName, ItemRow } from "./columns.ts";
import { FIELDS } from "./fields.ts";
import type { FieldName } from "./fields.ts";
import { anyFits, shapeOf } from "./pattern.ts";
import type { FilterQuery } from "./query.ts";
import { holds, textTerms } from "./text.ts";

/** A request as filters see it: its row, and the result of `indexText`, computed only if needed. */
export interface FilterItem {
  row: ItemRow;
  indexed: () => string;
  /**
   * Uncertain columns: `unknown` can have any value; `doubtful` is not unique to the server, so that only a mismatch
   * is certain. See `testOf`.
   */
  unsure?: ReadonlyMap<ColumnName, "unknown" | "doubtful">;
}
export type Test = (item: FilterItem) => boolean;

/**
 * The filter as a predicate. Times such as `7d` and `today` are relative to `nowMs`.
 * @param assumed how to treat uncertain columns: `true` tests whether the request can match, `false` whether it
 * matches for certain; undefined takes the row as it is
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
    // Of a doubtful column only a mismatch is certain, and only if it is not negated.
    return assumed && (unsure === "unknown" || negated || test(item));
  };
}

/** Evaluates conditions on facts first, as searching texts is slow. */
const cheapFirst = (parts: readonly FilterQuery[]): FilterQuery[] =>
  [...parts].sort((a, b) => Number(asksForText(a)) - Number(asksForText(b)));

/** Whether a filter searches texts. */
export function asksForText(query: FilterQuery): boolean {
  if (query.kind === "and" || query.kind === "or") return query.of.some(asksForText);
  return query.kind === "not" ? asksForText(query.of) : query.kind === "text";
}

/** Whether a filter uses any of these columns. */
export function asksForAny(query: FilterQuery, columns: ReadonlySet<ColumnName>): boolean {
  if (query.kind === "and" || query.kind === "or") {
    return query.of.some((part) => asksForAny(part, columns));
  }
  if (query.kind === "not") return asksForAny(query.of, columns);
  return "field" in query && columns.has(FIELDS[query.field].column);
}

/** The range of values that match. */
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
  const shape = shapeOf(column, pattern);
  return ({ row }) => {
    const words = String(row[column] ?? "");
    if (shape.kind === "any") return words !== "";
    return shape.kind === "holds" ? words.includes(shape.text) : anyFits(words, shape.parts);
  };
}
