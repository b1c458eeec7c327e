// Translates a filter into two SQL conditions: what may match, and what certainly matches. They differ where the
// index cannot tell: content that was deleted, and the call where several were open.
import { FIELDS } from "#shared/filter/fields.ts";
import type { ColumnName } from "#shared/filter/columns.ts";
import type { FilterQuery } from "#shared/filter/query.ts";
import { ftsQuery, textTerms } from "#shared/filter/text.ts";
import { toSql } from "#shared/filter/toSql.ts";
import type { SqlCondition } from "#shared/filter/toSql.ts";
import type { RuleGate } from "#shared/policy/rules/rule.ts";
import { ORIGIN_COLUMNS } from "#shared/policy/judge/unsure.ts";

export interface Bounds {
  may: SqlCondition;
  must: SqlCondition;
}

/** Columns that the ledger keeps even when a request's content is deleted. */
const STAYS: ReadonlySet<ColumnName> = new Set<ColumnName>([
  ...([
    "id",
    "server",
    "claims",
    "host",
    "program",
    "transport",
    "era",
    "revision",
    "reply",
    "kind",
    "gate",
  ] as const),
  ...(["reason", "decided_by", "decided_by1", "decided_by2", "rule", "provider"] as const),
  ...(["tokens_in", "tokens_out", "tokens", "cost_usd", "attempts", "failures"] as const),
  ...(["received_ms", "ended_ms", "waited_ms", "took_ms", "more", "flags", "flag"] as const),
]);

/** All content of the request was deleted. */
const GONE = "r.forgotten = 2";
const NEVER: SqlCondition = { sql: "0", params: [] };

/** SQL conditions on the view `r` of `gateView` and the FTS5 table `words`. Times are relative to `nowMs`. */
export function boundsOf(query: FilterQuery, gate: RuleGate, nowMs: number): Bounds {
  switch (query.kind) {
    case "and":
    case "or": {
      const parts = query.of.map((part) => boundsOf(part, gate, nowMs));
      const sign = query.kind === "and" ? "AND" : "OR";
      return {
        may: joined(
          sign,
          parts.map(({ may }) => may),
        ),
        must: joined(
          sign,
          parts.map(({ must }) => must),
        ),
      };
    }
    case "not": {
      const { may, must } = boundsOf(query.of, gate, nowMs);
      return { may: not(must), must: not(may) };
    }
    case "text":
      return ofText(query, gate);
    case "all":
      return certain({ sql: "1", params: [] });
    default: {
      const is = toSql(query, { nowMs, text: () => NEVER, table: "r" });
      const { column } = FIELDS[query.field];
      // At gate 1, `is:` does not depend on anything that can be deleted.
      if (ORIGIN_COLUMNS.has(column)) return unlessAmbiguous(is);
      const stays = STAYS.has(column) || (column === "stands" && gate === "request");
      return stays ? certain(is) : unlessDeleted(is);
    }
  }
}

/** Placeholders for the lowest and the highest number of the requests that are queried, to narrow the text search. */
const LEAST = Number.NEGATIVE_INFINITY;
const MOST = Number.POSITIVE_INFINITY;

/** The parameters with those placeholders filled in. */
export function paramsFor(
  { params }: SqlCondition,
  among: { least: number; most: number },
): SqlCondition["params"] {
  return params.map((one) => (one === LEAST ? among.least : one === MOST ? among.most : one));
}

/** The text columns that existed at each gate. */
const BY_THEN: Record<RuleGate, string> = { request: "asked", response: "{asked answered}" };

/** The index contains no deleted text. */
function ofText({ phrase, begun }: Extract<FilterQuery, { kind: "text" }>, gate: RuleGate): Bounds {
  const terms = textTerms(phrase, begun);
  if (terms.terms.length === 0) return certain(NEVER);
  return unlessDeleted({
    sql: "r.n IN (SELECT rowid FROM words WHERE words MATCH ? AND rowid BETWEEN ? AND ?)",
    params: [`${BY_THEN[gate]} : ${ftsQuery(terms)}`, LEAST, MOST],
  });
}

export const certain = (is: SqlCondition): Bounds => ({ may: is, must: is });

/** Unknown if the content was deleted. */
export const unlessDeleted = ({ sql, params }: SqlCondition): Bounds => ({
  may: { sql: `(${GONE} OR ${sql})`, params },
  must: { sql: `(NOT ${GONE} AND ${sql})`, params },
});

/** Several calls were open when the request was received. */
export const AMBIGUOUS = "(r.origin = char(10) || 'ambiguous' || char(10))";

/** Which of them caused it is unknown, so a rule that depends on it has to read the request. */
export const unlessAmbiguous = ({ sql, params }: SqlCondition): Bounds => ({
  may: { sql: `(${AMBIGUOUS} OR ${sql})`, params },
  must: { sql: `(NOT ${AMBIGUOUS} AND ${sql})`, params },
});

/** Both must match. */
export const allBounds = (one: Bounds, other: Bounds): Bounds => ({
  may: joined("AND", [one.may, other.may]),
  must: joined("AND", [one.must, other.must]),
});

const not = ({ sql, params }: SqlCondition): SqlCondition => ({ sql: `(NOT ${sql})`, params });

const joined = (sign: "AND" | "OR", parts: readonly SqlCondition[]): SqlCondition => ({
  sql: `(${parts.map(({ sql }) => sql).join(` ${sign} `)})`,
  params: parts.flatMap(({ params }) => params),
});
