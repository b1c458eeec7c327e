// Why a rule that allows would still have had a person asked, as far as the record tells.
import { BREAK } from "../../../../src-shared/filter/columns.ts";
import type { FilterQuery } from "../../../../src-shared/filter/query.ts";
import { LOOKED_FOR } from "../../../../src-shared/inspect/charSets.ts";
import type { HeldBack } from "../../../../src-shared/ipc/rules.ts";
import type { PastRow } from "./decider.ts";
import type { RuleToRun } from "./ruleToRun.ts";

export function heldBack({ query }: RuleToRun, { errors, finding }: PastRow): HeldBack | undefined {
  if (errors > 0) return { kind: "flags" };
  if (finding === "" || namesFindings(query)) return undefined;
  const weighty = LOOKED_FOR.some(
    ({ kind, severity }) => severity === "high" && finding.includes(`${BREAK}${kind}${BREAK}`),
  );
  return weighty ? { kind: "findings", groups: ["characters"] } : undefined;
}

/** The rule speaks of findings: whoever wrote it knows of them. */
function namesFindings(query: FilterQuery): boolean {
  switch (query.kind) {
    case "and":
    case "or":
      return query.of.some(namesFindings);
    case "not":
      return namesFindings(query.of);
    case "word":
      if (query.field === "has") return query.pattern.includes("findings");
      return query.field === "finding";
    case "compare":
    case "between":
    case "known":
      return query.field === "findings";
    default:
      return false;
  }
}
