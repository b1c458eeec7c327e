// A permission that the user gave a program or an agent once: its requests pass without a rule. The ledger names it like
// one.
import type { HoldingHook } from "../agents/comesToUser.ts";
import type { Actor } from "../request/life/heldRequest.ts";
import type { RuleChanges } from "./rule.ts";

/** It applies in every mode but Stopped. */
export interface StandingPermission {
  /** Of the program, or of the agent's entry and the choice. */
  id: string;
  /** Says to whom it was given, and for an agent the choice. */
  name: string;
  redact: NonNullable<RuleChanges["redact"]>;
  /** Only what these terms allow; absent: everything. */
  terms?: CallTerms;
}

/** Of a program of which the user is asked about tool calls. */
export interface CallTerms {
  /** Expressions with `calls:`; the tool calls that one of them matches pass. */
  passes: readonly string[];
  /** Requests for a title or a summary pass, too. */
  sides: boolean;
  /** So do the tool calls that this hook has come to the user before they run; null: none. */
  hook: HoldingHook | null;
}

/** Whose requests pass: a program in Watch, one of which the user is asked about tool calls, an agent. In the ids that rows name. */
const PREFIXES = { program: "watch.", calls: "calls.", agent: "choice." } as const;
type Whose = keyof typeof PREFIXES;

export const permissionRuleId = (id: string, whose: Whose = "program"): string =>
  `${PREFIXES[whose]}${id}`;

/** Whose standing permission decided; null where the user or a rule did. */
export function permissionOf(by: Actor): Whose | null {
  if (by.kind !== "rule") return null;
  const { id = "" } = by;
  const all = Object.keys(PREFIXES) as Whose[];
  return all.find((whose) => id.startsWith(PREFIXES[whose])) ?? null;
}

/** Whether a standing permission decided, not the user or a rule. */
export const isPermission = (by: Actor): boolean => permissionOf(by) !== null;
