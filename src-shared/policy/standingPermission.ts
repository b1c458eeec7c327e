// A permission that the user gave a program or an agent once: its requests pass without a rule. The ledger names it like
// one.
import type { Actor } from "../sampling/life/sample.ts";
import type { RuleChanges } from "./rules/rule.ts";

/** It applies in every mode but Stopped. */
export interface StandingPermission {
  /** Of the program, or of the agent's entry and the choice. */
  id: string;
  /** Says to whom it was given, and for an agent the choice. */
  name: string;
  redact: NonNullable<RuleChanges["redact"]>;
}

const PREFIX = "watch.";

export const permissionRuleId = (id: string): string => `${PREFIX}${id}`;

/** Whether a standing permission decided, not the user or a rule. */
export const isPermission = (by: Actor): boolean =>
  by.kind === "rule" && by.id?.startsWith(PREFIX) === true;
