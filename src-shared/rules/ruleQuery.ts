// A rule's expression as it is evaluated at a gate. Without a `kind` it only matches sampling, so that rules from before
// there were other kinds do not decide about those, or, with a field that only actions have, actions. `uses` is what is decided about there: at gate 1 the tools that the
// conversation used, at gate 2 those that the response calls.
import { asksForAny } from "../filter/matches.ts";
import { parse } from "../filter/parse.ts";
import type { ColumnName } from "../filter/columns.ts";
import type { FilterQuery } from "../filter/query.ts";
import { FIRST_KIND } from "../request/kinds/names.ts";
import type { KindName } from "../request/kinds/names.ts";
import type { RuleGate } from "./rule.ts";

const KIND: ReadonlySet<ColumnName> = new Set(["kind"]);
/** Columns that are about actions. A model call that names a session has one too, and is meant only with its kind. */
const OF_ACTIONS: ReadonlySet<ColumnName> = new Set([
  "agent",
  "action",
  "command",
  "path",
  "session",
]);

export const namesKind = (query: FilterQuery): boolean => asksForAny(query, KIND);

/** The only kind that an expression is about although it names none; null where it names one. */
export function unnamedKind(query: FilterQuery): KindName | null {
  if (namesKind(query)) return null;
  return asksForAny(query, OF_ACTIONS) ? "action" : FIRST_KIND;
}

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
  const kind = unnamedKind(query);
  if (kind === null) return query;
  const only: FilterQuery = { kind: "word", field: "kind", pattern: [kind] };
  if (query.kind === "all") return only;
  return { kind: "and", of: query.kind === "and" ? [...query.of, only] : [query, only] };
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
