// A rule's expression as it is evaluated. Without a `kind` it only matches sampling, so that rules from before there
// were other kinds do not decide about those.
import { asksForAny } from "../../filter/matches.ts";
import { parse } from "../../filter/parse.ts";
import type { ColumnName } from "../../filter/columns.ts";
import type { FilterQuery } from "../../filter/query.ts";
import { FIRST_KIND } from "../../kinds/names.ts";

const KIND: ReadonlySet<ColumnName> = new Set(["kind"]);
const FIRST: FilterQuery = { kind: "word", field: "kind", pattern: [FIRST_KIND] };

export const namesKind = (query: FilterQuery): boolean => asksForAny(query, KIND);

/** The parsed expression; null when it is invalid. */
export function ruleQuery(when: string): FilterQuery | null {
  const { query } = parse(when);
  if (query === null || namesKind(query)) return query;
  if (query.kind === "all") return FIRST;
  return { kind: "and", of: query.kind === "and" ? [...query.of, FIRST] : [query, FIRST] };
}
