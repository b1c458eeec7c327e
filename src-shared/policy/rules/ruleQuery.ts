// A rule's expression as it is evaluated at a gate. Without a `kind` it only matches sampling, so that rules from before
// there were other kinds do not decide about those. `uses` is what is decided about there: at gate 1 the tools that the
// conversation used, at gate 2 those that the response calls.
import { asksForAny } from "../../filter/matches.ts";
import { parse } from "../../filter/parse.ts";
import type { ColumnName } from "../../filter/columns.ts";
import type { FilterQuery } from "../../filter/query.ts";
import { FIRST_KIND } from "../../kinds/names.ts";
import type { RuleGate } from "./rule.ts";

const KIND: ReadonlySet<ColumnName> = new Set(["kind"]);
const FIRST: FilterQuery = { kind: "word", field: "kind", pattern: [FIRST_KIND] };

export const namesKind = (query: FilterQuery): boolean => asksForAny(query, KIND);

/** Whether it says `has:metadata`, in whatever way. */
export function namesMetadata(query: FilterQuery): boolean {
  if (query.kind === "and" || query.kind === "or") return query.of.some(namesMetadata);
  if (query.kind === "not") return namesMetadata(query.of);
  const isOne = query.kind === "word" && query.field === "has" && query.pattern.length === 1;
  return isOne && query.pattern[0] === "metadata";
}

/** The parsed expression; null when it is invalid at that gate. */
export function ruleQuery(when: string, gate: RuleGate): FilterQuery | null {
  const { query: written } = parse(when, [gate]);
  if (written === null) return null;
  const query = atGate(written, gate);
  if (namesKind(query)) return query;
  if (query.kind === "all") return FIRST;
  return { kind: "and", of: query.kind === "and" ? [...query.of, FIRST] : [query, FIRST] };
}

function atGate(query: FilterQuery, gate: RuleGate): FilterQuery {
  switch (query.kind) {
    case "and":
    case "or":
      return { ...query, of: query.of.map((part) => atGate(part, gate)) };
    case "not":
      return { ...query, of: atGate(query.of, gate) };
    case "word":
      if (query.field !== "uses") return query;
      return { ...query, field: gate === "request" ? "uses1" : "uses2" };
    default:
      return query;
  }
}
