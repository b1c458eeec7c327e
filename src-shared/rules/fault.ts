import type { FilterFault } from "../filter/query.ts";

/** A fault of the rules file and its place; `line` and `column` count from 1. */
export interface RuleFault {
  line: number;
  column: number;
  /** The rule that it is in, if known. */
  ruleId?: string;
  fault:
    | { kind: "json"; detail: string }
    /** A missing, unknown or invalid field of a rule; `path` such as `rules[2].decide`. */
    | { kind: "field"; path: string; detail: string }
    /** The expression does not parse; `offset` in UTF-16 units within it. */
    | { kind: "when"; offset: number; detail: string; found: FilterFault }
    | { kind: "twice"; path: string }
    | { kind: "unreadable"; detail: string }
    /** Another program wrote the file, and the user has not accepted it yet: see `RulesView.pending`. */
    | { kind: "unaccepted" };
}
