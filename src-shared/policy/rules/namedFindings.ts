// Which findings an expression asks for by name: whoever wrote it knows that they may be there.
import type { FilterQuery } from "../../filter/query.ts";
import { FINDING_GROUPS } from "../../inspect/groups.ts";
import type { FindingGroup } from "../../inspect/groups.ts";
import { FINDING_KINDS, findingKinds } from "../../inspect/kinds.ts";
import type { FindingKind } from "../../inspect/kinds.ts";

/** `all`: whatever is found. A group stands for all of its kinds. */
export type NamedFindings = "all" | ReadonlySet<FindingGroup | FindingKind>;

/** What it asks to be there; what it asks not to be there is not named by it. */
export function namedFindings(query: FilterQuery): NamedFindings {
  const named = new Set<FindingGroup | FindingKind>();
  return look(query, true, named) ? "all" : named;
}

/** Groups of the findings that the expression does not name. */
export function unnamed(named: NamedFindings, kinds: readonly FindingKind[]): FindingGroup[] {
  if (named === "all") return [];
  const others = kinds.filter((kind) => !named.has(kind) && !named.has(FINDING_KINDS[kind].group));
  const groups = new Set(others.map((kind) => FINDING_KINDS[kind].group));
  return FINDING_GROUPS.filter((group) => groups.has(group));
}

/** True where all are named. */
function look(
  query: FilterQuery,
  wanted: boolean,
  named: Set<FindingGroup | FindingKind>,
): boolean {
  switch (query.kind) {
    case "and":
    case "or":
      return query.of.map((part) => look(part, wanted, named)).includes(true);
    case "not":
      return look(query.of, !wanted, named);
    case "word": {
      if (!wanted) return false;
      const [only] = query.pattern;
      const word = query.pattern.length === 1 && typeof only === "string" ? only : null;
      if (query.field === "has") return word === "findings";
      if (query.field !== "finding") return false;
      // Whoever asks for what weighs much knows that anything of weight may be there.
      if (word === null || word === "high") return true;
      const known: readonly string[] = [...FINDING_GROUPS, ...findingKinds];
      if (known.includes(word)) named.add(word as FindingGroup | FindingKind);
      return false;
    }
    case "compare":
    case "between":
    case "known":
      return wanted && query.field === "findings";
    default:
      return false;
  }
}
