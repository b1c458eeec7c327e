// A filter's text as a condition over the table `item`, whose texts stand in the FTS5 table `words`.
import { parse } from "../../../src-shared/filter/parse.ts";
import type { FilterFault } from "../../../src-shared/filter/query.ts";
import { ftsQuery, textTerms } from "../../../src-shared/filter/text.ts";
import type { TextTerms } from "../../../src-shared/filter/text.ts";
import { toSql } from "../../../src-shared/filter/toSql.ts";
import type { SqlCondition } from "../../../src-shared/filter/toSql.ts";
import { fail, ok } from "../../../src-shared/outcome.ts";
import type { Outcome } from "../../../src-shared/outcome.ts";

/** `match`: it asks for nothing but these words, which the text index alone can tell. */
export type Where = SqlCondition & { match?: string };

/** The condition, or what is wrong with the text and where. An empty text lets everything through. */
export function whereOf(text: string, nowMs: number): Outcome<Where, FilterFault[]> {
  const { query, faults } = parse(text);
  if (query === null) return fail(faults);
  const where = toSql(query, { nowMs, text: holding });
  if (query.kind !== "text") return ok(where);
  const terms = textTerms(query.phrase, query.begun);
  return ok(terms.terms.length === 0 ? where : { ...where, match: ftsQuery(terms) });
}

/** What has no word is held by nothing. */
const holding = (terms: TextTerms): SqlCondition =>
  terms.terms.length === 0
    ? { sql: "0", params: [] }
    : {
        sql: "item.n IN (SELECT rowid FROM words WHERE words MATCH ?)",
        params: [ftsQuery(terms)],
      };
