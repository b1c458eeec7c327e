// The findings that a rule's expression names: its author expects them, so they do not hold the rule back.
import type { FilterQuery } from "../filter/query.ts";
import { FINDING_GROUPS } from "../findings/groups.ts";
import type { FindingGroup } from "../findings/groups.ts";
import { FINDING_KINDS, findingKinds } from "../findings/kinds.ts";
import type { FindingKind } from "../findings/kinds.ts";

/** `all`: any finding. A group includes all of its kinds. */
export type NamedFindings = "all" | ReadonlySet<FindingGroup | FindingKind>;

/** The findings that the expression requires; negated ones do not count. */
export function namedFindings(query: FilterQuery): NamedFindings {
  const named = new Set<FindingGroup | FindingKind>();
  return look(query, true, named) ? "all" : named;
}

/** The groups of the kinds that the expression does not name. */
export function unnamed(named: NamedFindings, kinds: readonly FindingKind[]): FindingGroup[] {
  if (named === "all") return [];
  const others = kinds.filter((kind) => !named.has(kind) && !named.has(FINDING_KINDS[kind].group));
  const groups = new Set(others.map((kind) => FINDING_KINDS[kind].group));
  return FINDING_GROUPS.filter((group) => groups.has(group));
}

/** True when the expression names all findings. */
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
      // An expression for serious findings expects any of them.
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
