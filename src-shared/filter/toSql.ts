// Translates a filter to an SQL condition on the tables `item` and `alike` with the columns of `columns.ts`. Conditions
// are never NULL, so that NOT means the same as in memory.
import { BREAK, isAlike, isExact } from "./columns.ts";
import { FIELDS } from "./fields.ts";
import { boundsOfQuery } from "./matches.ts";
import { globOf, likeOf, shapeOf } from "./pattern.ts";
import type { FilterQuery } from "./query.ts";
import { textTerms } from "./text.ts";
import type { TextTerms } from "./text.ts";

/** A condition with a `?` for each parameter, in order. */
export interface SqlCondition {
  sql: string;
  params: (string | number)[];
}

export interface SqlOptions {
  /** Times such as `7d` and `today` are relative to this. */
  nowMs: number;
  /** The condition that the texts contain these terms; `ftsQuery` gives the right side of a MATCH. */
  text: (terms: TextTerms) => SqlCondition;
  /** Optionally a faster condition for a whole part. */
  whole?: (part: FilterQuery) => SqlCondition | null;
}

/** A filter's condition, in parentheses. */
export function toSql(query: FilterQuery, options: SqlOptions): SqlCondition {
  const whole = options.whole?.(query) ?? null;
  if (whole !== null) return whole;
  switch (query.kind) {
    case "all":
      return { sql: "(1)", params: [] };
    case "and":
    case "or": {
      const parts = shallow(query).map((part) => toSql(part, options));
      const sign = query.kind === "and" ? " AND " : " OR ";
      return {
        sql: `(${parts.map(({ sql }) => sql).join(sign)})`,
        params: parts.flatMap(({ params }) => params),
      };
    }
    case "not": {
      const { sql, params } = toSql(query.of, options);
      return { sql: heightOf(query) > HIGH ? `${sql} = 0` : `(NOT ${sql})`, params };
    }
    case "text": {
      const { sql, params } = options.text(textTerms(query.phrase, query.begun));
      return { sql: `(${sql})`, params };
    }
    case "word":
      return words(query);
    default:
      return numbers(query, options);
  }
}

/**
 * From this depth on, conditions are written to save space on the stack of SQLite's parser, which is limited to 100
 * entries (`YYSTACKDEPTH`) including everything that precedes a nested condition.
 */
const HIGH = 8;

function heightOf(query: FilterQuery): number {
  if (query.kind === "not") return 1 + heightOf(query.of);
  if (query.kind !== "and" && query.kind !== "or") return 0;
  return 1 + Math.max(0, ...query.of.map(heightOf));
}

/** The parts; in a deep condition the deepest first. */
function shallow(query: Extract<FilterQuery, { of: FilterQuery[] }>): FilterQuery[] {
  if (heightOf(query) <= HIGH) return query.of;
  return [...query.of].sort((a, b) => heightOf(b) - heightOf(a));
}

type Of<K extends FilterQuery["kind"]> = Extract<FilterQuery, { kind: K }>;

/** SQLite reads the few rows of `alike` once, and then compares numbers. */
function words(query: Of<"word">): SqlCondition {
  const name = FIELDS[query.field].column;
  if (!isAlike(name)) return wordsIn(`item.${name}`, query);
  const { sql, params } = wordsIn(`alike.${name}`, query);
  return { sql: `(item.alike IN (SELECT id FROM alike WHERE ${sql}))`, params };
}

function wordsIn(column: string, query: Of<"word">): SqlCondition {
  const shape = shapeOf(FIELDS[query.field].column, query.pattern);
  if (shape.kind === "any") return { sql: `(${column} <> '')`, params: [] };
  if (shape.kind === "holds") return { sql: `(instr(${column}, ?) > 0)`, params: [shape.text] };
  const exact = isExact(FIELDS[query.field].column);
  const [by, escape, any] = exact ? ["GLOB", "", "*"] : ["LIKE", " ESCAPE '\\'", "%"];
  const one = exact ? globOf(shape.parts) : likeOf(shape.parts);
  // Converts the column to a JSON array so that a wildcard cannot match across words; guarded by a cheap LIKE on the
  // whole column.
  const inside = `substr(${column}, 2, length(${column}) - 2)`;
  const escaped = `replace(replace(${inside}, '\\', '\\\\'), '"', '\\"')`;
  const array = `'["' || replace(${escaped}, char(${BREAK.charCodeAt(0)}), '","') || '"]'`;
  const each = `EXISTS (SELECT 1 FROM json_each(${array}) WHERE value ${by} ?${escape})`;
  return {
    sql: `(CASE WHEN ${column} ${by} ?${escape} THEN ${each} ELSE 0 END)`,
    params: [`${any}${one}${any}`, one],
  };
}

function numbers(query: Of<"compare" | "between" | "known">, options: SqlOptions): SqlCondition {
  const column = `item.${FIELDS[query.field].column}`;
  const { min, max, over, under } = boundsOfQuery(query, options.nowMs);
  const parts = [`${column} IS NOT NULL`];
  const params: number[] = [];
  if (min !== undefined) {
    parts.push(`${column} ${over === true ? ">" : ">="} ?`);
    params.push(min);
  }
  if (max !== undefined) {
    parts.push(`${column} ${under === true ? "<" : "<="} ?`);
    params.push(max);
  }
  return { sql: `(${parts.join(" AND ")})`, params };
}
