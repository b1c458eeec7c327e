import type { FilterFault } from "../../filter/query.ts";

/** What is wrong with the rules file, and where. `line` and `column` count from 1. */
export interface RuleFault {
  line: number;
  column: number;
  /** Of the rule it stands in, where that is known. */
  ruleId?: string;
  fault:
    | { kind: "json"; detail: string }
    /** A member of a rule that is missing, unknown, or of a wrong value; `path` such as `rules[2].decide`. */
    | { kind: "member"; path: string; detail: string }
    /** The expression does not parse; `offset` in UTF-16 units within it. */
    | { kind: "when"; offset: number; detail: string; found: FilterFault }
    | { kind: "twice"; path: string }
    | { kind: "unreadable"; detail: string }
    /** Another program has written it, and nobody has accepted that yet: see `RulesView.pending`. */
    | { kind: "unaccepted" };
}
