// What the window shows about pending requests that arrived before a rule applied to them.
import type { WaitingDecided, WaitingSaid } from "./waitingTold.ts";
import type { Failure } from "../../outcome.ts";

/** What was decided at the last confirmation, until the user dismisses it. */
export interface Done {
  decided: readonly WaitingDecided[];
  /** How many confirmed requests were not decided, as they or their rules had changed. */
  left: number;
}

export type Waiting =
  | { kind: "none" }
  /** Rules would decide about these; `mine` counts others that the user has opened or edited. */
  | { kind: "fits"; would: readonly WaitingDecided[]; mine: number; before?: Done }
  | { kind: "deciding" }
  | ({ kind: "decided" } & Done)
  | { kind: "failed"; failure: Failure };

/** What the user confirms: main decides exactly this or nothing. */
export const saidOf = ({ id, gate, rule, decide, ruleHash }: WaitingDecided): WaitingSaid => ({
  id,
  gate,
  ruleId: rule.id,
  decide,
  ruleHash,
});

/** A key of everything that would be decided: when it changes, the guard against accidental clicks starts anew. */
export const waitingGuard = (waiting: Waiting): string =>
  waiting.kind === "fits"
    ? waiting.would.map((one) => Object.values(saidOf(one)).join(" ")).join("\n")
    : waiting.kind;
